/** Debts for tests, as confirmed invoices leave them: lines of the ledger with a document of their own. */
import type { Trx } from '../../server/db/open.ts';
import { createDocument } from '../../server/documents/documents.ts';

export interface Owed {
  partner: number;
  firm: number | null;
  /** 1 is UZS, 2 USD. */
  currency: number;
  /** Above zero: the chain owes it. */
  amount: number;
}

export async function owe(trx: Trx, entries: readonly Owed[], organizationId = 1): Promise<void> {
  const day = await trx
    .selectFrom('practice_day')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  for (const { partner, firm, currency, amount } of entries) {
    const { id } = await createDocument(trx, {
      kind: 'product_invoice',
      organizationId,
      status: 'confirmed',
      userId: 1,
      now: new Date(),
      practiceDayId: day.id,
    });
    await trx
      .insertInto('partner_entry')
      .values({
        partner_id: partner,
        partner_firm_id: firm,
        currency_id: currency,
        amount,
        document_id: id,
        practice_day_id: day.id,
        created_by: 1,
      })
      .execute();
  }
}
