/**
 * The act of counting: one stock count of one organization, from opening to the posted differences.
 *
 * A lifecycle: no actors, no timers. The server runs it in one transaction a step and the browser asks it what is
 * allowed. Its context are facts that the server finds in the database before each step, so events that change a fact
 * carry the facts as they are afterwards; the event log replays through this machine unchanged.
 *
 * For: managers and storekeepers who count stock. See docs/workflows/countingAct.md; spec 4 "Counting act",
 * decisions 16–20 and 40.
 */
import { and, assign, raise, setup } from 'xstate';

/** What is still to be decided before the count may be completed (decisions 17, 19, 20). Counts of products. */
export interface ActQuestions {
  /** Counters entered different numbers and nobody decided. */
  disagreements: number;
  /** A final count exists, stock moved since loading, and nobody chose which figure to keep. */
  moved: number;
  /** The final count holds a serial number that is in another branch's stock or at a client. */
  elsewhere: number;
}

export interface CountingActContext extends ActQuestions {
  /** Counters by their own state. */
  assigned: number;
  counting: number;
  submitted: number;
}

type Decided = { facts: ActQuestions };

export type CountingActEvent =
  | { type: 'residues.load' }
  | { type: 'act.update'; organizationChanged: boolean }
  | { type: 'act.limit' }
  | { type: 'counter.add' }
  | { type: 'counter.rename' }
  | { type: 'counter.remove' }
  | { type: 'counter.start' }
  | ({ type: 'counter.submit' } & Decided)
  | ({ type: 'counter.release' } & Decided)
  | { type: 'counters.allSubmitted' }
  | ({ type: 'product.countManually' } & Decided)
  | ({ type: 'moved.resolve' } & Decided)
  | { type: 'act.complete' }
  | { type: 'act.form' }
  | { type: 'act.cancel' }
  | { type: 'file.upload' }
  | { type: 'comment.add' }
  | { type: 'comment.edit' };

export const NOTHING_TO_DECIDE: ActQuestions = { disagreements: 0, moved: 0, elsewhere: 0 };

export const NO_COUNTERS: CountingActContext = { assigned: 0, counting: 0, submitted: 0, ...NOTHING_TO_DECIDE };

export const countingActMachine = setup({
  types: {
    context: {} as CountingActContext,
    events: {} as CountingActEvent,
    input: {} as Partial<CountingActContext> | undefined,
    tags: {} as 'open' | 'countersMayJoin' | 'live',
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    organizationStays: ({ event }) => event.type === 'act.update' && !event.organizationChanged,
    someAssigned: ({ context }) => context.assigned > 0,
    someCounting: ({ context }) => context.counting > 0,
    everyCounterSubmitted: ({ context }) => context.assigned === 0 && context.counting === 0 && context.submitted > 0,
    someMoved: ({ context }) => context.moved > 0,
    noDisagreements: ({ context }) => context.disagreements === 0,
    nothingMoved: ({ context }) => context.moved === 0,
    nothingElsewhere: ({ context }) => context.elsewhere === 0,
  },
  actions: {
    /** The event is taken and leaves its line in the log; nothing the guards read changes. */
    record: () => {},
    addCounter: assign({ assigned: ({ context }) => context.assigned + 1 }),
    removeCounter: assign({ assigned: ({ context }) => context.assigned - 1 }),
    startCounter: assign({
      assigned: ({ context }) => context.assigned - 1,
      counting: ({ context }) => context.counting + 1,
    }),
    finishCounter: assign({
      counting: ({ context }) => context.counting - 1,
      submitted: ({ context }) => context.submitted + 1,
    }),
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
    // Raised after every list handed in; its guard checks whether it was the last one.
    askWhetherAllSubmitted: raise({ type: 'counters.allSubmitted' }),
  },
}).createMachine({
  id: 'countingAct',
  description: 'One stock count of one organization, from opening to the posted differences.',
  context: ({ input }) => ({ ...NO_COUNTERS, ...input }),
  initial: 'created',
  on: {
    'comment.add': { actions: 'record', description: 'Whoever manages the act may comment on it, in every state.' },
    'comment.edit': { actions: 'record', description: 'The author of a comment may change its words.' },
  },
  states: {
    created: {
      description: 'The act is open; its organization and its categories may still change and no stock is loaded.',
      tags: ['open', 'countersMayJoin'],
      meta: { look: 'new', requirement: '4-counting-act' },
      on: {
        'residues.load': 'residues_loaded',
        'act.update': { actions: 'record' },
        'act.limit': {
          actions: 'record',
          description: 'Only products of these categories, and below them, are counted.',
        },
        'counter.add': { actions: 'addCounter' },
        'counter.rename': { guard: 'someAssigned', actions: 'record' },
        'counter.remove': { guard: 'someAssigned', actions: 'removeCounter' },
        'act.cancel': 'cancelled',
      },
    },
    residues_loaded: {
      description: 'The stock of the organization is taken down; counters may start.',
      tags: ['open', 'countersMayJoin'],
      meta: { look: 'prepared', requirement: '4-counting-act' },
      on: {
        'residues.load': { actions: 'record' },
        'act.update': { guard: 'organizationStays', actions: 'record' },
        'counter.add': { actions: 'addCounter' },
        'counter.rename': { guard: 'someAssigned', actions: 'record' },
        'counter.remove': { guard: 'someAssigned', actions: 'removeCounter' },
        'counter.start': { guard: 'someAssigned', target: 'counting', actions: 'startCounter' },
        'act.cancel': 'cancelled',
      },
    },
    counting: {
      description: 'At least one counter has started and not every counter has submitted.',
      tags: ['open', 'countersMayJoin', 'live'],
      meta: { look: 'work', requirement: '4-counting-act' },
      on: {
        'act.update': { guard: 'organizationStays', actions: 'record' },
        'counter.add': { actions: 'addCounter' },
        'counter.rename': { guard: 'someAssigned', actions: 'record' },
        'counter.remove': { guard: 'someAssigned', actions: ['removeCounter', 'askWhetherAllSubmitted'] },
        'counter.start': { guard: 'someAssigned', actions: 'startCounter' },
        'counter.submit': {
          guard: 'someCounting',
          actions: ['finishCounter', 'takeFacts', 'askWhetherAllSubmitted'],
        },
        'counter.release': {
          guard: 'someCounting',
          actions: ['finishCounter', 'takeFacts', 'askWhetherAllSubmitted'],
        },
        'counters.allSubmitted': { guard: 'everyCounterSubmitted', target: 'counted' },
        'product.countManually': { actions: 'takeFacts' },
        'moved.resolve': { guard: 'someMoved', actions: 'takeFacts' },
        'act.cancel': 'cancelled',
      },
    },
    counted: {
      description: 'Every counter has submitted; the creator settles what is left and completes.',
      tags: ['open'],
      meta: { look: 'waiting', requirement: '4-counting-act' },
      on: {
        'act.update': { guard: 'organizationStays', actions: 'record' },
        'product.countManually': { actions: 'takeFacts' },
        'moved.resolve': { guard: 'someMoved', actions: 'takeFacts' },
        'act.complete': {
          guard: and(['noDisagreements', 'nothingMoved', 'nothingElsewhere']),
          target: 'completed',
        },
        'act.cancel': 'cancelled',
      },
    },
    completed: {
      description: 'The count is closed and waits for its differences to be posted.',
      meta: { look: 'done', requirement: '4-counting-act' },
      on: {
        'file.upload': { actions: 'record' },
        'act.form': 'formed',
      },
    },
    formed: {
      description: 'The differences are in the stock; only the file and comments may still change.',
      meta: { look: 'closed', requirement: '4-counting-act' },
      on: { 'file.upload': { actions: 'record' } },
    },
    cancelled: {
      description: 'The count was called off before its completion; nothing was posted.',
      meta: { look: 'off', requirement: 'decision-40' },
    },
  },
});

/** The states on the main path, in order: rail and step bar are drawn from it. */
export const COUNTING_ACT_MAIN_PATH = [
  'created',
  'residues_loaded',
  'counting',
  'counted',
  'completed',
  'formed',
] as const;

export type CountingActState = (typeof COUNTING_ACT_MAIN_PATH)[number] | 'cancelled';

/** The event that leads from each state of the main path to the next: titles over the lines of the step bar. */
export const COUNTING_ACT_STEPS = {
  created: 'residues.load',
  residues_loaded: 'counter.start',
  counting: 'counters.allSubmitted',
  counted: 'act.complete',
  completed: 'act.form',
} as const;

/** Raised by the machine itself; nobody may send them (statecharts: the server whitelists event types). */
export const COUNTING_ACT_SYSTEM_EVENTS = ['counters.allSubmitted'] as const;

/** Why completing is refused now, each a count of products or counters; empty when it is not refused for a fact. */
export function whatCompletingWaitsFor(context: CountingActContext): Partial<Record<string, number>> {
  const waits: Record<string, number> = {};
  const unsubmitted = context.assigned + context.counting;
  if (unsubmitted > 0) waits.unsubmitted = unsubmitted;
  if (context.disagreements > 0) waits.disagreements = context.disagreements;
  if (context.moved > 0) waits.moved = context.moved;
  if (context.elsewhere > 0) waits.elsewhere = context.elsewhere;
  return waits;
}
