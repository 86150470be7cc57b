/**
 * What a car is worth that a client offers as a pledge: it is looked at, valued by its market price and its wear, and a second
 * person approves the sum that it is accepted for, for so many days.
 *
 * A lifecycle: no actors, no timers. Whether there are photos of it, and whether wear and terms are set for it, are facts that
 * the server finds; who may approve is a matter of rights (V16).
 *
 * For: who takes cars as a pledge. See docs/workflows/pledgeEvaluation.md; areas 3.4.
 */
import { setup } from 'xstate';

export interface PledgeEvaluationContext {
  /** At least one photo of the car is among its files. */
  photographed: boolean;
  /** Wear of such a car and terms of pledge are in force today. */
  priced: boolean;
}

export type PledgeEvaluationEvent =
  | { type: 'pledge.update' }
  | { type: 'pledge.inspect' }
  | { type: 'pledge.value' }
  | { type: 'pledge.approve' }
  | { type: 'pledge.refuse' }
  | { type: 'pledge.expire' };

export const pledgeEvaluationMachine = setup({
  types: {
    context: {} as PledgeEvaluationContext,
    events: {} as PledgeEvaluationEvent,
    input: {} as Partial<PledgeEvaluationContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isPhotographed: ({ context }) => context.photographed,
    isPriced: ({ context }) => context.priced,
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'pledgeEvaluation',
  description: 'What a car is worth that is offered as a pledge.',
  context: ({ input }) => ({ photographed: true, priced: true, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'The car is written down; its photos are added to its files.',
      meta: { look: 'new', requirement: 'areas-3.4-pledge' },
      on: {
        'pledge.inspect': { guard: 'isPhotographed', target: 'inspected' },
        'pledge.update': { actions: 'record' },
      },
    },
    inspected: {
      description: 'Somebody has looked at it; its market price is not set yet.',
      meta: { look: 'prepared', requirement: 'areas-3.4-pledge' },
      on: { 'pledge.value': { guard: 'isPriced', target: 'valued' } },
    },
    valued: {
      description: 'Value and accepted sum are computed; another person decides.',
      meta: { look: 'waiting', requirement: 'areas-3.4-pledge' },
      on: { 'pledge.approve': 'approved', 'pledge.refuse': 'refused' },
    },
    approved: {
      description: 'Until its last day the car is accepted for this sum.',
      meta: { look: 'done', requirement: 'areas-3.4-pledge' },
      on: { 'pledge.expire': 'expired' },
    },
    refused: {
      description: 'It is not accepted, with a reason.',
      type: 'final',
      meta: { look: 'bad', requirement: 'areas-3.4-pledge' },
    },
    expired: {
      description: 'Its last day is over: the car is evaluated anew.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.4-pledge' },
    },
  },
});
