/**
 * Cash service: the test that the header counts to (spec 4 "Test reminder", 9; decisions 11–14). Apart from the other
 * calls of tests: every page asks it, and it is as small as can be.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { instant, queryId } from './common.ts';

export const Reminder = z.object({
  attempt_id: z.int(),
  title: z.string(),
  /** When the countdown is at zero: two hours after the newest update of the results. */
  remind_at: instant(),
  /** Skipping ends the session: the attempt has exactly one entry in its results (decision 12). */
  first_try: z.boolean(),
});
export type Reminder = z.infer<typeof Reminder>;

export const testReminder = defineCall({
  id: 'testReminder',
  service: 'cash',
  method: 'GET',
  path: '/test/reminder',
  query: z.object({ attempt_id: z.optional(queryId()) }),
  response: z.object({
    data: z.nullable(Reminder),
    /** The server's time, which rules (the browser's clock may be wrong). */
    meta: z.object({ now: instant() }),
  }),
  rule: 'signedIn',
  origin: 'extension',
  summary:
    'The hourly test whose window ends first, or null. With attempt_id also that one, as long as it has tries left: it was hourly when the counting began.',
});

export const reminderCalls = [testReminder] as const;
