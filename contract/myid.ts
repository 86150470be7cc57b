/**
 * MyID service: the state register says who a person is (areas 2.4 `myid_session`, 3.4 "MyID session"; decisions 82, 83, 86).
 * Extensions: the specification names the pages alone.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, FileInfo, instant, Person } from './common.ts';

export const MYID_STATUSES = ['created', 'in_progress', 'passed', 'failed', 'expired'] as const;
export type MyidStatus = (typeof MYID_STATUSES)[number];

/** Why it failed: nobody was recognised, or another person than was asked about. */
export const MYID_FAILURES = ['not_recognised', 'other_person'] as const;
export type MyidFailure = (typeof MYID_FAILURES)[number];

/** What of a card MyID says otherwise. */
export const MYID_DIFFERENCES = ['fullname', 'birth_date', 'gender', 'document'] as const;
export type MyidDifference = (typeof MYID_DIFFERENCES)[number];

/** Who somebody is, as MyID says. */
export const MyidPerson = z.object({
  pinfl: z.string(),
  fullname: z.string(),
  birth_date: z.iso.date(),
  gender: z.enum(['male', 'female']),
  document: z.object({ number: z.string(), issued_by: z.string(), issued_on: day(), expires_on: day() }),
});
export type MyidPerson = z.infer<typeof MyidPerson>;

export const MyidSession = z.object({
  id: z.int(),
  status: z.enum(MYID_STATUSES),
  version: z.int(),
  /** Whose card it is about; null of a person who is no client yet. */
  client_id: z.nullable(z.int()),
  consent: z.boolean(),
  failure: z.nullable(z.enum(MYID_FAILURES)),
  differences: z.array(z.enum(MYID_DIFFERENCES)),
  /** A stand-in answered in place of MyID. */
  stand_in: z.boolean(),
  /** For the form of a new client, and for its author alone. */
  person: z.nullable(MyidPerson),
  created_by: Person,
  created_at: instant(),
  /** Until when an answer is waited for. */
  expires_at: instant(),
  allowed_events: z.array(z.string()),
  /** Steps that a fact or a right forbids now, each with its reason in the reader's language. */
  refused: z.record(z.string(), z.string()),
});
export type MyidSession = z.infer<typeof MyidSession>;

/** When a client was last identified, and until when that holds (decision 82). */
export const Verification = z.object({
  at: instant(),
  until: day(),
  stand_in: z.boolean(),
  /** By a copy of the document in place of MyID: who has checked it, and the file where the reader may see it. */
  copy: z.nullable(z.object({ checked_by: Person, file: z.nullable(FileInfo) })),
});
export type Verification = z.infer<typeof Verification>;

const stale = ['myidSessionShow', 'myidClient'] as const;

/** Of a card by its own numbers, of a new client by the PINFL. */
export const myidSessionCreate = defineCall({
  service: 'myid',
  id: 'myidSessionCreate',
  method: 'POST',
  path: '/myid_session/create',
  stale,
  response: dataOf(MyidSession),
});

export const myidSessionStart = defineCall({
  service: 'myid',
  id: 'myidSessionStart',
  method: 'PUT',
  path: '/myid_session/start/{id}',
  stale,
  response: dataOf(MyidSession),
});

export const myidSessionShow = defineCall({
  service: 'myid',
  id: 'myidSessionShow',
  method: 'GET',
  path: '/myid_session/show/{id}',
  response: dataOf(MyidSession),
});

/** The latest session about a card, the verification that holds, whether a copy of the document may take its place, and why not by the reader. */
export const myidClient = defineCall({
  service: 'myid',
  id: 'myidClient',
  method: 'GET',
  path: '/myid_session/client/{id}',
  response: dataOf(
    z.object({
      verified: z.nullable(Verification),
      session: z.nullable(MyidSession),
      copies: z.boolean(),
      /** Why who checks copies would be refused here, in the reader's language; null of who would not be, or has no right to. */
      copy_refused: z.nullable(z.string()),
    }),
  ),
});

/** Which files of a card may be a copy of a document. */
export const isCopy = ({ type }: { readonly type: string }): boolean =>
  type.startsWith('image/') || type === 'application/pdf';

/** A copy of the client's document among the files of the card has been checked by another person: it takes MyID's place. */
export const clientCopyConfirm = defineCall({
  service: 'myid',
  id: 'clientCopyConfirm',
  method: 'POST',
  path: '/client_copy/confirm/{id}',
  stale: ['myidClient', 'clientHistory', 'contractShow', 'questionnaireShow'],
  response: z.extend(dataOf(Verification), { message: z.string() }),
});

export const myidCalls = [myidSessionCreate, myidSessionStart, myidSessionShow, myidClient, clientCopyConfirm] as const;
