/** Completing writes the result down, forming posts it to stock, once (decisions 17, 19, 20, 42). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { conflict } from '../http/refusal.ts';
import type { Reason, Scene } from '../lifecycle/spec.ts';
import { lockWarehouses, type Moment, openDay, StockError, stockWarehouses, takeOldest } from '../stock/posting.ts';
import { receive } from '../stock/receiving.ts';
import type { ActRecord } from './access.ts';
import { figures } from './figures.ts';
import { isLimited, outsideReason } from './limit.ts';

type Db = Kysely<Schema>;

/**
 * The figures as they will be posted, and the place in the ledger up to which stock was seen: what moves after it
 * always counts as a difference (decision 20), so neither forming nor the printed act changes with later sales.
 */
export async function storeResult(db: Db, act: ActRecord): Promise<Record<string, unknown>> {
  await sql`INSERT INTO count_result (act_of_count_id, product_variant_id, final_count, difference, moved_since)
    WITH ${figures(sql`ARRAY[${act.id}]::integer[]`)}
    SELECT act_id, variant_id, final_count, difference, moved FROM differences WHERE final_count IS NOT NULL`.execute(
    db,
  );
  await sql`UPDATE act_of_count SET completed_move_id = coalesce((SELECT max(id) FROM stock_move), 0)
    WHERE id = ${act.id}`.execute(db);
  const { lines, difference } = await db
    .selectFrom('count_result')
    .select([
      sql<number>`count(*)::integer`.as('lines'),
      sql<number>`coalesce(sum(difference), 0)::bigint`.as('difference'),
    ])
    .where('act_of_count_id', '=', act.id)
    .executeTakeFirstOrThrow();
  return { lines, difference };
}

/**
 * A product that was counted and put into another category since belongs to another count. Completing asks as well as
 * forming: only before it can the act still be cancelled.
 */
export async function whyNotCompleted({ db }: Scene, act: ActRecord): Promise<Reason | undefined> {
  if (!isLimited(act)) return undefined;
  return outsideReason(
    db,
    act,
    sql`SELECT c.variant_id FROM (WITH ${figures(sql`ARRAY[${act.id}]::integer[]`)}
      SELECT variant_id FROM differences WHERE final_count IS NOT NULL) c`,
  );
}

/** What posting would refuse: another count's products, more than is there, units that stand elsewhere by now. */
export async function whyNotFormed({ db }: Scene, act: ActRecord): Promise<Reason | undefined> {
  // a way asks before there is a result
  if (act.status !== 'completed') return undefined;
  const outside = await outsideReason(
    db,
    act,
    sql`SELECT product_variant_id FROM count_result WHERE act_of_count_id = ${act.id}`,
  );
  if (outside !== undefined) return outside;
  const ids = (await stockWarehouses(db, act.organizationId)).map(({ id }) => id);
  const { rows: short } = await sql<{ id: number; title: string; left: number; n: number }>`
    SELECT v.id, v.title, coalesce(b.qty, 0)::integer AS left, -t.difference AS n
    FROM count_result t JOIN product_variant v ON v.id = t.product_variant_id AND NOT v.is_serial_number
    LEFT JOIN LATERAL (SELECT sum(s.qty) AS qty FROM stock_balance s WHERE s.qty > 0
      AND s.product_variant_id = t.product_variant_id AND s.warehouse_id = ANY(${ids}::integer[])) b ON true
    WHERE t.act_of_count_id = ${act.id} AND t.difference < 0 AND coalesce(b.qty, 0) < -t.difference
    ORDER BY v.id`.execute(db);
  if (short.length > 0)
    return {
      code: 'negative_stock',
      lines: short.map(({ id, title, left, n }) => ({
        product_variant_id: id,
        title,
        text: { key: 'left', values: { left, n } },
      })),
    };
  const { strangers } = await serialDifferences(db, act, ids);
  return strangers.length > 0 ? strangersReason(strangers) : undefined;
}

const strangersReason = (strangers: readonly Stranger[]) =>
  ({ code: 'serials_elsewhere', lines: strangers, values: { n: strangers.length } }) as const;

interface SerialLine {
  variant_id: number;
  title: string;
  cost: number;
  keep: 'count' | 'difference' | null;
  found: string[];
}

/** Posts the differences of a completed act: shortages from the oldest batches, a surplus as a new batch. */
export async function postDifferences(
  db: Db,
  act: ActRecord,
  userId: number,
  moment: Moment,
): Promise<Record<string, unknown>> {
  try {
    return await post(db, act, userId, moment);
  } catch (error) {
    if (error instanceof StockError) throw conflict(error.code, error.lines ? { lines: error.lines } : {});
    throw error;
  }
}

async function post(db: Db, act: ActRecord, userId: number, moment: Moment): Promise<Record<string, unknown>> {
  const warehouses = await stockWarehouses(db, act.organizationId);
  const ids = warehouses.map((row) => row.id);
  await lockWarehouses(db, ids);
  const day = moment.day ?? (await openDay(db, act.organizationId));
  await db.updateTable('document').set({ practice_day_id: day.id }).where('id', '=', act.id).execute();

  const plain = await sql<{ variant_id: number; difference: number; cost: number }>`
    SELECT t.product_variant_id AS variant_id, t.difference, v.last_cost AS cost
    FROM count_result t JOIN product_variant v ON v.id = t.product_variant_id
    WHERE t.act_of_count_id = ${act.id} AND t.difference <> 0 AND NOT v.is_serial_number
    ORDER BY 1`.execute(db);
  const serial = await serialDifferences(db, act, ids);
  // asked again now that nothing moves
  if (serial.strangers.length > 0) throw conflict('serials_elsewhere', strangersReason(serial.strangers));

  const posting = {
    ...moment,
    day,
    documentId: act.id,
    organizationId: act.organizationId,
    userId,
    mayTakeKept: true as const,
  };
  const short = plain.rows.filter((row) => row.difference < 0);
  await takeOldest(db, {
    ...posting,
    lines: short.map((row) => ({ variantId: row.variant_id, qty: -row.difference })),
    serials: serial.missing.map((serialId) => ({ serialId, state: 'written_off' as const })),
  });
  const surplus = [
    ...plain.rows
      .filter((row) => row.difference > 0)
      .map((row) => ({ variantId: row.variant_id, qty: row.difference, cost: Number(row.cost) })),
    ...serial.surplus,
  ];
  const target =
    warehouses.find((row) => row.kind === 'shop') ?? warehouses.find((row) => row.kind === 'main') ?? warehouses[0];
  if (surplus.length > 0 && target) {
    await receive(db, { ...posting, warehouseId: target.id, lines: surplus });
  }
  return {
    shortage: short.reduce((sum, row) => sum - row.difference, 0) + serial.missing.length,
    surplus: surplus.reduce((sum, line) => sum + line.qty, 0),
  };
}

/**
 * Serial goods by their sets: what is on the books and was not found is written off, what was found and is on no
 * books comes in. What moved since stays as it moved: a unit sold meanwhile is not missing, one that arrived after the
 * completion is not surplus.
 */
async function serialDifferences(db: Db, act: ActRecord, warehouseIds: number[]) {
  const lines = await sql<SerialLine>`
    WITH ${figures(sql`ARRAY[${act.id}]::integer[]`)}
    SELECT f.variant_id, v.title, v.last_cost AS cost, f.keep, coalesce(f.final_serials, '{}') AS found
    FROM final f JOIN product_variant v ON v.id = f.variant_id
    WHERE v.is_serial_number AND f.final_count IS NOT NULL ORDER BY 1`.execute(db);
  const variantIds = lines.rows.map((row) => row.variant_id);
  const strangers: Stranger[] = [];
  if (variantIds.length === 0) return { missing: [] as number[], surplus: [] as SurplusLine[], strangers };

  // On the books here now; `late` came after the completion, `loaded` was here when residues were loaded.
  const here = await sql<{ id: number; variant_id: number; serial_number: string; loaded: boolean; late: boolean }>`
    SELECT s.id, s.product_variant_id AS variant_id, s.serial_number,
           EXISTS (SELECT 1 FROM count_residue_serial r WHERE r.act_of_count_id = ${act.id} AND r.serial_id = s.id) AS loaded,
           EXISTS (SELECT 1 FROM stock_move m WHERE m.serial_id = s.id AND m.product_variant_id = s.product_variant_id
                     AND m.qty = 1 AND m.id > ${act.completedMoveId}) AS late
    FROM serial_number s
    WHERE s.product_variant_id = ANY(${variantIds}::integer[]) AND s.warehouse_id = ANY(${warehouseIds}::integer[])`.execute(
    db,
  );
  const found = [...new Set(lines.rows.flatMap((row) => row.found))];
  const known = await sql<{
    code: string;
    variant_id: number;
    id: number;
    state: string;
    loaded: boolean;
    here: boolean;
    imeis: string[];
  }>`
    SELECT k.code, s.product_variant_id AS variant_id, s.id, s.state,
           EXISTS (SELECT 1 FROM count_residue_serial r WHERE r.act_of_count_id = ${act.id} AND r.serial_id = s.id) AS loaded,
           coalesce(s.warehouse_id = ANY(${warehouseIds}::integer[]), false) AS here,
           ARRAY(SELECT i.code FROM serial_code i WHERE i.serial_id = s.id AND i.kind = 'imei') AS imeis
    FROM serial_code k JOIN serial_number s ON s.id = k.serial_id
    WHERE k.code = ANY(${found}::text[]) AND s.state <> 'new'`.execute(db);

  const missing: number[] = [];
  const surplus: SurplusLine[] = [];
  for (const line of lines.rows) {
    const set = new Set(line.found);
    for (const unit of here.rows) {
      if (unit.variant_id !== line.variant_id || set.has(unit.serial_number)) continue;
      if (line.keep === 'count' ? !unit.late : unit.loaded) missing.push(unit.id);
    }
    const coming: SurplusLine['serials'] = [];
    for (const code of line.found) {
      const units = known.rows.filter((row) => row.code === code);
      const own = units.filter((unit) => unit.variant_id === line.variant_id);
      if (own.some((unit) => unit.here)) continue;
      // Was here at loading and left since by a document of its own; only a write-off can be taken back by a count.
      if (own.some((unit) => unit.loaded && !(line.keep === 'count' && unit.state === 'written_off'))) continue;
      const elsewhere =
        own.some((unit) => unit.state !== 'written_off') ||
        units.some((unit) => unit.variant_id !== line.variant_id && IN_STOCK.has(unit.state));
      if (elsewhere) strangers.push({ product_variant_id: line.variant_id, title: line.title, text: code });
      else coming.push({ serial_number: code, imei_numbers: own[0]?.imeis ?? [] });
    }
    if (coming.length > 0) {
      surplus.push({
        variantId: line.variant_id,
        qty: coming.length,
        cost: Number(line.cost),
        serials: coming,
      });
    }
  }
  return { missing, surplus, strangers };
}

const IN_STOCK: ReadonlySet<string> = new Set(['in_stock', 'reserved', 'in_transit']);

/** A unit that was found and is on the books of another place. */
interface Stranger {
  product_variant_id: number;
  title: string;
  text: string;
}

interface SurplusLine {
  variantId: number;
  qty: number;
  cost: number;
  serials: { serial_number: string; imei_numbers: string[] }[];
}
