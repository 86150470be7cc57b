/** Which chart of a report a scenario is made of: where its author stood, not what stands around every page. */
import type { ProblemReport, ReportedChart } from '../../../../contract/problemReports.ts';
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
