/** The heat of states: quarters of the longest median, so that every workflow has its own scale. */
import type { StateTimes } from '../../../../contract/workflows.ts';
import type { Heat } from '../Diagram.tsx';

const QUARTERS = [1, 2, 3, 4] as const;

const longestOf = (states: readonly StateTimes[]): number => Math.max(0, ...states.map(({ median }) => median ?? 0));

/** Seconds up to which each level goes; null when no time is known. */
export function boundsOf(states: readonly StateTimes[]): number[] | null {
  const longest = longestOf(states);
  return longest === 0 ? null : QUARTERS.map((quarter) => (longest * quarter) / QUARTERS.length);
}

export function heatOf(
  states: readonly StateTimes[],
  describe: (row: StateTimes) => Pick<Heat, 'figure' | 'words'>,
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
