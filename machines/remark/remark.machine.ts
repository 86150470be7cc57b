/**
 * A remark of an analyst on a chart: written on a state, a transition or a walk of the simulation, answered, settled,
 * opened again. Who asked adds a word: it waits for an answer again.
 *
 * A lifecycle: no actors, no timers. Who may settle it is a right of the server, for it depends on the person.
 *
 * For: who reads the gallery of workflows. See docs/workflows/remark.md; issue 20.
 */
import { setup } from 'xstate';

export type RemarkEvent =
  /** `own`: of who wrote the remark. */
  { type: 'remark.answer'; own: boolean } | { type: 'remark.settle' } | { type: 'remark.reopen' };

export const remarkMachine = setup({
  types: {
    events: {} as RemarkEvent,
    meta: {} as { look: string; requirement: string },
  },
  guards: { isOwn: ({ event }) => event.type === 'remark.answer' && event.own },
}).createMachine({
  id: 'remark',
  description: 'A remark on a chart, from its writing to its settling.',
  initial: 'open',
  states: {
    open: {
      description: 'It waits for an answer of somebody else.',
      meta: { look: 'waiting', requirement: 'issue-20-remarks' },
      on: {
        'remark.answer': [{ guard: 'isOwn', target: 'open' }, { target: 'answered' }],
        'remark.settle': 'settled',
      },
    },
    answered: {
      description: 'Somebody else has answered; nobody has settled it yet.',
      meta: { look: 'work', requirement: 'issue-20-remarks' },
      on: {
        'remark.answer': [{ guard: 'isOwn', target: 'open' }, { target: 'answered' }],
        'remark.settle': 'settled',
      },
    },
    settled: {
      description: 'Nothing of it is open; the thread stays and can be opened again.',
      meta: { look: 'done', requirement: 'issue-20-remarks' },
      on: { 'remark.reopen': 'open' },
    },
  },
});

export const REMARK_STATES = ['open', 'answered', 'settled'] as const;
export type RemarkState = (typeof REMARK_STATES)[number];
