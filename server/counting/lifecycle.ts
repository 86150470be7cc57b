/** The lifecycles of an act and its counters but for their answers: who may send what, and why it is refused. */
import type { counterMachine } from '../../machines/counter/counter.machine.ts';
import {
  type ActQuestions,
  type CountingActContext,
  type countingActMachine,
  whatCompletingWaitsFor,
} from '../../machines/countingAct/countingAct.machine.ts';
import type { EventType, Reason, Rules } from '../lifecycle/lifecycle.ts';
import type { ActRecord, CounterRecord } from './access.ts';
import { whyNotCompleted, whyNotFormed } from './forming.ts';

export type ActEvent = EventType<typeof countingActMachine>;

export const questionsOf = ({ disagreements, moved, elsewhere }: CountingActContext): ActQuestions => ({
  disagreements,
  moved,
  elsewhere,
});

/** Events whose guards read what is still to be decided; for the others counting the counters is enough. */
export const ASKS_QUESTIONS: ReadonlySet<ActEvent> = new Set([
  'act.complete',
  'product.countManually',
  'moved.resolve',
]);

/** Events whose guards read what stock did meanwhile, by documents of its own: what was found goes into the log. */
export const ASKS_STOCK: ReadonlySet<ActEvent> = new Set(['act.complete', 'moved.resolve']);

const manager = { right: ({ manages }: ActRecord) => manages, forbidden: 'errors.act_not_yours' };

/** Forming posts, and a completed act blocks the closing of a day: both wait for an open one (V4). */
export const ACT_EVENTS = {
  'residues.load': manager,
  'act.update': {
    ...manager,
    event: (_, { organizationChanged }) => ({ type: 'act.update', organizationChanged: organizationChanged === true }),
  },
  'act.limit': manager,
  'counter.add': manager,
  'counter.rename': manager,
  'counter.remove': manager,
  'counter.start': { by: 'part' },
  'counter.submit': { by: 'part', event: (facts) => ({ type: 'counter.submit', facts: questionsOf(facts) }) },
  'counter.release': { ...manager, event: (facts) => ({ type: 'counter.release', facts: questionsOf(facts) }) },
  'counters.allSubmitted': { by: 'server' },
  'product.countManually': {
    ...manager,
    event: (facts) => ({ type: 'product.countManually', facts: questionsOf(facts) }),
  },
  'moved.resolve': { ...manager, event: (facts) => ({ type: 'moved.resolve', facts: questionsOf(facts) }) },
  'act.complete': { ...manager, dayOpen: true, waits: whyNotCompleted },
  'act.form': { ...manager, dayOpen: true, waits: whyNotFormed },
  'act.cancel': manager,
  'file.upload': manager,
  'comment.add': { ...manager, version: false, touches: 'log' },
  'comment.edit': { ...manager, version: false, touches: 'log' },
} as const satisfies Rules<typeof countingActMachine, ActRecord>;

/** What completing waits for. */
export function whyActRefused(act: ActRecord, event: ActEvent, facts: CountingActContext): Reason | undefined {
  if (event !== 'act.complete') return undefined;
  if (act.status === 'counting') return { code: 'not_submitted', values: { n: facts.assigned + facts.counting } };
  if (act.status !== 'counted') return undefined;
  const waits = whatCompletingWaitsFor(facts);
  if (waits.disagreements) return { code: 'disagreements', values: { n: waits.disagreements } };
  if (waits.moved) return { code: 'moved_lines', values: { n: waits.moved } };
  if (waits.elsewhere) return { code: 'serials_elsewhere', values: { n: waits.elsewhere } };
  return undefined;
}

const managerOfAct = { right: ({ act }: CounterRecord) => act.manages, forbidden: 'errors.act_not_yours' };
const ownList = { right: ({ own }: CounterRecord) => own, forbidden: 'errors.counter_not_yours' };

export const COUNTER_EVENTS = {
  'counter.rename': managerOfAct,
  'counter.remove': managerOfAct,
  'counter.release': managerOfAct,
  'counter.start': ownList,
  'entries.save': { ...ownList, version: false, touches: 'nothing' },
  'counter.submit': ownList,
} as const satisfies Rules<typeof counterMachine, CounterRecord>;

/** When a counter began and handed in, and that a manager did it. */
export function counterStamps(event: keyof typeof COUNTER_EVENTS, now: Date) {
  if (event === 'counter.start') return { started_at: now };
  if (event === 'counter.submit') return { submitted_at: now };
  return event === 'counter.release' ? { submitted_at: now, released: true } : {};
}
