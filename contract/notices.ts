/**
 * Cash service: what other people did that concerns the person signed in, for the bell. The step of a document writes the
 * notices of its people in the same transaction (`concerns` of `defineLifecycle`).
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, instant, listOf, Person } from './common.ts';
import { noticeUnread } from './noticeCount.ts';

/** Days for which a notice is kept. */
export const NOTICE_DAYS = 90;

export const Notice = z.object({
  id: z.int(),
  /** The step: chart and event. */
  machine: z.enum(['invoice', 'countingAct']),
  event: z.string(),
  /** As it is now. */
  document: z.object({ id: z.int(), number: z.string(), state: z.string(), look: z.string() }),
  /** The list of counting that it is about. */
  counter_id: z.nullable(z.int()),
  /** Nobody: the server itself. */
  by: z.nullable(Person),
  /** The reason or comment that came with it. */
  words: z.nullable(z.string()),
  at: instant(),
  read_at: z.nullable(instant()),
});
export type Notice = z.infer<typeof Notice>;

export const noticeIndex = defineCall({
  id: 'noticeIndex',
  service: 'cash',
  method: 'GET',
  path: '/notice/index',
  response: listOf(Notice),
});

export const noticeRead = defineCall({
  id: 'noticeRead',
  service: 'cash',
  method: 'PUT',
  path: '/notice/read/{id}',
  stale: ['noticeUnread', 'noticeIndex'],
  response: Command,
});

export const noticeReadAll = defineCall({
  id: 'noticeReadAll',
  service: 'cash',
  method: 'PUT',
  path: '/notice/read_all',
  stale: ['noticeUnread', 'noticeIndex'],
  response: Command,
});

export const noticeCalls = [noticeUnread, noticeIndex, noticeRead, noticeReadAll] as const;
