/** What single settings refuse of values that fit their fields, by the setting's name. */
import type { FieldFault } from '../http/refusal.ts';
import type { SettingHooks } from './serve.ts';

const NONE: Record<string, FieldFault[]> = {};
const least = (min: number): FieldFault[] => [{ key: 'least', values: { min } }];

/** A band that has no end, or whose end is not before its beginning. */
const band =
  (from: string, to: string): NonNullable<SettingHooks['refuse']> =>
  (values) => {
    const [begins, ends] = [Number(values[from]), values[to]];
    return typeof ends === 'number' && ends < begins ? { [to]: least(begins) } : NONE;
  };

/** A limit without a figure limits nothing. */
const oneOfBoth =
  (one: string, other: string): NonNullable<SettingHooks['refuse']> =>
  (values) =>
    values[one] == null && values[other] == null ? { [one]: [{ key: 'one_limit' }] } : NONE;

export const REFUSALS: Readonly<Record<string, NonNullable<SettingHooks['refuse']>>> = {
  categoryLimit: oneOfBoth('max_sum', 'max_quantity'),
  clientSetting: band('age_from', 'age_to'),
  coefficient: band('at_least', 'at_most'),
  criterionCondition: band('at_least', 'at_most'),
  criterionSetting: ({ manual_from, approve_from, criteria }) => ({
    ...(Number(approve_from) < Number(manual_from) && { approve_from: least(Number(manual_from)) }),
    ...(Array.isArray(criteria) && criteria.length === 0 && { criteria: [{ key: 'required' }] }),
  }),
  deliveryPrice: band('km_from', 'km_to'),
  discountBonus: band('discount_from', 'discount_to'),
  initiativeSetting({ fee_kind, amount }) {
    if (fee_kind === 'sum') return Number.isInteger(amount) ? NONE : { amount: [{ key: 'whole' }] };
    return Number(amount) > 100 ? { amount: [{ key: 'most', values: { max: 100 } }] } : NONE;
  },
  matrixItem: band('min', 'max'),
  paymentDisciplineSetting: band('days_from', 'days_to'),
  productLimit: band('min', 'max'),
};
