/** Fields that stay as they are, of every record or of this one, and what only an office person says. */
import type { Kysely } from 'kysely';
import { closedTo } from '../../contract/directory/closed.ts';
import { type Field, type Fields, optionsOf, sentName } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { isSame } from './checks.ts';
import type { Faults, Hooks } from './hooks.ts';
import type { FoundRecord } from './records.ts';

type Body = Readonly<Record<string, unknown>>;
/** By field, each with its reason: a key of `fields`. */
type Frozen = Readonly<Record<string, string | undefined>>;
interface Asking {
  readonly db: Kysely<Schema>;
  readonly user: SignedIn;
}

/** Fields of the record that the person may not change any more. */
export const frozenIn = async (
  fields: Fields,
  freeze: Hooks<FoundRecord, Body, Body>['freeze'],
  { db, user }: Asking,
  record: FoundRecord,
): Promise<Frozen> => ({ ...closedTo(user, fields), ...(await freeze?.(db, record)) });

/** Those of them that are sent with another value. */
export const frozenFaults = (fields: Fields, frozen: Frozen, body: Body, before: FoundRecord): Faults =>
  Object.fromEntries(
    Object.entries(frozen).flatMap(([name, key]) => {
      const field = fields[name] as Field;
      const sent = sentName(name, field);
      return key === undefined || body[sent] === undefined || isSame(field, body[sent], before[name])
        ? []
        : [[sent, [{ key }]]];
    }),
  );

/** What who is no office person says, of a new record too, though only an office person does. */
export const officeFaults = (user: SignedIn, fields: Fields, body: Body, before: FoundRecord | null): Faults =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (user.office || !optionsOf(field).byOffice || body[name] === undefined) return [];
      return body[name] === (before?.[name] ?? false) ? [] : [[name, [{ key: 'by_office' }]]];
    }),
  );
