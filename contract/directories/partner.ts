/** Suppliers with their firms, agreements and debts (areas 2.2, 4.3 `/repositories/reliable-partners`). */
import * as z from 'zod/mini';
import { day, Sums, uzs } from '../common.ts';
import { type DirectoryBody, defineDirectory, type OpenedRow } from '../directory/directory.ts';
import { bool, date, digits, fact, oneOf, phone, quantity, rows, sum, taxNumber, text } from '../directory/fields.ts';

/** Digits of the tax number by kind: a company has a STIR, a person who trades alone a PINFL. */
export const TAX_DIGITS = { company: 9, entrepreneur: 14 } as const;

/** Deferred payment within a limit: the last agreement of a partner, in force or not. */
export const Agreement = z.object({
  credit_limit: uzs(),
  /** Days from the day of the supplier's paper. */
  defer_days: z.int(),
  valid_from: day(),
  valid_to: z.nullable(day()),
});
export type Agreement = z.infer<typeof Agreement>;

export const partner = defineDirectory({
  name: 'partner',
  service: 'warehouse',
  rule: 'reliable_partners',
  listPath: '/reliable_partner/index',
  label: 'name',
  key: 'stir',
  ownChoices: true,
  /** `debt`: in soʻm at the last rate. */
  sorts: ['credit_limit', 'defer_days', 'debt'],
  groups: ['reliable'],
  fields: {
    name: text(200, { search: true, sort: true, unique: true }),
    kind: oneOf(['company', 'entrepreneur'], { list: 'hidden' }),
    stir: taxNumber({ search: true, unique: true }),
    phone: phone({ optional: true, search: true }),
    firms: rows(
      50,
      {
        name: text(200, { search: true }),
        stir: taxNumber({ search: true }),
        bank: text(200, { optional: true }),
        mfo: digits(5, { optional: true }),
        account: digits(20, { optional: true }),
      },
      { search: true },
    ),
    /** The agreement: with a limit all but the last day must be there, without one it ends today. */
    credit_limit: sum({ optional: true }),
    defer_days: quantity({ max: 3650, optional: true }),
    valid_from: date({ optional: true, list: 'hidden' }),
    valid_to: date({ optional: true, list: 'hidden' }),
  },
  /** Whether the agreement is in force today, the agreement whole, and what the chain owes now; below zero: what it is owed. */
  extra: { reliable: bool(), agreement: fact(z.nullable(Agreement)), debts: fact(Sums) },
  stale: ['partnerEntries', 'partnerFirms'],
});

export type Partner = OpenedRow<typeof partner>;
export type PartnerBody = DirectoryBody<typeof partner>;
