/**
 * On what terms goods are sold to a client on a day, and what of a choice does not fit them (areas 3.1, decisions 65, 72,
 * 76): the same on both sides, so that a form says what signing will.
 */
import * as z from 'zod/mini';
import { day, uzs } from '../common.ts';
import { financed, type Terms, termsFault } from './schedule.ts';

export const CLIENT_KINDS = ['new', 'repeat', 'informal'] as const;

export const TermOffer = z.object({
  /** Months. */
  term: z.int(),
  /** Percent. */
  markup: z.number(),
  value_setting_id: z.int(),
  least_first: uzs(),
  /** What does not allow it for these goods or this client; `of` is the category by name. */
  barred: z.nullable(z.object({ by: z.enum(['category', 'workplace', 'informal']), of: z.string() })),
});
export type TermOffer = z.infer<typeof TermOffer>;

export const TermsOfSale = z.object({
  /** The practice date that the figures are of. */
  day: day(),
  kind: z.enum(CLIENT_KINDS),
  /** P: the goods after discounts. */
  goods: uzs(),
  /** The shortest first. */
  terms: z.array(TermOffer),
  /** The least one that applies; null: none does. */
  limit: z.nullable(
    z.object({ sum: uzs(), of: z.enum(['scoring', 'workplace', 'informal']), until: z.nullable(day()) }),
  ),
  /** What of the limit other contracts of the client use (V11). */
  used: uzs(),
  /** T − F from which one is asked for; null: never. */
  guarantor_from: z.nullable(uzs()),
  /** How many guarantors one then has. */
  guarantors: z.int(),
  pledge_from: z.nullable(uzs()),
  /** Of T: the least and the greatest, and what a manager confirms from. */
  least: z.nullable(uzs()),
  greatest: z.nullable(uzs()),
  confirmed_above: z.nullable(uzs()),
});
export type TermsOfSale = z.infer<typeof TermsOfSale>;

export interface Chosen {
  readonly firstPayment: number;
  readonly term: number;
  readonly paymentDay: number;
}

/** What a choice does not fit, the field first that is wrong. */
export const TERMS_OBSTACLES = [
  'term_not_offered',
  'term_barred',
  'first_payment_wrong',
  'first_payment_least',
  'payment_day_wrong',
  'total_too_small',
  'instalment_too_small',
  'contract_least',
  'contract_greatest',
  'limit_exceeded',
  'guarantor_needed',
  'pledge_needed',
  'sum_confirm',
] as const;
export type TermsObstacle = (typeof TERMS_OBSTACLES)[number];

export interface TermsFinding {
  readonly code: TermsObstacle;
  readonly values: Readonly<Record<string, string | number>>;
}

export const offerOf = ({ terms }: Pick<TermsOfSale, 'terms'>, term: number): TermOffer | undefined =>
  terms.find((one) => one.term === term);

/** The terms of the schedule that a choice makes. */
export const termsOf = ({ goods }: Pick<TermsOfSale, 'goods'>, offer: TermOffer, chosen: Chosen): Terms => ({
  goods,
  markup: offer.markup,
  ...chosen,
});

/** @param confirms the person may sign what a manager confirms */
export function findingsIn(sale: TermsOfSale, chosen: Chosen, confirms: boolean): TermsFinding[] {
  const offer = offerOf(sale, chosen.term);
  if (offer === undefined) return [{ code: 'term_not_offered', values: { term: chosen.term } }];
  const found: TermsFinding[] = [];
  const add = (code: TermsObstacle, values: TermsFinding['values'] = {}) => found.push({ code, values });
  if (offer.barred !== null) add('term_barred', { term: offer.term, of: offer.barred.of });
  const terms = termsOf(sale, offer, chosen);
  const fault = termsFault(terms);
  const owed = fault === null || fault.endsWith('too_small') ? financed(terms) : 0;
  const total = terms.firstPayment + owed;
  if (fault === 'total_too_small') add(fault, { total });
  else if (fault === 'instalment_too_small') add(fault, { owed, least: chosen.term * 1_000, term: chosen.term });
  else if (fault === 'first_payment_wrong' || fault === 'payment_day_wrong') add(fault);
  else if (fault !== null) add('term_not_offered', { term: chosen.term });
  if (chosen.firstPayment < offer.least_first) add('first_payment_least', { least: offer.least_first });
  if (fault !== null) return found;
  if (sale.least !== null && total < sale.least) add('contract_least', { least: sale.least });
  if (sale.greatest !== null && total > sale.greatest) add('contract_greatest', { greatest: sale.greatest });
  const free = sale.limit === null ? null : sale.limit.sum - sale.used;
  if (free !== null && owed > free) add('limit_exceeded', { owed, free: Math.max(0, free), over: owed - free });
  if (sale.guarantor_from !== null && owed >= sale.guarantor_from)
    add('guarantor_needed', { from: sale.guarantor_from, figure: sale.guarantors });
  if (sale.pledge_from !== null && owed >= sale.pledge_from) add('pledge_needed', { from: sale.pledge_from });
  if (!confirms && sale.confirmed_above !== null && total > sale.confirmed_above)
    add('sum_confirm', { above: sale.confirmed_above });
  return found;
}

/**
 * A discount of the whole sale on its lines, by what each is worth; what does not divide goes to the first that can take it.
 * @param sums of the lines before it. @returns the discount of each, together exactly the whole
 */
export function spreadDiscount(discount: number, sums: readonly number[]): number[] {
  const all = sums.reduce((total, sum) => total + sum, 0);
  if (all === 0) return sums.map(() => 0);
  const parts = sums.map((sum) => Number((BigInt(discount) * BigInt(sum)) / BigInt(all)));
  let rest = discount - parts.reduce((total, part) => total + part, 0);
  for (const [at, sum] of sums.entries()) {
    const more = Math.min(rest, sum - (parts[at] ?? 0));
    parts[at] = (parts[at] ?? 0) + more;
    rest -= more;
  }
  return parts;
}
