/** What only the server needs of the calls of `notices.ts`: rights, what they ask for. */
import * as z from 'zod/mini';
import { id, pageQuery } from './common.ts';
import { serverSide } from './serverSide.ts';

export const noticesServer = serverSide({
  noticeUnread: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'How many notices of the person signed in are new, up to a hundred.',
  },
  noticeIndex: {
    query: z.object(pageQuery),
    rule: 'signedIn',
    origin: 'extension',
    summary:
      'What other people did that concerns the person signed in, the newest first. Older than ninety days is gone.',
  },
  noticeRead: {
    rule: 'signedIn',
    origin: 'extension',
    summary: "Marks an own notice as read; the first mark stays. Somebody else's is 404.",
  },
  noticeReadAll: {
    body: z.object({ last: id() }),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Marks own notices as read, up to the newest one that was shown.',
  },
});
