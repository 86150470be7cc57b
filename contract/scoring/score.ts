/**
 * The score by a version of the model (decision 75): half-up Σ(weight × points) / Σ weight, points 0–100. `stop` refuses
 * whatever the score; a missing fact gives the criterion's `missing` points, else none. Whole numbers alone: the same input
 * and the same version give the same score, always.
 */
import { financed, LEAST_INSTALMENT, termsFault } from '../sale/schedule.ts';
import type { Application, Fact, Facts, Offer } from './facts.ts';

export interface Criterion {
  readonly id: number;
  readonly fact: Fact;
  /** Percent with two decimals. */
  readonly weight: number;
  /** Points where the fact is missing. */
  readonly missing: number | null;
}

export interface Condition {
  readonly criterion_id: number;
  readonly at_least: number;
  /** Null: without an upper bound. */
  readonly at_most: number | null;
  /** Points with up to three decimals. */
  readonly score: number;
  readonly stop: boolean;
}

/** Points for paying so many days late, of the payments of so many months. */
export interface Discipline {
  readonly days_from: number;
  readonly days_to: number | null;
  readonly score: number;
  readonly months_back: number;
}

/** A version of the model as it was settled. */
export interface Model {
  readonly criteria: readonly Criterion[];
  readonly conditions: readonly Condition[];
  readonly manual_from: number;
  readonly approve_from: number;
  readonly limit_approved: number;
  readonly limit_80: number;
  readonly limit_90: number;
}

/** Soʻm that goods of an application may cost; sums up to here are counted exactly. */
export const MOST_GOODS = 1_000_000_000;

export type Decision = 'approved' | 'manual' | 'refused';

/** What a criterion saw and gave. */
export interface Given {
  readonly criterion: number;
  readonly fact: Fact;
  readonly weight: number;
  /** Null: the fact is missing. */
  readonly input: number | null;
  readonly points: number;
  readonly stop: boolean;
}

export interface Outcome {
  readonly given: readonly Given[];
  readonly score: number;
  readonly stopped: boolean;
  readonly decision: Decision;
  /** Soʻm that may be owed; of a manual decision what a person may allow at most, of a refusal nothing. */
  readonly limit: number;
}

/** Facts are compared with three decimals, as conditions have them. */
const THOUSANDTHS = 1_000;

/** numerator / denominator of whole numbers, half up; exact up to 2^52. */
const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((numerator * 2 + denominator) / (denominator * 2));
/** A share in percent, with three decimals. */
const percentOf = (part: number, whole: number): number => halfUp(part * 100 * THOUSANDTHS, whole) / THOUSANDTHS;

/** What is paid a month: an instalment but for the last, which takes the rest. */
export const monthOf = (owed: number, term: number): number =>
  term === 1 ? owed : Math.floor(owed / term / LEAST_INSTALMENT) * LEAST_INSTALMENT;

/** T − F on the markup of the term. @returns null where the term is not offered or no schedule can be made */
export function owedOn({ goods, firstPayment, term }: Application, offers: readonly Offer[]): number | null {
  const offer = offers.find((one) => one.term === term);
  if (offer === undefined) return null;
  const terms = { goods, firstPayment, term, markup: offer.markup, paymentDay: 1 };
  return termsFault(terms) === null ? financed(terms) : null;
}

/**
 * Facts of the application: of what is asked for, and of income and debts that sources said; an income whose documents were
 * checked is taken before that of the tax service. @param owed T − F on it
 */
export function applied(application: Application, owed: number | null, said: Facts): Facts {
  const { goods, firstPayment, term, guarantor } = application;
  const { checked_income, other_debts } = said;
  const income = checked_income ?? said.income;
  const known = owed !== null && income !== undefined && income > 0 && other_debts !== undefined;
  return {
    ...said,
    first_share: percentOf(firstPayment, goods),
    guarantor: guarantor ? 1 : 0,
    ...(known && { load: percentOf(monthOf(owed, term) + other_debts, income) }),
  };
}

/** Of conditions that begin at or below a value the one that begins highest decides; past its end there are no points. */
function conditionFor(conditions: readonly Condition[], value: number): Condition | undefined {
  let found: Condition | undefined;
  for (const one of conditions)
    if (one.at_least <= value && (found === undefined || one.at_least > found.at_least)) found = one;
  return found === undefined || (found.at_most !== null && value > found.at_most) ? undefined : found;
}

/** What a criterion sees in facts and gives for it. */
export function judge({ conditions }: Pick<Model, 'conditions'>, { id, fact, weight, missing }: Criterion) {
  const own = conditions.filter((one) => one.criterion_id === id);
  return (facts: Facts): Given => {
    const input = facts[fact] ?? null;
    const met = input === null ? undefined : conditionFor(own, input);
    const points = input === null ? (missing ?? 0) : (met?.score ?? 0);
    return { criterion: id, fact, weight, input, points, stop: met?.stop ?? false };
  };
}

/** Half-up Σ(weight × points) / Σ weight; without any weight 0. */
export function weighted(given: readonly Pick<Given, 'weight' | 'points'>[]): number {
  let sum = 0;
  let weights = 0;
  for (const { weight, points } of given) {
    const hundredths = Math.round(weight * 100);
    sum += hundredths * Math.round(points * THOUSANDTHS);
    weights += hundredths;
  }
  return weights === 0 ? 0 : halfUp(sum, weights * THOUSANDTHS);
}

/** What an approved score allows to be owed. */
export function limitOf(model: Model, score: number): number {
  if (score >= 90) return model.limit_90;
  return score >= 80 ? model.limit_80 : model.limit_approved;
}

export function decide(model: Model, score: number, stopped: boolean): Pick<Outcome, 'decision' | 'limit'> {
  if (stopped || score < model.manual_from) return { decision: 'refused', limit: 0 };
  return score < model.approve_from
    ? { decision: 'manual', limit: model.limit_approved }
    : { decision: 'approved', limit: limitOf(model, score) };
}

export function scoreOf(model: Model, facts: Facts): Outcome {
  const given = model.criteria.map((one) => judge(model, one)(facts));
  const score = weighted(given);
  const stopped = given.some(({ stop }) => stop);
  return { given, score, stopped, ...decide(model, score, stopped) };
}
