/** What only the server needs of the calls of `problemReports.ts`: rights, what they ask for, the events they send. */
import * as z from 'zod/mini';
import { CHARTS } from './charts.ts';
import { id, pageQuery, reason } from './common.ts';
import { LARGEST_FACT, LAST, MOST_CHARTS, REPORT_STATUSES, ReportedEvent } from './problemReports.ts';
import { SCENARIO_ENDS, SCENARIO_WALK } from './scenarios.server.ts';
import { serverSide } from './serverSide.ts';
import { machine } from './workflows.ts';

const origin = 'extension' as const;
const analyst = { rule: 'workflows.show', origin } as const;

/** Names as the code writes them; nothing that somebody typed is one. */
const codeName = (pattern: RegExp) => z.string().check(z.regex(pattern));
const factName = codeName(/^[a-zA-Z]\w{0,59}$/);
const figure = z.int().check(z.gte(-LARGEST_FACT), z.lte(LARGEST_FACT));

export const problemReportServer = serverSide({
  problemReportAdd: {
    origin,
    rule: 'signedIn',
    body: z.object({
      sentence: reason(),
      page: codeName(/^[a-zA-Z]\w{0,59}$/),
      /** The record that the window shows, its directory or setting, its number; nulls where it shows none. */
      record_machine: z.nullable(machine),
      record_kind: z.nullable(codeName(/^\w{1,60}$/)),
      record_id: z.nullable(id()),
      charts: z
        .array(
          z.object({
            machine: z.enum(CHARTS),
            state: codeName(/^[\w.,]{1,500}$/),
            facts: z.record(factName, z.union([z.boolean(), figure])),
          }),
        )
        .check(z.maxLength(MOST_CHARTS)),
      events: z.array(z.extend(ReportedEvent, { type: codeName(/^[\w.(): -]{1,120}$/) })).check(z.maxLength(LAST)),
      requests: z.array(codeName(/^[\w-]{1,64}$/)).check(z.maxLength(LAST)),
      release: codeName(/^[\w.-]{1,30}$/),
    }),
    summary:
      'Keeps a report that something is wrong. State and facts of the record that its author sees are found here.',
  },
  problemReportIndex: {
    ...analyst,
    query: z.object({ ...pageQuery, status: z.optional(z.enum(REPORT_STATUSES)) }),
    summary: 'Reports that something is wrong, the newest first.',
  },
  problemReportShow: { ...analyst, summary: 'One report with the charts, events and requests that were kept with it.' },
  problemReportSettle: {
    ...analyst,
    event: { machine: 'problemReport', type: 'report.settle' },
    summary: 'Settles a report.',
  },
  problemReportReopen: {
    ...analyst,
    event: { machine: 'problemReport', type: 'report.reopen' },
    summary: 'Opens a settled report again.',
  },
  problemReportScenario: {
    ...analyst,
    body: z.object({ machine: z.enum(CHARTS), walk: SCENARIO_WALK, ends: SCENARIO_ENDS }),
    maxBytes: 320_000,
    summary:
      'Makes a scenario of a chart of a report, that of its record where it has one, under a name with its number; one that has a scenario is 409.',
  },
});
