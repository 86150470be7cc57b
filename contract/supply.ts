/**
 * Warehouse service: the directory of suppliers (areas 4.3 `/repositories/reliable-partners`, P0). It extends the
 * specification, which prints the page by path and rule only.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, day, instant, Meta, uzs } from './common.ts';
import { RecordHistory, recordFields } from './records.ts';

/** Sums by the currency's abbreviation; a currency without money is left out. */
export const Sums = z.record(z.string(), z.number());
export type Sums = z.infer<typeof Sums>;

// ---------------------------------------------------------------- partners

/** A company has a STIR of 9 digits, a person who trades alone a PINFL of 14. */
export const PARTNER_KINDS = ['company', 'entrepreneur'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];
/** Digits of the tax number by kind. */
export const TAX_DIGITS: Readonly<Record<PartnerKind, number>> = { company: 9, entrepreneur: 14 };
/** Soʻm of a credit limit. */
export const MAX_CREDIT = 1_000_000_000_000;
export const MAX_DEFER_DAYS = 3650;

export const PartnerFirm = z.object({
  id: z.int(),
  name: z.string(),
  stir: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  mfo: z.nullable(z.string()),
  account: z.nullable(z.string()),
  active: z.boolean(),
});
export type PartnerFirm = z.infer<typeof PartnerFirm>;

/** Deferred payment within a limit: the last agreement of a partner, in force or not. */
export const Agreement = z.object({
  credit_limit: uzs(),
  /** Days from the day of the supplier's paper. */
  defer_days: z.int(),
  valid_from: day(),
  valid_to: z.nullable(day()),
});
export type Agreement = z.infer<typeof Agreement>;

const partnerFields = {
  name: z.string(),
  kind: z.enum(PARTNER_KINDS),
  stir: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  agreement: z.nullable(Agreement),
  /** Its agreement is in force today. */
  reliable: z.boolean(),
  /** What the chain owes now; below zero: what the partner owes. */
  debts: Sums,
};

export const PartnerInList = z.object({
  id: z.int(),
  active: z.boolean(),
  ...partnerFields,
  /** Names of firms that are not archived. */
  firms: z.array(z.string()),
});
export type PartnerInList = z.infer<typeof PartnerInList>;

export const Partner = z.object({ ...recordFields, ...partnerFields, firms: z.array(PartnerFirm) });
export type Partner = z.infer<typeof Partner>;

/** What shows partners, also where an invoice chooses one. */
const PARTNERS = [
  'partnerIndex',
  'partnerShow',
  'partnerHistory',
  'partnerEntries',
  'partnerGetAll',
  'partnerFirms',
] as const;

export const partnerIndex = defineCall({
  id: 'partnerIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/reliable_partner/index',
  response: z.object({
    data: z.array(PartnerInList),
    meta: z.extend(Meta, {
      /** Partners of the search: `all` that are not archived, `reliable`, `archived`. */
      statuses: z.optional(Counts),
      /** Debts over the filter. */
      totals: z.optional(Sums),
    }),
  }),
});

export const partnerShow = defineCall({
  id: 'partnerShow',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/show/{id}',
  response: dataOf(Partner),
});

export const partnerCreate = defineCall({
  id: 'partnerCreate',
  service: 'warehouse',
  method: 'POST',
  path: '/partner/create',
  stale: PARTNERS,
  response: dataOf(Partner),
});

export const partnerAddFirm = defineCall({
  id: 'partnerAddFirm',
  service: 'warehouse',
  method: 'POST',
  path: '/partner/add_firm/{id}',
  stale: PARTNERS,
  response: z.object({ data: Partner, firm: PartnerFirm }),
});

export const partnerUpdate = defineCall({
  id: 'partnerUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/partner/update/{id}',
  stale: PARTNERS,
  response: dataOf(Partner),
});

export const partnerArchive = defineCall({
  id: 'partnerArchive',
  service: 'warehouse',
  method: 'PUT',
  path: '/partner/archive/{id}',
  stale: PARTNERS,
  response: dataOf(Partner),
});

export const partnerRestore = defineCall({
  id: 'partnerRestore',
  service: 'warehouse',
  method: 'PUT',
  path: '/partner/restore/{id}',
  stale: PARTNERS,
  response: dataOf(Partner),
});

export const partnerHistory = defineCall({
  id: 'partnerHistory',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/history/{id}',
  response: RecordHistory,
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

export const supplyCalls = [
  partnerIndex,
  partnerShow,
  partnerCreate,
  partnerAddFirm,
  partnerUpdate,
  partnerArchive,
  partnerRestore,
  partnerHistory,
  partnerEntries,
] as const;
