/**
 * Reports that something is wrong (issue 20, "report from where you stand"): one sentence, and the state of the window in
 * which it was written. Nothing personal is in them but what the sentence itself says.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CHARTS } from './charts.ts';
import { Command, Counts, dataOf, instant, listOf, Meta, Person } from './common.ts';
import { machine } from './workflows.ts';

export const REPORT_STATUSES = ['open', 'settled'] as const;

/** Events, and requests, that a report has: the last ones. */
export const LAST = 20;
/** Charts of a page that a report has. */
export const MOST_CHARTS = 12;
/** Facts of a chart. */
export const MOST_FACTS = 30;
/** A larger figure is cut to this one: guards compare with little, and what somebody owes is nobody's business. */
export const LARGEST_FACT = 1_000_000;

/** Which record or person it was says the report itself, of the record alone; a guard compares with none. */
const NAMES_RECORD = /^id$|(Id|_id)s?$/;

/** Facts that a report may have of a context: yes, no and whole numbers but ids, of its own fields alone. */
export function reportedFacts(context: unknown): Record<string, number | boolean> {
  if (typeof context !== 'object' || context === null) return {};
  const facts = Object.entries(context).flatMap(([name, value]): [string, number | boolean][] => {
    if (NAMES_RECORD.test(name)) return [];
    if (typeof value === 'boolean') return [[name, value]];
    if (typeof value !== 'number' || !Number.isInteger(value)) return [];
    return [[name, Math.max(-LARGEST_FACT, Math.min(LARGEST_FACT, value))]];
  });
  return Object.fromEntries(facts.slice(0, MOST_FACTS));
}

const facts = z.record(z.string(), z.union([z.boolean(), z.int()]));

/** A chart where it stood: dotted leaf states with commas between those of parallel regions. */
export const ReportedChart = z.object({ machine: z.enum(CHARTS), state: z.string(), facts });
export type ReportedChart = z.infer<typeof ReportedChart>;

export const ReportedEvent = z.object({ machine: z.enum(CHARTS), type: z.string() });

/** The record that the window showed: which chart, which directory or setting, which number. */
export const ReportedRecord = z.object({ machine, kind: z.nullable(z.string()), id: z.int() });
export type ReportedRecord = z.infer<typeof ReportedRecord>;

export const ProblemReport = z.object({
  id: z.int(),
  at: instant(),
  author: Person,
  sentence: z.string(),
  /** Id of the page in the list of pages; a release may no longer have it. */
  page: z.string(),
  /** Its title is the number or name that its own list shows; null where the reader does not see it there. */
  record: z.nullable(z.extend(ReportedRecord, { title: z.nullable(z.string()) })),
  /** That of the record first, as the server found it; then those that ran on the page. */
  charts: z.array(ReportedChart),
  /** The last events, the oldest first: names alone. */
  events: z.array(ReportedEvent),
  /** Numbers of the last requests, the oldest first. */
  requests: z.array(z.string()),
  release: z.string(),
  status: z.enum(REPORT_STATUSES),
  version: z.int(),
  /** The scenario that was made of it. */
  scenario: z.nullable(z.object({ id: z.int(), machine: z.string(), name: z.string(), walk: z.string() })),
  allowed_events: z.array(z.string()),
});
export type ProblemReport = z.infer<typeof ProblemReport>;

const STALE = ['problemReportIndex', 'problemReportShow'] as const;

export const problemReportAdd = defineCall({
  id: 'problemReportAdd',
  service: 'cash',
  method: 'POST',
  path: '/workflow/reports',
  stale: STALE,
  response: z.extend(Command, { id: z.int() }),
});

export const problemReportIndex = defineCall({
  id: 'problemReportIndex',
  service: 'cash',
  method: 'GET',
  path: '/workflow/reports',
  response: z.extend(listOf(ProblemReport), { meta: z.extend(Meta, { statuses: z.optional(Counts) }) }),
});

export const problemReportShow = defineCall({
  id: 'problemReportShow',
  service: 'cash',
  method: 'GET',
  path: '/workflow/reports/{id}',
  response: dataOf(ProblemReport),
});

export const problemReportSettle = defineCall({
  id: 'problemReportSettle',
  service: 'cash',
  method: 'POST',
  path: '/workflow/reports/{id}/settle',
  stale: STALE,
  response: z.extend(Command, { data: ProblemReport }),
});

export const problemReportReopen = defineCall({
  id: 'problemReportReopen',
  service: 'cash',
  method: 'POST',
  path: '/workflow/reports/{id}/reopen',
  stale: STALE,
  response: z.extend(Command, { data: ProblemReport }),
});

export const problemReportScenario = defineCall({
  id: 'problemReportScenario',
  service: 'cash',
  method: 'POST',
  path: '/workflow/reports/{id}/scenario',
  stale: [...STALE, 'scenarioIndex'],
  response: z.extend(Command, { data: ProblemReport }),
});

export const problemReportCalls = [
  problemReportAdd,
  problemReportIndex,
  problemReportShow,
  problemReportSettle,
  problemReportReopen,
  problemReportScenario,
] as const;
