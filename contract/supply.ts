/**
 * Warehouse service: directories of suppliers and of warehouses (areas 4.3 `/repositories/reliable-partners` and
 * `/repositories/warehouse-management`, P0). All of it extends the specification, which prints these pages by path and
 * rule only.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, id, instant, Meta, Person, pageQuery, queryId, text, uzs } from './common.ts';
import { RecordHistory, recordEvent, recordFields } from './records.ts';

const extension = { service: 'warehouse', origin: 'extension' } as const;
const search = () => z.optional(z.string().check(z.maxLength(100)));
const digits = (count: number) => z.string().check(z.regex(new RegExp(`^\\d{${count}}$`)));

/** Sums by the currency's abbreviation; a currency without money is left out. */
export const Sums = z.record(z.string(), z.number());
export type Sums = z.infer<typeof Sums>;

// ---------------------------------------------------------------- partners

/** A company has a STIR of 9 digits, a person who trades alone a PINFL of 14. */
export const PARTNER_KINDS = ['company', 'entrepreneur'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];
/** Digits of the tax number by kind. */
export const TAX_DIGITS: Readonly<Record<PartnerKind, number>> = { company: 9, entrepreneur: 14 };

/** Firms of one partner. */
export const MAX_FIRMS = 50;
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

const taxNumber = () => z.string().check(z.regex(/^(\d{9}|\d{14})$/));

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

export const partnerIndex = defineCall({
  ...extension,
  id: 'partnerIndex',
  method: 'GET',
  path: '/reliable_partner/index',
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
  response: z.object({
    data: z.array(PartnerInList),
    meta: z.extend(Meta, {
      /** Partners of the search: `all` that are not archived, `reliable`, `archived`. */
      statuses: z.record(z.string(), z.int()),
      /** Debts over the filter. */
      totals: Sums,
    }),
  }),
  summary: 'Suppliers with their firms, agreements and debts; `debt` sorts by soʻm at the last rate.',
});

export const partnerShow = defineCall({
  ...extension,
  id: 'partnerShow',
  method: 'GET',
  path: '/partner/show/{id}',
  rule: PARTNERS,
  response: dataOf(Partner),
  summary: 'One supplier with all its firms.',
});

export const partnerCreate = defineCall({
  ...extension,
  id: 'partnerCreate',
  method: 'POST',
  path: '/partner/create',
  rule: 'reliable_partners.add',
  body: PartnerBody,
  response: dataOf(Partner),
  summary: 'A new supplier, with its firms when they are sent.',
});

export const partnerAddFirm = defineCall({
  ...extension,
  id: 'partnerAddFirm',
  method: 'POST',
  path: '/partner/add_firm/{id}',
  rule: 'reliable_partners.add|reliable_partners.edit',
  body: FirmBody,
  response: z.object({ data: Partner, firm: PartnerFirm }),
  event: recordEvent('record.update'),
  summary: 'One more firm of a supplier: the quick way from an invoice.',
});

export const partnerUpdate = defineCall({
  ...extension,
  id: 'partnerUpdate',
  method: 'PUT',
  path: '/partner/update/{id}',
  rule: 'reliable_partners.edit',
  body: PartnerBody,
  response: dataOf(Partner),
  event: recordEvent('record.update'),
  summary: 'Changes a supplier, its firms and its agreement in one transaction.',
});

export const partnerArchive = defineCall({
  ...extension,
  id: 'partnerArchive',
  method: 'PUT',
  path: '/partner/archive/{id}',
  rule: 'reliable_partners.edit',
  response: dataOf(Partner),
  event: recordEvent('record.archive'),
  summary: 'Archives a supplier without a debt and without open invoices; else 409 `in_use`.',
});

export const partnerRestore = defineCall({
  ...extension,
  id: 'partnerRestore',
  method: 'PUT',
  path: '/partner/restore/{id}',
  rule: 'reliable_partners.edit',
  response: dataOf(Partner),
  event: recordEvent('record.restore'),
  summary: 'Brings an archived supplier back.',
});

export const partnerHistory = defineCall({
  ...extension,
  id: 'partnerHistory',
  method: 'GET',
  path: '/partner/history/{id}',
  rule: PARTNERS,
  response: RecordHistory,
  summary: 'Who changed what of a supplier, the newest first.',
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
  ...extension,
  id: 'partnerEntries',
  method: 'GET',
  path: '/partner/entries/{id}',
  rule: PARTNERS,
  query: z.object(pageQuery),
  response: z.object({ data: z.array(PartnerEntry), meta: z.extend(Meta, { totals: Sums }) }),
  summary: 'The ledger of a supplier, the newest entry first, with the balance by firm and currency after each.',
});

// ---------------------------------------------------------------- warehouses

export const WAREHOUSE_KINDS = ['shop', 'main', 'defect', 'fund', 'transit'] as const;
export type WarehouseKind = (typeof WAREHOUSE_KINDS)[number];
/** Keepers of one warehouse. */
export const MAX_KEEPERS = 50;

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

export const WarehouseBody = z.object({
  name: text(200),
  organization_id: id(),
  kind: z.enum(WAREHOUSE_KINDS),
  /** Ids of people. */
  keepers: z.optional(z.array(id()).check(z.maxLength(MAX_KEEPERS))),
});
export type WarehouseBody = z.infer<typeof WarehouseBody>;

const WAREHOUSES = 'warehouse_list.show';

export const warehouseIndex = defineCall({
  ...extension,
  id: 'warehouseIndex',
  method: 'GET',
  path: '/warehouse/index',
  rule: WAREHOUSES,
  query: z.object({
    ...pageQuery,
    /** Name, organization or keeper. */
    search: search(),
    organization_id: z.optional(queryId()),
    kind: z.optional(z.enum(WAREHOUSE_KINDS)),
    /** Without it: all that are not archived. */
    status: z.optional(z.enum(['archived'])),
    sort: z.optional(z.enum(['name', '-name', 'organization', '-organization', 'kind', '-kind'])),
  }),
  response: z.object({
    data: z.array(WarehouseInList),
    meta: z.extend(Meta, {
      /** Warehouses of the filter: `all` that are not archived, and `archived`. */
      statuses: z.record(z.string(), z.int()),
    }),
  }),
  summary: 'Warehouses of the person’s organization; of all with `allshow` or an office.',
});

export const warehouseShow = defineCall({
  ...extension,
  id: 'warehouseShow',
  method: 'GET',
  path: '/warehouse/show/{id}',
  rule: WAREHOUSES,
  response: dataOf(Warehouse),
  summary: 'One warehouse with its keepers.',
});

export const warehouseCreate = defineCall({
  ...extension,
  id: 'warehouseCreate',
  method: 'POST',
  path: '/warehouse/create',
  rule: 'warehouse_list.add',
  body: WarehouseBody,
  response: dataOf(Warehouse),
  summary: 'A new warehouse of an organization.',
});

export const warehouseUpdate = defineCall({
  ...extension,
  id: 'warehouseUpdate',
  method: 'PUT',
  path: '/warehouse/update/{id}',
  rule: 'warehouse_list.edit',
  body: WarehouseBody,
  response: dataOf(Warehouse),
  event: recordEvent('record.update'),
  summary: 'Changes name and keepers; kind and organization only until goods have moved here.',
});

export const warehouseArchive = defineCall({
  ...extension,
  id: 'warehouseArchive',
  method: 'PUT',
  path: '/warehouse/archive/{id}',
  rule: 'warehouse_list.edit',
  response: dataOf(Warehouse),
  event: recordEvent('record.archive'),
  summary: 'Archives an empty warehouse; 409 `in_use` says how many units lie there.',
});

export const warehouseRestore = defineCall({
  ...extension,
  id: 'warehouseRestore',
  method: 'PUT',
  path: '/warehouse/restore/{id}',
  rule: 'warehouse_list.edit',
  response: dataOf(Warehouse),
  event: recordEvent('record.restore'),
  summary: 'Brings an archived warehouse back.',
});

export const warehouseHistory = defineCall({
  ...extension,
  id: 'warehouseHistory',
  method: 'GET',
  path: '/warehouse/history/{id}',
  rule: WAREHOUSES,
  response: RecordHistory,
  summary: 'Who changed what of a warehouse, the newest first.',
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
