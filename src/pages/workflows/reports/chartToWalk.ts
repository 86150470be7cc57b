/** Which chart of a report a scenario is made of: where its author stood, not what stands around every page; and its facts. */
import type { ProblemReport, ReportedChart } from '../../../../contract/problemReports.ts';
import type { Facts } from '../../../../machines/kit/release.ts';
import type { TrialChart } from '../../../../machines/kit/simulation.ts';
import type { Group } from '../groups.ts';

/** That of the record, else the first of the window's own, else the first of the shell. */
export function chartToWalk<C extends Pick<ReportedChart, 'machine'>>(
  record: Pick<NonNullable<ProblemReport['record']>, 'machine'> | null,
  charts: readonly C[],
  groupOf: (chart: C) => Group,
): C | undefined {
  return (
    charts.find(({ machine }) => machine === record?.machine) ??
    charts.find((chart) => groupOf(chart) !== 'shell') ??
    charts[0]
  );
}

/**
 * In the order of the table: the database keeps another one. What only the code of a page names says nothing to a reader; the
 * simulator begins with it all the same.
 */
export const factsOfTable = (facts: Facts, { facts: known }: Pick<TrialChart, 'facts'>): Facts =>
  Object.fromEntries(
    [...known.keys()].flatMap((name) => {
      const value = facts[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
