/**
 * Cash service: how many notices are new, and what the stream says. Apart from the notices themselves: these every page
 * needs, the others the bell alone.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** What `/notice/stream` says: which readings have become old. What is new is asked for by the calls themselves. */
export const TOPICS = ['notices', 'announcements', 'rights'] as const;
export type Topic = (typeof TOPICS)[number];

/** Counted no further: the bell shows `99+`. */
export const MOST_UNREAD = 100;

export const noticeUnread = defineCall({
  id: 'noticeUnread',
  service: 'cash',
  method: 'GET',
  path: '/notice/unread',
  response: z.object({ unread: z.int() }),
});
