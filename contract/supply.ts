/**
 * Warehouse service: directories of suppliers and of warehouses (areas 4.3 `/repositories/reliable-partners` and
 * `/repositories/warehouse-management`, P0). All of it extends the specification, which prints these pages by path and
 * rule only.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, day, instant, Meta, Person, uzs } from './common.ts';
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

const PINFL_WEIGHTS = [7, 3, 1] as const;

/** The last digit of a PINFL is the weighted sum of the others (areas 2, "Fields used everywhere"). */
export function isPinfl(number: string): boolean {
  if (!/^[3-6]\d{13}$/.test(number)) return false;
  const sum = [...number.slice(0, 13)].reduce(
    (total, digit, at) => total + Number(digit) * (PINFL_WEIGHTS[at % 3] ?? 0),
    0,
  );
  return sum % 10 === Number(number[13]);
}

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
/** What shows warehouses, also where an invoice chooses one. */
const WAREHOUSES = ['warehouseIndex', 'warehouseShow', 'warehouseHistory', 'warehouseAutocomplete'] as const;

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

// ---------------------------------------------------------------- warehouses

export const WAREHOUSE_KINDS = ['shop', 'main', 'defect', 'fund', 'transit'] as const;
export type WarehouseKind = (typeof WAREHOUSE_KINDS)[number];

const warehouseFields = {
  name: z.string(),
  kind: z.enum(WAREHOUSE_KINDS),
  organization_id: z.int(),
  organization: z.string(),
  keepers: z.array(Person),
};

export const WarehouseInList = z.object({ id: z.int(), active: z.boolean(), ...warehouseFields });
export type WarehouseInList = z.infer<typeof WarehouseInList>;

export const Warehouse = z.object({
  ...recordFields,
  ...warehouseFields,
  /** Goods have moved here: kind and organization stay as they are. */
  moved: z.boolean(),
});
export type Warehouse = z.infer<typeof Warehouse>;

export const warehouseIndex = defineCall({
  id: 'warehouseIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse/index',
  response: z.object({
    data: z.array(WarehouseInList),
    meta: z.extend(Meta, {
      /** Warehouses of the filter: `all` that are not archived, and `archived`. */
      statuses: z.optional(Counts),
    }),
  }),
});

export const warehouseShow = defineCall({
  id: 'warehouseShow',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse/show/{id}',
  response: dataOf(Warehouse),
});

export const warehouseCreate = defineCall({
  id: 'warehouseCreate',
  service: 'warehouse',
  method: 'POST',
  path: '/warehouse/create',
  stale: WAREHOUSES,
  response: dataOf(Warehouse),
});

export const warehouseUpdate = defineCall({
  id: 'warehouseUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/warehouse/update/{id}',
  stale: WAREHOUSES,
  response: dataOf(Warehouse),
});

export const warehouseArchive = defineCall({
  id: 'warehouseArchive',
  service: 'warehouse',
  method: 'PUT',
  path: '/warehouse/archive/{id}',
  stale: WAREHOUSES,
  response: dataOf(Warehouse),
});

export const warehouseRestore = defineCall({
  id: 'warehouseRestore',
  service: 'warehouse',
  method: 'PUT',
  path: '/warehouse/restore/{id}',
  stale: WAREHOUSES,
  response: dataOf(Warehouse),
});

export const warehouseHistory = defineCall({
  id: 'warehouseHistory',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse/history/{id}',
  response: RecordHistory,
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
  warehouseIndex,
  warehouseShow,
  warehouseCreate,
  warehouseUpdate,
  warehouseArchive,
  warehouseRestore,
  warehouseHistory,
] as const;
