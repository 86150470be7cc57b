/** Cash service: what the person's own day holds (areas 4.2 `/dashboard`): the practice day and what waits for that person. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, instant } from './common.ts';

/**
 * `count`: acts to count; `decide`: acts to load, complete or form; `confirm`: sent invoices; `send`: own drafts of
 * invoices; `test`: tests whose minutes run, whose hour runs with a try left, or that were never taken.
 */
export const DUTIES = ['count', 'decide', 'confirm', 'send', 'test'] as const;
export type DutyKind = (typeof DUTIES)[number];

/** So many of each kind are named; the others are counted. */
export const DUTIES_NAMED = 5;

export const Duty = z.object({
  /** The act, the invoice, or the attempt. */
  id: z.int(),
  /** The person's own counter of the act. */
  counter_id: z.nullable(z.int()),
  /** Number of the document; the title of a test. */
  name: z.string(),
  /** Branch of an act, supplier of an invoice; nothing for a test. */
  place: z.nullable(z.string()),
  /** State of the act, of the counter for `count`, or of the invoice; of a test its group, or `answering`. */
  status: z.string(),
  at: instant(),
});
export type Duty = z.infer<typeof Duty>;

export const MyDay = z.object({
  practice_day: z.nullable(z.object({ id: z.int(), date: day(), status: z.string() })),
  /** Kinds of which there is something, in their order, and tests before all while one's minutes run; the oldest of each first. */
  duties: z.array(z.object({ kind: z.enum(DUTIES), count: z.int(), first: z.array(Duty) })),
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
