/**
 * Posting to stock: the only code that writes stock_move. Balances, places and states of serial numbers are derived by
 * its trigger (V1, V8). Everything is set-based: a document of 10,000 lines is a handful of statements.
 */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { unclosedDay } from '../practiceDay/openDay.ts';

export interface StockLine {
  product_variant_id: number;
  title: string;
  /** A number as it is, or a text in the reader's language: a key of `locales` under `lines`. */
  text?: string | { key: string; values: Record<string, number> };
}

export const STOCK_REFUSALS = [
  'no_open_day',
  'negative_stock',
  'serials_elsewhere',
  'goods_left',
  'goods_reserved',
] as const;

/** Why stock refuses. `lines` name what is the matter, whole. */
export class StockError extends Error {
  readonly code: (typeof STOCK_REFUSALS)[number];
  readonly lines?: StockLine[];

  constructor(code: StockError['code'], message: string, lines?: StockLine[]) {
    super(message);
    this.name = 'StockError';
    this.code = code;
    if (lines) this.lines = lines;
  }
}

/** Every posting waits here for the one before it: ids of moves grow in commit order within a warehouse. */
export async function lockWarehouses(trx: Kysely<Schema>, warehouseIds: readonly number[]): Promise<void> {
  if (warehouseIds.length === 0) return;
  await trx
    .selectFrom('warehouse_list')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(warehouseIds)]}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The warehouses whose sum is the stock of an organization (decision 42). */
export async function stockWarehouses(trx: Kysely<Schema>, organizationId: number) {
  return trx
    .selectFrom('warehouse_list')
    .select(['id', 'kind'])
    .where('organization_id', '=', organizationId)
    .where('active', '=', true)
    .where('kind', '<>', 'transit')
    .orderBy('id')
    .execute();
}

/** The open practice day, held open until the transaction ends. */
export async function openDay(trx: Kysely<Schema>, organizationId: number): Promise<{ id: number; date: string }> {
  const day = await unclosedDay(trx, organizationId);
  if (day?.status !== 'open') throw new StockError('no_open_day', 'The organization has no open practice day');
  return day;
}

/** When goods move, and on which practice day. */
export interface Moment {
  /** The open day, of a caller that holds it; else it is asked for. */
  day?: { id: number };
  /** The moment of the transaction when it is left out. */
  now?: Date;
  /** What is there is counted, kept or not: an act that is formed may leave less than is kept (decision 64). */
  mayTakeKept?: true;
}

export const dayOf = async (
  trx: Kysely<Schema>,
  posting: Moment & { organizationId: number },
): Promise<{ id: number }> => posting.day ?? (await openDay(trx, posting.organizationId));

/** The moment as the database keeps it. */
export const momentOf = ({ now }: Moment) => sql`coalesce(${now ?? null}::timestamptz, now())`;

/** Ids for rows about to be inserted: known before the insert, so that other rows may refer to them at once. */
export async function takeIds(
  trx: Kysely<Schema>,
  table: 'stock_batch' | 'serial_number',
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(s.name)::int as id
    from (select pg_get_serial_sequence(${table}, 'id')::regclass as name offset 0) s, generate_series(1, ${count}::int)
    order by 1`.execute(trx);
  return rows.map((row) => row.id);
}

export interface Move {
  warehouse: number;
  variant: number;
  batch: number;
  serial: number | null;
  qty: number;
  cost: number;
  state: string | null;
}

export async function insertMoves(
  trx: Kysely<Schema>,
  posting: Moment & { documentId: number; userId: number },
  dayId: number,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    insert into stock_move (warehouse_id, product_variant_id, batch_id, serial_id, qty, cost, serial_state,
                            document_id, practice_day_id, created_by, created_at)
    select m.warehouse, m.variant, m.batch, m.serial, m.qty, m.cost, m.state,
           ${posting.documentId}::int, ${dayId}::int, ${posting.userId}::int, ${momentOf(posting)}
    from unnest(${moves.map((move) => move.warehouse)}::int[], ${moves.map((move) => move.variant)}::int[],
                ${moves.map((move) => move.batch)}::int[], ${moves.map((move) => move.serial)}::int[],
                ${moves.map((move) => move.qty)}::int[], ${moves.map((move) => move.cost)}::numeric[],
                ${moves.map((move) => move.state)}::text[]) with ordinality
      as m (warehouse, variant, batch, serial, qty, cost, state, line)
    order by m.line`.execute(trx);
  if (!posting.mayTakeKept) await requireKept(trx, posting, moves);
}

/**
 * Outgoing goods leave what is kept for orders and contracts where it is (V1, decision 64); the warehouses are held.
 * @throws StockError `goods_reserved` naming the products
 */
async function requireKept(trx: Kysely<Schema>, moment: Moment, moves: readonly Move[]): Promise<void> {
  const out = moves.filter(({ qty }) => qty < 0);
  if (out.length === 0) return;
  const { rows } = await sql<{ id: number; left: number; n: number }>`
    with going as (
      select m.warehouse, m.variant, array_remove(array_agg(m.serial), null) as serials
      from unnest(${moves.map((move) => move.warehouse)}::int[], ${moves.map((move) => move.variant)}::int[],
                  ${moves.map((move) => move.serial)}::int[], ${moves.map((move) => move.qty)}::int[])
        as m (warehouse, variant, serial, qty)
      group by m.warehouse, m.variant, m.serial having sum(m.qty) < 0
    ), kept as (
      select r.warehouse_id, r.product_variant_id, sum(r.qty)::int as n, array_remove(array_agg(r.serial_id), null) as serials
      from reservation r join (select distinct warehouse, variant from going) g
        on g.warehouse = r.warehouse_id and g.variant = r.product_variant_id
      where r.ended_at is null and (r.until is null or r.until > ${momentOf(moment)}) group by 1, 2
    )
    select k.product_variant_id as id, k.n, coalesce((select sum(b.qty) from stock_balance b
      where b.warehouse_id = k.warehouse_id and b.product_variant_id = k.product_variant_id), 0)::int as left
    from kept k
    where k.n > coalesce((select sum(b.qty) from stock_balance b
        where b.warehouse_id = k.warehouse_id and b.product_variant_id = k.product_variant_id), 0)
      or exists (select 1 from going g where g.warehouse = k.warehouse_id and g.variant = k.product_variant_id
        and g.serials && k.serials)
    order by 1`.execute(trx);
  if (rows.length === 0) return;
  const titles = await titlesOf(
    trx,
    rows.map(({ id }) => id),
  );
  throw new StockError(
    'goods_reserved',
    'Goods that are kept for orders would leave',
    rows.map(({ id, left, n }) => ({
      product_variant_id: id,
      title: titles.get(id) ?? String(id),
      text: { key: 'kept', values: { left, n } },
    })),
  );
}

export async function titlesOf(trx: Kysely<Schema>, variantIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('product_variant')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any(${[...new Set(variantIds)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

export interface TakeOldest extends Moment {
  documentId: number;
  organizationId: number;
  userId: number;
  /** The one warehouse that they leave; left out: any of the organization's. */
  warehouseId?: number;
  /** Goods without serial numbers. */
  lines: readonly { variantId: number; qty: number }[];
  /** Units that leave by name, and what becomes of them. */
  serials?: readonly { serialId: number; state: 'sold' | 'at_partner' | 'written_off' }[];
}

interface Part {
  warehouse_id: number;
  product_variant_id: number;
  batch_id: number;
  cost: number;
  qty: number;
  wanted: number;
  available: number;
}

/** Goods leave the organization's stock, or one warehouse of it, the oldest batches first; never below zero: short lines are named. */
export async function takeOldest(trx: Kysely<Schema>, posting: TakeOldest): Promise<void> {
  const day = await dayOf(trx, posting);
  const warehouses =
    posting.warehouseId === undefined
      ? (await stockWarehouses(trx, posting.organizationId)).map((warehouse) => warehouse.id)
      : [posting.warehouseId];
  await lockWarehouses(trx, warehouses);

  const wanted = new Map<number, number>();
  for (const { variantId, qty } of posting.lines) {
    if (!Number.isInteger(qty) || qty < 0) throw new Error(`Product variant ${variantId}: ${qty} cannot be taken`);
    if (qty > 0) wanted.set(variantId, (wanted.get(variantId) ?? 0) + qty);
  }
  // `upto`: what is in this batch and all older ones. A batch gives what the older ones could not.
  const parts = wanted.size
    ? await sql<Part>`
        with wanted as (
          select * from unnest(${[...wanted.keys()]}::int[], ${[...wanted.values()]}::int[]) as w (id, qty)
        ), aged as (
          select b.warehouse_id, b.product_variant_id, b.batch_id, s.cost, b.qty, w.qty as wanted,
                 sum(b.qty) over (partition by b.product_variant_id
                                  order by s.received_at, b.batch_id, b.warehouse_id)::int as upto,
                 sum(b.qty) over (partition by b.product_variant_id)::int as available
          from stock_balance b
          join wanted w on w.id = b.product_variant_id
          join stock_batch s on s.id = b.batch_id
          where b.qty > 0 and b.warehouse_id = any(${warehouses}::int[])
        )
        select w.id as product_variant_id, a.warehouse_id, a.batch_id, a.cost,
               least(a.qty, a.wanted - (a.upto - a.qty)) as qty, w.qty as wanted, coalesce(a.available, 0) as available
        from wanted w left join aged a on a.product_variant_id = w.id and a.upto - a.qty < a.wanted
        order by w.id, a.upto`.execute(trx)
    : { rows: [] };
  const short = new Map(
    parts.rows.filter((row) => row.available < row.wanted).map((row) => [row.product_variant_id, row]),
  );
  if (short.size) {
    const titles = await titlesOf(trx, [...short.keys()]);
    throw new StockError(
      'negative_stock',
      'There is less in stock than leaves',
      [...short.values()].map((row) => ({
        product_variant_id: row.product_variant_id,
        title: titles.get(row.product_variant_id) ?? String(row.product_variant_id),
        text: { key: 'left', values: { left: row.available, n: row.wanted } },
      })),
    );
  }

  const moves: Move[] = parts.rows.map((row) => ({
    warehouse: row.warehouse_id,
    variant: row.product_variant_id,
    batch: row.batch_id,
    serial: null,
    qty: -row.qty,
    cost: row.cost,
    state: null,
  }));
  moves.push(...(await leavingSerials(trx, posting.serials ?? [], warehouses)));
  await insertMoves(trx, posting, day.id, moves);
}

async function leavingSerials(
  trx: Kysely<Schema>,
  serials: NonNullable<TakeOldest['serials']>,
  warehouses: readonly number[],
): Promise<Move[]> {
  if (serials.length === 0) return [];
  const states = new Map(serials.map((serial) => [serial.serialId, serial.state]));
  const units = await trx
    .selectFrom('serial_number as s')
    .innerJoin('stock_batch as b', 'b.id', 's.batch_id')
    .innerJoin('product_variant as v', 'v.id', 's.product_variant_id')
    .select(['s.id', 's.product_variant_id', 's.batch_id', 's.warehouse_id', 's.serial_number', 'b.cost', 'v.title'])
    .where(sql<boolean>`s.id = any(${[...states.keys()]}::int[])`)
    .orderBy('s.id')
    .execute();
  const here = new Set(warehouses);
  const elsewhere = units.filter((unit) => unit.warehouse_id === null || !here.has(unit.warehouse_id));
  if (units.length !== states.size) throw new Error('A serial number that is to leave is unknown');
  if (elsewhere.length) {
    throw new StockError(
      'serials_elsewhere',
      'A serial number that is to leave is not in this stock',
      elsewhere.map((unit) => ({
        product_variant_id: unit.product_variant_id,
        title: unit.title,
        text: unit.serial_number,
      })),
    );
  }
  return units.map((unit) => ({
    warehouse: unit.warehouse_id!,
    variant: unit.product_variant_id,
    batch: unit.batch_id,
    serial: unit.id,
    qty: -1,
    cost: unit.cost,
    state: states.get(unit.id) ?? null,
  }));
}
