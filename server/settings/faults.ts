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

/**
 * A first day that cannot be one: past, where nothing holds from such a day (a draft may have waited past its own), or in
 * the middle of a month, where figures hold by the month.
 */
export function startFaults(
  { spec }: AnySetting,
  { valid_from }: Readonly<Record<string, unknown>>,
  now: Date,
): Faults {
  const day = String(valid_from);
  if (spec.ahead && day < tashkentDay(now)) return { valid_from: [{ key: 'day_past' }] };
  if (spec.starts === 'month' && !day.endsWith('-01')) {
    const [year, month] = day.split('-');
    return { valid_from: [{ key: 'month_start', values: { day: `01.${month}.${year}` } }] };
  }
  return {};
}

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
