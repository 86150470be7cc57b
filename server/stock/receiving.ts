/** Posting goods that come in: batches, serial numbers and moves. */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { serialKey } from '../../contract/serial.ts';
import type { Schema } from '../db/schema.ts';
import {
  dayOf,
  insertMoves,
  lockWarehouses,
  type Moment,
  type Move,
  momentOf,
  StockError,
  takeIds,
  titlesOf,
} from './posting.ts';

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
  /** Every code of a unit is entered, as on a supplier's paper. Else it may be known by any one, as a count finds it. */
  whole?: true;
}

interface IncomingSerial {
  variantId: number;
  batchId: number;
  serialNumber: string;
  codes: { code: string; kind: 'serial' | 'imei' }[];
}

export function incomingOf(variantId: number, batchId: number, serial: ReceivedSerial): IncomingSerial {
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
export function asElsewhere(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'serial_code_once_in_stock') {
    throw Object.assign(new Error('A serial number has just entered the stock of another branch', { cause: error }), {
      code: '40001',
    });
  }
  throw error;
}

/** Goods enter a warehouse: a batch a line. A serial unit that was here before comes back as itself. */
export async function receive(trx: Kysely<Schema>, posting: Receive): Promise<{ batchIds: number[]; units: number }> {
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
  /** Every code of each unit is entered, as on a supplier's paper; a count knows a unit by any one of them. */
  whole: boolean;
  /** Units that leave in the same posting: what they hold is free for those that come. */
  leaving?: ReadonlySet<number>;
}

/** Rows for units about to enter; refuses a code that is in stock already (V8), by name. */
export async function enterSerials(
  trx: Kysely<Schema>,
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
async function renameSerials(trx: Kysely<Schema>, returning: ReadonlyMap<IncomingSerial, number>): Promise<void> {
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
