/** What only the server needs of the calls of `partners.ts`: rights, what they ask for, the lifecycle events they fire. */
import * as z from 'zod/mini';
import { pageQuery } from './common.ts';
import { type PartnerBody, partner } from './directories/partner.ts';
import { sentShape } from './directory/in.server.ts';
import { recordEvent } from './records.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;

const body = z.object(sentShape(partner.spec.fields.firms.fields)) as unknown as z.ZodMiniType<
  Omit<NonNullable<PartnerBody['firms']>[number], 'id' | 'active'>
>;
export type FirmBody = z.infer<typeof body>;

export const partnersServer = serverSide({
  partnerAddFirm: {
    ...extension,
    rule: 'reliable_partners.add|reliable_partners.edit',
    body,
    event: recordEvent('record.update'),
    summary: 'One more firm of a supplier: the quick way from an invoice.',
  },
  partnerEntries: {
    ...extension,
    rule: 'reliable_partners.show',
    query: z.object(pageQuery),
    summary: 'The ledger of a supplier, the newest entry first, with the balance by firm and currency after each.',
  },
});
