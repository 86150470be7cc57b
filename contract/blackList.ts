/**
 * Client service: the black list (areas 4.19). A person is found on it by PINFL or document, exactly and by POST
 * (decision 98); numbers are masked but for who may see them (decision 85).
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, instant, listOf, Meta, Person } from './common.ts';
import { choices } from './directory/out.ts';
import { RecordHistory } from './records.ts';

export const APPROVAL_STATUSES = ['draft', 'sent', 'approved', 'refused', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** What an entry lacks before it can be sent: by what the person is found, and why they are listed. */
export const BLACK_LIST_GAPS = ['number', 'reason'] as const;
export type BlackListGap = (typeof BLACK_LIST_GAPS)[number];

export const MAX_DOCUMENTS = 5;

const Named = z.object({ id: z.int(), title: z.string() });

export const BlackListEntry = z.object({
  id: z.int(),
  fullname: z.string(),
  /** `3*********4565` where `masked`. */
  pinfl: z.nullable(z.string()),
  /** `*******67` where `masked`. */
  documents: z.array(z.string()),
  masked: z.boolean(),
  /** The person may ask for the numbers whole; it is logged. */
  reveals: z.boolean(),
  reason: z.nullable(Named),
  comment: z.nullable(z.string()),
  from: z.string(),
  to: z.nullable(z.string()),
  /** Approved, and today is one of its days. */
  in_force: z.boolean(),
  status: z.enum(APPROVAL_STATUSES),
  version: z.int(),
  created_by: Person,
  created_at: instant(),
  /** Why it was refused or cancelled. */
  decision: z.nullable(z.string()),
  gaps: z.array(z.enum(BLACK_LIST_GAPS)),
  allowed_events: z.array(z.string()),
});
export type BlackListEntry = z.infer<typeof BlackListEntry>;
const Answer = z.object({ data: BlackListEntry, message: z.string() });

const ENTRIES = ['blackListIndex', 'blackListEntryGetAll', 'blackListShow', 'blackListHistory', 'myDay'] as const;

export const blackListIndex = defineCall({
  service: 'client',
  id: 'blackListIndex',
  method: 'GET',
  path: '/black_list/index',
  response: z.extend(listOf(BlackListEntry), {
    meta: z.extend(Meta, { statuses: z.optional(Counts), moment: z.optional(instant()) }),
  }),
});

/** Entries in force, as another page chooses them. */
export const blackListEntryGetAll = defineCall({
  service: 'client',
  id: 'blackListEntryGetAll',
  method: 'GET',
  path: '/black_list/get_all',
  response: choices,
});

export const blackListShow = defineCall({
  service: 'client',
  id: 'blackListShow',
  method: 'GET',
  path: '/black_list/show/{id}',
  response: dataOf(BlackListEntry),
});

export const blackListHistory = defineCall({
  service: 'client',
  id: 'blackListHistory',
  method: 'GET',
  path: '/black_list/history/{id}',
  response: RecordHistory,
});

export const blackListFind = defineCall({
  service: 'client',
  id: 'blackListFind',
  method: 'POST',
  path: '/black_list/find',
  stale: [],
  response: dataOf(z.array(BlackListEntry)),
});

export const blackListReveal = defineCall({
  service: 'client',
  id: 'blackListReveal',
  method: 'POST',
  path: '/black_list/reveal/{id}',
  stale: ['blackListHistory'],
  response: dataOf(z.object({ pinfl: z.nullable(z.string()), documents: z.array(z.string()) })),
});

export const blackListReasons = defineCall({
  service: 'client',
  id: 'blackListReasons',
  method: 'GET',
  path: '/black_list/reasons',
  response: dataOf(z.array(Named)),
});

export const blackListCreate = defineCall({
  service: 'client',
  id: 'blackListCreate',
  method: 'POST',
  path: '/black_list/create',
  stale: ENTRIES,
  response: Answer,
});

export const blackListUpdate = defineCall({
  service: 'client',
  id: 'blackListUpdate',
  method: 'PUT',
  path: '/black_list/update/{id}',
  stale: ENTRIES,
  response: Answer,
});

export const blackListSend = defineCall({
  service: 'client',
  id: 'blackListSend',
  method: 'PUT',
  path: '/black_list/send/{id}',
  stale: ENTRIES,
  response: Answer,
});

export const blackListWithdraw = defineCall({
  service: 'client',
  id: 'blackListWithdraw',
  method: 'PUT',
  path: '/black_list/withdraw/{id}',
  stale: ENTRIES,
  response: Answer,
});

export const blackListApprove = defineCall({
  service: 'client',
  id: 'blackListApprove',
  method: 'PUT',
  path: '/black_list/approve/{id}',
  stale: ENTRIES,
  response: Answer,
});

export const blackListRefuse = defineCall({
  service: 'client',
  id: 'blackListRefuse',
  method: 'PUT',
  path: '/black_list/refuse/{id}',
  stale: ENTRIES,
  response: Answer,
});

export const blackListCancel = defineCall({
  service: 'client',
  id: 'blackListCancel',
  method: 'PUT',
  path: '/black_list/cancel/{id}',
  stale: ENTRIES,
  response: Answer,
});

export const blackListCalls = [
  blackListIndex,
  blackListEntryGetAll,
  blackListShow,
  blackListHistory,
  blackListFind,
  blackListReveal,
  blackListReasons,
  blackListCreate,
  blackListUpdate,
  blackListSend,
  blackListWithdraw,
  blackListApprove,
  blackListRefuse,
  blackListCancel,
] as const;
