/**
 * The business day of one organization: documents carry it, and once it is closed it takes no more of them (areas 3.2,
 * V4). Another day opens when this one is closed; a closed one comes back only while no later day exists.
 *
 * A lifecycle: no actors, no timers. What blocks it are facts that the server finds while it holds the day.
 *
 * For: who opens and closes the day of a branch, and the accountant. See docs/workflows/practiceDay.md.
 */
import { setup } from 'xstate';

export interface PracticeDayContext {
  /** Documents that must be finished first: invoices that are sent, counts that are completed and not formed. */
  blockers: number;
  /** A later day of the organization has a document. */
  laterDocuments: boolean;
  /** Another day of the organization is not closed. */
  anotherOpen: boolean;
  /** The accountant has closed its month. */
  monthClosed: boolean;
}

export const FREE_DAY: PracticeDayContext = {
  blockers: 0,
  laterDocuments: false,
  anotherOpen: false,
  monthClosed: false,
};

export type PracticeDayEvent =
  | { type: 'day.startClosing' }
  | { type: 'day.resume' }
  | { type: 'day.close' }
  | { type: 'day.reopen' };

export const practiceDayMachine = setup({
  types: {
    context: {} as PracticeDayContext,
    events: {} as PracticeDayEvent,
    input: {} as Partial<PracticeDayContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    nothingBlocks: ({ context }) => context.blockers === 0,
    mayComeBack: ({ context }) => !context.laterDocuments && !context.anotherOpen && !context.monthClosed,
  },
}).createMachine({
  id: 'practiceDay',
  description: 'The business day of one organization, which its documents carry.',
  context: ({ input }) => ({ ...FREE_DAY, ...input }),
  initial: 'open',
  states: {
    open: {
      description: 'Documents are made, confirmed and formed in this day.',
      meta: { look: 'work', requirement: 'areas-3.2-day' },
      on: { 'day.startClosing': { guard: 'nothingBlocks', target: 'closing' } },
    },
    closing: {
      description: 'New documents are refused; what is there is looked through before the day is closed.',
      meta: { look: 'waiting', requirement: 'areas-3.2-day' },
      on: { 'day.resume': 'open', 'day.close': 'closed' },
    },
    closed: {
      description: 'Nothing is posted in this day any more; the next one may be opened.',
      meta: { look: 'closed', requirement: 'V4' },
      on: { 'day.reopen': { guard: 'mayComeBack', target: 'open' } },
    },
  },
});

export const DAY_STATES = ['open', 'closing', 'closed'] as const;
export type PracticeDayState = (typeof DAY_STATES)[number];
