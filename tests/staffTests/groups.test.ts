/** In which group a test is: the table of edges (spec 4 "Tests", 9; decisions 11–15). */
import { describe, expect, it } from 'vitest';
import {
  askAt,
  currentTest,
  type GroupedTest,
  groupOf,
  inGroup,
  isFirstTry,
  remindAt,
  remindedTests,
  type TestGroup,
  windowEnd,
} from '../../machines/testAttempt/groups.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const HOUR = 3_600_000;
/** Specification 9: 7,200,000 ms. */
const TWO_HOURS = 7_200_000;
/** What the network may take after the minutes of a sitting. */
const GRACE = 30_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Entries by how long ago they were made and how many tries were left; `updated` where it was moved on. */
const entry = (ago: number, left: number, updated = ago) => ({
  created_at: iso(NOW - ago),
  updated_at: iso(NOW - updated),
  try: left,
});
const test = (attempt_id: number, ...test_results: GroupedTest['test_results']): GroupedTest => ({
  attempt_id,
  test_results,
});

const CASES: readonly [name: string, results: GroupedTest['test_results'], group: TestGroup][] = [
  ['no results', [], 'new'],
  ['a result just now, a try left', [entry(0, 1)], 'hourly'],
  ['1 h 59 min 59.999 s ago, a try left', [entry(TWO_HOURS - 1, 1)], 'hourly'],
  ['2 h ago to the millisecond, a try left', [entry(TWO_HOURS, 1)], 'other'],
  ['2 h and 1 ms ago, a try left', [entry(TWO_HOURS + 1, 1)], 'other'],
  ['just now, no try left', [entry(0, 0)], 'old'],
  ['2 h ago, no try left', [entry(TWO_HOURS, 0)], 'old'],
  ['a year ago, no try left', [entry(365 * 24 * HOUR, 0)], 'old'],
  ['a year ago, a try left', [entry(365 * 24 * HOUR, 1)], 'other'],
  ['the window is the first result’s, not the last one’s', [entry(3 * HOUR, 2), entry(HOUR, 1)], 'other'],
  ['…wherever it stands in the list', [entry(HOUR, 1), entry(3 * HOUR, 2)], 'other'],
  ['tries are those of the newest result', [entry(HOUR, 1), entry(HOUR / 2, 0)], 'old'],
  ['…wherever it stands in the list', [entry(HOUR / 2, 0), entry(HOUR, 1)], 'old'],
  ['…of two at one moment the later in the list', [entry(HOUR, 2), entry(HOUR, 1), entry(HOUR, 0)], 'old'],
  ['skipping moves the update, not the window', [entry(TWO_HOURS, 1, 0)], 'other'],
  ['the server wrote the result after it said the time', [entry(-1500, 1)], 'hourly'],
  ['tries that went below nothing', [entry(HOUR, -1)], 'old'],
];

describe('the group of a test', () => {
  it.each(CASES)('%s: %s', (_, results, group) => {
    expect(groupOf(test(1, ...results), NOW)).toBe(group);
  });

  it('follows the time it is given, whatever the local clock shows', () => {
    const own = test(1, { created_at: iso(0), updated_at: iso(0), try: 1 });
    expect(groupOf(own, 0)).toBe('hourly');
    expect(groupOf(own, TWO_HOURS - 1)).toBe('hourly');
    expect(groupOf(own, TWO_HOURS)).toBe('other');
  });
});

describe('the test that opens first', () => {
  const hourly = test(1, entry(HOUR, 1));
  const old = test(2, entry(HOUR, 0));
  const fresh = test(3);
  const other = test(4, entry(5 * HOUR, 1));
  const sitting = (one: GroupedTest, ends: number) => ({ ...one, sitting: { ends_at: iso(NOW + ends) } });
  const ORDER: readonly [name: string, tests: readonly GroupedTest[], first: number | undefined][] = [
    ['hourly before all', [other, fresh, old, hourly], 1],
    ['new before one that is finished, wherever it stands', [old, other, fresh], 3],
    ['new before other', [other, fresh], 3],
    ['one whose window has passed before one that is finished', [old, other], 4],
    ['of several whose window has passed the first in the list', [other, test(5, entry(9 * HOUR, 1))], 4],
    ['a finished one where nothing is due', [old], 2],
    ['none without tests', [], undefined],
    ['of several hourly the one whose window ends first', [hourly, test(6, entry(1.5 * HOUR, 1))], 6],
    ['…of equal ones the first in the list', [hourly, test(7, entry(HOUR, 2))], 1],
    ['…by the first result, not by the last', [hourly, test(8, entry(1.9 * HOUR, 2), entry(0, 1))], 8],
    ['one whose minutes run before all, though it is in no group', [hourly, old, sitting(other, HOUR)], 4],
    ['…of several the one whose minutes end first', [hourly, sitting(fresh, HOUR), sitting(other, HOUR / 2)], 4],
    ['…not one that is not being taken', [{ ...other, sitting: null }, hourly], 1],
    ['of several old the first in the list', [old, test(9, entry(2 * HOUR, 0))], 2],
  ];
  it.each(ORDER)('%s', (_, tests, first) => {
    expect(currentTest(tests, NOW)?.attempt_id).toBe(first);
  });

  it('each test is in exactly one group', () => {
    const tests = CASES.map(([, results], index) => test(index, ...results));
    const grouped = (['hourly', 'old', 'new', 'other'] as const).flatMap((group) => inGroup(tests, group, NOW));
    expect(grouped.map((one) => one.attempt_id).sort((a, b) => a - b)).toEqual(tests.map((one) => one.attempt_id));
  });
});

describe('what the reminder reads', () => {
  it('counts to two hours after the newest update, the window to two hours after the first result', () => {
    const skipped = test(1, entry(HOUR, 2), entry(HOUR / 2, 1, 60_000));
    expect(windowEnd(skipped)).toBe(NOW + HOUR);
    expect(remindAt(skipped)).toBe(NOW - 60_000 + TWO_HOURS);
    expect([windowEnd(test(1)), remindAt(test(1))]).toEqual([undefined, undefined]);
  });

  const reminded = (tests: ReturnType<typeof test>[], counted?: number[]) =>
    remindedTests(tests, NOW, counted).map((one) => one.attempt_id);

  it('is every hourly test, the nearest zero first', () => {
    const twice = test(5, entry(1.95 * HOUR, 2), entry(HOUR / 2, 1));
    const tests = [
      test(1),
      test(2, entry(HOUR, 1)),
      twice,
      test(3, entry(1.5 * HOUR, 1)),
      test(4, entry(1.9 * HOUR, 0)),
    ];
    // the window of 5 ends first of all, its zero comes last
    expect(reminded(tests)).toEqual([3, 2, 5]);
    expect(reminded([test(1), test(4, entry(HOUR, 0))])).toEqual([]);
  });

  it('is a counted one also after its window, in its place, until no try is left', () => {
    const gone = test(6, entry(3 * HOUR, 2), entry(1.2 * HOUR, 1));
    const tests = [test(1), test(2, entry(HOUR, 1)), gone, test(4, entry(3 * HOUR, 0))];
    expect(reminded(tests)).toEqual([2]);
    expect(reminded(tests, [1, 4, 6])).toEqual([6, 2]);
  });

  it('is not asked about while the person sits at it, and then after its grace', () => {
    const ends = NOW + HOUR;
    const sits = { ...test(7, entry(2 * HOUR, 1)), sitting: { ends_at: new Date(ends).toISOString() } };
    expect(askAt(sits)).toBe(ends + GRACE + 1);
    expect(remindedTests([sits, test(2, entry(1.5 * HOUR, 1))], NOW, [7]).map((one) => one.attempt_id)).toEqual([2, 7]);
    const soon = { ...sits, sitting: { ends_at: new Date(NOW - HOUR).toISOString() } };
    expect([askAt(soon), askAt(test(1))]).toEqual([remindAt(soon), undefined]);
  });

  it('is the first try with exactly one entry', () => {
    expect([test(1), test(1, entry(1, 1)), test(1, entry(2, 2), entry(1, 1))].map(isFirstTry)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
