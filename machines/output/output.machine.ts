/**
 * The hand-over of a contract's goods: units are scanned one by one and leave all together (areas 3.3 "output"; V7–V9;
 * decisions 60, 63, 72, 84).
 *
 * A lifecycle: no actors, no timers. Its context are facts that the server finds: what is not picked yet, which units leave
 * before older ones, and whether the contract may be handed over. What a scan does to them comes with its event.
 *
 * For: storekeepers. See docs/workflows/output.md.
 */
import { and, assign, setup } from 'xstate';

export interface OutputContext {
  /** Units that are not picked yet. */
  missing: number;
  /** Picked units that leave before older ones, without a reason. */
  unexplained: number;
  /** The client is on the black list. */
  listed: boolean;
  /** The first instalment is due before the goods have left: the schedule fits no more. */
  stale: boolean;
}

type Picked = { facts: Pick<OutputContext, 'missing' | 'unexplained'> };

export type OutputEvent =
  | { type: 'output.pick' }
  | ({ type: 'serial.scan' } & Picked)
  | ({ type: 'serial.release' } & Picked)
  | ({ type: 'goods.count' } & Picked)
  | ({ type: 'breach.explain' } & Picked)
  | { type: 'output.handOver' }
  | { type: 'output.cancel' }
  | { type: 'output.withdraw' };

export const NOTHING_PICKED: OutputContext = { missing: 1, unexplained: 0, listed: false, stale: false };

export const outputMachine = setup({
  types: {
    context: {} as OutputContext,
    events: {} as OutputEvent,
    input: {} as Partial<OutputContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    allPicked: ({ context }) => context.missing === 0,
    allExplained: ({ context }) => context.unexplained === 0,
    notListed: ({ context }) => !context.listed,
    inTime: ({ context }) => !context.stale,
  },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'output',
  description: 'Goods of a contract, from the shelf into the hands of the client.',
  context: ({ input }) => ({ ...NOTHING_PICKED, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'The first payment is there; the goods wait in the warehouse to be picked.',
      meta: { look: 'new', requirement: 'V9' },
      on: {
        'output.pick': { guard: and(['notListed', 'inTime']), target: 'picking' },
        'output.withdraw': 'cancelled',
      },
    },
    picking: {
      description: 'Units are scanned; each is kept for the contract until all are there.',
      meta: { look: 'work', requirement: 'V7' },
      on: {
        'serial.scan': { actions: 'takeFacts' },
        'serial.release': { actions: 'takeFacts' },
        'goods.count': { actions: 'takeFacts' },
        'breach.explain': { actions: 'takeFacts' },
        'output.handOver': {
          guard: and(['allPicked', 'allExplained', 'notListed', 'inTime']),
          target: 'handed_over',
        },
        'output.cancel': 'cancelled',
      },
    },
    handed_over: {
      description: 'The client has signed for all units; the contract is active.',
      type: 'final',
      meta: { look: 'closed', requirement: 'decision-63' },
    },
    cancelled: {
      description: 'Nothing has left: picking was given up, or the contract waits for its goods no more.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.3-output' },
    },
  },
});

/** The states on the main path, in order: the rail is drawn from it. */
export const OUTPUT_MAIN_PATH = ['draft', 'picking', 'handed_over'] as const;
export const OUTPUT_STATES = [...OUTPUT_MAIN_PATH, 'cancelled'] as const;
export type OutputState = (typeof OUTPUT_STATES)[number];
