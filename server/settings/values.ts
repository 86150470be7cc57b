/** What is wrong with the values of one revision: they name what is not there, or the setting itself refuses them. */
import type { Field } from '../../contract/directory/fields.ts';
import { sentName } from '../../contract/directory/fields.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { areUnknown } from '../directory/checks.ts';
import { mayUseImage } from '../documents/images.ts';
import { earlyIn, type Faults, turnedIn } from './faults.ts';
import type { SettingHooks, Writer } from './serve.ts';

type Body = Readonly<Record<string, unknown>>;

/** @param fields those that are written */
export async function valueFaults(
  { db, user, now }: Writer,
  { setting, refuse }: { readonly setting: AnySetting } & Pick<SettingHooks, 'refuse'>,
  fields: readonly [string, Field][],
  body: Body,
  before: Body,
): Promise<Faults> {
  const { spec } = setting;
  const values = { ...before, ...body };
  const faults: Faults = {
    ...(spec.band && turnedIn(spec.band, values)),
    ...(await refuse?.(values, db, now)),
    ...earlyIn(setting, values, now),
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
