/**
 * Warehouse service: what a supplier has beside its record, which is declared (`directories/partner.ts`): its ledger, and
 * the quick way to one firm more. It extends the specification.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { day, instant, Meta, Sums } from './common.ts';
import { type Partner, partner } from './directories/partner.ts';
import { answerOf, lineOf } from './directory/out.ts';

export type Firm = Partner['firms'][number];

export const partnerAddFirm = defineCall({
  id: 'partnerAddFirm',
  service: 'warehouse',
  method: 'POST',
  path: '/partner/add_firm/{id}',
  stale: partner.calls.update.stale,
  response: z.object({
    data: answerOf(partner.spec, 'opened').shape.data as unknown as z.ZodMiniType<Partner>,
    firm: lineOf(partner.spec.fields.firms.fields) as unknown as z.ZodMiniType<Firm>,
  }),
});

export const PartnerEntry = z.object({
  id: z.string(),
  at: instant(),
  /** The practice day of the document. */
  date: day(),
  document: z.object({ id: z.int(), kind: z.string(), number: z.string() }),
  firm: z.nullable(z.string()),
  currency: z.string(),
  /** Above zero: the chain owes that much more. */
  amount: z.number(),
  /** Owed to this firm in this currency after the entry. */
  balance: z.number(),
});
export type PartnerEntry = z.infer<typeof PartnerEntry>;

export const partnerEntries = defineCall({
  id: 'partnerEntries',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/entries/{id}',
  response: z.object({ data: z.array(PartnerEntry), meta: z.extend(Meta, { totals: z.optional(Sums) }) }),
});

export const partnerCalls = [partnerAddFirm, partnerEntries] as const;
