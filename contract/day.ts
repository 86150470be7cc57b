/** Cash service: what the person's own day holds (areas 4.2 `/dashboard`): the practice day and the queue of work. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, instant } from './common.ts';

/** Charts whose documents people move on, each by the events that the chart has for it. */
export const QUEUED = [
  'countingAct',
  'counter',
  'invoice',
  'output',
  'practiceDay',
  'practiceMonth',
  'announcement',
  'approval',
  'staffTest',
  'settingRevision',
  'testSitting',
  'cashDocument',
  'appeal',
  'pledgeEvaluation',
  'contractError',
  'questionnaire',
  'paymentCertificate',
  'saleOrder',
  'contract',
  'scoringRun',
  'initiativeClient',
] as const;
export type Queued = (typeof QUEUED)[number];

/** So many of one chart and state are named. */
export const QUEUE_NAMED = 20;

const named = {
  chart: z.enum(QUEUED),
  /** Of a revision its setting, as the log names it; null of what is in one table. */
  kind: z.nullable(z.string()),
  /** The document; of a counter the counter, of a test the attempt. */
  id: z.int(),
  /** What its page is of: the act of a counter, the category of a revision, the organization of a day. */
  of: z.nullable(z.int()),
  state: z.string(),
  /** Number of the document, day or month, or its title. */
  name: z.string(),
};

/**
 * Minutes within which nothing is late. Most contracts are signed two minutes after they were written, and ninety of a
 * hundred of them would make one late whose seller serves somebody else first. A usual time of so many minutes may be a
 * shorter one, and texts say no more than "faster than an hour".
 */
export const LEAST_USUAL = 60;

export const QueueItem = z.object({
  ...named,
  /** Kind of the document, its state and the step that is due, in the reader's language. */
  words: z.object({ kind: z.string(), state: z.string(), step: z.string() }),
  /** Family of the state's look. */
  look: z.string(),
  /** What moves it on. */
  event: z.string(),
  /** Whose paper it is, what is counted, whose list of the act. */
  about: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  /** What it is worth, by currency; the difference of a count. */
  sums: z.record(z.string(), z.number()),
  /** Since when it is in this state. */
  since: instant(),
  /**
   * `usual`: it is in its state longer than 90 of 100 were; `day`: it keeps a day from being closed that is over;
   * `minutes`: the minutes of a test run.
   */
  late: z.nullable(z.enum(['usual', 'day', 'minutes'])),
  /** In so many minutes, an hour at least, 90 of 100 left the state; working time where it has an organization. null: too few did. */
  usual: z.nullable(z.number()),
  /** The day that it keeps from being closed. */
  blocks: z.nullable(day()),
});
export type QueueItem = z.infer<typeof QueueItem>;

/** What the person could move on, if it were not for a fact. */
export const HeldItem = z.object({
  ...named,
  reason: z.string(),
});
export type HeldItem = z.infer<typeof HeldItem>;

/** So many of those are named. */
export const HELD_NAMED = 3;

/** A state of a chart, with its words. */
const ofState = { chart: z.enum(QUEUED), kind: z.nullable(z.string()), state: z.string(), words: z.string() };

export const MyDay = z.object({
  practice_day: z.nullable(z.object({ id: z.int(), date: day(), status: z.string() })),
  /** What the person can move on now: late ones first, of them and of the others the oldest first. */
  queue: z.array(QueueItem),
  /** Charts and states of which there are more than are named. */
  more: z.array(z.object(ofState)),
  /** `rest`: how many of each state are not among the `first`. */
  held: z.object({
    count: z.int(),
    first: z.array(HeldItem),
    rest: z.array(z.object({ ...ofState, count: z.int() })),
  }),
});
export type MyDay = z.infer<typeof MyDay>;

export const myDay = defineCall({
  id: 'myDay',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/my/day',
  response: dataOf(MyDay),
});

export const dayCalls = [myDay] as const;
