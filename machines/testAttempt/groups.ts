/**
 * In which group a test is, which one opens first, and when the reminder asks (spec 4 "Tests", "Test reminder", 9;
 * decisions 11–15). The server and the browser ask the same functions; `now` is always the server's time, in
 * milliseconds since 1970.
 */
import type { TestResult } from '../../contract/staffTests.ts';

/** From the first result's `created_at`; the reminder counts as long from the last update (spec 9). */
export const TEST_WINDOW_MS = 7_200_000;

/** In the order in which they open; `other` has tries left, but its window has passed (decision 15). */
export const TEST_GROUPS = ['hourly', 'new', 'other', 'old'] as const;
export type TestGroup = (typeof TEST_GROUPS)[number];

export interface GroupedTest {
  readonly attempt_id: number;
  readonly test_results: readonly Pick<TestResult, 'created_at' | 'updated_at' | 'try'>[];
  /** The sitting whose minutes run. */
  readonly sitting?: { readonly ends_at: string } | null;
}

const times = (test: GroupedTest, of: 'created_at' | 'updated_at'): number[] =>
  test.test_results.map((result) => Date.parse(result[of]));

/** `try` of the newest entry by `created_at`, of equal ones the later in the list (decision 13); none without results. */
export function triesOf({ test_results }: GroupedTest): number | undefined {
  let newest = test_results[0];
  for (const result of test_results) {
    if (newest && Date.parse(result.created_at) >= Date.parse(newest.created_at)) newest = result;
  }
  return newest?.try;
}

/** When the two hours end: after the oldest entry (decision 11); none without results. */
export const windowEnd = (test: GroupedTest): number | undefined =>
  test.test_results.length === 0 ? undefined : Math.min(...times(test, 'created_at')) + TEST_WINDOW_MS;

/** When the header's countdown is at zero: two hours after the newest update (decision 11); none without results. */
export const remindAt = (test: GroupedTest): number | undefined =>
  test.test_results.length === 0 ? undefined : Math.max(...times(test, 'updated_at')) + TEST_WINDOW_MS;

/** What is sent at the last second of a sitting may arrive so much later, in milliseconds. */
export const GRACE_MS = 30_000;

/** When the person is asked: who sits at the test just now is not asked to go to it, but once that sitting is over. */
export const askAt = (test: GroupedTest): number | undefined => {
  const at = remindAt(test);
  return at === undefined || !test.sitting ? at : Math.max(at, Date.parse(test.sitting.ends_at) + GRACE_MS + 1);
};

/** Skipping then clears the token: the attempt has exactly one entry (decision 12). */
export const isFirstTry = ({ test_results }: GroupedTest): boolean => test_results.length === 1;

export function groupOf(test: GroupedTest, now: number): TestGroup {
  const end = windowEnd(test);
  const left = triesOf(test);
  if (end === undefined || left === undefined) return 'new';
  if (left < 1) return 'old';
  return now < end ? 'hourly' : 'other';
}

/** The tests of one group, in the order in which they open: hourly by the end of their window, others as they came. */
export function inGroup<T extends GroupedTest>(tests: readonly T[], group: TestGroup, now: number): T[] {
  const those = tests.filter((test) => groupOf(test, now) === group);
  return group === 'hourly' ? those.sort((one, other) => (windowEnd(one) ?? 0) - (windowEnd(other) ?? 0)) : those;
}

/** Tests that are being taken, whatever their group: the one whose minutes end first before the others. */
export const running = <T extends GroupedTest>(tests: readonly T[]): T[] => {
  const end = ({ sitting }: T) => Date.parse(sitting?.ends_at ?? '');
  return tests.filter((test) => test.sitting != null).sort((one, other) => end(one) - end(other));
};

/**
 * The test that opens first: hourly (of several the one whose window ends first), then what is still to be taken. A finished
 * one opens when nothing else is due. Before them all one whose minutes run: they do not wait.
 */
export function currentTest<T extends GroupedTest>(tests: readonly T[], now: number): T | undefined {
  const [begun] = running(tests);
  if (begun) return begun;
  return TEST_GROUPS.flatMap((group) => inGroup(tests, group, now))[0];
}

/**
 * The tests that the header counts to, the nearest zero first: the hourly ones (decision 14), and of those that a header
 * counts already also the ones whose window has passed (decision 11), until no try is left. Which one opens first goes
 * by the end of the window, which one is asked about by its zero: a later result moves the zero of one test alone.
 */
export function remindedTests<T extends GroupedTest>(
  tests: readonly T[],
  now: number,
  counted: readonly number[] = [],
): T[] {
  return [
    ...inGroup(tests, 'hourly', now),
    ...inGroup(tests, 'other', now).filter((test) => counted.includes(test.attempt_id)),
  ].sort((one, other) => (askAt(one) ?? 0) - (askAt(other) ?? 0));
}
