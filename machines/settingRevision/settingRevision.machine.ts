/**
 * A dated setting: figures that hold from a day on, until the next ones do (areas 3 "P2").
 *
 * A lifecycle: no actors, no timers. The day is data; the server sends `revision.start` when it has come. Who asks for
 * the figures of a day finds them by `valid_from`, so nothing depends on the minute in which they were marked valid.
 *
 * For: whoever keeps a setting that money depends on (V13). See docs/workflows/settingRevision.md.
 */
import { assign, setup } from 'xstate';

export interface RevisionContext {
  /** `valid_from` is in a month that the accountant has closed. */
  monthClosed: boolean;
}

export type RevisionEvent =
  | { type: 'revision.update'; facts: RevisionContext }
  | { type: 'revision.plan' }
  | { type: 'revision.start' }
  | { type: 'revision.supersede' }
  | { type: 'revision.end' }
  | { type: 'revision.drop' };

export const settingRevisionMachine = setup({
  types: {
    context: {} as RevisionContext,
    events: {} as RevisionEvent,
    input: {} as Partial<RevisionContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: { monthIsOpen: ({ context }) => !context.monthClosed },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'settingRevision',
  description: 'Figures that hold from a day on, until the next ones do.',
  context: ({ input }) => ({ monthClosed: false, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'The figures are being entered; nothing takes them yet.',
      meta: { look: 'new', requirement: 'P2' },
      on: {
        'revision.update': { actions: 'takeFacts' },
        'revision.plan': { guard: 'monthIsOpen', target: 'planned' },
        'revision.drop': 'dropped',
      },
    },
    planned: {
      description: 'The figures are settled and hold from their day on.',
      meta: { look: 'waiting', requirement: 'P2' },
      on: { 'revision.start': 'valid', 'revision.drop': 'dropped' },
    },
    valid: {
      description: 'Their day has come: new documents take these figures.',
      meta: { look: 'done', requirement: 'P2' },
      on: { 'revision.supersede': 'superseded', 'revision.end': 'superseded' },
    },
    superseded: {
      description: 'Later figures hold, or their last day is over; documents of their days keep these.',
      type: 'final',
      meta: { look: 'closed', requirement: 'V13' },
    },
    dropped: {
      description: 'Given up before they were ever valid.',
      type: 'final',
      meta: { look: 'off', requirement: 'P2' },
    },
  },
});

export type RevisionState = 'draft' | 'planned' | 'valid' | 'superseded' | 'dropped';
