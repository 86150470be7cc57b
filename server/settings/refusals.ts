/** What single settings refuse of values that fit their fields, by the setting's name. */
import type { FieldFault } from '../http/refusal.ts';
import type { SettingHooks } from './serve.ts';

const NONE: Record<string, FieldFault[]> = {};
const least = (min: number): FieldFault[] => [{ key: 'least', values: { min } }];

export const REFUSALS: Readonly<Record<string, NonNullable<SettingHooks['refuse']>>> = {
  clientSetting: ({ age_from, age_to }) =>
    Number(age_to) < Number(age_from) ? { age_to: least(Number(age_from)) } : NONE,
  coefficient: ({ at_least, at_most }) =>
    typeof at_most === 'number' && at_most < Number(at_least) ? { at_most: least(Number(at_least)) } : NONE,
  criterionCondition: ({ at_least, at_most }) =>
    typeof at_most === 'number' && at_most < Number(at_least) ? { at_most: least(Number(at_least)) } : NONE,
  deliveryPrice: ({ km_from, km_to }) =>
    typeof km_to === 'number' && km_to < Number(km_from) ? { km_to: least(Number(km_from)) } : NONE,
  discountBonus: ({ discount_from, discount_to }) =>
    Number(discount_to) < Number(discount_from) ? { discount_to: least(Number(discount_from)) } : NONE,
  initiativeSetting({ fee_kind, amount }) {
    if (fee_kind === 'sum') return Number.isInteger(amount) ? NONE : { amount: [{ key: 'whole' }] };
    return Number(amount) > 100 ? { amount: [{ key: 'most', values: { max: 100 } }] } : NONE;
  },
  paymentDisciplineSetting: ({ days_from, days_to }) =>
    typeof days_to === 'number' && days_to < Number(days_from) ? { days_to: least(Number(days_from)) } : NONE,
};
