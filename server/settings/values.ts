/** What is wrong with the values of one revision: they name what is not there, or the setting itself refuses them. */
import type { Kysely } from 'kysely';
import { type Field, sentName } from '../../contract/directory/fields.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import type { Schema } from '../db/schema.ts';
import { areUnknown } from '../directory/checks.ts';
import { mayUseImage } from '../documents/images.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Faults, type Refuse, startFaults, turnedIn } from './faults.ts';

type Body = Readonly<Record<string, unknown>>;

/** @param fields those that are written */
export async function valueFaults(
  { db, user, now }: { readonly db: Kysely<Schema>; readonly user: SignedIn; readonly now: Date },
  { setting, refuse }: { readonly setting: AnySetting; readonly refuse?: Refuse },
  fields: readonly [string, Field][],
  body: Body,
  before: Body,
): Promise<Faults> {
  const { spec } = setting;
  const values = { ...before, ...body };
  const faults: Faults = {
    ...(spec.band && turnedIn(spec.band, values)),
    ...(await refuse?.(values, db, now)),
    ...startFaults(setting, values, now),
  };
  const last = spec.until && values[spec.until];
  if (spec.until && typeof last === 'string' && last < String(values.valid_from))
    faults[spec.until] = [{ key: 'until_before_from' }];
  for (const [name, field] of fields) {
    const sent = sentName(name, field);
    const id = body[sent];
    if (field.kind === 'ref' && typeof id === 'number' && (await areUnknown(db, field.to, [id])))
      faults[sent] = [{ key: 'reference' }];
    if (field.kind === 'image' && typeof id === 'number' && !(await mayUseImage(db, user, spec.name, id)))
      faults[sent] = [{ key: 'image_gone' }];
    if (field.kind === 'refs' && (await areUnknown(db, field.to, (id as readonly number[] | undefined) ?? [])))
      faults[sent] = [{ key: 'reference' }];
  }
  return faults;
}
