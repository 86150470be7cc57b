/** The life of an arrow: how often a transition was taken in ninety days, and which layers of the tests take it. */
import type { ArrowFigure } from '../../../../contract/workflows.ts';
import type { Chart } from '../../../../machines/kit/chart.ts';
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
    arrows.set(name, {
      ...{ key: name, source, event, target, count: 0 },
      layers: LAYERS.filter((layer) => layers.includes(layer) || known?.layers.includes(layer)),
    });
  }
  for (const figure of figures) {
    const taken = arrows.get(takenBy(figure, chart) ?? '');
    if (taken !== undefined) taken.count += figure.count;
  }
  return [...arrows.values()].sort((one, other) => other.count - one.count);
}

/** The arrow that a step took, by name: of several that may have been it the one written closest to where it was. */
function takenBy({ state, event, after }: ArrowFigure, { id, transitions }: Chart): string | undefined {
  const depthOf = (path: string): number => (path === id ? 0 : path.split('.').length);
  /** Whether the state is the one that an arrow is written on or leads to, or lies in it: all lie in the machine itself. */
  const lies = (inner: string, outer: string): boolean =>
    inner !== '' && (outer === id || inner === outer || inner.startsWith(`${outer}.`));
  const [taken] = transitions
    .filter(
      (one) =>
        one.event === event &&
        lies(state, one.source) &&
        // without a target the state is kept, however far above it the arrow is written
        (one.targets.length === 0 ? after === state : one.targets.some((target) => lies(after, target))),
    )
    .map(({ source, targets }) => ({ source, target: targets[0] ?? source }))
    .sort((one, other) => depthOf(other.source) - depthOf(one.source) || depthOf(other.target) - depthOf(one.target));
  return taken && `${taken.source} ${event} ${taken.target}`;
}

export function lifeOf({ count, layers }: Arrow): Life | undefined {
  if (count > 0 && layers.length < 2) return 'thin';
  return count === 0 && layers.length > 0 ? 'unused' : undefined;
}
