/**
 * What a client asks, complains of or suggests: somebody takes it down, somebody answers, and it is closed once the client
 * knows the answer.
 *
 * A lifecycle: no actors, no timers. Until when it is answered follows from its kind; that the author of an answer does not
 * close a complaint is a matter of rights.
 *
 * For: who takes appeals down, answers them and watches over them. See docs/workflows/appeal.md; areas 3.4, decision 96.
 */
import { setup } from 'xstate';

export type AppealEvent =
  | { type: 'appeal.update' }
  | { type: 'appeal.assign' }
  | { type: 'appeal.answer' }
  | { type: 'appeal.close' };

export const appealMachine = setup({
  types: {
    events: {} as AppealEvent,
    meta: {} as { look: string; requirement: string },
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'appeal',
  description: 'What a client asks, complains of or suggests.',
  initial: 'new',
  states: {
    new: {
      description: 'It is taken down; nobody is responsible for the answer yet.',
      meta: { look: 'new', requirement: 'areas-3.4-appeal' },
      on: {
        'appeal.assign': 'assigned',
        'appeal.update': { actions: 'record' },
      },
    },
    assigned: {
      description: 'Somebody is responsible for the answer, until a day that follows from its kind.',
      meta: { look: 'work', requirement: 'areas-3.4-appeal' },
      on: {
        'appeal.answer': 'answered',
        'appeal.update': { actions: 'record' },
      },
    },
    answered: {
      description: 'The answer is written; the client has to know it, or it is answered again.',
      meta: { look: 'waiting', requirement: 'areas-3.4-appeal' },
      on: {
        'appeal.close': 'closed',
        'appeal.assign': 'assigned',
      },
    },
    closed: {
      description: 'The client knows the answer.',
      type: 'final',
      meta: { look: 'done', requirement: 'areas-3.4-appeal' },
    },
  },
});

export type AppealState = 'new' | 'assigned' | 'answered' | 'closed';
