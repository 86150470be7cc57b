/**
 * Cash service: what other people did that concerns the person signed in, for the bell. The step writes the notices of its
 * people in the same transaction (`concerns` of `defineLifecycle`).
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, instant, listOf, Person } from './common.ts';
import { CANCEL_REASONS } from './invoices/invoice.ts';
import { noticeUnread } from './noticeCount.ts';

/** Days for which a notice is kept. */
export const NOTICE_DAYS = 90;

export const Notice = z.object({
  id: z.int(),
  /** The step: chart and event. */
  machine: z.enum([
    'invoice',
    'countingAct',
    'output',
    'approval',
    'settingRevision',
    'user',
    'appeal',
    'pledgeEvaluation',
    'questionnaire',
    'paymentCertificate',
    'saleOrder',
    'contract',
    'contractError',
    'scoringRun',
    'initiativeClient',
    'remark',
  ]),
  event: z.string(),
  /** Of a revision its setting, as the log names it; null of what is in one table. */
  kind: z.nullable(z.string()),
  /**
   * What it is about, as it is now: a document by its number, a request or somebody who left by the person’s name, a revision
   * by the day from which it holds.
   */
  about: z.object({ id: z.int(), name: z.string(), state: z.string(), look: z.string() }),
  /** The list of counting that it is about. */
  counter_id: z.nullable(z.int()),
  /** Nobody: the server itself. */
  by: z.nullable(Person),
  /** The reason or comment that was written. */
  words: z.nullable(z.string()),
  /** The reason that was chosen from a list. */
  reason: z.nullable(z.enum(CANCEL_REASONS)),
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
