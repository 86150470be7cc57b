/**
 * What a car is worth that a client offers as a pledge: it is looked at, valued by its market price and its wear, and a second
 * person approves the sum that it is accepted for, for so many days. A contract that asks for a pledge takes it at its signing,
 * and gives it back when it is paid or called off.
 *
 * A lifecycle: no actors, no timers. Whether there are photos of it and an extract of the register, whether wear and terms are
 * set for it and its last day is over, are facts that the server finds; who may approve is a matter of rights (V16). A court
 * that seizes a car comes with its documents (decision 71).
 *
 * For: who takes cars as a pledge. See docs/workflows/pledgeEvaluation.md; areas 3.4, decisions 61, 77.
 */
import { and, setup } from 'xstate';

export interface PledgeEvaluationContext {
  /** At least one photo of the car is among its files. */
  photographed: boolean;
  /** Wear of such a car and terms of pledge are in force today. */
  priced: boolean;
  /** An extract of the register of cars, which is no photo, is among its files. */
  registered: boolean;
  /** Its last day is not over. */
  current: boolean;
}

export type PledgeEvaluationEvent =
  | { type: 'pledge.update' }
  | { type: 'pledge.inspect' }
  | { type: 'pledge.value' }
  | { type: 'pledge.approve' }
  | { type: 'pledge.refuse' }
  | { type: 'pledge.expire' }
  | { type: 'pledge.attach' }
  | { type: 'pledge.release' };

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
    isRegistered: ({ context }) => context.registered,
    isCurrent: ({ context }) => context.current,
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'pledgeEvaluation',
  description: 'What a car is worth that is offered as a pledge.',
  context: ({ input }) => ({ photographed: true, priced: true, registered: true, current: true, ...input }),
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
      on: {
        'pledge.expire': 'expired',
        'pledge.attach': { guard: and(['isRegistered', 'isCurrent']), target: 'pledged' },
      },
    },
    pledged: {
      description: 'It secures a signed contract.',
      meta: { look: 'work', requirement: 'decision-77' },
      on: { 'pledge.release': 'released' },
    },
    released: {
      description: 'Its contract is paid, and the day of that is closed, or called off: the car secures nothing.',
      type: 'final',
      meta: { look: 'closed', requirement: 'decision-61' },
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
