/** Stock that enters without an invoice, as one document: the opening of a branch, an imported catalogue. */
import type { Trx } from '../db/open.ts';
import { createDocument } from '../documents/documents.ts';
import { appendLog } from '../lifecycle/stages.ts';
import { type Moment, openDay } from './posting.ts';
import { type ReceiveLine, receive } from './receiving.ts';

export const OPENING_KIND = 'stock_opening';

export interface Opening extends Moment {
  organizationId: number;
  userId: number;
  /** The same source is never posted twice into one organization. */
  sourceHash: string;
  sourceName: string;
  receipts: readonly { warehouseId: number; lines: readonly ReceiveLine[] }[];
}

export interface OpeningResult {
  id: number;
  number: string;
  posted: boolean;
  lines: number;
  units: number;
}

/** Posts the opening, or finds the one that this source has posted before. */
export async function postOpening(trx: Trx, opening: Opening): Promise<OpeningResult> {
  const { organizationId, userId, sourceHash } = opening;
  // Two imports of one file at once: the second waits here and then finds the first.
  await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const before = await trx
    .selectFrom('stock_opening as o')
    .innerJoin('document as d', 'd.id', 'o.id')
    .select(['d.id', 'd.number'])
    .where('o.organization_id', '=', organizationId)
    .where('o.source_hash', '=', sourceHash)
    .executeTakeFirst();
  if (before) return { ...before, posted: false, lines: 0, units: 0 };

  const day = opening.day ?? (await openDay(trx, organizationId));
  const now = opening.now ?? new Date();
  const { id, number } = await createDocument(trx, {
    kind: OPENING_KIND,
    organizationId,
    status: 'posted',
    userId,
    now,
    practiceDayId: day.id,
  });
  await trx
    .insertInto('stock_opening')
    .values({ id, organization_id: organizationId, source_hash: sourceHash, source_name: opening.sourceName })
    .execute();
  let lines = 0;
  let units = 0;
  for (const receipt of opening.receipts) {
    const result = await receive(trx, { documentId: id, organizationId, userId, day, now, ...receipt });
    lines += receipt.lines.length;
    units += result.units;
  }
  await appendLog(trx, {
    log: 'event_log',
    kind: OPENING_KIND,
    id,
    machine: 'stockOpening',
    event: 'opening.post',
    payload: { source: opening.sourceName, lines, units },
    before: null,
    after: 'posted',
    userId,
    now,
  });
  return { id, number, posted: true, lines, units };
}
