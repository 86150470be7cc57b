/** The goods leave (areas 3.3 "output.handOver"; decisions 56, 63, 64): stock, reservation and debt in one transaction. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { storeFile } from '../documents/documents.ts';
import type { IncomingFile } from '../http/files.ts';
import { conflict } from '../http/refusal.ts';
import { freeGoods } from '../orders/reservations.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import { chargeContract } from '../sale/money.ts';
import { lockWarehouses, takeOldest } from '../stock/posting.ts';
import type { OutputRecord } from './access.ts';
import { cameOn, olderThan } from './older.ts';
import { MISSING, whyMissing } from './waits.ts';

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
  // asked again now that no act of counting takes any
  const missing = await whyMissing(leaving, output);
  if (missing !== undefined) throw conflict(MISSING, missing);
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
