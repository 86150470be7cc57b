/** Stock that enters without an invoice, as one document: the opening of a branch, an imported catalogue. */
import { sql } from 'kysely';
import type { Trx } from '../db/open.ts';
import { openDay, type ReceiveLine, receive } from './posting.ts';

export const OPENING_KIND = 'stock_opening';

/** The next number of a kind of document in an organization and year: CHL-26-0014. */
export async function nextDocumentNumber(
  trx: Trx,
  kind: string,
  organization: { id: number; code: string },
  year: number,
): Promise<string> {
  const { last } = await trx
    .insertInto('document_counter')
    .values({ kind, organization_id: organization.id, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'organization_id', 'year']).doUpdateSet({ last: sql`document_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${organization.code}-${String(year % 100).padStart(2, '0')}-${String(last).padStart(4, '0')}`;
}

export interface Opening {
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
  const organization = await trx
    .selectFrom('organization')
    .select(['id', 'code'])
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

  const day = await openDay(trx, organizationId);
  const number = await nextDocumentNumber(trx, OPENING_KIND, organization, Number(day.date.slice(0, 4)));
  const { id } = await trx
    .insertInto('document')
    .values({
      kind: OPENING_KIND,
      organization_id: organizationId,
      number,
      status: 'posted',
      practice_day_id: day.id,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('stock_opening')
    .values({ id, organization_id: organizationId, source_hash: sourceHash, source_name: opening.sourceName })
    .execute();
  let lines = 0;
  let units = 0;
  for (const receipt of opening.receipts) {
    const result = await receive(trx, { documentId: id, organizationId, userId, ...receipt });
    lines += receipt.lines.length;
    units += result.units;
  }
  await trx
    .insertInto('event_log')
    .values({
      document_id: id,
      machine: 'stockOpening',
      subject_id: null,
      event: 'opening.post',
      payload: JSON.stringify({ source: opening.sourceName, lines, units }),
      state_before: null,
      state_after: 'posted',
      user_id: userId,
    })
    .execute();
  return { id, number, posted: true, lines, units };
}
