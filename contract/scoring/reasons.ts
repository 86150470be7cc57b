/**
 * What a client may hear of a run: what helped and what did not, in the order of what it weighed. Never a weight, a cut-off,
 * a row of the bureau, the black list or what an own criterion is called.
 */
import { type Fact, MOST_POINTS } from './facts.ts';
import type { Decision, Given } from './score.ts';

/** Facts that may be said by name; the others are said in general words. */
const SAID: Readonly<Record<Fact, Said>> = {
  first_share: 'first_share',
  load: 'load',
  guarantor: 'guarantor',
  age: 'profile',
  experience: 'experience',
  income: 'income',
  checked_income: 'income',
  other_debts: 'obligations',
  open_loans: 'obligations',
  bureau_late_days: 'history',
  prizma_rating: 'history',
  late_days: 'discipline',
  discipline: 'discipline',
  closed_contracts: 'discipline',
};
export const SAYINGS = [
  'first_share',
  'load',
  'guarantor',
  'profile',
  'experience',
  'income',
  'obligations',
  'history',
  'discipline',
  /** Whatever it was: no source knew it. */
  'no_data',
] as const;
export type Said = (typeof SAYINGS)[number];

export interface Explained {
  /** What took most away, at most two; of an approval whole nothing. */
  readonly against: readonly Said[];
  /** What gave most, at most two. */
  readonly helped: readonly Said[];
}

/** At least so much of a criterion's points is something that helped; at most so much, something that did not. */
const HELPED = 70;
const AGAINST = 50;
const MOST_NAMED = 2;

const named = (given: readonly Given[], by: (one: Given) => number): Said[] => [
  ...new Set(
    [...given]
      .sort((one, other) => by(other) - by(one) || one.criterion - other.criterion)
      .map(({ fact, input }) => (input === null ? 'no_data' : SAID[fact])),
  ),
];

/** @param cut approved for less than what was asked for */
export function explain(decision: Decision, cut: boolean, given: readonly Given[]): Explained {
  const lost = ({ weight, points, stop }: Given): number =>
    stop ? Number.POSITIVE_INFINITY : weight * (MOST_POINTS - points);
  const low = given.filter(({ weight, points, stop }) => stop || (weight > 0 && points <= AGAINST));
  const high = given.filter(
    ({ weight, points, stop, input }) => !stop && input !== null && weight > 0 && points >= HELPED,
  );
  const against = decision === 'approved' && !cut ? [] : named(low, lost).slice(0, MOST_NAMED);
  const helped = named(high, ({ weight, points }) => weight * points).filter((one) => !against.includes(one));
  return { against, helped: helped.slice(0, MOST_NAMED) };
}
