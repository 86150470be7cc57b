/** What single settings refuse of values that fit their fields, by the setting's name. */
import { type Kysely, sql } from 'kysely';
import { FIRST_YEAR } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import type { FieldFault } from '../http/refusal.ts';
import { turnedIn } from './faults.ts';
import type { SettingHooks } from './serve.ts';

const NONE: Record<string, FieldFault[]> = {};
/** A year is written without the space of thousands: as a text. */
const least = (min: number | string): FieldFault[] => [{ key: 'least', values: { min } }];
const most = (max: number | string): FieldFault[] => [{ key: 'most', values: { max } }];
const WHOLE: FieldFault[] = [{ key: 'whole' }];

const yearOf = (now: Date): number => Number(tashkentDay(now).slice(0, 4));

/** The greatest of both is empty, or not below the least. */
const notBelow =
  (from: string, to: string): NonNullable<SettingHooks['refuse']> =>
  (values) =>
    turnedIn({ from, to }, values);

/** A limit without a figure limits nothing. */
const oneOfBoth =
  (one: string, other: string): NonNullable<SettingHooks['refuse']> =>
  (values) =>
    values[one] == null && values[other] == null ? { [one]: [{ key: 'one_limit' }] } : NONE;

/** What a person signs in with does not belong in an address, which everybody reads. */
const plainAddress: NonNullable<SettingHooks['refuse']> = ({ address }) => {
  if (!URL.canParse(String(address))) return { address: [{ key: 'link' }] };
  const { username, password } = new URL(String(address));
  return username === '' && password === '' ? NONE : { address: [{ key: 'address_credentials' }] };
};

/** The id of what a field names, as it is sent or as it is stored. */
const idIn = (values: Readonly<Record<string, unknown>>, name: string): number | null =>
  (values[`${name}_id`] as number | null | undefined) ??
  (values[name] as { id: number } | null | undefined)?.id ??
  null;

/** Whether a cash account is none of the kind, or of another branch than the one that is named; of none there is no other. */
async function isOther(db: Kysely<Schema>, id: number, kind: string, branch: number | null = null): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM cash_account
    WHERE id = ${id} AND kind = ${kind} AND (organization_id = ${branch}
      OR NOT EXISTS (SELECT 1 FROM organization o WHERE o.id = ${branch}))`.execute(db);
  return rows.length === 0;
}

export const REFUSALS: Readonly<Record<string, NonNullable<SettingHooks['refuse']>>> = {
  /** The account may be the office's, the terminal stands in the branch. */
  async aloqabankAccount(values, db) {
    const account = idIn(values, 'account');
    // null in the body: no terminal any more
    const terminal = values.terminal_id === null ? null : idIn(values, 'terminal');
    return {
      ...(account !== null && (await isOther(db, account, 'bank')) && { account_id: [{ key: 'bank_account' }] }),
      ...(terminal !== null &&
        (await isOther(db, terminal, 'terminal', idIn(values, 'organization'))) && {
          terminal_id: [{ key: 'terminal_of_branch' }],
        }),
    };
  },
  aloqabankConnection: plainAddress,
  /** A model has prices of the years in which it was made; no car is of a year after the next one. */
  async carBasePrice(values, db, now) {
    const year = Number(values.year);
    const { rows } = await sql<{ from: number; to: number }>`
      SELECT years_from AS from, least(years_to, ${yearOf(now) + 1}) AS to FROM pledge_car_model
      WHERE id = ${idIn(values, 'model')}`.execute(db);
    const [made] = rows;
    if (made === undefined) return NONE;
    if (year < made.from) return { year: least(String(made.from)) };
    return year > made.to ? { year: most(String(made.to)) } : NONE;
  },
  /** Either of both, and not both. */
  masterFee: (values) => ((values.fee == null) === (values.percent == null) ? { fee: [{ key: 'one_fee' }] } : NONE),
  /** How many of a brand that is not sold at all is no question. */
  categoryBrandLimitation: ({ allowed, max_quantity }) =>
    allowed !== true && max_quantity != null ? { max_quantity: [{ key: 'only_allowed_brand' }] } : NONE,
  categoryLimit: oneOfBoth('max_sum', 'max_quantity'),
  clientSetting: notBelow('age_from', 'age_to'),
  /** A season is months of a year. */
  coefficient(values) {
    const months = values.kind === 'season' ? ['at_least', 'at_most'] : [];
    const faults = months.flatMap((name) => {
      const month = values[name];
      if (typeof month !== 'number' || (month >= 1 && month <= 12)) return [];
      return [[name, month < 1 ? least(1) : most(12)]];
    });
    return Object.fromEntries(faults);
  },
  criterionSetting: ({ manual_from, approve_from }) =>
    Number(approve_from) < Number(manual_from) ? { approve_from: least(Number(manual_from)) } : NONE,
  initiativeSetting({ fee_kind, amount }) {
    if (fee_kind === 'sum') return Number.isInteger(amount) ? NONE : { amount: WHOLE };
    return Number(amount) > 100 ? { amount: most(100) } : NONE;
  },
  integrationSetting: plainAddress,
  matrixItem: notBelow('min', 'max'),
  /** Times, days and years are whole; after no hours an order would be over as it is made, after no years every debt hopeless. */
  moneyValue({ code, value }) {
    const isLong = code === 'reservation_hours' || code === 'write_off_years';
    if (isLong && Number(value) < 1) return { value: least(1) };
    return code === 'reservation_hours' || Number.isInteger(value) ? NONE : { value: WHOLE };
  },
  pledgeSetting({ min_year }, _, now) {
    if (Number(min_year) < FIRST_YEAR) return { min_year: least(String(FIRST_YEAR)) };
    return Number(min_year) > yearOf(now) ? { min_year: most(String(yearOf(now))) } : NONE;
  },
  productLimit: notBelow('min', 'max'),
  smsCampaignSetting: ({ hour_from, hour_to }) =>
    Number(hour_to) > Number(hour_from) ? NONE : { hour_to: least(Number(hour_from) + 1) },
};
