/** Faults of a revision, by the name on the wire. */
import type { Kysely } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { type FieldFault, invalid } from '../http/refusal.ts';

export type Faults = Record<string, FieldFault[]>;

/** What a setting finds wrong with values that fit their fields; `values` are those of the revision after it. */
export type Refuse = (
  values: Readonly<Record<string, unknown>>,
  db: Kysely<Schema>,
  now: Date,
) => Faults | Promise<Faults>;

/** A day that is past, where nothing holds from one; a draft may have waited past its day. */
export const earlyIn = ({ spec }: AnySetting, { valid_from }: Readonly<Record<string, unknown>>, now: Date): Faults =>
  spec.ahead && String(valid_from) < tashkentDay(now) ? { valid_from: [{ key: 'day_past' }] } : {};

/** A band that ends before it begins. */
export function turnedIn(
  { from, to }: { readonly from: string; readonly to: string },
  values: Readonly<Record<string, unknown>>,
): Faults {
  const [begins, ends] = [Number(values[from]), values[to]];
  return typeof ends === 'number' && ends < begins ? { [to]: [{ key: 'least', values: { min: begins } }] } : {};
}

/** @throws Refusal 422 */
export function requireNone(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
