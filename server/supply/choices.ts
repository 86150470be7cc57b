/** What pages of supply choose warehouses and branches from. */
import { type Kysely, sql } from 'kysely';
import type { QueryOf } from '../../contract/bodies.ts';
import { territoryGetAll } from '../../contract/choices.ts';
import {
  organizationTerritories,
  organizationTerritory,
  warehouseAutocomplete,
} from '../../contract/invoices/choices.ts';
import { allows } from '../../contract/rules.ts';
import { matches, searchKey } from '../../contract/search.ts';
import type { Schema } from '../db/schema.ts';
import { targetOf, titleIn } from '../directory/targets.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { answerComputed } from '../lists/computed.ts';

type Db = Kysely<Schema>;
interface Asking {
  readonly db: Db;
  readonly query: QueryOf<typeof territoryGetAll>;
  readonly language: Language;
}

/** The few records of a directory without a page of its own, by name. */
const choicesOf = (to: 'territory') => ({
  async handle({ db, query, language }: Asking) {
    const title = titleIn(to, 't', language);
    const { rows } = await sql<{ id: number; title: string }>`
      SELECT t.id, ${title} AS title FROM ${sql.table(targetOf(to).table)} t ORDER BY title, t.id`.execute(db);
    const found = rows.filter((row) => matches(searchKey(row.title), query.search?.trim() ?? ''));
    return answerComputed(query, {
      figures: async () => ({ total: found.length }),
      rows: async (limit, offset) => found.slice(offset, offset + limit),
    });
  },
});

export const supplyChoiceCalls: Implementation[] = [
  implement(territoryGetAll, choicesOf('territory')),
  implement(warehouseAutocomplete, {
    async handle({ db, user }) {
      const all = user.office || allows(user.rules, 'product_invoice.allshow|base_repository.allshow');
      let warehouses = db
        .selectFrom('warehouse_list')
        .innerJoin('organization', 'organization.id', 'warehouse_list.organization_id')
        .select(['warehouse_list.id', 'warehouse_list.name', 'warehouse_list.kind'])
        .select(['organization_id', 'organization.name as organization'])
        .where('warehouse_list.active', '=', true);
      if (!all) warehouses = warehouses.where('organization_id', '=', user.organizationId);
      return { data: await warehouses.orderBy('organization.search_key').orderBy('warehouse_list.id').execute() };
    },
  }),

  implement(organizationTerritory, { handle: ({ db }) => territoryTree(db) }),
  implement(organizationTerritories, { handle: ({ db }) => territoryTree(db) }),
];

/** Every territory with its organizations that work, by name: names of branches are no secret here. */
async function territoryTree(db: Db) {
  const territories = await db.selectFrom('territory').select(['id', 'name']).orderBy('id').execute();
  const organizations = await db
    .selectFrom('organization')
    .select(['id', 'name', 'territory_id'])
    .where('active', '=', true)
    .orderBy('search_key')
    .orderBy('id')
    .execute();
  return {
    data: territories.map((territory) => ({
      ...territory,
      organizations: organizations
        .filter((organization) => organization.territory_id === territory.id)
        .map(({ id, name }) => ({ id, name })),
    })),
  };
}
