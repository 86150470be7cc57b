/** The score, the decision, the smallest change and what a client may hear (decision 75; issue 19.2), by hand and at random. */
import { describe, expect, it } from 'vitest';
import { smallestChanges } from '../../contract/scoring/change.ts';
import { SOURCE_OF, sourcesOf } from '../../contract/scoring/facts.ts';
import { explain } from '../../contract/scoring/reasons.ts';
import { applied, type Condition, type Model, owedOn, scoreOf, weighted } from '../../contract/scoring/score.ts';
import ru from '../../locales/ru/scoring.json' with { type: 'json' };
import uz from '../../locales/uz/scoring.json' with { type: 'json' };
import { proveChanges, proveScores } from './proofs.ts';

/** From a value on so many points. */
const bands = (criterion_id: number, ...given: readonly (readonly [from: number, points: number])[]): Condition[] =>
  given.map(([at_least, score]) => ({ criterion_id, at_least, at_most: null, score, stop: false }));

/** The version of picture 16: nine criteria, manual from 50, approved from 62. */
const MODEL: Model = {
  criteria: [
    { id: 1, fact: 'load', weight: 25, missing: null },
    { id: 2, fact: 'guarantor', weight: 10, missing: null },
    { id: 3, fact: 'first_share', weight: 10, missing: null },
    { id: 4, fact: 'discipline', weight: 10, missing: 50 },
    { id: 5, fact: 'experience', weight: 10, missing: null },
    { id: 6, fact: 'prizma_rating', weight: 5, missing: 30 },
    { id: 7, fact: 'age', weight: 5, missing: null },
    { id: 8, fact: 'open_loans', weight: 10, missing: null },
    { id: 9, fact: 'bureau_late_days', weight: 15, missing: null },
  ],
  conditions: [
    ...bands(1, [0, 70], [30, 40], [50, 0]),
    ...bands(2, [0, 0], [1, 100]),
    ...bands(3, [0, 0], [20, 40], [30, 70]),
    ...bands(4, [0, 0], [50, 100]),
    ...bands(5, [0, 0], [12, 60]),
    ...bands(6, [0, 100]),
    ...bands(7, [18, 60]),
    ...bands(8, [0, 100], [1, 80]),
    ...bands(9, [0, 100], [1, 0]),
    { criterion_id: 9, at_least: 60, at_most: null, score: 0, stop: true },
  ],
  ...{ manual_from: 50, approve_from: 62, limit_approved: 8_000_000, limit_80: 12_000_000, limit_90: 20_000_000 },
};
const offers = [12, 18, 24].map((term) => ({ term, markup: 38.5 }));
/** A refrigerator of 7,200,000, 20 % at once, a year: T − F = 5,760,000 × 1.385 = 7,977,600, 664,000 a month. */
const application = { goods: 7_200_000, firstPayment: 1_440_000, term: 12, guarantor: false };
const said = {
  ...{ income: 3_400_000, other_debts: 420_000, experience: 14, age: 22, open_loans: 1, bureau_late_days: 0 },
};
const factsOf = (more: object = {}, facts: object = said) => {
  const asked = { ...application, ...more };
  return applied(asked, owedOn(asked, offers), facts);
};
const of = (more: object = {}, facts: object = said) => scoreOf(MODEL, factsOf(more, facts));

describe('the score', () => {
  it('picture 16: 5,250 / 100 = 52.5 → 53, left to a person, 8,000,000 at most', () => {
    const { score, decision, limit, given } = of();
    expect(given.map(({ input, points }) => [input, points])).toEqual([
      // (664,000 + 420,000) / 3,400,000
      [31.882, 40],
      [0, 0],
      [20, 40],
      [null, 50],
      [14, 60],
      [null, 30],
      [22, 60],
      [1, 80],
      [0, 100],
    ]);
    expect([score, decision, limit]).toEqual([53, 'manual', 8_000_000]);
  });
  it('half goes up: 52.5 is 53, just below it is 52', () => {
    expect(
      weighted([
        { weight: 50, points: 100 },
        { weight: 50, points: 5 },
      ]),
    ).toBe(53);
    expect(
      weighted([
        { weight: 50, points: 100 },
        { weight: 50, points: 4.998 },
      ]),
    ).toBe(52);
    expect(weighted([])).toBe(0);
    expect(weighted([{ weight: 0, points: 100 }])).toBe(0);
  });
  it('a stop refuses whatever the score, with no limit', () => {
    const { stopped, decision, limit } = of(
      { guarantor: true, firstPayment: 6_000_000 },
      { ...said, bureau_late_days: 60 },
    );
    expect([stopped, decision, limit]).toEqual([true, 'refused', 0]);
  });
  it('cut-offs: 49 refused, 50 and 61 by a person, 62 approved; limits from 80 and 90', () => {
    const by = (points: number) => {
      const model = { ...MODEL, criteria: [{ id: 1, fact: 'age', weight: 1, missing: points }] } as Model;
      const { decision, limit } = scoreOf(model, {});
      return [decision, limit];
    };
    expect(by(49)).toEqual(['refused', 0]);
    expect(by(49.5)).toEqual(['manual', 8_000_000]);
    expect(by(61)).toEqual(['manual', 8_000_000]);
    expect(by(62)).toEqual(['approved', 8_000_000]);
    expect(by(79)).toEqual(['approved', 8_000_000]);
    expect(by(80)).toEqual(['approved', 12_000_000]);
    expect(by(90)).toEqual(['approved', 20_000_000]);
  });
  it('of conditions the one that begins highest decides; after its end there are no points', () => {
    const conditions = [
      ...bands(1, [30, 70], [20, 50]),
      { criterion_id: 1, at_least: 40, at_most: 45, score: 90, stop: false },
    ];
    const model = { ...MODEL, criteria: [{ id: 1, fact: 'age', weight: 1, missing: 5 }], conditions } as Model;
    const points = (age?: number) => scoreOf(model, age === undefined ? {} : { age }).score;
    expect([19, 20, 29, 30, 39, 40, 45, 46].map(points)).toEqual([0, 50, 50, 70, 70, 90, 90, 0]);
    expect(points()).toBe(5);
  });
  it('the load is missing without income or debts, and with an income of nothing', () => {
    for (const facts of [{ income: 1_000_000 }, { other_debts: 0 }, { income: 0, other_debts: 0 }])
      expect(factsOf({}, facts).load).toBeUndefined();
  });
  it('an income that was checked is taken before that of the tax service', () => {
    expect(factsOf({}, { ...said, checked_income: 5_000_000 }).load).toBe(21.68);
  });
  it('MyID is always asked; the load asks for income and debts', () => {
    expect(sourcesOf([])).toEqual(['myid']);
    expect(sourcesOf(['load'])).toEqual(['myid', 'incomes', 'tax', 'credit_bureau']);
    expect(sourcesOf(['discipline', 'prizma_rating'])).toEqual(['myid', 'prizma', 'own_contracts']);
    expect(SOURCE_OF.guarantor).toBe('application');
  });
});

describe('the smallest change that would be approved', () => {
  it('picture 16: +720,000 at once, a guarantor, or 2,400,000 less; no term', () => {
    const changes = smallestChanges({ model: MODEL, offers, said, application });
    expect(
      changes.map(({ lever, score, application: { firstPayment, goods, guarantor } }) => [
        ...[lever, score, firstPayment, goods, guarantor],
      ]),
    ).toEqual([
      ['first_payment', 63, 2_160_000, 7_200_000, false],
      ['guarantor', 63, 1_440_000, 7_200_000, true],
      ['goods', 63, 1_440_000, 4_800_000, false],
    ]);
  });
  it('nothing is proposed where it is approved whole, where a stop refuses, and where identity or income would have to change', () => {
    const changes = (more: object, facts: object = said) =>
      smallestChanges({ model: MODEL, offers, said: facts, application: { ...application, ...more } });
    expect(changes({ guarantor: true })).toEqual([]);
    expect(changes({}, { ...said, bureau_late_days: 90 })).toEqual([]);
    expect(changes({}, { bureau_late_days: 5 })).toEqual([]);
  });
  // a step of 1,000 at once is 1,385 less to owe: of the first two one needs an odd number of steps, for the last one is enough
  it.each([5_000_000, 5_001_385, 7_976_215])(
    'a limit of %i is below what is asked for: more at once, or less is bought',
    (most) => {
      const model = { ...MODEL, limit_approved: most };
      const changes = smallestChanges({ model, offers, said, application: { ...application, guarantor: true } });
      const owed = (goods: number, first: number) => Math.round((goods - first) * 1.385);
      for (const { lever, application: one } of changes) {
        expect(owed(one.goods, one.firstPayment)).toBeLessThanOrEqual(most);
        const before =
          lever === 'goods' ? owed(one.goods + 1_000, one.firstPayment) : owed(one.goods, one.firstPayment - 1_000);
        expect(before).toBeGreaterThan(most);
      }
      expect(changes.map(({ lever }) => lever)).toEqual(['first_payment', 'goods']);
    },
  );
  it('with a guarantor only where nothing suffices by itself', () => {
    const model = { ...MODEL, approve_from: 70 };
    const changes = smallestChanges({ model, offers, said, application });
    expect(changes.map(({ lever, withGuarantor }) => [lever, withGuarantor])).toEqual([
      ['first_payment', true],
      ['goods', true],
      ['term', true],
    ]);
    expect(changes[2]?.application).toMatchObject({ term: 18, guarantor: true, firstPayment: 1_440_000 });
  });
});

describe('what a client may hear', () => {
  it('two reasons, what helped, never the bureau by name', () => {
    const { given, decision } = of();
    expect(explain(decision, false, given)).toMatchObject({
      against: ['load', 'guarantor'],
      helped: ['history', 'obligations'],
    });
  });
  it('of the bureau no more than it says: who never borrowed has no history that could be good', () => {
    expect([uz.helped.history, ru.helped.history].join()).not.toMatch(/tarix|истори/);
  });
  it('what no source knew is said as such', () => {
    const { given, decision } = of({}, { age: 22 });
    expect(explain(decision, false, given)).toEqual({ against: ['no_data', 'guarantor'], helped: [] });
  });
  it('a stop is the first reason', () => {
    const { given, decision } = of({}, { ...said, bureau_late_days: 70 });
    expect(explain(decision, false, given).against[0]).toBe('history');
  });
  it('an approval whole has nothing against it, one that is cut has', () => {
    const { given } = of({ guarantor: true });
    expect(explain('approved', false, given).against).toEqual([]);
    expect(explain('approved', true, given).against).toEqual(['load', 'first_share']);
  });
});

const seed = Math.floor(Math.random() * 2 ** 31);
it('random models and applications have the score of the naive implementation, the same each time', () => {
  const { difference, made } = proveScores(3_000, seed);
  expect(difference, `seed ${seed}`).toBeNull();
  expect(made).toBeGreaterThan(300);
});
it('no smaller change is approved than the one that is found', () => {
  const { difference, made } = proveChanges(60, seed);
  expect(difference, `seed ${seed}`).toBeNull();
  expect(made).toBeGreaterThan(0);
});
