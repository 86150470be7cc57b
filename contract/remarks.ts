/** Remarks of analysts on charts (issue 20): on a state, a transition or a walk of the simulation, with the version of the chart. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, Counts, dataOf, instant, listOf, Meta, Person } from './common.ts';

/** Remarks of one chart that may be unsettled at once. */
export const MOST_REMARKS = 200;
/** Settled ones that a chart is shown with; the list has all. */
export const SETTLED_SHOWN = 50;
/** Characters of a remark and of an answer. */
export const REMARK_LENGTH = 2000;

export const REMARKED = ['state', 'transition', 'walk'] as const;
export type Remarked = (typeof REMARKED)[number];

/** As `machines/remark` has them. */
export const REMARK_STATUSES = ['open', 'answered', 'settled'] as const;
export type RemarkStatus = (typeof REMARK_STATUSES)[number];

export const RemarkAnswer = z.object({ id: z.int(), text: z.string(), author: Person, at: instant() });
export type RemarkAnswer = z.infer<typeof RemarkAnswer>;

export const Remark = z.object({
  id: z.int(),
  machine: z.string(),
  kind: z.enum(REMARKED),
  /** Path of the state, key of the transition, or the walk as a text (`machines/kit/simulation.ts`). */
  place: z.string(),
  text: z.string(),
  status: z.enum(REMARK_STATUSES),
  /** Release and fingerprint of the chart on which it was written (`printOf` of `machines/kit/release.ts`). */
  release: z.string(),
  print: z.string(),
  author: Person,
  at: instant(),
  /** In the order in which they were written. */
  answers: z.array(RemarkAnswer),
  settled_by: z.nullable(Person),
  settled_at: z.nullable(instant()),
  /** What the reader may do with it now. */
  allowed_events: z.array(z.string()),
});
export type Remark = z.infer<typeof Remark>;

export const remarkIndex = defineCall({
  id: 'remarkIndex',
  service: 'cash',
  method: 'GET',
  path: '/workflow/remarks',
  response: z.extend(listOf(Remark), { meta: z.extend(Meta, { statuses: z.optional(Counts) }) }),
});

/** Those of one chart: all that are unsettled, and the newest settled ones. */
export const remarksOfChart = defineCall({
  id: 'remarksOfChart',
  service: 'cash',
  method: 'GET',
  path: '/workflow/chart_remarks',
  response: dataOf(z.array(Remark)),
});

export const remarkShow = defineCall({
  id: 'remarkShow',
  service: 'cash',
  method: 'GET',
  path: '/workflow/remarks/{id}',
  response: dataOf(Remark),
});

const stale = ['remarkIndex', 'remarksOfChart', 'remarkShow'];
const response = z.extend(Command, { data: Remark });

export const remarkCreate = defineCall({
  id: 'remarkCreate',
  service: 'cash',
  method: 'POST',
  path: '/workflow/remarks',
  stale,
  response,
});

export const remarkAnswer = defineCall({
  id: 'remarkAnswer',
  service: 'cash',
  method: 'POST',
  path: '/workflow/remarks/{id}/answers',
  stale,
  response,
});

export const remarkSettle = defineCall({
  id: 'remarkSettle',
  service: 'cash',
  method: 'PUT',
  path: '/workflow/remarks/{id}/settle',
  stale,
  response,
});

export const remarkReopen = defineCall({
  id: 'remarkReopen',
  service: 'cash',
  method: 'PUT',
  path: '/workflow/remarks/{id}/reopen',
  stale,
  response,
});

export const remarkCalls = [
  remarkIndex,
  remarksOfChart,
  remarkShow,
  remarkCreate,
  remarkAnswer,
  remarkSettle,
  remarkReopen,
] as const;
