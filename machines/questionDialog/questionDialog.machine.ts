/**
 * The dialog that asks before a step: why, what happened, where it is asked for an agreement, and the sending. Invoices
 * and cash documents are called off by it, days are opened again, closed and their rates saved; some ask for a reason of
 * a list, some for words of one's own, some ask the question alone.
 *
 * It loses nothing that was written: a refusal and a lost answer come back to the same words, and closing it with
 * something written asks first. It does not know what the step is: who opens it sends.
 *
 * Its sending is its own and no child `command`: it carries words, not a version, and closing it with words asks first.
 *
 * For: everybody who calls invoices off, keeps practice days or announces something. See docs/workflows/questionDialog.md; spec 5 "Cancel dialog", decisions 24, 43.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { CancelReason } from '../../contract/invoices/invoice.ts';
import { saysWhy } from '../../contract/reason.ts';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';

export interface CancelWords {
  /** Null until one is chosen. */
  reason: CancelReason | null;
  /** What happened. */
  text: string;
  agreed: boolean;
}

export interface QuestionContext {
  words: CancelWords;
  needsAgreement: boolean;
  /** False: no reason of the list is chosen, what is written is the reason. */
  asksReason: boolean;
  /** False: the question alone, for what leaves nothing to explain. */
  asksWords: boolean;
  /** Empty once something is changed: other words are another action. */
  key: string;
  refusal: Refusal | null;
}

export type QuestionEvent =
  | { type: 'words.change'; change: Partial<CancelWords> }
  | { type: 'words.send'; key: string }
  | { type: 'dialog.close' }
  | { type: 'leave.drop' }
  | { type: 'leave.stay' };

export interface CancelInput {
  words: CancelWords;
  key: string;
}

const NO_WORDS: CancelWords = { reason: null, text: '', agreed: false };

const isComplete = (
  { reason, text, agreed }: CancelWords,
  { needsAgreement, asksReason }: Pick<QuestionContext, 'needsAgreement' | 'asksReason'>,
): boolean => (asksReason ? reason !== null && text.trim() !== '' : saysWhy(text)) && (agreed || !needsAgreement);

const isEmpty = ({ reason, text, agreed }: CancelWords): boolean => reason === null && text.trim() === '' && !agreed;

export const questionDialogMachine = setup({
  types: {
    context: {} as QuestionContext,
    events: {} as QuestionEvent,
    input: {} as { needsAgreement?: boolean; asksReason?: boolean; asksWords?: boolean } | undefined,
    tags: {} as 'busy' | 'sendable' | 'leaving',
    meta: {} as { requirement: string },
  },
  actors: {
    send: fromPromise<void, CancelInput>(() => {
      throw new Error('questionDialog: actor send is not provided');
    }),
  },
  guards: {
    willBeComplete: ({ context, event }) =>
      event.type === 'words.change' && isComplete({ ...context.words, ...event.change }, context),
    asksNothing: ({ context }) => !context.asksWords,
    isEmpty: ({ context }) => isEmpty(context.words),
    isComplete: ({ context }) => isComplete(context.words, context),
    wasFailed: ({ context }) => context.refusal?.kind === 'failed',
    wasRefused: ({ context }) => context.refusal !== null,
    isFailed: ({ event }) => refusalIn(event).kind === 'failed',
  },
  actions: {
    takeWords: assign(({ context, event }) =>
      event.type === 'words.change' ? { words: { ...context.words, ...event.change }, key: '', refusal: null } : {},
    ),
    // A retry after a lost answer is the same action and keeps its key.
    takeKey: assign(({ context, event }) =>
      event.type === 'words.send' ? { key: context.key || event.key, refusal: null } : {},
    ),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn(event) }),
    dropKey: assign({ key: '' }),
  },
}).createMachine({
  id: 'questionDialog',
  description: 'A question before a step: a reason, words, an agreement where they are asked for, then the sending.',
  context: ({ input }) => ({
    words: NO_WORDS,
    needsAgreement: input?.needsAgreement ?? false,
    asksReason: input?.asksReason ?? true,
    asksWords: input?.asksWords ?? true,
    key: '',
    refusal: null,
  }),
  initial: 'writing',
  states: {
    writing: {
      description: 'The person writes the reason.',
      initial: 'incomplete',
      on: {
        'words.change': [
          { guard: 'willBeComplete', target: '.complete', actions: 'takeWords' },
          { target: '.incomplete', actions: 'takeWords' },
        ],
        'dialog.close': [{ guard: 'isEmpty', target: 'closed' }, { target: 'leaving' }],
      },
      states: {
        incomplete: {
          description: 'Reason, description or agreement is missing: nothing can be sent yet.',
          meta: { requirement: '5-cancel-dialog' },
          always: { guard: 'asksNothing', target: 'complete' },
        },
        complete: {
          description: 'Everything required is filled in and can be sent.',
          tags: ['sendable'],
          meta: { requirement: '5-cancel-dialog' },
          on: { 'words.send': { target: '#questionDialog.sending', actions: 'takeKey' } },
        },
        refused: {
          description: 'The server refused with a reason; what was written is kept.',
          tags: ['sendable'],
          meta: { requirement: 'decision-43' },
          on: { 'words.send': { target: '#questionDialog.sending', actions: 'takeKey' } },
        },
        failed: {
          description: 'No answer came; the same may be sent again and is then done once.',
          tags: ['sendable'],
          meta: { requirement: 'decision-43' },
          on: { 'words.send': { target: '#questionDialog.sending', actions: 'takeKey' } },
        },
      },
    },
    leaving: {
      description: 'Something is written and would be lost: the person is asked.',
      tags: ['leaving'],
      meta: { requirement: '5-cancel-dialog' },
      on: {
        'leave.drop': 'closed',
        'leave.stay': [
          { guard: 'wasFailed', target: 'writing.failed' },
          { guard: 'wasRefused', target: 'writing.refused' },
          { guard: 'isComplete', target: 'writing.complete' },
          { target: 'writing.incomplete' },
        ],
      },
    },
    sending: {
      description: 'The words are being sent to the server.',
      tags: ['busy'],
      meta: { requirement: 'decision-24' },
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => ({ words: context.words, key: context.key }),
        onDone: 'done',
        onError: [
          { guard: 'isFailed', target: 'writing.failed', actions: 'takeRefusal' },
          { target: 'writing.refused', actions: ['takeRefusal', 'dropKey'] },
        ],
      },
    },
    done: {
      description: 'The step is done.',
      type: 'final',
      meta: { requirement: 'decision-24' },
    },
    closed: {
      description: 'The dialog was closed and nothing has happened.',
      type: 'final',
      meta: { requirement: '5-cancel-dialog' },
    },
  },
});
