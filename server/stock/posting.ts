/**
 * Posting to stock: the only code that writes stock_move. Balances, places and states of serial numbers are derived by
 * its trigger (V1, V8). Everything is set-based: a document of 10,000 lines is a handful of statements.
 */
import { sql } from 'kysely';
import { serialKey } from '../../contract/serial.ts';
import type { Trx } from '../db/open.ts';
import { unclosedDay } from '../practiceDay/openDay.ts';

export interface StockLine {
  product_variant_id: number;
  title: string;
  /** A number as it is, or words that are said in the reader's language: a key of `locales` under `lines`. */
  text?: string | { key: string; values: Record<string, number> };
}

/** Why stock refuses. `lines` name what is the matter, whole. */
export class StockError extends Error {
  readonly code: 'no_open_day' | 'negative_stock' | 'serials_elsewhere' | 'goods_left';
  readonly lines?: StockLine[];

  constructor(code: StockError['code'], message: string, lines?: StockLine[]) {
    super(message);
    this.name = 'StockError';
    this.code = code;
    if (lines) this.lines = lines;
  }
}

/** Every posting waits here for the one before it: ids of moves grow in commit order within a warehouse. */
export async function lockWarehouses(trx: Trx, warehouseIds: readonly number[]): Promise<void> {
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
export async function stockWarehouses(trx: Trx, organizationId: number) {
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
export async function openDay(trx: Trx, organizationId: number): Promise<{ id: number; date: string }> {
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
}

const dayOf = async (trx: Trx, posting: Moment & { organizationId: number }): Promise<{ id: number }> =>
  posting.day ?? (await openDay(trx, posting.organizationId));

/** The moment as the database keeps it. */
const momentOf = ({ now }: Moment) => sql`coalesce(${now ?? null}::timestamptz, now())`;

/** Ids for rows about to be inserted: known before the insert, so that other rows may refer to them at once. */
async function takeIds(trx: Trx, table: 'stock_batch' | 'serial_number', count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(s.name)::int as id
    from (select pg_get_serial_sequence(${table}, 'id')::regclass as name offset 0) s, generate_series(1, ${count}::int)
    order by 1`.execute(trx);
  return rows.map((row) => row.id);
}

interface Move {
  warehouse: number;
  variant: number;
  batch: number;
  serial: number | null;
  qty: number;
  cost: number;
  state: string | null;
}

async function insertMoves(
  trx: Trx,
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
}

async function titlesOf(trx: Trx, variantIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('product_variant')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any(${[...new Set(variantIds)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

export interface ReceivedSerial {
  serial_number: string;
  imei_numbers: readonly string[];
}

export interface ReceiveLine {
  variantId: number;
  qty: number;
  /** UZS a unit. */
  cost: number;
  currency?: string;
  /** The cost a unit in that currency. */
  value?: number;
  /** One of each unit of serial goods. */
  serials?: readonly ReceivedSerial[];
}

export interface Receive extends Moment {
  documentId: number;
  organizationId: number;
  userId: number;
  warehouseId: number;
  lines: readonly ReceiveLine[];
  /** Every code of a unit is said, as on a supplier's paper. Else it may be known by any one, as a count finds it. */
  whole?: true;
}

interface IncomingSerial {
  variantId: number;
  batchId: number;
  serialNumber: string;
  codes: { code: string; kind: 'serial' | 'imei' }[];
}

function incomingOf(variantId: number, batchId: number, serial: ReceivedSerial): IncomingSerial {
  const serialNumber = serialKey(serial.serial_number);
  // A phone's serial number may be its first IMEI.
  const imeis = [...new Set(serial.imei_numbers.map(serialKey))].filter((imei) => imei !== serialNumber);
  return {
    variantId,
    batchId,
    serialNumber,
    codes: [{ code: serialNumber, kind: 'serial' }, ...imeis.map((code) => ({ code, kind: 'imei' as const }))],
  };
}

/**
 * Another warehouse took the same number in at this very moment; its transaction was first. Told as one that lost a race
 * (serialization_failure), so that it is tried again: then the number is seen in stock and refused by name.
 */
function asElsewhere(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'serial_code_once_in_stock') {
    throw Object.assign(new Error('A serial number has just entered the stock of another branch', { cause: error }), {
      code: '40001',
    });
  }
  throw error;
}

/** Goods enter a warehouse: a batch a line. A serial unit that was here before comes back as itself. */
export async function receive(trx: Trx, posting: Receive): Promise<{ batchIds: number[]; units: number }> {
  const { warehouseId, lines } = posting;
  if (lines.length === 0) return { batchIds: [], units: 0 };
  const day = await dayOf(trx, posting);
  await lockWarehouses(trx, [warehouseId]);

  const batchIds = await takeIds(trx, 'stock_batch', lines.length);
  await sql`
    insert into stock_batch (id, product_variant_id, document_id, received_at, cost, currency, value)
    -- batches of one document have an order of age too, which a correction of the price keeps
    select b.id, b.variant, ${posting.documentId}::int, ${momentOf(posting)} + b.place * interval '1 microsecond', b.cost, b.currency,
           b.value
    from unnest(${batchIds}::int[], ${lines.map((line) => line.variantId)}::int[],
                ${lines.map((line) => line.cost)}::numeric[], ${lines.map((line) => line.currency ?? 'UZS')}::text[],
                ${lines.map((line) => line.value ?? line.cost)}::numeric[]) with ordinality
      as b (id, variant, cost, currency, value, place)`.execute(trx);

  const incoming: IncomingSerial[] = [];
  const moves: Move[] = [];
  lines.forEach((line, at) => {
    const batchId = batchIds[at]!;
    const move = { warehouse: warehouseId, variant: line.variantId, batch: batchId, cost: line.cost, state: null };
    if (!line.serials) {
      moves.push({ ...move, serial: null, qty: line.qty });
      return;
    }
    if (line.serials.length !== line.qty) {
      throw new Error(`Product variant ${line.variantId}: ${line.qty} units but ${line.serials.length} serial numbers`);
    }
    for (const serial of line.serials) {
      incoming.push(incomingOf(line.variantId, batchId, serial));
    }
  });

  const serialIds = await enterSerials(trx, incoming, { whole: posting.whole === true });
  const costs = new Map(lines.map((line, at) => [batchIds[at]!, line.cost]));
  incoming.forEach((serial, at) => {
    moves.push({
      warehouse: warehouseId,
      variant: serial.variantId,
      batch: serial.batchId,
      serial: serialIds[at]!,
      qty: 1,
      cost: costs.get(serial.batchId) ?? 0,
      state: null,
    });
  });
  await insertMoves(trx, posting, day.id, moves).catch(asElsewhere);

  const lastCosts = new Map(lines.map((line) => [line.variantId, line.cost]));
  await sql`
    with l as (
      -- locked in one order: other warehouses take the same products in at the same time
      select v.id, l.cost
      from unnest(${[...lastCosts.keys()]}::int[], ${[...lastCosts.values()]}::numeric[]) as l (id, cost)
      join product_variant v on v.id = l.id and v.last_cost <> l.cost
      order by v.id for no key update of v
    )
    update product_variant v set last_cost = l.cost from l where v.id = l.id`.execute(trx);
  return { batchIds, units: lines.reduce((sum, line) => sum + line.qty, 0) };
}

interface Entering {
  /** Every code of each unit is said, as on a supplier's paper; a count knows a unit by any one of them. */
  whole: boolean;
  /** Units that leave in the same posting: what they hold is free for those that come. */
  leaving?: ReadonlySet<number>;
}

/** Rows for units about to enter; refuses a code that is in stock already (V8), by name. */
async function enterSerials(
  trx: Trx,
  incoming: readonly IncomingSerial[],
  { whole, leaving }: Entering,
): Promise<number[]> {
  if (incoming.length === 0) return [];
  const owners = new Map<string, IncomingSerial>();
  const taken: { variantId: number; code: string }[] = [];
  for (const serial of incoming) {
    for (const { code } of serial.codes) {
      if (owners.has(code)) taken.push({ variantId: serial.variantId, code });
      owners.set(code, serial);
    }
  }
  const known = await sql<{ code: string; in_stock: boolean; serial_id: number; product_variant_id: number }>`
    select c.code, c.in_stock, c.serial_id, s.product_variant_id
    from serial_code c join serial_number s on s.id = c.serial_id
    where c.code = any(${[...owners.keys()]}::text[])
    order by c.serial_id`.execute(trx);
  for (const { code, in_stock, serial_id } of known.rows) {
    const serial = owners.get(code);
    if (in_stock && serial && !leaving?.has(serial_id)) taken.push({ variantId: serial.variantId, code });
  }
  if (taken.length) {
    const titles = await titlesOf(
      trx,
      taken.map((line) => line.variantId),
    );
    throw new StockError(
      'serials_elsewhere',
      'A serial number exists once in stock',
      taken.map(({ variantId, code }) => ({
        product_variant_id: variantId,
        title: titles.get(variantId) ?? String(variantId),
        text: code,
      })),
    );
  }

  // A unit that left and comes back keeps its row, and with it its history.
  const returning = new Map<IncomingSerial, number>();
  const returned = new Set<number>();
  for (const { code, serial_id, product_variant_id } of known.rows) {
    const serial = owners.get(code);
    if (serial?.variantId !== product_variant_id || returned.has(serial_id)) continue;
    returned.add(serial_id);
    returning.set(serial, serial_id);
  }
  const fresh = incoming.filter((serial) => !returning.has(serial));
  const freshIds = await takeIds(trx, 'serial_number', fresh.length);
  const ids = new Map(returning);
  fresh.forEach((serial, at) => {
    ids.set(serial, freshIds[at]!);
  });
  if (fresh.length) {
    await sql`
      insert into serial_number (id, product_variant_id, batch_id, serial_number)
      select * from unnest(${freshIds}::int[], ${fresh.map((serial) => serial.variantId)}::int[],
                           ${fresh.map((serial) => serial.batchId)}::int[],
                           ${fresh.map((serial) => serial.serialNumber)}::text[])`.execute(trx);
  }
  const codes = incoming.flatMap((serial) => serial.codes.map((code) => ({ ...code, id: ids.get(serial)! })));
  if (whole && returning.size > 0) await renameSerials(trx, returning);
  await sql`
    insert into serial_code (serial_id, code, kind)
    select * from unnest(${codes.map((code) => code.id)}::int[], ${codes.map((code) => code.code)}::text[],
                         ${codes.map((code) => code.kind)}::text[])
    on conflict (serial_id, code) do nothing`.execute(trx);
  return incoming.map((serial) => ids.get(serial)!);
}

/** A unit that comes back with another number, or with an IMEI put right, is called what it is called now. */
async function renameSerials(trx: Trx, returning: ReadonlyMap<IncomingSerial, number>): Promise<void> {
  const units = [...returning].map(([{ serialNumber }, id]) => ({ id, serialNumber }));
  const codes = [...returning].flatMap(([serial, id]) => serial.codes.map(({ code }) => ({ id, code })));
  await sql`
    update serial_number n set serial_number = u.serial
    from unnest(${units.map(({ id }) => id)}::int[], ${units.map((unit) => unit.serialNumber)}::text[]) as u (id, serial)
    where n.id = u.id and n.serial_number <> u.serial`.execute(trx);
  await sql`
    delete from serial_code c
    where c.serial_id = any(${units.map(({ id }) => id)}::int[]) and not exists (
      select 1 from unnest(${codes.map(({ id }) => id)}::int[], ${codes.map(({ code }) => code)}::text[]) as k (id, code)
      where k.id = c.serial_id and k.code = c.code)`.execute(trx);
}

export interface TakeOldest extends Moment {
  documentId: number;
  organizationId: number;
  userId: number;
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

/** Goods leave the organization's stock, the oldest batches first; never below zero: short lines are named. */
export async function takeOldest(trx: Trx, posting: TakeOldest): Promise<void> {
  const day = await dayOf(trx, posting);
  const warehouses = (await stockWarehouses(trx, posting.organizationId)).map((warehouse) => warehouse.id);
  await lockWarehouses(trx, warehouses);

  const wanted = new Map<number, number>();
  for (const { variantId, qty } of posting.lines) {
    if (!Number.isInteger(qty) || qty < 0) throw new Error(`Product variant ${variantId}: ${qty} cannot be taken`);
    if (qty > 0) wanted.set(variantId, (wanted.get(variantId) ?? 0) + qty);
  }
  // `upto`: what lies in this batch and all older ones. A batch gives what the older ones could not.
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
  trx: Trx,
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

export interface Rebatch extends Moment {
  documentId: number;
  organizationId: number;
  userId: number;
  warehouseId: number;
  variantId: number;
  title: string;
  batchId: number;
  /** Units that go out of this batch, by number where they are not serial goods. */
  out: { qty: number; serials: readonly string[] };
  /** Units that come into it. */
  into: { qty: number; serials: readonly ReceivedSerial[] };
  /** It never came: its cost is no longer the last known one. */
  withdrawn?: true;
  /** The whole batch at another cost: what it holds moves to a new one of the same age. */
  recost?: { cost: number; currency: string; value: number };
}

/** Units as lists show them: the serial number, and an IMEI beside it where it is another one. */
async function calledBy(trx: Trx, variantId: number, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select g.number || coalesce(' · ' || (select min(c.code) from serial_number n
                     join serial_code c on c.serial_id = n.id and c.kind = 'imei'
                     where n.product_variant_id = ${variantId}::int and n.serial_number = g.number), '') as name
    from unnest(${[...numbers]}::text[]) with ordinality as g (number, place) order by g.place`.execute(trx);
  return rows.map((row) => row.name);
}

/**
 * Corrects what a batch received (decision 21): units out of that very batch, units into it, or all of it at another
 * cost. Goods that have left the warehouse, or that came from another batch, cannot be taken back: `goods_left`.
 * Returns the batch that now holds the goods.
 */
export async function rebatch(trx: Trx, posting: Rebatch): Promise<number> {
  const { warehouseId, variantId, batchId, title, out, into, recost, withdrawn } = posting;
  const day = await dayOf(trx, posting);
  await lockWarehouses(trx, [warehouseId]);
  const batch = await trx.selectFrom('stock_batch').select('cost').where('id', '=', batchId).executeTakeFirstOrThrow();
  const balance = await trx
    .selectFrom('stock_balance')
    .select('qty')
    .where('warehouse_id', '=', warehouseId)
    .where('product_variant_id', '=', variantId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  const here = balance?.qty ?? 0;
  const { rows: units } = await sql<{ id: number; serial_number: string; codes: string[] }>`
    select n.id, n.serial_number, array(select code from serial_code where serial_id = n.id) as codes
    from serial_number n where n.batch_id = ${batchId} and n.warehouse_id = ${warehouseId} order by n.id`.execute(trx);
  const known = new Map(units.flatMap((unit) => unit.codes.map((code) => [code, unit] as const)));
  const gone = out.serials.filter((code) => !known.has(code));
  if (gone.length > 0 || here < out.qty) {
    const lines =
      gone.length > 0
        ? (await calledBy(trx, variantId, gone)).map((text) => ({ text }))
        : [{ text: { key: 'left', values: { left: here, n: out.qty } } }];
    throw new StockError(
      'goods_left',
      'Goods of this batch have left',
      lines.map((line) => ({ product_variant_id: variantId, title, ...line })),
    );
  }

  const going = new Set(out.serials.map((code) => known.get(code)));
  const leaving = units.filter((unit) => going.has(unit));
  const move = { warehouse: warehouseId, variant: variantId, state: null };
  const ofOld = { ...move, batch: batchId, cost: Number(batch.cost) };
  const moves: Move[] = leaving.map((unit) => ({ ...ofOld, serial: unit.id, qty: -1, state: 'at_partner' }));
  if (units.length === 0 && out.serials.length === 0 && out.qty > 0)
    moves.push({ ...ofOld, serial: null, qty: -out.qty });

  let target = batchId;
  let ofNew = ofOld;
  if (recost) {
    const [id] = (await takeIds(trx, 'stock_batch', 1)) as [number];
    // its age is copied within the database: a Date would cut its microseconds
    await sql`
      insert into stock_batch (id, product_variant_id, document_id, received_at, cost, currency, value)
      select ${id}::int, product_variant_id, ${posting.documentId}::int, received_at, ${recost.cost}::numeric,
             ${recost.currency}, ${recost.value}::numeric
      from stock_batch where id = ${batchId}`.execute(trx);
    target = id;
    ofNew = { ...move, batch: id, cost: recost.cost };
    const staying = units.filter((unit) => !going.has(unit));
    for (const unit of staying) {
      moves.push({ ...ofOld, serial: unit.id, qty: -1 }, { ...ofNew, serial: unit.id, qty: 1 });
    }
    const rest = here - out.qty;
    if (staying.length === 0 && into.serials.length === 0 && rest > 0) {
      moves.push({ ...ofOld, serial: null, qty: -rest }, { ...ofNew, serial: null, qty: rest });
    }
  }
  if (into.serials.length > 0) {
    const incoming = into.serials.map((serial) => incomingOf(variantId, target, serial));
    const ids = await enterSerials(trx, incoming, { whole: true, leaving: new Set(leaving.map(({ id }) => id)) });
    for (const id of ids) moves.push({ ...ofNew, serial: id, qty: 1 });
  } else if (into.qty > 0) {
    moves.push({ ...ofNew, serial: null, qty: into.qty });
  }
  await insertMoves(trx, posting, day.id, moves).catch(asElsewhere);
  if (recost || withdrawn) {
    // It was the last known cost: then that of the newest income that still stands is. What a count found was none.
    await sql`
      update product_variant v set last_cost = l.cost
      from stock_batch o, lateral (
        select b.cost from stock_batch b join document d on d.id = b.document_id and d.kind <> 'act_of_count'
        where b.product_variant_id = o.product_variant_id
          and (select sum(m.qty) from stock_move m where m.batch_id = b.id and m.document_id = b.document_id) > 0
        order by b.received_at desc, b.id desc limit 1) l
      where o.id = ${batchId}::int and v.id = o.product_variant_id and v.last_cost = o.cost`.execute(trx);
  }
  return target;
}

export interface Residue {
  product_variant_id: number;
  qty: number;
  /** Weighted average cost of the batches, whole soʻm. */
  cost: number;
}

/** What the organization has: the sum of its active warehouses, goods on the way left out. */
export async function residueOf(trx: Trx, organizationId: number): Promise<Residue[]> {
  const { rows } = await sql<Residue>`
    select b.product_variant_id, sum(b.qty)::int as qty, round(sum(b.qty * s.cost) / sum(b.qty)) as cost
    from stock_balance b
    join warehouse_list w on w.id = b.warehouse_id
    join stock_batch s on s.id = b.batch_id
    where w.organization_id = ${organizationId}::int and w.active and w.kind <> 'transit' and b.qty > 0
    group by b.product_variant_id
    order by b.product_variant_id`.execute(trx);
  return rows;
}

export interface SerialInStock {
  serial_id: number;
  product_variant_id: number;
  serial_number: string;
  imei_numbers: string[];
  warehouse_id: number;
}

/** The serial units of that residue. */
export async function serialsOf(
  trx: Trx,
  organizationId: number,
  variantIds?: readonly number[],
): Promise<SerialInStock[]> {
  const { rows } = await sql<SerialInStock>`
    select n.id as serial_id, n.product_variant_id, n.serial_number, n.warehouse_id,
           coalesce((select array_agg(c.code order by c.code) from serial_code c
                     where c.serial_id = n.id and c.kind = 'imei'), '{}') as imei_numbers
    from serial_number n
    join warehouse_list w on w.id = n.warehouse_id
    where w.organization_id = ${organizationId}::int and w.active and w.kind <> 'transit'
      and (${variantIds ?? null}::int[] is null or n.product_variant_id = any(${variantIds ?? null}::int[]))
    order by n.id`.execute(trx);
  return rows;
}

export interface CodePlace {
  code: string;
  serial_id: number;
  product_variant_id: number;
  serial_number: string;
  state: string;
  warehouse_id: number | null;
  warehouse: string | null;
  organization_id: number | null;
  organization: string | null;
}

/** Where the unit of each known code is: the one in stock, else the one known last. Unknown codes are left out. */
export async function whereIs(trx: Trx, codes: readonly string[]): Promise<CodePlace[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<CodePlace>`
    select distinct on (c.code) c.code, c.serial_id, n.product_variant_id, n.serial_number, n.state,
           n.warehouse_id, w.name as warehouse, w.organization_id, o.name as organization
    from serial_code c
    join serial_number n on n.id = c.serial_id
    left join warehouse_list w on w.id = n.warehouse_id
    left join organization o on o.id = w.organization_id
    where c.code = any(${[...new Set(codes)]}::text[])
    order by c.code, c.in_stock desc, c.serial_id desc`.execute(trx);
  return rows;
}
