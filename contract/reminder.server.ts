/** What only the server needs of the calls of `reminder.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { serverSide } from './serverSide.ts';

export const reminderServer = serverSide({
  testReminder: {
    query: z.object({
      /** Attempts that a header counts already, with commas between. */
      counted: z.optional(z.string().check(z.regex(/^\d{1,10}(,\d{1,10}){0,99}$/))),
    }),
    rule: 'signedIn',
    origin: 'extension',
    summary:
      'The hourly tests, the nearest zero first. Of the attempts that are counted already also those whose window has passed, as long as they have tries left.',
  },
});
