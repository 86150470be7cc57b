/**
 * Warehouses of organizations with their keepers (areas 2.2, 4.3 `/repositories/warehouse-management`), and what other
 * pages choose warehouses and branches from.
 */
import { type Kysely, sql } from 'kysely';
import type { Person } from '../../contract/common.ts';
import { organizationTerritories, organizationTerritory, warehouseAutocomplete } from '../../contract/invoices.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import {
  type Warehouse,
  type WarehouseBody,
  type WarehouseKind,
  warehouseArchive,
  warehouseCreate,
  warehouseHistory,
  warehouseIndex,
  warehouseRestore,
  warehouseShow,
  warehouseUpdate,
} from '../../contract/supply.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { likeKeys, uzbekOrder } from '../db/search.ts';
import { person } from '../documents/documents.ts';
import {
  type Directory,
  type DirectoryRecord,
  type LoggedFields,
  lockRecord,
  logRecord,
  recordAnswer,
  recordHistory,
  stepRecord,
} from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

interface WarehouseRecord extends DirectoryRecord {
  name: string;
  kind: WarehouseKind;
  organizationId: number;
  organization: string;
}

export const WAREHOUSES: Directory<WarehouseRecord> = {
  kind: 'warehouse',
  table: 'warehouse_list',
  /** While goods lie there. */
  async inUse(db, { id }) {
    const { units } = await db
      .selectFrom('stock_balance')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('qty'), sql<number>`0`).as('units'))
      .where('warehouse_id', '=', id)
      .executeTakeFirstOrThrow();
    return Number(units) > 0 ? { key: 'warehouse_has_stock', values: { n: grouped(Number(units)) } } : null;
  },
};

/** As figures are written: groups of three parted by a narrow space. */
const grouped = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, '\u202f');

export const seesEveryWarehouse = (user: SignedIn): boolean =>
  user.office || allows(user.rules, 'warehouse_list.allshow');

/** The warehouse, or 404 for what the person may not see. */
async function findWarehouse(db: Db, user: SignedIn, id: number, lock = false): Promise<WarehouseRecord> {
  if (lock) await lockRecord(db, 'warehouse_list', id);
  const row = await db
    .selectFrom('warehouse_list')
    .innerJoin('organization', 'organization.id', 'warehouse_list.organization_id')
    .select(['warehouse_list.id', 'warehouse_list.name', 'warehouse_list.kind', 'warehouse_list.active'])
    .select(['warehouse_list.version', 'organization_id', 'organization.name as organization'])
    .where('warehouse_list.id', '=', id)
    .executeTakeFirst();
  if (!row || (!seesEveryWarehouse(user) && row.organization_id !== user.organizationId)) throw notFound();
  const { organization_id: organizationId, ...rest } = row;
  return { ...rest, organizationId };
}

/** `allshow` is for reading: who is no office person keeps the warehouses of the own organization. */
function requireOwn(user: SignedIn, organizationId: number): void {
  if (!user.office && user.organizationId !== organizationId) throw forbidden('errors.warehouse_of_others');
}

type Keeper = Person & { warehouse_id: number };

async function keepersOf(db: Db, ids: readonly number[]): Promise<Keeper[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('warehouse_keeper')
    .innerJoin('app_user', 'app_user.id', 'warehouse_keeper.user_id')
    .select(['warehouse_id', 'app_user.id', 'app_user.fullname'])
    .where('warehouse_id', 'in', ids)
    .orderBy(uzbekOrder('app_user.fullname'))
    .orderBy('app_user.id')
    .execute();
  return rows.map(({ warehouse_id, id, fullname }) => ({ warehouse_id, ...person(id, fullname) }));
}

const keeperAnswer = ({ id, fullname }: Keeper): Person => ({ id, fullname });

const hasMoved = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('stock_move').select('id').where('warehouse_id', '=', id).limit(1).executeTakeFirst()) !==
  undefined;

interface Asked {
  db: Db;
  user: SignedIn;
  language: Language;
}

async function warehouseAnswer({ db, user, language }: Asked, id: number): Promise<Warehouse> {
  const record = await findWarehouse(db, user, id);
  const inUse = await WAREHOUSES.inUse(db, record);
  const own = user.office || record.organizationId === user.organizationId;
  return {
    ...recordAnswer(record, inUse, own && allows(user.rules, 'warehouse_list.edit'), language),
    name: record.name,
    kind: record.kind,
    organization_id: record.organizationId,
    organization: record.organization,
    keepers: (await keepersOf(db, [id])).map(keeperAnswer),
    moved: await hasMoved(db, id),
  };
}

async function refuseBody(db: Db, user: SignedIn, id: number | null, body: WarehouseBody): Promise<void> {
  const organization = await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', body.organization_id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!organization) throw invalidField('organization_id', 'organization');
  requireOwn(user, body.organization_id);
  // Two writers of one organization come one after another: a name is looked for and taken.
  await sql`SELECT id FROM organization WHERE id = ${body.organization_id} FOR UPDATE`.execute(db);
  let others = db
    .selectFrom('warehouse_list')
    .select(['id', 'name'])
    .where('organization_id', '=', body.organization_id)
    .where(sql`lower(name)`, '=', body.name.toLowerCase());
  if (id !== null) others = others.where('id', '<>', id);
  const other = await others.executeTakeFirst();
  if (other) throw invalidField('name', 'warehouse_name_taken', { other: other.name, id: String(other.id) });
  const keepers = body.keepers ?? [];
  if (keepers.length === 0) return;
  const known = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', keepers)
    .where('active', '=', true)
    .execute();
  if (known.length < new Set(keepers).size) throw invalidField('keepers', 'user');
}

async function writeKeepers(db: Db, id: number, keepers: readonly number[] | undefined): Promise<void> {
  if (keepers === undefined) return;
  await db.deleteFrom('warehouse_keeper').where('warehouse_id', '=', id).execute();
  const users = [...new Set(keepers)];
  if (users.length > 0)
    await db
      .insertInto('warehouse_keeper')
      .values(users.map((user_id) => ({ warehouse_id: id, user_id })))
      .execute();
}

/** As the log keeps it. */
async function logged(db: Db, user: SignedIn, id: number): Promise<LoggedFields> {
  const { name, kind, organization } = await findWarehouse(db, user, id);
  return { name, kind, organization, keepers: (await keepersOf(db, [id])).map((keeper) => keeper.fullname) };
}

const SORTS = {
  name: uzbekOrder('warehouse_list.name'),
  organization: uzbekOrder('organization.name'),
  kind: sql`warehouse_list.kind`,
};

export const warehouseCalls: Implementation[] = [
  implement(warehouseIndex, {
    async handle({ db, user, query }) {
      const { page, perPage, offset } = paged(query);
      const filtered = () => {
        let rows = db
          .selectFrom('warehouse_list')
          .innerJoin('organization', 'organization.id', 'warehouse_list.organization_id');
        if (!seesEveryWarehouse(user)) rows = rows.where('organization_id', '=', user.organizationId);
        if (query.organization_id) rows = rows.where('organization_id', '=', query.organization_id);
        if (query.kind) rows = rows.where('warehouse_list.kind', '=', query.kind);
        const words = query.search?.trim();
        if (words) {
          rows = rows.where((where) =>
            where.or([
              ...likeKeys(where, 'warehouse_list.search_key', words),
              ...likeKeys(where, 'organization.search_key', words),
              where.exists(
                where
                  .selectFrom('warehouse_keeper')
                  .innerJoin('app_user', 'app_user.id', 'warehouse_keeper.user_id')
                  .select('app_user.id')
                  .whereRef('warehouse_keeper.warehouse_id', '=', 'warehouse_list.id')
                  .where((inner) => inner.or(likeKeys(inner, 'app_user.search_key', words))),
              ),
            ]),
          );
        }
        return rows;
      };
      const counts = await filtered()
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('warehouse_list.active', '=', true).as('all'),
          fn.countAll<number>().filterWhere('warehouse_list.active', '=', false).as('archived'),
        ])
        .executeTakeFirstOrThrow();
      const statuses = { all: Number(counts.all), archived: Number(counts.archived) };
      const sort = query.sort ?? 'organization';
      const direction = sort.startsWith('-') ? 'desc' : 'asc';
      const rows = await filtered()
        .select(['warehouse_list.id', 'warehouse_list.name', 'warehouse_list.kind', 'warehouse_list.active'])
        .select(['organization_id', 'organization.name as organization'])
        .where('warehouse_list.active', '=', query.status !== 'archived')
        .orderBy(SORTS[sort.replace('-', '') as keyof typeof SORTS], direction)
        .orderBy('warehouse_list.organization_id')
        .orderBy('warehouse_list.id')
        .limit(perPage)
        .offset(offset)
        .execute();
      const keepers = await keepersOf(
        db,
        rows.map((row) => row.id),
      );
      return {
        data: rows.map((row) => ({
          ...row,
          keepers: keepers.filter((keeper) => keeper.warehouse_id === row.id).map(keeperAnswer),
        })),
        meta: { current_page: page, total: statuses[query.status ?? 'all'], per_page: perPage, statuses },
      };
    },
  }),

  implement(warehouseShow, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.id),
    handle: async (context) => ({ data: await warehouseAnswer(context, context.record.id) }),
  }),

  implement(warehouseCreate, {
    async handle(context) {
      const { db, user, body, now } = context;
      await refuseBody(db, user, null, body);
      const { id } = await db
        .insertInto('warehouse_list')
        .values({
          organization_id: body.organization_id,
          name: body.name,
          kind: body.kind,
          search_key: searchKey(body.name),
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeKeepers(db, id, body.keepers);
      await logRecord(db, {
        kind: WAREHOUSES.kind,
        recordId: id,
        event: 'record.create',
        before: {},
        after: await logged(db, user, id),
        userId: user.id,
        now,
      });
      return { data: await warehouseAnswer(context, id) };
    },
  }),

  implement(warehouseUpdate, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.id, true),
    async handle(context) {
      const { db, user, record, body } = context;
      const answer = () => warehouseAnswer(context, record.id);
      requireOwn(user, record.organizationId);
      await stepRecord(context, {
        directory: WAREHOUSES,
        record,
        event: 'record.update',
        current: answer,
        async deed() {
          const kept = body.kind === record.kind && body.organization_id === record.organizationId;
          if (!kept && (await hasMoved(db, record.id)))
            throw invalidField(body.kind === record.kind ? 'organization_id' : 'kind', 'warehouse_moved');
          await refuseBody(db, user, record.id, body);
          const before = await logged(db, user, record.id);
          await db
            .updateTable('warehouse_list')
            .set({
              name: body.name,
              kind: body.kind,
              organization_id: body.organization_id,
              search_key: searchKey(body.name),
            })
            .where('id', '=', record.id)
            .execute();
          await writeKeepers(db, record.id, body.keepers);
          return { before, after: await logged(db, user, record.id) };
        },
      });
      return { data: await answer() };
    },
  }),

  implement(warehouseArchive, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.id, true),
    async handle(context) {
      const { record, user } = context;
      const answer = () => warehouseAnswer(context, record.id);
      requireOwn(user, record.organizationId);
      await stepRecord(context, { directory: WAREHOUSES, record, event: 'record.archive', current: answer });
      return { data: await answer() };
    },
  }),

  implement(warehouseRestore, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.id, true),
    async handle(context) {
      const { record, user } = context;
      const answer = () => warehouseAnswer(context, record.id);
      requireOwn(user, record.organizationId);
      await stepRecord(context, { directory: WAREHOUSES, record, event: 'record.restore', current: answer });
      return { data: await answer() };
    },
  }),

  implement(warehouseHistory, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, WAREHOUSES.kind, record.id) }),
  }),

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
