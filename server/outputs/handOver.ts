/** The goods leave (areas 3.3 "output.handOver"; decisions 56, 63, 64): stock, reservation and debt in one transaction. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { storeFile } from '../documents/documents.ts';
import type { IncomingFile } from '../http/files.ts';
import { freeGoods, isLive } from '../orders/reservations.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import { chargeContract } from '../sale/money.ts';
import { lockWarehouses, takeOldest } from '../stock/posting.ts';
import type { OutputRecord } from './access.ts';
import { cameOn, olderThan } from './older.ts';
import { reservedMissing } from './scanning.ts';

type Db = Kysely<Schema>;

export interface Receiver {
  fullname: string;
  document: string;
  reason: string;
}

interface Leaving {
  readonly db: Db;
  readonly now: Date;
  readonly userId: number;
  readonly day: OpenDay;
}

/** @returns what the log keeps */
export async function handOver(
  leaving: Leaving,
  output: OutputRecord,
  { signature, receiver }: { signature: IncomingFile; receiver: Receiver | null },
): Promise<Record<string, unknown>> {
  const { db, now, userId, day } = leaving;
  const { id, contractId, organizationId, clientId, warehouseId } = output;
  await lockWarehouses(db, [warehouseId]);
  await requireReserved(leaving, output);
  const breaches = await keepBreaches(leaving, output);
  await freeGoods(db, contractId, now);
  const { rows: lines } = await sql<{ variantId: number; qty: number }>`
    SELECT product_variant_id AS "variantId", counted AS qty FROM delivery_line
    WHERE product_delivery_id = ${id} AND counted > 0 ORDER BY id`.execute(db);
  const { rows: serials } = await sql<{ serialId: number }>`
    SELECT u.serial_id AS "serialId" FROM delivery_unit u JOIN delivery_line l ON l.id = u.delivery_line_id
    WHERE l.product_delivery_id = ${id} ORDER BY u.id`.execute(db);
  await takeOldest(db, {
    ...{ documentId: id, organizationId, userId, warehouseId, day, now, lines },
    serials: serials.map((unit) => ({ ...unit, state: 'sold' as const })),
  });
  const file = await storeFile(db, id, 'attachment', signature, userId, now);
  await sql`UPDATE document SET practice_day_id = ${day.id} WHERE id = ${id}`.execute(db);
  await sql`UPDATE product_delivery SET signature_id = ${file}, handed_at = ${now}, handed_by = ${userId},
      receiver = ${receiver?.fullname ?? null}, receiver_document = ${receiver?.document ?? null},
      receiver_reason = ${receiver?.reason ?? null} WHERE id = ${id}`.execute(db);
  const step = { db, now, userId, day, documentId: id };
  const finish = await chargeContract(step, contractId, { clientId, organizationId });
  await finish();
  const units = lines.reduce((sum, { qty }) => sum + qty, serials.length);
  return { practice_day: day.date, units, ...(breaches > 0 && { breaches }) };
}

/** @throws Refusal 409 `reserved_missing` where less is kept for the contract than leaves */
async function requireReserved({ db, now }: Leaving, output: OutputRecord): Promise<void> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT v.id, v.title FROM delivery_line l JOIN product_variant v ON v.id = l.product_variant_id
    WHERE l.product_delivery_id = ${output.id} AND l.qty > (
      SELECT coalesce(sum(r.qty), 0) FROM reservation r WHERE r.document_id = ${output.contractId}
        AND r.product_variant_id = l.product_variant_id AND r.warehouse_id = ${output.warehouseId} AND ${isLive('r', now)})
    ORDER BY l.id`.execute(db);
  if (rows.length > 0) throw reservedMissing(rows);
}

/** Units that leave before older ones are listed by the FIFO check, each with its reason (V7). @returns how many */
async function keepBreaches({ db, now, userId }: Leaving, output: OutputRecord): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO fifo_violation (product_delivery_id, organization_id, warehouse_id, serial_id, batch_id, older_batch_id,
                                days_older, reason, words, created_by, created_at)
    SELECT ${output.id}, ${output.organizationId}, ${output.warehouseId}, s.id, b.id, o.id, o.days, u.reason, u.words,
           ${userId}, ${now}
    FROM delivery_unit u JOIN delivery_line l ON l.id = u.delivery_line_id
    JOIN serial_number s ON s.id = u.serial_id JOIN stock_batch b ON b.id = s.batch_id
    JOIN LATERAL (SELECT y.id, ${cameOn('b')} - ${cameOn('y')} AS days
      FROM ${olderThan(sql`${output.contractId}::integer`, now)} ORDER BY y.received_at, x.id LIMIT 1) o ON true
    WHERE l.product_delivery_id = ${output.id} RETURNING id`.execute(db);
  return rows.length;
}
