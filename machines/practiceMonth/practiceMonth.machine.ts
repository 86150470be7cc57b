/**
 * The practice month: one for all organizations. The accountant closes it once its last day has come and every day in it
 * is closed; from then on no day of it opens and no dated setting begins in it (areas 3.2; areas 3, P2).
 *
 * A lifecycle: no actors, no timers.
 *
 * For: the accountant. See docs/workflows/practiceMonth.md.
 */
import { setup } from 'xstate';

export interface PracticeMonthContext {
  /** Days of any organization in this month that are not closed. */
  openDays: number;
  /** By the server's clock no day of it is still to come. */
  lastDayCame: boolean;
}

export type PracticeMonthEvent = { type: 'month.close' } | { type: 'month.reopen' };

export const practiceMonthMachine = setup({
  types: {
    context: {} as PracticeMonthContext,
    events: {} as PracticeMonthEvent,
    input: {} as Partial<PracticeMonthContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: { everyDayIsClosed: ({ context: { openDays, lastDayCame } }) => lastDayCame && openDays === 0 },
}).createMachine({
  id: 'practiceMonth',
  description: 'A month of business days, one for all organizations.',
  context: ({ input }) => ({ openDays: 0, lastDayCame: true, ...input }),
  initial: 'open',
  states: {
    open: {
      description: 'Days of this month are opened, closed and reopened.',
      meta: { look: 'work', requirement: 'areas-3.2-month' },
      on: { 'month.close': { guard: 'everyDayIsClosed', target: 'closed' } },
    },
    closed: {
      description: 'The figures of the month stand: no day of it opens and no setting begins in it.',
      meta: { look: 'closed', requirement: 'areas-3.2-month' },
      on: { 'month.reopen': 'open' },
    },
  },
});

export const MONTH_STATES = ['open', 'closed'] as const;
export type PracticeMonthState = (typeof MONTH_STATES)[number];
