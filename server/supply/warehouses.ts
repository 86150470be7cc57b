/**
 * Warehouses of organizations with their keepers (areas 2.2, 4.3 `/repositories/warehouse-management`), and what other
 * pages choose warehouses and branches from.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WarehouseBody } from '../../contract/bodies.ts';
import type { Person } from '../../contract/common.ts';
import {
  organizationTerritories,
  organizationTerritory,
  warehouseAutocomplete,
} from '../../contract/invoices/choices.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import {
  type Warehouse,
  type WarehouseKind,
  warehouseArchive,
  warehouseCreate,
  warehouseHistory,
  warehouseIndex,
  warehouseRestore,
  warehouseShow,
  warehouseUpdate,
} from '../../contract/supply.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre, uzbekOrder } from '../db/search.ts';
import { person } from '../documents/documents.ts';
import {
  changesOf,
  type DirectoryRecord,
  defineDirectory,
  type InUse,
  lockRecord,
  recordHistory,
} from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { answerList, declareList, inOrder, referencesOf } from '../lists/list.ts';

type Db = Kysely<Schema>;

interface WarehouseRecord extends DirectoryRecord {
  name: string;
  kind: WarehouseKind;
  organizationId: number;
  organization: string;
}

/** As figures are written: groups of three parted by a narrow space. */
const grouped = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** In use while goods lie there. */
async function inUse(db: Db, { id }: WarehouseRecord): Promise<InUse | null> {
  const { units } = await db
    .selectFrom('stock_balance')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('qty'), sql<number>`0`).as('units'))
    .where('warehouse_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(units) > 0 ? { key: 'warehouse_has_stock', values: { n: grouped(Number(units)) } } : null;
}

export const seesEveryWarehouse = (user: SignedIn): boolean =>
  user.office || allows(user.rules, 'warehouse_list.allshow');

type Seen = { db: Db; user: SignedIn };

/** The warehouse, or 404 for what the person may not see. */
async function findWarehouse({ db, user }: Seen, id: number, lock = false): Promise<WarehouseRecord> {
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
const isOwn = (user: SignedIn, organizationId: number): boolean =>
  user.office || user.organizationId === organizationId;

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

interface Asked extends Seen {
  language: Language;
}

async function warehouseAnswer(asked: Asked, record: WarehouseRecord): Promise<Warehouse> {
  const { db } = asked;
  return {
    ...(await WAREHOUSES.fields(asked, record)),
    name: record.name,
    kind: record.kind,
    organization_id: record.organizationId,
    organization: record.organization,
    keepers: (await keepersOf(db, [record.id])).map(keeperAnswer),
    moved: await hasMoved(db, record.id),
  };
}

export const WAREHOUSES = defineDirectory({
  kind: 'warehouse',
  table: 'warehouse_list',
  find: findWarehouse,
  answer: warehouseAnswer,
  inUse,
  edits: 'warehouse_list.edit',
  right: ({ organizationId }, user) => isOwn(user, organizationId),
  forbidden: 'errors.warehouse_of_others',
});

async function refuseBody(db: Db, user: SignedIn, id: number | null, body: WarehouseBody): Promise<void> {
  const organization = await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', body.organization_id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!organization) throw invalidField('organization_id', 'organization');
  if (!isOwn(user, body.organization_id)) throw forbidden('errors.warehouse_of_others');
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

/** As the log has it. */
async function logged(seen: Seen, id: number): Promise<LoggedFields> {
  const { name, kind, organization } = await findWarehouse(seen, id);
  return { name, kind, organization, keepers: (await keepersOf(seen.db, [id])).map((keeper) => keeper.fullname) };
}

const organizationId = { by: sql`w.organization_id`, type: 'integer' } as const;
const id = { by: sql`w.id`, type: 'integer' } as const;

const warehouseList = declareList({
  call: 'warehouseIndex',
  from: sql`warehouse_list w JOIN organization o ON o.id = w.organization_id`,
  id: sql`w.id`,
  sorts: {
    name: {
      columns: [{ by: sql`w.name_order`, type: 'text' }, id],
      index: 'warehouse_list_name',
      withState: 'warehouse_list_name',
    },
    // The title of another table: there are as few warehouses as branches.
    organization: { columns: [{ by: uzbekOrder('o.name'), type: 'text' }, organizationId, id], index: 'computed' },
    kind: {
      columns: [{ by: sql`w.kind`, type: 'text' }, organizationId, id],
      index: 'warehouse_list_kind',
      withState: 'warehouse_list_kind',
    },
  },
  sort: 'organization',
  filters: {
    organization_id: 'warehouse_list_organization',
    kind: 'warehouse_list_kind',
    status: 'warehouse_list_name',
    search: 'warehouse_list_search',
  },
});

export const warehouseCalls: Implementation[] = [
  implement(warehouseIndex, {
    async handle({ db, user, query }) {
      const filters: RawBuilder<unknown>[] = [];
      if (!seesEveryWarehouse(user)) filters.push(sql`w.organization_id = ${user.organizationId}`);
      if (query.organization_id) filters.push(sql`w.organization_id = ${query.organization_id}`);
      if (query.kind) filters.push(sql`w.kind = ${query.kind}`);
      const words = query.search?.trim();
      if (words) {
        const organizations = await referencesOf(
          db,
          sql`SELECT id FROM organization WHERE ${keysAre('organization.search_key', words)}`,
        );
        const kept = await referencesOf(
          db,
          sql`SELECT DISTINCT k.warehouse_id AS id FROM warehouse_keeper k JOIN app_user ON app_user.id = k.user_id
            WHERE ${keysAre('app_user.search_key', words)}`,
        );
        filters.push(sql`(${keysAre('w.search_key', words)} OR w.organization_id = ANY (${organizations}::integer[])
          OR w.id = ANY (${kept}::integer[]))`);
      }
      const groups = { all: sql`w.active`, archived: sql`NOT w.active` };
      const group = query.status ?? 'all';
      return answerList(db, warehouseList, query, {
        where: filters,
        narrowed: filters.length > 0,
        state: groups[group],
        groups: { of: groups, group },
        async rows(ids) {
          if (ids.length === 0) return [];
          const rows = await db
            .selectFrom('warehouse_list as w')
            .innerJoin('organization as o', 'o.id', 'w.organization_id')
            .select(['w.id', 'w.name', 'w.kind', 'w.active', 'w.organization_id', 'o.name as organization'])
            .where('w.id', 'in', ids)
            .execute();
          const keepers = await keepersOf(db, ids);
          return inOrder(ids, rows).map((row) => ({
            ...row,
            keepers: keepers.filter((keeper) => keeper.warehouse_id === row.id).map(keeperAnswer),
          }));
        },
      });
    },
  }),

  implement(warehouseShow, {
    record: (context) => findWarehouse(context, context.params.id),
    handle: async (context) => ({ data: await warehouseAnswer(context, context.record) }),
  }),

  implement(warehouseCreate, {
    async handle(context) {
      const { db, user, body, now } = context;
      const { id } = await WAREHOUSES.create(context, 'record.create', async () => {
        await refuseBody(db, user, null, body);
        const made = await db
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
        await writeKeepers(db, made.id, body.keepers);
        return { ...made, details: changesOf({}, await logged(context, made.id)) };
      });
      return { data: await warehouseAnswer(context, await findWarehouse(context, id)) };
    },
  }),

  implement(
    warehouseUpdate,
    WAREHOUSES.step('record.update', async (context) => {
      const { db, user, record, body } = context;
      const kept = body.kind === record.kind && body.organization_id === record.organizationId;
      if (!kept && (await hasMoved(db, record.id)))
        throw invalidField(body.kind === record.kind ? 'organization_id' : 'kind', 'warehouse_moved');
      await refuseBody(db, user, record.id, body);
      const before = await logged(context, record.id);
      const { name, kind, organization_id } = body;
      await db
        .updateTable('warehouse_list')
        .set({ name, kind, organization_id, search_key: searchKey(name) })
        .where('id', '=', record.id)
        .execute();
      await writeKeepers(db, record.id, body.keepers);
      return changesOf(before, await logged(context, record.id));
    }),
  ),
  implement(warehouseArchive, WAREHOUSES.step('record.archive')),
  implement(warehouseRestore, WAREHOUSES.step('record.restore')),

  implement(warehouseHistory, {
    record: (context) => findWarehouse(context, context.params.id),
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
