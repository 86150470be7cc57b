/** What records of directories share on the wire (areas 3, P0; areas 5). */
import * as z from 'zod/mini';
import { instant, Person } from './common.ts';

/** Fields of every record of a directory, beside its own. */
export const recordFields = {
  id: z.int(),
  /** False: archived, no new document may name it. */
  active: z.boolean(),
  version: z.int(),
  /** Events of the lifecycle `directoryRecord` that the person may send now. */
  allowed_events: z.array(z.string()),
  /** Why it may not be archived now, in the reader's language. */
  in_use: z.nullable(z.string()),
};

/** A line of a record's log: fields that changed, before and after; the newest first. */
export const RecordLine = z.object({
  id: z.string(),
  at: instant(),
  /** None: the server itself, or the demo data. */
  user: z.nullable(Person),
  event: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type RecordLine = z.infer<typeof RecordLine>;
export const RecordHistory = z.object({ data: z.array(RecordLine) });

/** The lifecycle event of a directory's call. */
export const recordEvent = (type: 'record.update' | 'record.archive' | 'record.restore') => ({
  machine: 'directoryRecord',
  type,
});
