/**
 * A test of the staff as its author has it: written, published to its audience, over. Nobody changes one that is
 * published: who has begun it is graded by what was published. A correction is a copy, which is a new draft.
 *
 * A lifecycle run by the server: no actors, no timers. Its clock ends the test; whether it is complete is a fact that the
 * server finds (gaps.ts). How one person takes it is `testSitting`.
 *
 * For: who writes tests. See docs/workflows/staffTest.md; spec 4 "Tests", areas 4.23.
 */
import { assign, setup } from 'xstate';

export interface StaffTestContext {
  /** A title, questions that can be answered and graded, an end that is still to come, and people who get it. */
  complete: boolean;
}

export type StaffTestEvent =
  | { type: 'test.update'; facts: StaffTestContext }
  | { type: 'test.publish' }
  | { type: 'test.close' }
  | { type: 'test.end' }
  | { type: 'test.drop' };

export const staffTestMachine = setup({
  types: {
    context: {} as StaffTestContext,
    events: {} as StaffTestEvent,
    input: {} as Partial<StaffTestContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: { isComplete: ({ context }) => context.complete },
  actions: { takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})) },
}).createMachine({
  id: 'staffTest',
  description: 'A test of the staff, from its draft to its end.',
  context: ({ input }) => ({ complete: false, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'It is being written; nobody takes it.',
      meta: { look: 'new', requirement: '4-tests' },
      on: {
        'test.update': { actions: 'takeFacts' },
        'test.publish': { guard: 'isComplete', target: 'published' },
        'test.drop': 'withdrawn',
      },
    },
    published: {
      description: 'Its audience takes it between its beginning and its end; it changes no more.',
      meta: { look: 'work', requirement: '4-tests' },
      on: { 'test.close': 'ended', 'test.end': 'ended' },
    },
    ended: {
      description: 'Nobody begins it any more; its results stay.',
      type: 'final',
      meta: { look: 'closed', requirement: '4-tests' },
    },
    withdrawn: {
      description: 'The draft was put aside and will not be published.',
      type: 'final',
      meta: { look: 'off', requirement: '4-tests' },
    },
  },
});

export type StaffTestState = 'draft' | 'published' | 'ended' | 'withdrawn';
