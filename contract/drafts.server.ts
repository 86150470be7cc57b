/** What only the server needs of the calls of `drafts.ts`: rights, what they ask for. */

import * as z from 'zod/mini';
import { text } from './common.ts';
import { serverSide } from './serverSide.ts';

/** A form by name, and what is written in it: a record's number, or `new`. */
const Place = { form: text(50), of: text(50) };
const Visit = { ...Place, visit: text(50) };
const Written = z.record(text(100), z.unknown());

export const draftServer = serverSide({
  draftIndex: {
    query: z.object(Place),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Own drafts of one form, the newest first. Older ones than thirty days are gone.',
  },
  draftKeep: {
    body: z.object({ ...Visit, fields: Written, base: Written }),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Keeps what is written in a form, in place of what the same opening of it kept before.',
  },
  draftSetAside: {
    body: z.object(Visit),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Keeps an own draft for a day only: its person has begun anew.',
  },
  draftDrop: {
    query: z.object(Visit),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Removes an own draft: it is saved, or given up.',
  },
});
