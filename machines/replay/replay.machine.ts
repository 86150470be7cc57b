/**
 * Replay: steps through the log of one document on the diagram of its workflow, by hand or by itself at any speed.
 *
 * Steps are counted from 1. Whatever is done by hand stops the playing; only another speed does not. At the last step
 * it has ended, and playing again begins from the first.
 *
 * For: analysts. See docs/workflows/replay.md; issue 7 "Replay".
 */
import { assign, setup } from 'xstate';

/** A step at speed 1, in milliseconds. */
export const STEP_MS = 1_200;
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

export interface ReplayContext {
  /** Steps of the log that is open. */
  steps: number;
  /** The one that is shown, from 1; 0 without a log. */
  step: number;
  speed: Speed;
}

export type ReplayEvent =
  /** A log with at least one step; `step` may be any number. */
  | { type: 'log.opened'; steps: number; step: number }
  | { type: 'log.closed' }
  | { type: 'replay.play' }
  | { type: 'replay.pause' }
  | { type: 'step.next' }
  | { type: 'step.back' }
  | { type: 'step.go'; step: number }
  | { type: 'speed.set'; speed: Speed };

const within = (step: number, steps: number): number => Math.min(Math.max(1, Math.trunc(step)), steps);

export const replayMachine = setup({
  types: {
    context: {} as ReplayContext,
    events: {} as ReplayEvent,
    tags: {} as 'playing',
    meta: {} as { requirement: string },
  },
  delays: {
    pace: ({ context }) => STEP_MS / context.speed,
  },
  guards: {
    opensAtEnd: ({ event }) => event.type === 'log.opened' && event.step >= event.steps,
    goesToEnd: ({ context, event }) => event.type === 'step.go' && event.step >= context.steps,
    nextIsLast: ({ context }) => context.step + 1 >= context.steps,
    hasBefore: ({ context }) => context.step > 1,
  },
  actions: {
    open: assign(({ context, event }) =>
      event.type === 'log.opened' ? { steps: event.steps, step: within(event.step, event.steps) } : context,
    ),
    close: assign({ steps: 0, step: 0 }),
    advance: assign({ step: ({ context }) => within(context.step + 1, context.steps) }),
    goBack: assign({ step: ({ context }) => context.step - 1 }),
    go: assign({
      step: ({ context, event }) => (event.type === 'step.go' ? within(event.step, context.steps) : context.step),
    }),
    rewind: assign({ step: 1 }),
    setSpeed: assign({ speed: ({ context, event }) => (event.type === 'speed.set' ? event.speed : context.speed) }),
  },
}).createMachine({
  id: 'replay',
  description: 'Goes through the log of one document on its diagram.',
  context: { steps: 0, step: 0, speed: 1 },
  initial: 'idle',
  on: {
    'log.opened': [
      { guard: 'opensAtEnd', target: '.open.ended', actions: 'open' },
      { target: '.open.paused', actions: 'open' },
    ],
    'speed.set': { actions: 'setSpeed' },
  },
  states: {
    idle: {
      description: 'No log is open, or the one that is has no step.',
      meta: { requirement: 'issue-7-replay' },
    },
    open: {
      description: 'A log is open; one of its steps is shown.',
      meta: { requirement: 'issue-7-replay' },
      initial: 'paused',
      on: {
        'log.closed': { target: 'idle', actions: 'close' },
        'step.back': { guard: 'hasBefore', target: '.paused', actions: 'goBack' },
        'step.go': [
          { guard: 'goesToEnd', target: '.ended', actions: 'go' },
          { target: '.paused', actions: 'go' },
        ],
      },
      states: {
        paused: {
          description: 'A step is shown and waits; there are more after it.',
          meta: { requirement: 'issue-7-replay' },
          on: {
            'replay.play': 'playing',
            'step.next': [
              { guard: 'nextIsLast', target: 'ended', actions: 'advance' },
              { target: 'paused', actions: 'advance' },
            ],
          },
        },
        playing: {
          description: 'Step follows step, each as long as the speed sets.',
          tags: ['playing'],
          meta: { requirement: 'issue-7-replay' },
          on: {
            'replay.pause': 'paused',
            // the current step restarts at the new speed
            'speed.set': { target: 'playing', reenter: true, actions: 'setSpeed' },
            'step.next': [
              { guard: 'nextIsLast', target: 'ended', actions: 'advance' },
              { target: 'paused', actions: 'advance' },
            ],
          },
          after: {
            pace: [
              { guard: 'nextIsLast', target: 'ended', actions: 'advance' },
              { target: 'playing', reenter: true, actions: 'advance' },
            ],
          },
        },
        ended: {
          description: 'The last step is shown.',
          meta: { requirement: 'issue-7-replay' },
          on: {
            'replay.play': { guard: 'hasBefore', target: 'playing', actions: 'rewind' },
          },
        },
      },
    },
  },
});
