/**
 * One step on the money of a client: a payment, a reversal, money that is moved. It is sent under an id that the browser has
 * kept before; when no answer comes, it is not known whether the step was taken, and nothing else is sent until it is: asked
 * again under the same id, the server gives its first answer (decision 43).
 *
 * For: cashiers. See docs/workflows/moneyStep.md; issue 19 "Payments".
 */
import { assign, fromPromise, setup } from 'xstate';
import type { CashDocument } from '../../contract/cashDocuments.ts';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';

/** What is sent: a step with its body as JSON. */
export interface MoneyRequest {
  /** `pay`, `putAside`, `confirm`, `cancel`, `reverse`, `move`. */
  kind: string;
  /** The document that it is of; null of a new one. */
  id: number | null;
  body: Readonly<Record<string, unknown>>;
}

export interface MoneyAnswer {
  message: string;
  /** What was made or changed; null of moved money. */
  document: CashDocument | null;
}

export interface MoneyStepContext {
  request: MoneyRequest | null;
  key: string;
  refusal: Refusal<unknown> | null;
  answer: MoneyAnswer | null;
}

export type MoneyStepEvent =
  | { type: 'step.take'; request: MoneyRequest; key: string }
  /** The browser kept one of which no answer came. */
  | { type: 'step.found'; request: MoneyRequest; key: string }
  | { type: 'step.ask' }
  | { type: 'step.next' };

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

const NOTHING: MoneyRequest = { kind: '', id: null, body: {} };

export const moneyStepMachine = setup({
  types: {
    context: {} as MoneyStepContext,
    events: {} as MoneyStepEvent,
    tags: {} as 'busy' | 'unknown' | 'done',
    meta: {} as { requirement: string },
    children: {} as { send: 'send' },
  },
  actors: {
    send: fromPromise<MoneyAnswer, { request: MoneyRequest; key: string }>(given('send')),
  },
  guards: {
    noAnswer: (_, params: { error: unknown }) => refusalIn(params).kind === 'failed',
  },
  actions: {
    begin: assign((_, { request, key }: { request: MoneyRequest; key: string }) => ({
      ...{ request, key, refusal: null, answer: null },
    })),
    keepRefusal: assign({ refusal: (_, params: { error: unknown }) => refusalIn<unknown>(params) }),
    keepAnswer: assign({ answer: (_, params: { answer: MoneyAnswer }) => params.answer }),
    clear: assign({ request: null, key: '', refusal: null, answer: null }),
    /** In the browser, before it is sent; given by the app. */
    keepRequest: given('keepRequest'),
    /** It is known what came of it; given by the app. */
    forgetRequest: given('forgetRequest'),
  },
}).createMachine({
  id: 'moneyStep',
  description: 'One step on the money of a client, until it is known what came of it.',
  context: { request: null, key: '', refusal: null, answer: null },
  initial: 'ready',
  states: {
    ready: {
      description: 'Sums are chosen; nothing is sent.',
      meta: { requirement: 'areas-3.2-cash' },
      on: {
        'step.take': { target: 'sending', actions: { type: 'begin', params: ({ event }) => event } },
        'step.found': { target: 'unknown', actions: { type: 'begin', params: ({ event }) => event } },
      },
    },
    sending: {
      description: 'The server takes the step; keys that are pressed meanwhile do nothing.',
      tags: ['busy'],
      meta: { requirement: 'decision-43' },
      entry: 'keepRequest',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { request, key } }) => ({ request: request ?? NOTHING, key }),
        onDone: {
          target: 'done',
          actions: [{ type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) }, 'forgetRequest'],
        },
        onError: [
          {
            guard: { type: 'noAnswer', params: ({ event }) => event },
            target: 'unknown',
            actions: { type: 'keepRefusal', params: ({ event }) => event },
          },
          {
            description: 'Nothing was written; the reason is shown and what was chosen stays.',
            target: 'ready',
            actions: [{ type: 'keepRefusal', params: ({ event }) => event }, 'forgetRequest'],
          },
        ],
      },
    },
    unknown: {
      description: 'No answer came: it may have been taken. Only the same step can be asked again.',
      tags: ['unknown'],
      meta: { requirement: 'decision-43' },
      on: { 'step.ask': 'sending' },
    },
    done: {
      description: 'It is taken; its receipt and the change stay until the next one.',
      tags: ['done'],
      meta: { requirement: 'areas-3.2-cash' },
      on: { 'step.next': { target: 'ready', actions: 'clear' } },
    },
  },
});
