/** Schemas of a dated setting's answers. */
import * as z from 'zod/mini';
import { dataOf, instant, Person } from '../common.ts';
import type { Fields } from '../directory/fields.ts';
import { shapeOf } from '../directory/out.ts';
import { REVISION_STATUSES } from './status.ts';

interface Declared {
  readonly subject: Fields;
  readonly fields: Fields;
  readonly extra?: Fields;
  readonly inherits?: string;
}

const revisionOf = ({ subject, fields }: Declared) =>
  z.object({
    id: z.int(),
    status: z.enum(REVISION_STATUSES),
    version: z.int(),
    valid_from: z.iso.date(),
    created_at: instant(),
    created_by: z.nullable(Person),
    last_step: z.nullable(z.object({ event: z.string(), at: instant(), by: Person })),
    own: z.boolean(),
    allowed_events: z.array(z.string()),
    ...shapeOf(subject),
    ...shapeOf(fields),
  });

/** `{ data }` with one revision. */
export const answerOfRevision = (spec: Declared) => dataOf(revisionOf(spec));

/** Every revision of a subject, the latest day first. */
export const revisions = (spec: Declared) => dataOf(z.array(revisionOf(spec)));

/** Sentences in the reader's language. */
export const notes = dataOf(z.array(z.string()));

/** Every subject, or every record of the tree, with what is in force today and what is to come. */
export function rowsOfSubjects({ subject, fields, extra = {}, inherits }: Declared) {
  const { [inherits ?? '']: node } = subject;
  const ofTree = node && { parent_id: z.nullable(z.int()), depth: z.int(), first: z.nullable(z.int()) };
  const figures = { id: z.int(), valid_from: z.iso.date(), ...(node && shapeOf(subject)), ...shapeOf(fields) };
  const row = z.object({
    id: z.int(),
    ...ofTree,
    in_force: z.nullable(z.object(figures)),
    next: z.nullable(z.iso.date()),
    planned: z.int(),
    drafts: z.int(),
    ...shapeOf(node === undefined ? subject : { [inherits as string]: node }),
    ...shapeOf(extra),
  });
  return z.object({
    data: z.array(row),
    /** Whose rows they are, where the list is of one branch; without it they are of every branch. */
    branch: z.optional(z.object({ id: z.int(), title: z.string() })),
  });
}
