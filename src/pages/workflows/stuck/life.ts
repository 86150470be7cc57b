/** The life of an arrow: how often a transition was taken in ninety days, and which layers of the tests take it. */
import type { ArrowFigure } from '../../../../contract/workflows.ts';
import type { WorkflowEntry } from '../catalogue.ts';

export const LAYERS = ['model', 'server', 'browser'] as const;

export interface Arrow {
  key: string;
  source: string;
  event: string;
  target: string;
  count: number;
  layers: readonly string[];
}

/** What an arrow is listed under: used but proved by one layer only, proved but never used. */
export type Life = 'thin' | 'unused';

export function arrowsOf({ chart, facts }: WorkflowEntry, figures: readonly ArrowFigure[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const { key, source, event, targets } of chart.transitions) {
    const target = targets[0] ?? source;
    // guards part an arrow of one event into several; the log does not say which of them was taken
    const name = `${source} ${event} ${target}`;
    const layers = facts.proved?.[key] ?? LAYERS;
    const known = arrows.get(name);
    const count = figures.reduce(
      (sum, one) => sum + (one.event === event && one.after === target && within(one.state, source) ? one.count : 0),
      0,
    );
    arrows.set(name, {
      ...{ key: name, source, event, target, count },
      layers: LAYERS.filter((layer) => layers.includes(layer) || known?.layers.includes(layer)),
    });
  }
  return [...arrows.values()].sort((one, other) => other.count - one.count);
}

/** Whether a state is the one that an arrow is written on, or lies in it. */
const within = (state: string, source: string): boolean => state === source || state.startsWith(`${source}.`);

export function lifeOf({ count, layers }: Arrow): Life | undefined {
  if (count > 0 && layers.length < 2) return 'thin';
  return count === 0 && layers.length > 0 ? 'unused' : undefined;
}
