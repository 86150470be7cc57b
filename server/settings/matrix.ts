/** The assortment matrix as one grid: cells are revisions of the setting `matrixItem`, saved many at once. */
import { type Kysely, sql } from 'kysely';
import {
  type MatrixCategory,
  type MatrixCell,
  type MatrixShop,
  matrixGrid,
  matrixSave,
} from '../../contract/matrixGrid.ts';
import { allows } from '../../contract/rules.ts';
import { matrixItem } from '../../contract/settings/matrixItem.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict } from '../http/refusal.ts';
import { inForceOf } from './inForce.ts';
import { settleMany } from './settleMany.ts';

type Db = Kysely<Schema>;

/** Every cell that holds something on a day, in the shops of a condition on `r`. */
async function cellsOn(db: Db, day: string, shops: readonly number[]): Promise<MatrixCell[]> {
  const { rows } = await sql<MatrixCell>`
    SELECT r.id, r.organization_id, r.category_id, r.stand, r.min, r.max, r.valid_from, (
        SELECT min(n.valid_from) FROM matrix_item n WHERE n.organization_id = r.organization_id
          AND n.category_id = r.category_id AND n.status = 'planned' AND n.valid_from > ${day}::date) AS next
    FROM ${inForceOf(matrixItem, day)} r
    WHERE r.organization_id = ANY (${shops}::integer[]) ORDER BY r.organization_id, r.category_id`.execute(db);
  return rows;
}

/** Shops that sell: neither an office nor a warehouse; of the person's own alone, who does not see all. */
async function shopsOf(db: Db, user: SignedIn): Promise<MatrixShop[]> {
  const all = user.office || allows(user.rules, 'matrix_category.allshow');
  const { rows } = await sql<MatrixShop>`
    SELECT o.id, o.name, o.short_name, ${user.office ? sql`true` : sql`o.id = ${user.organizationId}`} AS own,
      CASE WHEN t.id IS NULL THEN NULL ELSE json_build_object('id', t.id, 'name', t.name) END AS territory
    FROM organization o LEFT JOIN territory t ON t.id = o.territory_id
    WHERE o.active AND o.kind IN ('branch', 'shop') AND ${all ? sql`true` : sql`o.id = ${user.organizationId}`}
    ORDER BY o.search_key, o.id`.execute(db);
  return rows;
}

export const matrixGridCalls: Implementation[] = [
  implement(matrixGrid, {
    async handle({ db, user, query, now, language }) {
      const name = sql.ref(language === 'ru' ? 'name_ru' : 'name_uz');
      const { rows: categories } = await sql<MatrixCategory>`
        SELECT id, ${name} AS name, parent_id FROM product_category ORDER BY id`.execute(db);
      const shops = await shopsOf(db, user);
      const ids = shops.map(({ id }) => id);
      return { data: { categories, shops, cells: await cellsOn(db, query.date ?? tashkentDay(now), ids) } };
    },
  }),

  implement(matrixSave, {
    async handle(context) {
      const { db, body, language } = context;
      // two savings of the matrix one after another: the later one sees what the earlier one wrote
      await sql`SELECT pg_advisory_xact_lock(hashtext('matrix_item'))`.execute(db);
      const { valid_from, cells } = body;
      const shops = [...new Set(cells.map((cell) => cell.organization_id))];
      const now = new Map(
        (await cellsOn(db, valid_from, shops)).map((cell) => [`${cell.organization_id} ${cell.category_id}`, cell.id]),
      );
      const changed = cells.flatMap(({ organization_id, category_id, before }) =>
        (now.get(`${organization_id} ${category_id}`) ?? null) === before ? [] : [{ organization_id, category_id }],
      );
      if (changed.length > 0)
        throw conflict('stale', {
          messageKey: 'errors.matrix_changed',
          values: { n: changed.length },
          current: { cells: changed },
        });
      await settleMany(
        context,
        matrixItem,
        'cells',
        cells.map(({ before: _, ...cell }) => ({ ...cell, valid_from })),
      );
      return { message: say(language, 'actions.matrix_saved', { n: cells.length }) };
    },
  }),
];
