/**
 * A counter: one person's list within an act of counting.
 *
 * A lifecycle run by the server beside `countingAct`: an event of a counter must be allowed by both. Entries are a
 * ledger of their own; saving them does not change the state.
 *
 * See docs/workflows/counter.md; spec 4 "Counting act", decisions 16, 17, 34 and 40.
 */
import { setup } from 'xstate';

export type CounterEvent =
  | { type: 'counter.rename' }
  | { type: 'counter.remove' }
  | { type: 'counter.start' }
  | { type: 'entries.save' }
  | { type: 'counter.submit' }
  | { type: 'counter.release' };

export const counterMachine = setup({
  types: {
    events: {} as CounterEvent,
    tags: {} as 'takesEntries',
    meta: {} as { look: string; requirement: string },
  },
  actions: {
    /** The event is taken; the state stays. */
    record: () => {},
  },
}).createMachine({
  id: 'counter',
  description: 'One person’s list within an act of counting.',
  initial: 'assigned',
  states: {
    assigned: {
      description: 'The person is named and has not started.',
      meta: { look: 'new', requirement: '4-counting-act' },
      on: {
        'counter.rename': { actions: 'record' },
        'counter.remove': 'removed',
        'counter.start': 'counting',
      },
    },
    counting: {
      description: 'The person counts; entries are taken.',
      tags: ['takesEntries'],
      meta: { look: 'work', requirement: '4-counting-act' },
      on: {
        'entries.save': { actions: 'record' },
        'counter.submit': 'submitted',
        'counter.release': 'submitted',
      },
    },
    submitted: {
      description: 'The list is handed in, by the person or by a manager who released it.',
      type: 'final',
      meta: { look: 'done', requirement: '4-counting-act' },
    },
    removed: {
      description: 'The counter was taken off the act before it started; its row is gone.',
      type: 'final',
      meta: { look: 'off', requirement: 'decision-40' },
    },
  },
});

export const COUNTER_MAIN_PATH = ['assigned', 'counting', 'submitted'] as const;
