import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { isPinfl } from '../../../contract/checkDigits.ts';
import { TAX_DIGITS } from '../../../contract/supply.ts';
import { useText } from '../../i18n/index.ts';
import { Field, TextInput } from '../../ui/Field.tsx';
import { usePersonalData } from '../../ui/form/drafts/personal.ts';
import { digits, type Fault, type Rule, required, wordsOfFault } from '../../ui/form/rules.ts';
import type { FieldBinding } from '../../ui/form/useForm.ts';
import { Threes } from '../../ui/Quantity.tsx';
import { type FirmFields, NEW_FIRM } from './partners.ts';

type Words = 'name' | 'stir' | 'bank' | 'mfo' | 'account';

/** 9 digits of a company or the 14 of a person. */
const taxNumber: Rule<string> = (value) => {
  const number = value.replace(/\s/g, '');
  if (number === '') return required(value, null);
  return number.length > TAX_DIGITS.company
    ? isPinfl(number)
      ? null
      : (digits(TAX_DIGITS.entrepreneur)(value, null) ?? { rule: 'onlyDigits' })
    : digits(TAX_DIGITS.company)(value, null);
};

export const FIRM_RULES: Readonly<Record<Words, Rule<string>>> = {
  name: required,
  stir: taxNumber,
  bank: () => null,
  mfo: digits(5),
  account: digits(20),
};

export const FIRM_FIELDS: readonly { name: Words; label: string; length: number; numeric?: true; optional?: true }[] = [
  { name: 'name', label: 'firmName', length: 200 },
  { name: 'stir', label: 'firmStir', length: 20, numeric: true },
  { name: 'bank', label: 'bank', length: 200, optional: true },
  { name: 'mfo', label: 'mfo', length: 10, numeric: true, optional: true },
  { name: 'account', label: 'account', length: 30, numeric: true, optional: true },
];

const faultIn = (firm: FirmFields, name: Words): Fault | null => FIRM_RULES[name](firm[name], null);

/** The first fault of any firm, for the form's own rule. */
export const isFirmWrong = (firm: FirmFields): boolean => FIRM_FIELDS.some(({ name }) => faultIn(firm, name) !== null);

interface FirmsFieldProps extends FieldBinding<readonly FirmFields[]> {
  /** The server's answer: `firms.0.stir`. */
  refused: Readonly<Record<string, readonly string[]>>;
}

/** Firms of a partner, one under another; each opens to its five fields. */
export function FirmsField({ value, onChange, onBlur, error, disabled, refused }: FirmsFieldProps) {
  usePersonalData();
  const t = useText('partners');
  const kit = useText('kit');
  const change = (at: number, part: Partial<FirmFields>) =>
    onChange(value.map((firm, index) => (index === at ? { ...firm, ...part } : firm)));
  return (
    <fieldset className="firms" onBlur={onBlur}>
      <legend className="field-label">{t('form.firms')}</legend>
      <p className="field-help">{t('form.firmsHelp')}</p>
      {value.map((firm, at) => {
        const said = (name: Words | 'active') => refused[`firms.${at}.${name}`]?.[0];
        const wrong =
          (error !== undefined && isFirmWrong(firm)) ||
          [...FIRM_FIELDS.map(({ name }) => name), 'active' as const].some((name) => said(name) !== undefined);
        return (
          <details
            key={firm.id ?? `new-${at}`}
            className="firm"
            open={firm.id === null || wrong || undefined}
            data-testid="firm"
          >
            <summary>
              <b>{firm.name || t('form.newFirm')}</b> {firm.stir !== '' && <Threes digits={firm.stir} />}
              {!firm.active && <span className="muted"> {t('form.firmArchived')}</span>}
            </summary>
            {FIRM_FIELDS.map(({ name, label, length, numeric, optional }) => {
              const fault = error === undefined ? null : faultIn(firm, name);
              const words = fault === null ? said(name) : wordsOfFault(fault, kit);
              return (
                <Field
                  key={name}
                  label={t(`form.${label}`)}
                  error={words}
                  {...(optional && { optional: t('common:optional') })}
                >
                  {(wiring) => (
                    <TextInput
                      {...wiring}
                      disabled={disabled}
                      maxLength={length}
                      autoComplete="off"
                      inputMode={numeric ? 'numeric' : 'text'}
                      value={firm[name]}
                      onChange={(event) => change(at, { [name]: event.target.value })}
                    />
                  )}
                </Field>
              );
            })}
            {said('active') !== undefined && (
              <p className="field-help error" role="alert">
                {said('active')}
              </p>
            )}
            {!disabled &&
              (firm.id === null ? (
                <Button
                  size="small"
                  text={t('form.removeFirm')}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                />
              ) : (
                <Button
                  size="small"
                  text={t(firm.active ? 'form.archiveFirm' : 'form.restoreFirm')}
                  onClick={() => change(at, { active: !firm.active })}
                />
              ))}
          </details>
        );
      })}
      {!disabled && (
        <Button
          size="small"
          icon={<PlusIcon size={12} />}
          text={t('form.addFirm')}
          onClick={() => onChange([...value, NEW_FIRM])}
          data-testid="firm-add"
        />
      )}
    </fieldset>
  );
}
