/** Posting the correction of a batch that was received. */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { dayOf, insertMoves, lockWarehouses, type Moment, type Move, StockError, takeIds } from './posting.ts';
import { asElsewhere, enterSerials, incomingOf, type ReceivedSerial } from './receiving.ts';

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
async function calledBy(trx: Kysely<Schema>, variantId: number, numbers: readonly string[]): Promise<string[]> {
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
export async function rebatch(trx: Kysely<Schema>, posting: Rebatch): Promise<number> {
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
    // It was the last known cost: then that of the newest valid income is. What a count found was none.
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
