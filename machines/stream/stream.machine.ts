/**
 * The stream of nudges: the server says which readings have become old, and pages read them again without a reload. Of all
 * tabs of a browser one reads the stream, the others are told by it; when it is closed the next one takes over.
 *
 * A nudge has a topic alone. Whoever begins to read the stream, or reads it again after an interruption, does not know
 * what was said meanwhile: then everything is read again.
 *
 * For: everybody who is signed in. See docs/workflows/stream.md; issue 17 "bell and push".
 */
import { assign, fromCallback, setup } from 'xstate';
import type { Topic } from '../../contract/noticeCount.ts';

export interface StreamContext {
  /** Connections that failed one after another. */
  failures: number;
  /** Of this tab, from 0 to 1: browsers that lost one server do not all come back at the same moment. */
  spread: number;
}

export type StreamEvent =
  /** No other tab of this browser reads the stream. */
  | { type: 'turn.came' }
  | { type: 'stream.opened' }
  | { type: 'stream.nudged'; topic: Topic }
  | { type: 'stream.lost' }
  /** The server does not take the token. */
  | { type: 'stream.refused' }
  /** Said by the tab that reads the stream. */
  | { type: 'tab.nudged'; topic: Topic }
  | { type: 'network.lost' }
  | { type: 'network.back' };

/** Before the second try, in milliseconds. */
const FIRST_PAUSE = 1_000;
/** Between two tries at most, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** Milliseconds until the next try. */
export const pauseOf = ({ failures, spread }: StreamContext): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * (0.5 + spread);

const given = (name: string) => () => {
  throw new Error(`stream: ${name} is not provided`);
};

export const streamMachine = setup({
  types: {
    context: {} as StreamContext,
    events: {} as StreamEvent,
    input: {} as { spread: number },
    meta: {} as { requirement: string },
  },
  actors: {
    /** Says when it is this tab's turn, which it keeps until it is closed. */
    waitForTurn: fromCallback<StreamEvent>(given('waitForTurn')),
    /** What the tab that reads the stream says. */
    hearTabs: fromCallback<StreamEvent>(given('hearTabs')),
    watchNetwork: fromCallback<StreamEvent>(given('watchNetwork')),
    /** Opens the stream and reads it until it ends. */
    readStream: fromCallback<StreamEvent>(given('readStream')),
  },
  actions: {
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    // Effects of the app
    readAgain: (_, _params: { topic: Topic }) => given('readAgain')(),
    tellTabs: (_, _params: { topic: Topic }) => given('tellTabs')(),
    /** Every topic, in every tab. */
    readEverythingAgain: given('readEverythingAgain'),
  },
  delays: { pause: ({ context }) => pauseOf(context) },
}).createMachine({
  id: 'stream',
  description:
    'Learns from the server at once what is new: one tab of a browser reads its stream, the others are told.',
  context: ({ input }) => ({ failures: 0, spread: input.spread }),
  invoke: [
    { id: 'hearTabs', src: 'hearTabs' },
    { id: 'waitForTurn', src: 'waitForTurn' },
  ],
  on: {
    'tab.nudged': { actions: { type: 'readAgain', params: ({ event }) => event } },
  },
  initial: 'following',
  states: {
    following: {
      description: 'Another tab of this browser reads the stream and says what is new.',
      meta: { requirement: 'issue-17-push' },
      on: { 'turn.came': 'reading' },
    },
    reading: {
      description: 'This tab reads the stream for all tabs.',
      invoke: [
        { id: 'readStream', src: 'readStream' },
        { id: 'watchNetwork', src: 'watchNetwork' },
      ],
      on: {
        'stream.lost': { target: 'waiting', actions: 'countFailure' },
        'network.lost': 'offline',
      },
      initial: 'connecting',
      states: {
        connecting: {
          description: 'The server is asked for the stream.',
          meta: { requirement: 'issue-17-push' },
          on: {
            'stream.opened': {
              description: 'What was said before is unknown.',
              target: 'open',
              actions: ['forgetFailures', 'readEverythingAgain'],
            },
            'stream.refused': '#stream.refused',
          },
        },
        open: {
          description: 'What the server says is read again here and in the other tabs.',
          meta: { requirement: 'issue-17-push' },
          on: {
            'stream.nudged': {
              actions: [
                { type: 'readAgain', params: ({ event }) => event },
                { type: 'tellTabs', params: ({ event }) => event },
              ],
            },
          },
        },
      },
    },
    waiting: {
      description: 'The stream was lost; it is asked for again after a pause, longer with each failure.',
      meta: { requirement: 'issue-17-push' },
      invoke: { id: 'watchNetwork', src: 'watchNetwork' },
      after: { pause: 'reading' },
      on: { 'network.lost': 'offline' },
    },
    offline: {
      description: 'The server cannot be reached; as soon as it answers again the stream is asked for.',
      meta: { requirement: 'issue-17-push' },
      invoke: { id: 'watchNetwork', src: 'watchNetwork' },
      on: { 'network.back': 'reading' },
    },
    refused: {
      description: 'The session is over: the page is about to ask for the password.',
      type: 'final',
      meta: { requirement: 'issue-17-push' },
    },
  },
});
