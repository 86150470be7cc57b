/**
 * Fields of the kind `secret` (decision 95): written once their row is there, because its id is part of the encryption,
 * and read by nothing but the module that sends them to a service.
 */
import { type Kysely, sql } from 'kysely';
import { type Field, type Fields, optionsOf } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import { type FieldFault, invalid } from '../http/refusal.ts';
import { secretKeys } from './keys.ts';
import { SecretUnreadable, seal, unseal } from './seal.ts';

type Db = Kysely<Schema>;
type Body = Readonly<Record<string, unknown>>;

const secretsIn = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, { kind }]) => kind === 'secret');

interface Kept {
  sealed: string;
  at: Date;
  by: number | null;
}

async function keptIn(db: Db, table: string, id: number, name: string): Promise<Kept | undefined> {
  const { rows } = await sql<{ sealed: string | null; at: Date; by: number | null }>`
    SELECT ${sql.ref(`${name}_sealed`)} AS sealed, ${sql.ref(`${name}_set_at`)} AS at, ${sql.ref(`${name}_set_by`)} AS by
    FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);
  const [row] = rows;
  return row?.sealed == null ? undefined : { ...row, sealed: row.sealed };
}

const placeOf = (table: string, name: string, row: number) => ({ table, column: `${name}_sealed`, row });

/**
 * The value, for who sends it where it belongs; null: none is set.
 * @throws SecretUnreadable where another key encrypted it
 */
export async function readSecret(db: Db, table: string, id: number, name: string): Promise<string | null> {
  const kept = await keptIn(db, table, id, name);
  return kept === undefined ? null : unseal(secretKeys(), kept.sealed, placeOf(table, name, id));
}

interface Written {
  readonly db: Db;
  readonly user: { readonly id: number };
  readonly now: Date;
}

interface SecretRow {
  readonly table: string;
  readonly fields: Fields;
  readonly id: number;
  readonly body: Body;
  /** Whose secrets a new row takes over where its body has none; a changed row keeps its own. */
  readonly from?: number | undefined;
  readonly isNew: boolean;
}

/**
 * Writes the secrets of a row that is stored already: a text replaces, null removes, nothing or an empty text keeps.
 * @throws Refusal 422 where a new row has none that it must have, or the one that it takes over cannot be read
 */
export async function writeSecrets(writer: Written, row: SecretRow): Promise<void> {
  const { db, user, now } = writer;
  const { table, fields, id, body, from, isNew } = row;
  const faults: Record<string, FieldFault[]> = {};
  const store = (name: string, kept: Kept | null) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(`${name}_sealed`)} = ${kept?.sealed ?? null},
      ${sql.ref(`${name}_set_at`)} = ${kept?.at ?? null}, ${sql.ref(`${name}_set_by`)} = ${kept?.by ?? null}
      WHERE id = ${id}`.execute(db);
  for (const [name, field] of secretsIn(fields)) {
    const value = body[name] as string | null | undefined;
    if (value === null) await store(name, null);
    else if (value) {
      const sealed = seal(secretKeys(), value, placeOf(table, name, id));
      await store(name, { sealed, at: now, by: user.id });
    } else if (isNew) {
      const kept = from === undefined ? undefined : await keptIn(db, table, from, name);
      if (kept !== undefined) {
        try {
          const plain = unseal(secretKeys(), kept.sealed, placeOf(table, name, from as number));
          await store(name, { ...kept, sealed: seal(secretKeys(), plain, placeOf(table, name, id)) });
        } catch (error) {
          if (!(error instanceof SecretUnreadable)) throw error;
          faults[name] = [{ key: 'secret_unreadable' }];
        }
      } else if (!optionsOf(field).optional) faults[name] = [{ key: 'required' }];
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
