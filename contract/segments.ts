/** What segments of clients look at, and the preview of one: a slice of the clients a call, so that nobody waits. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';

/** What a condition may look at: a closed list (decision 75). Sums are whole soʻm. */
export const SEGMENT_FACTS = [
  'age',
  'salary',
  'contracts',
  'closed_contracts',
  'owed',
  'overdue_days',
  'days_since_contract',
] as const;
export type SegmentFact = (typeof SEGMENT_FACTS)[number];

export const SegmentSlice = z.object({
  /** Clients of this slice, and those of them that are in the segment. */
  examined: z.int(),
  matched: z.int(),
  /** Some of these. */
  people: z.array(z.object({ id: z.int(), fullname: z.string() })),
  /** From where the next slice goes on; null: this was the last one. */
  next: z.nullable(z.int()),
});
export type SegmentSlice = z.infer<typeof SegmentSlice>;

export const segmentPreview = defineCall({
  service: 'client',
  id: 'segmentPreview',
  method: 'POST',
  path: '/segment/preview',
  stale: [],
  response: dataOf(SegmentSlice),
});

export const segmentCalls = [segmentPreview] as const;
