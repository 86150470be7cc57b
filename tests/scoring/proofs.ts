/**
 * Properties of the scoring over random models and applications, from a seed: `npm test` tries a hundredth of what
 * `npm run prove -- scoring` does. Each returns the first difference in words, or null.
 */
import { STEP, smallestChanges } from '../../contract/scoring/change.ts';
import { type Application, FACTS, type Facts, type Offer } from '../../contract/scoring/facts.ts';
import { applied, type Condition, type Criterion, type Model, owedOn, scoreOf } from '../../contract/scoring/score.ts';
import { Random } from '../../server/seed/random.ts';
import { type NaiveInput, naiveChanges, naiveScore } from '../oracle/naiveScoring.ts';
import type { Proof } from '../sale/proofs.ts';

const TERMS = [1, 3, 6, 9, 12, 18, 24];
/** Values of facts and bounds of conditions meet often. */
const BOUNDS = [0, 1, 10, 20, 24.999, 25, 30, 50, 100, 1_500_000, 4_000_000];

function modelFrom(random: Random): Model {
  const criteria: Criterion[] = FACTS.filter(() => random.whole(0, 2) > 0).map((fact, at) => ({
    ...{ id: at + 1, fact, weight: random.pick([0, 5, 10, 25, random.whole(0, 10_000) / 100]) },
    missing: random.pick([null, 0, 30, 50.5]),
  }));
  const conditions: Condition[] = criteria.flatMap(({ id }) =>
    BOUNDS.filter(() => random.whole(0, 2) === 0).map((at_least) => ({
      ...{ criterion_id: id, at_least, at_most: random.pick([null, null, at_least, at_least + random.whole(0, 30)]) },
      ...{ score: random.pick([0, 40, 60, 100, random.whole(0, 100_000) / 1_000]), stop: random.whole(0, 40) === 0 },
    })),
  );
  const manual_from = random.whole(0, 60);
  return {
    ...{ criteria, conditions, manual_from, approve_from: manual_from + random.whole(0, 40) },
    ...{ limit_approved: random.whole(0, 400_000), limit_80: random.whole(0, 900_000), limit_90: 1_000_000 },
  };
}

function saidFrom(random: Random): Facts {
  const said: Record<string, number> = {};
  for (const fact of FACTS) if (random.whole(0, 4) > 0) said[fact] = random.pick(BOUNDS);
  const {
    first_share: _share,
    load: _load,
    guarantor: _guarantor,
    income: _income,
    checked_income: _checked,
    other_debts: _debts,
    ...rest
  } = said;
  // sums are whole soʻm
  if (random.whole(0, 3) > 0) rest.income = random.whole(0, 900_000);
  if (random.whole(0, 1) > 0) rest.checked_income = random.whole(0, 900_000);
  if (random.whole(0, 3) > 0) rest.other_debts = random.whole(0, 200_000);
  return rest;
}

function inputFrom(random: Random) {
  const goods = random.whole(60_000, 400_000);
  const application: Application = {
    ...{ goods, firstPayment: random.pick([0, random.whole(0, goods - 1), random.whole(0, 100) * 500]) },
    ...{ term: random.pick(TERMS), guarantor: random.whole(0, 2) === 0 },
  };
  if (application.firstPayment >= goods) Object.assign(application, { firstPayment: goods - 1 });
  const offers: Offer[] = TERMS.filter(() => random.whole(0, 3) > 0).map((term) => ({
    term,
    markup: random.pick([0, 15, 27.5, random.whole(0, 10_000) / 100]),
  }));
  return { model: modelFrom(random), offers, said: saidFrom(random), application };
}

/** The score, the decision and the limit are those of the naive implementation, and the same when asked again. */
export function proveScores(count: number, seed: number): Proof {
  const random = new Random(String(seed));
  let made = 0;
  for (let n = 0; n < count; n += 1) {
    const input = inputFrom(random);
    const { model, offers, said, application } = input;
    const facts = applied(application, owedOn(application, offers), said);
    const scored = scoreOf(model, facts);
    const { score, decision, limit } = scored;
    const found = JSON.stringify({ score, decision, limit });
    const expected = JSON.stringify(naiveScore(input as NaiveInput));
    if (found !== expected) return { difference: `${found}, not ${expected}: ${JSON.stringify(input)}`, made };
    // the order in which rows come is nobody's promise
    const again = scoreOf({ ...model, conditions: [...model.conditions].reverse() }, facts);
    if (JSON.stringify(again) !== JSON.stringify(scored))
      return { difference: `not the same twice: ${JSON.stringify(input)}`, made };
    if (decision !== 'refused') made += 1;
  }
  return { difference: null, made };
}

/** No smaller change is approved than the one that is found, and none is missed. */
export function proveChanges(count: number, seed: number): Proof {
  const random = new Random(String(seed));
  let made = 0;
  for (let n = 0; n < count; n += 1) {
    const input = inputFrom(random);
    const changes = smallestChanges(input);
    const found = Object.fromEntries(
      changes.map(({ lever, withGuarantor, application }) => [`${withGuarantor ? '+' : ''}${lever}`, application]),
    );
    const expected = naiveChanges(input as NaiveInput);
    const words = (one: Readonly<Record<string, Application>>) =>
      JSON.stringify(Object.entries(one).sort(([first], [second]) => (first < second ? -1 : 1)));
    if (words(found) !== words(expected))
      return { difference: `${words(found)}, not ${words(expected)}: ${JSON.stringify(input)}`, made };
    for (const { application } of changes)
      if ((application.goods - input.application.goods) % STEP !== 0)
        return { difference: `no whole step: ${JSON.stringify(application)}`, made };
    if (changes.length > 0) made += 1;
  }
  return { difference: null, made };
}
