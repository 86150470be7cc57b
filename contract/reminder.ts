/**
 * Cash service: the tests that the header counts to (spec 4 "Test reminder", 9; decisions 11–14). Apart from the other
 * calls of tests: every page asks it, and it is as small as can be.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { instant } from './common.ts';

export const Reminder = z.object({
  attempt_id: z.int(),
  title: z.string(),
  /** When the countdown is at zero: two hours after the newest update of the results, and not within a sitting. */
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
  response: z.object({
    data: z.array(Reminder),
    /** The server's time, which rules (the browser's clock may be wrong). */
    meta: z.object({ now: instant() }),
  }),
});

export const reminderCalls = [testReminder] as const;
