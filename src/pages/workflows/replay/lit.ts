/** A step of a log on the diagram of today: the definition may have changed since it was written. */
import type { ReplayStep } from '../../../../contract/workflows.ts';
import type { Chart } from '../../../../machines/kit/chart.ts';
import type { Lit } from '../Diagram.tsx';

type Step = Pick<ReplayStep, 'event' | 'before' | 'after'>;

/** The state after the step with those around it, and the transitions that may have led there. */
export function litBy(chart: Chart, { event, before, after }: Step): Lit {
  const around: string[] = [];
  for (let path = after; path !== null && path !== chart.id; ) {
    around.push(path);
    const at = path;
    path = chart.states.find((state) => state.path === at)?.parent ?? null;
  }
  const leads = ({ source, targets }: Chart['transitions'][number]) =>
    (source === before || source === chart.id || before?.startsWith(`${source}.`) === true) &&
    (targets.length === 0 ? after === before : targets.some((target) => target === after));
  return {
    states: new Set(around),
    taken: new Set(chart.transitions.filter((one) => one.event === event && leads(one)).map(({ key }) => key)),
  };
}

/** Names of the step that today's definition does not have, as they are in the log. */
export function unknownIn(chart: Chart, { event, before, after }: Step): string[] {
  const states = [before, after].filter(
    (state): state is string => state !== null && !chart.states.some(({ path }) => path === state),
  );
  // a document begins by no event of its lifecycle
  const events = before === null || chart.transitions.some((one) => one.event === event) ? [] : [event];
  return [...new Set([...states, ...events])];
}
