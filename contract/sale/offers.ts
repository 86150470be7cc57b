/**
 * The question turned round: so much now and so much a month, which goods and for how long (areas 3.1;
 * decisions 65, 72, 76). Sums are soʻm. An offer can be signed as it is: nothing in `findingsIn` speaks
 * against it, and no instalment, the last one included, is more than the month.
 */
import * as z from 'zod/mini';
import { uzs } from '../common.ts';
import { financed, instalmentsOf, LEAST_INSTALMENT } from './schedule.ts';
import { findingsIn, type TermOffer, type TermsObstacle, type TermsOfSale } from './terms.ts';

export interface Wish {
  /** What is paid at once, exactly. */
  readonly firstPayment: number;
  /** The most that an instalment may be. */
  readonly month: number;
}

export const MonthlyOffer = z.object({
  /** Months. */
  term: z.int(),
  /** What each instalment but the last one is. */
  regular: uzs(),
  last: uzs(),
  total: uzs(),
});
export type MonthlyOffer = z.infer<typeof MonthlyOffer>;

/** Any day of the month will do: no sum depends on it. */
const PAYMENT_DAY = 1;

const found = (sale: TermsOfSale, { term }: TermOffer, firstPayment: number, confirms: boolean) =>
  findingsIn(sale, { firstPayment, term, paymentDay: PAYMENT_DAY }, confirms);

/** What somebody or something that answers for the debt removes. */
const SECURED: ReadonlySet<TermsObstacle> = new Set<TermsObstacle>(['guarantor_needed', 'pledge_needed']);
const NOTHING: ReadonlySet<TermsObstacle> = new Set();

/**
 * The offer that a term makes of a first payment; null where it cannot be signed or costs more a month.
 * @param besides what may speak against it all the same
 */
function offerFor(
  sale: TermsOfSale,
  offer: TermOffer,
  { firstPayment, month }: Wish,
  confirms: boolean,
  besides = NOTHING,
) {
  if (firstPayment >= sale.goods) return null;
  const { term, markup } = offer;
  const owed = financed({ goods: sale.goods, firstPayment, markup });
  const { regular, last } = instalmentsOf(owed, term);
  if (last > month || found(sale, offer, firstPayment, confirms).some(({ code }) => !besides.has(code))) return null;
  return { term, regular, last, total: firstPayment + owed };
}

/** Every term that fits, the shortest first. @param confirms the person may sign what a manager confirms */
export const offersOf = (sale: TermsOfSale, wish: Wish, confirms: boolean): MonthlyOffer[] =>
  sale.terms.flatMap((offer) => offerFor(sale, offer, wish, confirms) ?? []);

/** Whether goods that have no offer would have one with a guarantor or a pledge. */
export const fitsSecured = (sale: TermsOfSale, wish: Wish, confirms: boolean): boolean =>
  sale.terms.some((offer) => offerFor(sale, offer, wish, confirms, SECURED) !== null);

/** What more money now is counted in, as it is paid. */
export const MORE_BY = 1_000;

/** What a higher first payment removes; the rest it does not, or brings. */
const CURED: ReadonlySet<TermsObstacle> = new Set<TermsObstacle>([
  ...(['first_payment_least', 'limit_exceeded', 'guarantor_needed', 'pledge_needed'] as const),
  ...(['contract_greatest', 'sum_confirm'] as const),
]);

/** The least whole number from `from` to `to` that passes, of a test that all after it pass too; null: none does. */
function leastThat(from: number, to: number, passes: (n: number) => boolean): number | null {
  if (from > to || !passes(to)) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const NearOffer = z.extend(MonthlyOffer, {
  /** Now, beside the first payment that was wished. */
  more: uzs(),
});
export type NearOffer = z.infer<typeof NearOffer>;

/**
 * The least more money now, in whole thousands, that makes goods fit which do not; null where none under `below` does. Of
 * terms that ask for the same the shortest.
 *
 * Because the last instalment takes what does not divide, it rises and falls while the first payment rises: sums that fit
 * lie in ranges, one below each whole instalment. They are gone through from the highest.
 */
export function nearestOf(
  sale: TermsOfSale,
  wish: Wish,
  confirms: boolean,
  below = Number.POSITIVE_INFINITY,
): NearOffer | null {
  let nearest: NearOffer | null = null;
  const firstAfter = (steps: number) => wish.firstPayment + steps * MORE_BY;
  const longest = Math.floor((sale.goods - 1 - wish.firstPayment) / MORE_BY);
  for (const offer of sale.terms) {
    if (offer.barred !== null) continue;
    const { term, markup } = offer;
    const upTo = Math.min(longest, Math.ceil(Math.min(below, nearest?.more ?? below) / MORE_BY) - 1);
    const owedAfter = (steps: number) => financed({ goods: sale.goods, firstPayment: firstAfter(steps), markup });
    const within = (most: number, from: number) => leastThat(from, upTo, (steps) => owedAfter(steps) <= most);
    // the average is no more than the last one
    let steps = within(wish.month * term, 1);
    if (steps !== null)
      steps = leastThat(
        steps,
        upTo,
        (n) => !found(sale, offer, firstAfter(n), confirms).some(({ code }) => CURED.has(code)),
      );
    while (steps !== null) {
      const { regular, last } = instalmentsOf(owedAfter(steps), term);
      if (last <= wish.month) break;
      const lower = Math.min(regular, Math.floor(wish.month / LEAST_INSTALMENT) * LEAST_INSTALMENT);
      const rest = Math.min(term * LEAST_INSTALMENT - 1, wish.month - lower);
      steps = lower < LEAST_INSTALMENT ? null : within(lower * term + rest, steps);
    }
    if (steps === null) continue;
    const fits = offerFor(sale, offer, { ...wish, firstPayment: firstAfter(steps) }, confirms);
    if (fits !== null) nearest = { ...fits, more: steps * MORE_BY };
  }
  return nearest;
}
