/** What only the server needs of the calls of `supply.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { day, id, pageQuery, text } from './common.ts';
import { recordEvent } from './records.ts';
import { serverSide } from './serverSide.ts';
import { MAX_CREDIT, MAX_DEFER_DAYS, PARTNER_KINDS } from './supply.ts';

const extension = { origin: 'extension' } as const;
const search = () => z.optional(z.string().check(z.maxLength(100)));
const digits = (count: number) => z.string().check(z.regex(new RegExp(`^\\d{${count}}$`)));
/** Firms of one partner. */
export const MAX_FIRMS = 50;
const taxNumber = () => z.string().check(z.regex(/^(\d{9}|\d{14})$/));
const firmBody = {
  name: text(200),
  /** 9 digits, of a person who trades alone 14. */
  stir: taxNumber(),
  bank: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200)))),
  mfo: z.optional(z.nullable(digits(5))),
  account: z.optional(z.nullable(digits(20))),
};
export const FirmBody = z.object(firmBody);
export type FirmBody = z.infer<typeof FirmBody>;
export const PartnerBody = z.object({
  name: text(200),
  kind: z.enum(PARTNER_KINDS),
  stir: taxNumber(),
  phone: z.optional(z.nullable(z.string().check(z.regex(/^\+998\d{9}$/)))),
  /** Those with an id are changed, the others added; a firm that is not named stays as it is. */
  firms: z.optional(
    z
      .array(z.object({ id: z.optional(id()), ...firmBody, active: z.optional(z.boolean()) }))
      .check(z.maxLength(MAX_FIRMS)),
  ),
  /** The agreement: with a limit all but the last day must be there, without one it ends today. */
  credit_limit: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(MAX_CREDIT)))),
  defer_days: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(MAX_DEFER_DAYS)))),
  valid_from: z.optional(z.nullable(day())),
  valid_to: z.optional(z.nullable(day())),
});
export type PartnerBody = z.infer<typeof PartnerBody>;
const PARTNERS = 'reliable_partners.show';

export const supplyServer = serverSide({
  partnerIndex: {
    ...extension,
    rule: PARTNERS,
    query: z.object({
      ...pageQuery,
      /** Name, firm, STIR or phone. */
      search: search(),
      /** Without it: all that are not archived. */
      status: z.optional(z.enum(['reliable', 'archived'])),
      sort: z.optional(
        z.enum(['name', '-name', 'credit_limit', '-credit_limit', 'defer_days', '-defer_days', 'debt', '-debt']),
      ),
    }),
    summary: 'Suppliers with their firms, agreements and debts; `debt` sorts by soʻm at the last rate.',
  },
  partnerShow: {
    ...extension,
    rule: PARTNERS,
    summary: 'One supplier with all its firms.',
  },
  partnerCreate: {
    ...extension,
    rule: 'reliable_partners.add',
    body: PartnerBody,
    summary: 'A new supplier, with its firms when they are sent.',
  },
  partnerAddFirm: {
    ...extension,
    rule: 'reliable_partners.add|reliable_partners.edit',
    body: FirmBody,
    event: recordEvent('record.update'),
    summary: 'One more firm of a supplier: the quick way from an invoice.',
  },
  partnerUpdate: {
    ...extension,
    rule: 'reliable_partners.edit',
    body: PartnerBody,
    event: recordEvent('record.update'),
    summary: 'Changes a supplier, its firms and its agreement in one transaction.',
  },
  partnerArchive: {
    ...extension,
    rule: 'reliable_partners.edit',
    event: recordEvent('record.archive'),
    summary: 'Archives a supplier without a debt and without open invoices; else 409 `in_use`.',
  },
  partnerRestore: {
    ...extension,
    rule: 'reliable_partners.edit',
    event: recordEvent('record.restore'),
    summary: 'Brings an archived supplier back.',
  },
  partnerHistory: {
    ...extension,
    rule: PARTNERS,
    summary: 'Who changed what of a supplier, the newest first.',
  },
  partnerEntries: {
    ...extension,
    rule: PARTNERS,
    query: z.object(pageQuery),
    summary: 'The ledger of a supplier, the newest entry first, with the balance by firm and currency after each.',
  },
});
