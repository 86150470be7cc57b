/** Cash service: how many notices are new. Apart from the notices themselves: every page asks it, the others the bell alone. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** Counted no further: the bell shows `99+`. */
export const MOST_UNREAD = 100;

export const noticeUnread = defineCall({
  id: 'noticeUnread',
  service: 'cash',
  method: 'GET',
  path: '/notice/unread',
  response: z.object({ unread: z.int() }),
});
