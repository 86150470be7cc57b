/** What only the server needs of the calls of `blackList.ts`: rights, what they ask for, the lifecycle events they fire. */
import * as z from 'zod/mini';
import { APPROVAL_STATUSES, MAX_DOCUMENTS } from './blackList.ts';
import { isPinfl } from './checkDigits.ts';
import { allQuery, day, id, pageQuery, queryId, reason, text } from './common.ts';
import { readersOf } from './directories/index.server.ts';
import { choicesQuery } from './directory/choices.server.ts';
import { DOCUMENT, isPersonalNumber, plainNumber } from './persons.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'approval', type });
const why = () => z.object({ reason: reason() });

export const body = () =>
  z.object({
    fullname: text(200),
    pinfl: z.nullable(z.string().check(z.overwrite(plainNumber), z.refine(isPinfl, { params: { key: 'pinfl' } }))),
    documents: z
      .array(
        z.string().check(
          z.overwrite(plainNumber),
          z.refine((one) => DOCUMENT.test(one), { params: { key: 'document' } }),
        ),
      )
      .check(z.maxLength(MAX_DOCUMENTS)),
    reason_id: z.nullable(id()),
    comment: z.nullable(z.string().check(z.trim(), z.maxLength(1000))),
    from: day(),
    to: z.nullable(day()),
  });

export const blackListServer = serverSide({
  blackListIndex: {
    ...extension,
    rule: 'black_list.show',
    query: z.object({
      ...pageQuery,
      ...allQuery,
      status: z.optional(z.enum(APPROVAL_STATUSES)),
      reason_id: z.optional(queryId()),
      search: z.optional(z.string().check(z.maxLength(100))),
      sort: z.optional(z.enum(['created_at', '-created_at', 'fullname', '-fullname', 'from', '-from', 'to', '-to'])),
    }),
    summary: 'Entries of the black list by name, the newest first unless sorted; numbers are masked.',
  },
  blackListEntryGetAll: {
    ...extension,
    rule: readersOf('blackListEntry').join('|'),
    query: z.object(choicesQuery),
    summary: 'Entries in force by name, to choose from; numbers are masked.',
  },
  blackListShow: {
    ...extension,
    rule: 'black_list.show',
    summary: 'One entry; its author sees the numbers while it is not decided.',
  },
  blackListHistory: { ...extension, rule: 'black_list.show', summary: 'Who took which step with an entry.' },
  blackListFind: {
    ...extension,
    rule: 'black_list.show',
    body: z.object({
      number: z
        .string()
        .check(z.overwrite(plainNumber), z.refine(isPersonalNumber, { params: { key: 'personal_number' } })),
    }),
    summary: 'Entries of a person by PINFL or document, exactly: those in force first.',
  },
  blackListReveal: {
    ...extension,
    rule: 'black_list.show',
    summary: 'The numbers of an entry whole; who asked for them is logged.',
  },
  blackListReasons: {
    ...extension,
    rule: 'black_list.show',
    summary: 'Reasons for listing a person, whole, in the reader’s language.',
  },
  blackListCreate: {
    ...extension,
    rule: 'black_list.add',
    body: body(),
    summary: 'Opens a draft; it may be incomplete.',
  },
  blackListUpdate: {
    ...extension,
    rule: 'black_list.add',
    body: body(),
    event: event('request.update'),
    who: 'requestAuthor',
    summary: 'Changes the own draft.',
  },
  blackListSend: {
    ...extension,
    rule: 'black_list.add',
    event: event('request.send'),
    who: 'requestAuthor',
    summary: 'Hands a complete draft over for a decision.',
  },
  blackListWithdraw: {
    ...extension,
    rule: 'black_list.add',
    event: event('request.withdraw'),
    who: 'requestAuthor',
    summary: 'Takes the own request back before it is decided.',
  },
  blackListApprove: {
    ...extension,
    rule: 'black_list.confirm',
    event: event('request.approve'),
    who: 'requestDecider',
    summary: 'Lists the person from the first day on; not by the author.',
  },
  blackListRefuse: {
    ...extension,
    rule: 'black_list.confirm',
    body: why(),
    event: event('request.refuse'),
    who: 'requestDecider',
    summary: 'Refuses the request with a reason; not by the author.',
  },
  blackListCancel: {
    ...extension,
    rule: 'black_list.add|black_list.confirm',
    body: why(),
    event: event('request.cancel'),
    who: 'requestCanceller',
    summary: 'Gives up what is not decided, with a reason: the own with `add`, anybody’s with `confirm`.',
  },
});
