/** Remarks on one chart, and how many of them are open where. */
import { remarksOfChart } from '../../../../contract/remarks.ts';
import type { Chart } from '../../../../machines/kit/chart.ts';
import { useCall } from '../../../api/queries.ts';
import { useText } from '../../../i18n/index.ts';
import type { OpenRemarks } from '../Diagram.tsx';

/** Unsettled remarks of a chart by state and by transition; a drawing without them waits for nothing. */
export function useOpenRemarks({ id, transitions }: Chart): OpenRemarks {
  // the names of the marks
  useText('remarks');
  const { data } = useCall(remarksOfChart, { query: { machine: id } });
  const unsettled = (data?.data ?? []).filter(({ status }) => status !== 'settled');
  const states = new Map<string, number>();
  const keys = new Map<string, number>();
  for (const { kind, place } of unsettled) {
    if (kind === 'state') states.set(place, (states.get(place) ?? 0) + 1);
    if (kind === 'transition') keys.set(place, (keys.get(place) ?? 0) + 1);
  }
  return {
    states,
    transitions: new Map(
      transitions.flatMap(({ key }, at) => {
        const count = keys.get(key);
        return count === undefined ? [] : [[at, count] as const];
      }),
    ),
  };
}
