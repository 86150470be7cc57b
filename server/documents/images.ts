/**
 * Images that records of directories and settings name. One is uploaded before its record is saved: until then it is its
 * uploader's, afterwards everybody's who sees a record with it.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Fields } from '../../contract/directory/fields.ts';
import { imageUpload, type StoredImage } from '../../contract/images.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { readFile } from '../http/files.ts';
import { implement } from '../http/implement.ts';
import { forbidden, invalidField } from '../http/refusal.ts';

type Db = Kysely<Schema>;

/** Whose records name images. */
interface Owner {
  readonly table: string;
  /** The records as `r`. */
  readonly from?: RawBuilder<unknown>;
  /** Columns with the ids of images. */
  readonly columns: readonly string[];
  /** Rules of who may write a record. */
  readonly write: string;
  readonly show: string;
  /** What the person may see, on `r`. */
  readonly seen: (user: SignedIn) => RawBuilder<unknown>;
}

const owners = new Map<string, Owner>();

/** Makes a declaration known that has images. */
export function addImageOwner(name: string, fields: Fields, owner: Omit<Owner, 'columns'>): void {
  const columns = Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'image' ? [`${field}_id`] : []));
  if (columns.length > 0) owners.set(name, { ...owner, columns });
}

const namedBy = ({ columns }: Owner, id: RawBuilder<unknown>) =>
  sql`(${sql.join(
    columns.map((column) => sql`${sql.ref(`r.${column}`)} = ${id}`),
    sql` OR `,
  )})`;

/** Whether the person may name the image in a record of the kind, and so read it. */
export async function mayUseImage(db: Db, user: SignedIn, kind: string, id: number): Promise<boolean> {
  const owner = owners.get(kind);
  if (owner === undefined) return false;
  const shown = allows(user.rules, owner.show)
    ? sql`EXISTS (SELECT 1 FROM ${owner.from ?? sql`${sql.table(owner.table)} r`} WHERE ${namedBy(owner, sql`f.id`)} AND ${owner.seen(user)})`
    : sql`false`;
  const { rows } = await sql`SELECT 1 FROM file f WHERE f.id = ${id} AND f.kind = ${kind} AND f.role = 'image'
    AND (f.created_by = ${user.id} OR ${shown})`.execute(db);
  return rows.length > 0;
}

export const imageCalls = [
  implement(imageUpload, {
    async handle({ db, user, body, now }) {
      const owner = owners.get(body.of);
      if (owner === undefined) throw invalidField('of', 'reference');
      if (!allows(user.rules, owner.write)) throw forbidden();
      const { name, type, size, ...rest } = await readFile(body.file, 'file', true);
      const { id } = await db
        .insertInto('file')
        .values({ kind: body.of, role: 'image', name, type, size, ...rest, created_by: user.id, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { data: { id, name, type, size } satisfies StoredImage };
    },
  }),
];

/** A form that was left keeps its draft for weeks, and the draft its image. */
const KEEP_UNNAMED = '30 days';

/** Forgets images that no record came to name. */
export async function forgetImages(db: Db): Promise<void> {
  for (const [kind, owner] of owners)
    await sql`DELETE FROM file f WHERE f.kind = ${kind} AND f.role = 'image' AND f.created_at < now() - ${KEEP_UNNAMED}::interval
      AND NOT EXISTS (SELECT 1 FROM ${sql.table(owner.table)} r WHERE ${namedBy(owner, sql`f.id`)})`.execute(db);
}
