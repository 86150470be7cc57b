/**
 * One command on many records of a directory: archive them, restore them, merge them, take a step of their own chart, or write one field of all. Each takes a
 * step of its own, with its version, its right and its line in the log, so that one that is refused stops no other.
 *
 * What was done can be undone while nobody has touched it since; what was refused can be tried again. A record whose
 * answer was lost is sent again under the key it had, and is done once.
 *
 * For: everybody who keeps a directory. See docs/workflows/manyRecords.md; decisions 43, 51 and 92.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { Json } from '../../contract/json.ts';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';

export type ManyCommand =
  | { type: 'archive' }
  | { type: 'restore' }
  /** Records that are another one too: what refers to them refers to it. */
  | { type: 'merge'; into: number }
  /** A step of the chart that the records have. */
  | { type: 'step'; event: string }
  /** `value` as the form has it. */
  | { type: 'change'; field: string; value: Json };

/** A record as the person chose it. */
export interface ManyItem {
  id: number;
  version: number;
  title: string;
  /** Idempotency key of its step. */
  key: string;
}

/** A record that took the step: its new version, and what the field held before. */
export interface ManyDone extends ManyItem {
  before: Json;
}

export interface ManyFailed extends ManyItem {
  refusal: Refusal;
}

export interface ManyContext {
  command: ManyCommand | null;
  /** Not sent yet; the first is being sent. */
  waiting: readonly ManyItem[];
  done: readonly ManyDone[];
  failed: readonly ManyFailed[];
  /** Brought back, of those that were done. */
  undone: number;
}

export type ManyEvent =
  | { type: 'many.begin'; command: ManyCommand; items: readonly ManyItem[] }
  /** The record that is being sent is the last. */
  | { type: 'many.stop' }
  /** `items`: what failed, as it is now. */
  | { type: 'many.retry'; items: readonly ManyItem[] }
  | { type: 'many.undo' }
  | { type: 'many.close' };

/** A record was changed, for whoever shows it. */
export type ManyEmitted = { type: 'record.taken'; id: number };

interface Sending<Item> {
  command: ManyCommand | null;
  item: Item | undefined;
}

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

const answerOf = (event: unknown) => (event as { output: { version: number; before: Json } }).output;

export const manyRecordsMachine = setup({
  types: {
    context: {} as ManyContext,
    events: {} as ManyEvent,
    emitted: {} as ManyEmitted,
    tags: {} as 'busy' | 'result',
    meta: {} as { requirement: string },
  },
  actors: {
    /** Sends the step of one record. */
    perform: fromPromise<{ version: number; before: Json }, Sending<ManyItem>>(given('perform')),
    /** Takes the step of one record back; refused when somebody has changed it since. */
    revert: fromPromise<void, Sending<ManyDone>>(given('revert')),
  },
  guards: {
    areSome: ({ event }) => 'items' in event && event.items.length > 0,
    isLast: ({ context }) => context.waiting.length === 1,
    isUnanswered: ({ event }) => refusalIn(event).kind === 'failed',
    /**
     * What was merged stays: nobody knows which of the records that refer to it now did so before. A step of a chart goes
     * back by another step, where the chart has one.
     */
    isUndoable: ({ context }) =>
      context.done.length > 0 && context.command?.type !== 'merge' && context.command?.type !== 'step',
    isLastDone: ({ context }) => context.done.length === 1,
  },
  actions: {
    take: assign(({ event }) =>
      event.type === 'many.begin'
        ? { command: event.command, waiting: event.items, done: [], failed: [], undone: 0 }
        : {},
    ),
    takeAgain: assign(({ event }) => (event.type === 'many.retry' ? { waiting: event.items, failed: [] } : {})),
    takeDone: assign(({ context: { waiting, done }, event }) => {
      const [item, ...rest] = waiting;
      return item === undefined ? {} : { waiting: rest, done: [...done, { ...item, ...answerOf(event) }] };
    }),
    takeFailed: assign(({ context: { waiting, failed }, event }) => {
      const [item, ...rest] = waiting;
      return item === undefined ? {} : { waiting: rest, failed: [...failed, { ...item, refusal: refusalIn(event) }] };
    }),
    dropRest: assign({ waiting: ({ context }) => context.waiting.slice(0, 1) }),
    forgetFailed: assign({ failed: [] }),
    takeUndone: assign({ done: ({ context }) => context.done.slice(1), undone: ({ context }) => context.undone + 1 }),
    takeKept: assign(({ context: { done, failed }, event }) => {
      const [item, ...rest] = done;
      return item === undefined ? {} : { done: rest, failed: [...failed, { ...item, refusal: refusalIn(event) }] };
    }),
    forget: assign({ command: null, waiting: [], done: [], failed: [], undone: 0 }),
    notifyTaken: emit(({ context }): ManyEmitted => ({ type: 'record.taken', id: context.waiting[0]?.id ?? 0 })),
  },
}).createMachine({
  id: 'manyRecords',
  description: 'One command on many records of a directory, each by a step of its own.',
  context: { command: null, waiting: [], done: [], failed: [], undone: 0 },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing was sent, or its result was closed.',
      meta: { requirement: 'decision-51' },
      on: { 'many.begin': { guard: 'areSome', target: 'running', actions: 'take' } },
    },
    running: {
      description: 'The records take the step one after another.',
      tags: ['busy'],
      meta: { requirement: 'decision-43' },
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context: { command, waiting } }) => ({ command, item: waiting[0] }),
        onDone: [
          { guard: 'isLast', target: 'shown', actions: ['notifyTaken', 'takeDone'] },
          { target: 'running', reenter: true, actions: ['notifyTaken', 'takeDone'] },
        ],
        onError: [
          { guard: 'isUnanswered', target: 'interrupted' },
          { guard: 'isLast', target: 'shown', actions: 'takeFailed' },
          { target: 'running', reenter: true, actions: 'takeFailed' },
        ],
      },
      on: { 'many.stop': { actions: 'dropRest' } },
    },
    interrupted: {
      description: 'No answer came; the same records sent again are done once.',
      tags: ['result'],
      meta: { requirement: 'decision-43' },
      on: {
        'many.retry': { guard: 'areSome', target: 'running', actions: 'takeAgain' },
        'many.close': { target: 'idle', actions: 'forget' },
      },
    },
    shown: {
      description: 'What was done and what was refused is shown, until it is closed.',
      tags: ['result'],
      meta: { requirement: 'decision-51' },
      on: {
        'many.begin': { guard: 'areSome', target: 'running', actions: 'take' },
        'many.retry': { guard: 'areSome', target: 'running', actions: 'takeAgain' },
        'many.undo': { guard: 'isUndoable', target: 'undoing', actions: 'forgetFailed' },
        'many.close': { target: 'idle', actions: 'forget' },
      },
    },
    undoing: {
      description: 'What was done is taken back, one record after another.',
      tags: ['busy'],
      meta: { requirement: 'decision-51' },
      invoke: {
        id: 'revert',
        src: 'revert',
        input: ({ context: { command, done } }) => ({ command, item: done[0] }),
        onDone: [
          { guard: 'isLastDone', target: 'undone', actions: 'takeUndone' },
          { target: 'undoing', reenter: true, actions: 'takeUndone' },
        ],
        onError: [
          { guard: 'isLastDone', target: 'undone', actions: 'takeKept' },
          { target: 'undoing', reenter: true, actions: 'takeKept' },
        ],
      },
    },
    undone: {
      description: 'It was taken back; what somebody has changed since is named and stays.',
      tags: ['result'],
      meta: { requirement: 'decision-51' },
      on: {
        'many.begin': { guard: 'areSome', target: 'running', actions: 'take' },
        'many.close': { target: 'idle', actions: 'forget' },
      },
    },
  },
});
