/**
 * A report that something is wrong: somebody wrote it in a window, the state of that window was kept with it, and who
 * looks after the workflows settles it.
 *
 * A lifecycle: no actors, no timers.
 *
 * For: analysts and QA. See docs/workflows/problemReport.md; issue 20, "report from where you stand".
 */
import { setup } from 'xstate';

export type ProblemReportEvent = { type: 'report.settle' } | { type: 'report.reopen' };

export const problemReportMachine = setup({
  types: {
    events: {} as ProblemReportEvent,
    meta: {} as { look: string; requirement: string },
  },
}).createMachine({
  id: 'problemReport',
  description: 'A report that something is wrong, with the state in which it was seen.',
  initial: 'open',
  states: {
    open: {
      description: 'Nobody has settled it yet.',
      meta: { look: 'waiting', requirement: 'issue-20-report' },
      on: { 'report.settle': 'settled' },
    },
    settled: {
      description: 'What was wrong was put right, or nothing was wrong. It may be opened again.',
      meta: { look: 'done', requirement: 'issue-20-report' },
      on: { 'report.reopen': 'open' },
    },
  },
});

export const REPORT_STATES = ['open', 'settled'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
