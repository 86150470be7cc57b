/**
 * The application of a client for goods by instalments, before there is an order: a seller writes what is asked for, a run of
 * the scoring answers it, and what the cut-offs leave open is decided by a person who did not write it.
 *
 * A lifecycle: no actors, no timers. What a submission lacks and what the run came to are facts that the server finds; who
 * may decide is a matter of rights (V16).
 *
 * For: sellers and scoring specialists. See docs/workflows/questionnaire.md; areas 3.1 "questionnaire", decisions 74, 84.
 */
import { and, setup } from 'xstate';

export interface QuestionnaireContext {
  /** What a submission lacks: consent, documents, an identification by MyID, a phone, a workplace, a try of MyID. */
  gaps: number;
  /** The client or the guarantor is on the black list today (V10). */
  listed: boolean;
  /** A version of the scoring model is in force. */
  model: boolean;
  /** A source failed that nobody is scored without. */
  failed: boolean;
  /** The same version would approve other terms. */
  helps: boolean;
}

export type QuestionnaireEvent =
  | { type: 'questionnaire.update' }
  | { type: 'questionnaire.submit' }
  | { type: 'questionnaire.cancel' }
  | { type: 'questionnaire.offer' }
  | { type: 'questionnaire.use' }
  | { type: 'questionnaire.expire' }
  | { type: 'scoring.start' }
  | { type: 'scoring.approve' }
  | { type: 'scoring.review' }
  | { type: 'scoring.refuse' }
  | { type: 'review.approve' }
  | { type: 'review.refuse' };

export const questionnaireMachine = setup({
  types: {
    context: {} as QuestionnaireContext,
    events: {} as QuestionnaireEvent,
    input: {} as Partial<QuestionnaireContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isWhole: ({ context }) => context.gaps === 0,
    notListed: ({ context }) => !context.listed,
    hasModel: ({ context }) => context.model,
    isFailed: ({ context }) => context.failed,
    helps: ({ context }) => context.helps,
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'questionnaire',
  description: 'The application of a client for goods by instalments.',
  context: ({ input }) => ({ gaps: 0, listed: false, model: true, failed: false, helps: true, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'What is asked for is written; nobody was asked yet.',
      meta: { look: 'new', requirement: 'areas-3.1-questionnaire' },
      on: {
        'questionnaire.update': { actions: 'record' },
        'questionnaire.submit': { guard: and(['isWhole', 'notListed']), target: 'submitted' },
        'questionnaire.cancel': 'cancelled',
      },
    },
    submitted: {
      description: 'Handed in with the data of the client as they were; the server begins a run of the scoring.',
      meta: { look: 'prepared', requirement: 'areas-3.1-questionnaire' },
      on: {
        'scoring.start': { guard: and(['hasModel', 'notListed']), target: 'scoring' },
        'questionnaire.cancel': 'cancelled',
      },
    },
    scoring: {
      description:
        'The sources are asked; where one fails that is needed, it is asked again or the application is called off.',
      meta: { look: 'work', requirement: 'areas-3.1-questionnaire' },
      on: {
        'scoring.approve': 'approved',
        'scoring.review': 'manual_review',
        'scoring.refuse': 'refused',
        'questionnaire.cancel': { guard: 'isFailed', target: 'cancelled' },
      },
    },
    manual_review: {
      description: 'The cut-offs leave the decision to a person who did not write the application.',
      meta: { look: 'waiting', requirement: 'decision-74' },
      on: {
        'review.approve': 'approved',
        'review.refuse': 'refused',
        'questionnaire.offer': { guard: 'helps', actions: 'record' },
        'questionnaire.expire': 'expired',
      },
    },
    approved: {
      description: 'Until its last day contracts are signed up to the limit.',
      meta: { look: 'done', requirement: 'areas-3.1-questionnaire' },
      on: {
        'questionnaire.use': 'used',
        'questionnaire.offer': { guard: 'helps', actions: 'record' },
        'questionnaire.expire': 'expired',
      },
    },
    used: {
      description: 'A contract was signed on it.',
      type: 'final',
      meta: { look: 'closed', requirement: 'areas-3.1-questionnaire' },
    },
    refused: {
      description: 'Nothing is sold on it; the terms that would have been enough may be offered.',
      meta: { look: 'bad', requirement: 'areas-3.1-questionnaire' },
      on: { 'questionnaire.offer': { guard: 'helps', actions: 'record' } },
    },
    expired: {
      description: 'Its last day is over.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.1-questionnaire' },
    },
    cancelled: {
      description: 'Called off before there was an answer.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.1-questionnaire' },
    },
  },
});
