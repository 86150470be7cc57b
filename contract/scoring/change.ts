/**
 * The smallest change that the same version would approve: the least step in the first payment, the term, the price or a
 * guarantor, each by itself and found by trying every step; with a guarantor only where none suffices by itself. Who the
 * person is and what the person earns is never changed.
 */
import type { Application, Fact, Facts, Offer } from './facts.ts';
import { applied, type Criterion, decide, judge, type Model, owedOn, weighted } from './score.ts';

/** Steps of sums, soʻm. */
export const STEP = 1_000;

export const LEVERS = ['first_payment', 'guarantor', 'goods', 'term'] as const;
export type Lever = (typeof LEVERS)[number];

export interface Change {
  readonly lever: Lever;
  /** A guarantor is needed as well. */
  readonly withGuarantor: boolean;
  readonly application: Application;
  readonly score: number;
  readonly limit: number;
}

export interface Scored {
  readonly model: Model;
  readonly offers: readonly Offer[];
  /** What sources said. */
  readonly said: Facts;
  readonly application: Application;
}

/** Facts that a change of the application changes. */
const CHANGED: readonly Fact[] = ['first_share', 'load', 'guarantor'];
const isChanged = ({ fact }: Criterion): boolean => CHANGED.includes(fact);

/** What the criteria that change would give, were every one of them to give its most. */
const atBest = ({ criteria, conditions }: Model) =>
  criteria.filter(isChanged).map(({ id, weight, missing }) => ({
    weight,
    points: Math.max(missing ?? 0, ...conditions.map((one) => (one.criterion_id === id ? one.score : 0))),
  }));

/**
 * Whether the version approves an application whole: by its score, and with a limit for all of T − F. What no change of the
 * application changes is given its points once.
 */
function approver({ model, offers, said }: Scored) {
  const kept = model.criteria.filter((one) => !isChanged(one)).map((one) => judge(model, one)(said));
  const changing = model.criteria.filter(isChanged).map((one) => judge(model, one));
  const hopeless = kept.some(({ stop }) => stop) || weighted([...kept, ...atBest(model)]) < model.approve_from;
  return (application: Application): { score: number; limit: number } | null => {
    const owed = hopeless ? null : owedOn(application, offers);
    if (owed === null) return null;
    const facts = applied(application, owed, said);
    const given = changing.map((judged) => judged(facts));
    if (given.some(({ stop }) => stop)) return null;
    const score = weighted([...kept, ...given]);
    const { decision, limit } = decide(model, score, false);
    return decision === 'approved' && owed <= limit ? { score, limit } : null;
  };
}

type Approves = ReturnType<typeof approver>;

/** Applications that a lever leads to, the smallest step first. */
function* stepsOf(lever: Lever, application: Application, offers: readonly Offer[]): Generator<Application> {
  const { goods, firstPayment, term, guarantor } = application;
  if (lever === 'guarantor') {
    if (!guarantor) yield { ...application, guarantor: true };
  } else if (lever === 'first_payment') {
    for (let next = firstPayment + STEP; next < goods; next += STEP) yield { ...application, firstPayment: next };
  } else if (lever === 'goods') {
    for (let next = goods - STEP; next > firstPayment; next -= STEP) yield { ...application, goods: next };
  } else {
    const others = offers.filter((one) => one.term !== term).map((one) => one.term);
    // of two terms that are as far the shorter one, which costs less
    others.sort((one, other) => Math.abs(one - term) - Math.abs(other - term) || one - other);
    for (const next of others) yield { ...application, term: next };
  }
}

function first(approves: Approves, steps: Iterable<Application>): Omit<Change, 'lever' | 'withGuarantor'> | null {
  for (const application of steps) {
    const found = approves(application);
    if (found !== null) return { application, ...found };
  }
  return null;
}

/** @returns none where the application is approved whole as it is, or nothing helps */
export function smallestChanges(scored: Scored): Change[] {
  const { application, offers } = scored;
  const approves = approver(scored);
  if (approves(application) !== null) return [];
  const found = (from: Application, levers: readonly Lever[], withGuarantor: boolean): Change[] =>
    levers.flatMap((lever) => {
      const change = first(approves, stepsOf(lever, from, offers));
      return change === null ? [] : [{ lever, withGuarantor, ...change }];
    });
  const alone = found(application, LEVERS, false);
  if (alone.length > 0 || application.guarantor) return alone;
  return found({ ...application, guarantor: true }, ['first_payment', 'goods', 'term'], true);
}
