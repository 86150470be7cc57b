/** The heat of states: quarters of the longest median, so that every workflow has its own scale. */
import type { StateTimes } from '../../../../contract/workflows.ts';
import type { Heat } from '../Diagram.tsx';

const QUARTERS = [1, 2, 3, 4] as const;

type Timed = Pick<StateTimes, 'state' | 'median'>;

const longestOf = (states: readonly Timed[]): number => Math.max(0, ...states.map(({ median }) => median ?? 0));

/** Seconds up to which each level goes; null when no time is known. */
export function boundsOf(states: readonly Timed[]): number[] | null {
  const longest = longestOf(states);
  return longest === 0 ? null : QUARTERS.map((quarter) => (longest * quarter) / QUARTERS.length);
}

export function heatOf<Row extends Timed>(
  states: readonly Row[],
  describe: (row: Row) => Pick<Heat, 'figure' | 'words'>,
): ReadonlyMap<string, Heat> {
  const bounds = boundsOf(states);
  return new Map(
    states.map((row) => {
      const { median } = row;
      const level = median === null ? 0 : (QUARTERS.find((quarter) => median <= (bounds?.[quarter - 1] ?? 0)) ?? 0);
      return [row.state, { level, ...describe(row) }];
    }),
  );
}
