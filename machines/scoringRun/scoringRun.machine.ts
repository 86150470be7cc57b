/**
 * A run of the scoring: a person is identified, every source that the version of the model asks is asked, the answers are
 * scored, and the cut-offs decide. What lies between the cut-offs is decided by a person who did not write it.
 *
 * A lifecycle: no actors, no timers. What the sources answered and what the score came to are facts that the server finds;
 * that the author does not review is a matter of rights (V16).
 *
 * For: scoring specialists. See docs/workflows/scoringRun.md; areas 3.4 "scoring run", decisions 74, 75.
 */
import { assign, setup } from 'xstate';

export interface ScoringRunContext {
  /** The person is on the black list today (V10). */
  listed: boolean;
  /** A version of the model is in force. */
  model: boolean;
  /** Sources that were asked and have neither answered nor failed. */
  waiting: number;
  /** A source failed that the model cannot do without. */
  missed: boolean;
  /** The cut-offs leave the decision to a person, and nobody has taken it. */
  manual: boolean;
}

export type ScoringRunEvent =
  | { type: 'run.start'; facts: ScoringRunContext }
  | { type: 'source.answer'; facts: ScoringRunContext }
  | { type: 'source.fail'; facts: ScoringRunContext }
  | { type: 'run.score' }
  | { type: 'run.decide'; facts: ScoringRunContext }
  | { type: 'run.review'; facts: ScoringRunContext }
  | { type: 'run.fail' }
  | { type: 'run.retry'; facts: ScoringRunContext }
  | { type: 'run.expire' };

export const scoringRunMachine = setup({
  types: {
    context: {} as ScoringRunContext,
    events: {} as ScoringRunEvent,
    input: {} as Partial<ScoringRunContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    mayBegin: ({ context }) => context.model && !context.listed,
    isWaiting: ({ context }) => context.waiting > 0,
    isWhole: ({ context }) => context.waiting === 0 && !context.missed,
    isMissed: ({ context }) => context.waiting === 0 && context.missed,
    isManual: ({ context }) => context.manual,
  },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'scoringRun',
  description: 'A person is identified, sources are asked, and a version of the model decides.',
  context: ({ input }) => ({ listed: false, model: true, waiting: 0, missed: false, manual: false, ...input }),
  initial: 'created',
  states: {
    created: {
      description: 'Who is scored and what for is written; nobody was asked yet.',
      meta: { look: 'new', requirement: 'areas-3.4-scoring-run' },
      on: {
        'run.start': { guard: 'mayBegin', target: 'collecting', actions: 'takeFacts' },
      },
    },
    collecting: {
      description: 'The sources are asked.',
      meta: { look: 'waiting', requirement: 'areas-3.4-scoring-run' },
      on: {
        'source.answer': { guard: 'isWaiting', actions: 'takeFacts' },
        'source.fail': { guard: 'isWaiting', actions: 'takeFacts' },
        'run.score': { guard: 'isWhole', target: 'scored' },
        'run.fail': { guard: 'isMissed', target: 'failed' },
      },
    },
    scored: {
      description: 'Every criterion has its points, and the score is counted.',
      meta: { look: 'waiting', requirement: 'areas-3.4-scoring-run' },
      on: {
        'run.decide': { target: 'decided', actions: 'takeFacts' },
      },
    },
    decided: {
      description: 'Approved, refused, or left to a person; it holds for as long as the model says.',
      meta: { look: 'done', requirement: 'areas-3.4-scoring-run' },
      on: {
        'run.review': { guard: 'isManual', actions: 'takeFacts' },
        'run.expire': 'expired',
      },
    },
    failed: {
      description: 'A source that the model cannot do without gave no answer.',
      meta: { look: 'bad', requirement: 'areas-3.4-scoring-run' },
      on: {
        'run.retry': { target: 'collecting', actions: 'takeFacts' },
      },
    },
    expired: {
      description: 'Its time is over: nothing is signed on it any more.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.4-scoring-run' },
    },
  },
});

export const SCORING_RUN_STATES = ['created', 'collecting', 'scored', 'decided', 'failed', 'expired'] as const;
export type ScoringRunState = (typeof SCORING_RUN_STATES)[number];
