/** Rates of a day in a form: soʻm for one unit, a field a currency. */
import { type DayRate, MAX_RATE } from '../../../contract/practiceDay.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { NumberField } from '../../ui/form/fields.tsx';
import { greaterThanZero, maxValue, type Rule, required } from '../../ui/form/rules.ts';
import type { FieldBinding } from '../../ui/form/useForm.ts';

export type RateName = `rate_${string}`;
export type RateValues = { [K in RateName]: number | null };

export const nameOf = (currency: string): RateName => `rate_${currency}`;
export const written = (rate: number): string => formatNumber(rate, { decimals: 2, trim: true });

const RULES: readonly Rule<number | null, object>[] = [required, greaterThanZero, maxValue(MAX_RATE)];

export const rateValues = (rates: readonly DayRate[]): RateValues =>
  Object.fromEntries(rates.map(({ currency, rate }) => [nameOf(currency), rate]));
export const rateRules = (rates: readonly DayRate[]): { [K in RateName]?: typeof RULES } =>
  Object.fromEntries(rates.map(({ currency }) => [nameOf(currency), RULES]));
export const rateNames = (rates: readonly DayRate[]): { [K in RateName]?: string } =>
  Object.fromEntries(rates.map(({ currency }) => [nameOf(currency), `rates.${currency}`]));

/** Those that are written, as the calls take them. */
export const ratesIn = (rates: readonly DayRate[], values: RateValues) =>
  rates.flatMap(({ currency }) => {
    const rate = values[nameOf(currency)];
    return rate == null ? [] : [{ currency, rate }];
  });

interface RateFieldsProps {
  rates: readonly DayRate[];
  field: (name: RateName) => FieldBinding<number | null>;
  autoFocus?: boolean;
}

export function RateFields({ rates, field, autoFocus = false }: RateFieldsProps) {
  const t = useText('practiceDay');
  return rates.map(({ currency, name, last }, at) => (
    <NumberField
      key={currency}
      label={`${currency}, ${name}`}
      decimals={2}
      autoFocus={autoFocus && at === 0}
      help={
        last === null ? t('open.neverRate') : t('open.last', { date: formatDate(last.date), rate: written(last.rate) })
      }
      {...field(nameOf(currency))}
    />
  ));
}
