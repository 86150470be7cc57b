/**
 * Who answers for a contract beside its buyer: named on the draft, bound by its signing, free once it is paid or called off.
 *
 * A lifecycle: no actors, no timers. Whether the person may be a guarantor is a fact that the server finds. Demanding money
 * of a guarantor comes with the collectors.
 *
 * For: sellers and collectors. See docs/workflows/guarantee.md; areas 3.4 "guarantee", decisions 61, 77, 84.
 */
import { setup } from 'xstate';

export interface GuaranteeContext {
  /** A client of age with valid documents, who is not on the black list. */
  fit: boolean;
}

export type GuaranteeEvent = { type: 'guarantee.sign' } | { type: 'guarantee.drop' } | { type: 'guarantee.release' };

export const guaranteeMachine = setup({
  types: {
    context: {} as GuaranteeContext,
    events: {} as GuaranteeEvent,
    input: {} as Partial<GuaranteeContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isFit: ({ context }) => context.fit,
  },
}).createMachine({
  id: 'guarantee',
  description: 'Who answers for a contract beside its buyer.',
  context: ({ input }) => ({ fit: true, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'Named on the draft of a contract; nothing is binding yet.',
      meta: { look: 'new', requirement: 'areas-3.4-guarantee' },
      on: {
        'guarantee.sign': { guard: 'isFit', target: 'signed' },
        'guarantee.drop': 'dropped',
      },
    },
    signed: {
      description: 'Answers for what is financed, since the contract was signed.',
      meta: { look: 'work', requirement: 'decision-77' },
      on: { 'guarantee.release': 'released' },
    },
    released: {
      description: 'Answers for nothing any more: the contract is paid or called off, or somebody else answers.',
      type: 'final',
      meta: { look: 'closed', requirement: 'decision-61' },
    },
    dropped: {
      description: 'Taken off the draft, or the draft was called off.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.4-guarantee' },
    },
  },
});

export const GUARANTEE_STATES = ['draft', 'signed', 'released', 'dropped'] as const;
export type GuaranteeState = (typeof GUARANTEE_STATES)[number];
