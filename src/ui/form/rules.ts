/**
 * The shared rules of forms (specification 5). A rule returns what is wrong with a value, or nothing; the texts are in
 * `kit.json`, `form.rules`, and name the figures. Only `required`, `notNull`, `notEmpty` and `atLeastZero`
 * mind an empty value: an optional field that is left empty is right.
 */
import { PASSWORD_MIN_LENGTH, unmetPasswordRules } from '../../../contract/cash.ts';
import { REASON_LETTERS, saysWhy } from '../../../contract/reason.ts';
import { formatNumber } from '../../format/numbers.ts';
import type { Text, Values } from '../../i18n/index.ts';

/** What is wrong: a rule of `kit.json` with its figures, or words of the page's own. */
export type Fault = { rule: string; values?: Values; parts?: readonly string[] } | { words: string };

/** `values` are the other fields, for a rule between two of them. */
export type Rule<Value, All = unknown> = (value: Value, values: All) => Fault | null;

export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const broken = (rule: string, values: Record<string, number> = {}): Fault => ({
  rule,
  values: Object.fromEntries(
    Object.entries(values).map(([name, figure]) => [name, formatNumber(figure, { decimals: 6, trim: true })]),
  ),
});

const lengthOf = (text: string) => [...text.trim()].length;

/** Something is written, chosen or ticked. */
export const required: Rule<unknown> = (value) => (isBlank(value) || value === false ? broken('required') : null);

/** A value is there, whatever it is: an empty text and `false` are values. */
export const notNull: Rule<unknown> = (value) => (value === null || value === undefined ? broken('notNull') : null);

export const minLength =
  (min: number): Rule<string | null> =>
  (value) =>
    !isBlank(value) && lengthOf(value as string) < min
      ? broken('minLength', { min, have: lengthOf(value as string) })
      : null;

export const maxLength =
  (max: number): Rule<string | null> =>
  (value) =>
    value !== null && lengthOf(value) > max ? broken('maxLength', { max, have: lengthOf(value) }) : null;

/** What is written tells why. */
export const says: Rule<string | null> = (value) =>
  !isBlank(value) && !saysWhy(value as string) ? broken('says', { min: REASON_LETTERS }) : null;

/** So many digits, whatever is between them: a tax number, an account. */
export const digits =
  (need: number): Rule<string | null> =>
  (value) => {
    if (isBlank(value)) return null;
    const have = (value as string).replace(/\s/g, '');
    if (/\D/.test(have)) return broken('onlyDigits');
    return have.length === need ? null : broken('digits', { need, have: have.length });
  };

export const greaterThanZero: Rule<number | null> = (value) =>
  value !== null && !(value > 0) ? broken('greaterThanZero', { have: value }) : null;

/** Empty is right; for a figure that must be there see `atLeastZero`. */
export const notNegative: Rule<number | null> = (value) =>
  value !== null && value < 0 ? broken('notNegative', { have: value }) : null;

export const atLeastZero: Rule<number | null> = (value) =>
  value === null ? broken('required') : value < 0 ? broken('atLeastZero', { have: value }) : null;

export const notEmpty: Rule<readonly unknown[] | null> = (value) => (isBlank(value) ? broken('notEmpty') : null);

export const PHONE_CODE = '+998';
export const PHONE_DIGITS = 9;

/** `+998` and nine digits more. */
export const phone: Rule<string | null> = (value) => {
  if (isBlank(value)) return null;
  const plain = (value as string).replace(/[\s()-]/g, '');
  if (!plain.startsWith(PHONE_CODE)) return broken('phoneCode');
  const rest = plain.slice(PHONE_CODE.length);
  if (/\D/.test(rest)) return broken('onlyDigits');
  return rest.length === PHONE_DIGITS ? null : broken('phoneLength', { need: PHONE_DIGITS, have: rest.length });
};

/** Length, a small and a capital letter, a digit, a special character; names the missing one. */
export const password: Rule<string | null> = (value) => {
  const parts = isBlank(value) ? [] : unmetPasswordRules(value as string);
  return parts.length === 0 ? null : { rule: 'password', parts };
};

export const minValue =
  (min: number): Rule<number | null> =>
  (value) =>
    value !== null && value < min ? broken('minValue', { min, have: value }) : null;

export const maxValue =
  (max: number): Rule<number | null> =>
  (value) =>
    value !== null && value > max ? broken('maxValue', { max, have: value }) : null;

/** Limits that the specification names. */
export const MIN_SUM = 100_000;
export const MAX_PERCENT = 100;
export const minSum = minValue(MIN_SUM);
export const maxPercent = maxValue(MAX_PERCENT);

/** The same rule in the page's own words: `withMessage(t('form.needOrganization'), required)`. */
export const withMessage =
  <Value, All>(words: string, rule: Rule<Value, All>): Rule<Value, All> =>
  (value, values) =>
    rule(value, values) === null ? null : { words };

/** The first fault of a value by its rules. */
export function faultOf<Value, All>(
  rules: Rule<Value, All> | readonly Rule<Value, All>[] | undefined,
  value: Value,
  values: All,
): Fault | null {
  const list = rules === undefined ? [] : typeof rules === 'function' ? [rules] : rules;
  for (const rule of list) {
    const fault = rule(value, values);
    if (fault !== null) return fault;
  }
  return null;
}

/** The words of a fault; `t` of the namespace `kit`. */
export function wordsOfFault(fault: Fault, t: Text): string {
  if ('words' in fault) return fault.words;
  const missing = fault.parts?.map((part) => t(`form.parts.${part}`, { length: PASSWORD_MIN_LENGTH })).join(', ');
  return t(`form.rules.${fault.rule}`, { ...fault.values, ...(missing !== undefined && { missing }) });
}
