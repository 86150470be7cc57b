/** Fields of forms: each takes `form.field(name)` and a label. */
import { Checkbox, HTMLSelect, TextArea } from '@blueprintjs/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { currencyDecimals, currencyUnit, formatNumber, parseNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import type { DayLimits } from '../dates/Calendar.tsx';
import { DayInput } from '../dates/DayInput.tsx';
import { type DayFault, dayFault } from '../dates/dayFault.ts';
import { Field, type FieldWiring, TextInput } from '../Field.tsx';
import { useFieldLabel, useFieldReader } from './drafts/labels.ts';
import { usePersonalData } from './drafts/personal.ts';
import { RemoteSelect } from './RemoteSelect.tsx';
import type { Option, RemoteSource } from './remote.ts';
import { PHONE_CODE, PHONE_DIGITS } from './rules.ts';
import type { FieldBinding } from './useForm.ts';
import './form.css';

interface Common {
  label: ReactNode;
  help?: ReactNode;
  unit?: ReactNode;
  /** marks one of the few that may stay empty */
  optional?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** a button at the end of a choice */
  beside?: ReactNode;
}

type FieldOf<Value> = Common & FieldBinding<Value>;

function Framed({
  binding,
  number,
  children,
}: {
  binding: Common & { name: string; error: string | undefined };
  number?: boolean;
  children: (wiring: FieldWiring) => ReactNode;
}) {
  const { name, label, help, unit, optional, error, beside } = binding;
  const t = useText('common');
  useFieldLabel(name, label);
  return (
    <Field
      label={label}
      help={help}
      unit={unit}
      optional={optional && t('optional')}
      error={error}
      {...(number && { number })}
    >
      {(wiring) =>
        // also while there is none: a frame that came and went would take the focus with it
        'beside' in binding ? (
          <div className="field-beside">
            {children(wiring)}
            {beside}
          </div>
        ) : (
          children(wiring)
        )
      }
    </Field>
  );
}

export interface TextFieldProps extends FieldOf<string> {
  maxLength?: number;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'email' | 'url';
}

export function TextField(props: TextFieldProps) {
  const { name, value, onChange, onBlur, disabled, maxLength, autoComplete = 'off', inputMode } = props;
  const { autoFocus, placeholder } = props;
  return (
    <Framed binding={props}>
      {(wiring) => (
        <TextInput
          {...wiring}
          {...{ name, value, onBlur, disabled, maxLength, autoComplete, inputMode, autoFocus, placeholder }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Framed>
  );
}

/** A text that may be a person's number or document. */
export function PersonalField(props: TextFieldProps) {
  usePersonalData();
  return <TextField {...props} />;
}

export function AreaField(props: FieldOf<string> & { maxLength?: number; rows?: number }) {
  const { name, value, onChange, onBlur, disabled, maxLength, rows = 3, autoFocus, placeholder } = props;
  return (
    <Framed binding={props}>
      {(wiring) => (
        <TextArea
          {...wiring}
          {...{ name, value, onBlur, disabled, maxLength, rows, autoFocus, placeholder }}
          fill
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Framed>
  );
}

export interface NumberFieldProps extends FieldOf<number | null> {
  /** digits after the comma; none by default */
  decimals?: number;
}

/** A figure: as it is typed while in focus, grouped otherwise. Text, so a mouse wheel cannot change it. */
export function NumberField(props: NumberFieldProps) {
  const { name, value, onChange, onBlur, onFault, disabled, decimals = 0, autoFocus, placeholder } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [whole, setWhole] = useState(0);
  useLayoutEffect(() => {
    if (whole > 0) input.current?.select();
  }, [whole]);
  const written = value === null ? '' : formatNumber(value, { decimals, trim: true });
  function read(words: string): void {
    setTyped(words);
    const figure = words.trim() === '' ? null : parseNumber(words);
    const wrong = words.trim() !== '' && figure === null;
    const tooFine = figure !== null && Math.abs(figure * 10 ** decimals - Math.round(figure * 10 ** decimals)) > 1e-6;
    onFault(
      wrong
        ? { rule: 'number' }
        : tooFine
          ? { rule: decimals === 0 ? 'whole' : 'decimals', values: { decimals } }
          : null,
    );
    const next = tooFine ? null : figure;
    if (next !== value) onChange(next);
  }
  return (
    <Framed binding={props} number>
      {(wiring) => (
        <TextInput
          {...wiring}
          {...{ name, disabled, autoFocus, placeholder }}
          ref={input}
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={typed ?? written}
          onFocus={(event) => {
            if (typed !== null) return;
            // without groups, so that digits are edited in place
            setTyped(written.replace(/\s/g, ''));
            // a pointer puts the caret where it points, the Tab key takes the whole figure
            if (!event.currentTarget.matches(':active')) setWhole((times) => times + 1);
          }}
          onChange={(event) => read(event.target.value)}
          onBlur={() => {
            const wrong = typed !== null && typed.trim() !== '' && value === null;
            if (!wrong) setTyped(null);
            onBlur();
          }}
        />
      )}
    </Framed>
  );
}

/** Money: the unit follows the label, soʻm has no fractions. */
export function SumField({ currency = 'UZS', ...props }: FieldOf<number | null> & { currency?: string }) {
  const language = useLanguage();
  return <NumberField unit={currencyUnit(currency, language)} {...props} decimals={currencyDecimals(currency)} />;
}

const CODE_DIGITS = PHONE_CODE.slice(1);
const GROUPS = [3, 2, 3, 2, 2];

/** `+998901234567` as far as it is typed; another country's number stays as it is. */
export function phoneOf(words: string): string {
  const typed = words.replace(/\D/g, '');
  // a whole number pasted after the code that is already there
  const twice = typed.length > CODE_DIGITS.length + PHONE_DIGITS && typed.startsWith(CODE_DIGITS + CODE_DIGITS);
  const figures = twice ? typed.slice(CODE_DIGITS.length) : typed;
  if (figures === '') return words.includes('+') ? '+' : '';
  const national = CODE_DIGITS.startsWith(figures) || figures.startsWith(CODE_DIGITS) ? figures : CODE_DIGITS + figures;
  if (words.trim().startsWith('+') && !figures.startsWith(CODE_DIGITS) && !CODE_DIGITS.startsWith(figures))
    return `+${figures}`;
  return `+${national}`.slice(0, PHONE_CODE.length + PHONE_DIGITS);
}

/** `+998 90 123 45 67` */
export function phoneWritten(value: string): string {
  if (!value.startsWith(PHONE_CODE)) return value;
  const figures = value.slice(1);
  const parts: string[] = [];
  let at = 0;
  for (const size of GROUPS) {
    if (at >= figures.length) break;
    parts.push(figures.slice(at, at + size));
    at += size;
  }
  return `+${parts.join(' ')}`;
}

/** A phone of this country; its code is filled in at the first key. */
export function PhoneField(props: FieldOf<string>) {
  usePersonalData();
  const { name, value, onChange, onBlur, disabled, autoFocus, placeholder = '+998 __ ___ __ __' } = props;
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ digits: number } | null>(null);
  const [focused, setFocused] = useState(false);
  const shown = value === '' && focused ? `${PHONE_CODE} ` : phoneWritten(value);
  useLayoutEffect(() => {
    if (caret === null || input.current === null || document.activeElement !== input.current) return;
    // behind as many digits as before: the spaces are ours
    let at = 0;
    for (let seen = 0; at < input.current.value.length && seen < caret.digits; at += 1)
      if (/\d/.test(input.current.value[at] as string)) seen += 1;
    input.current.setSelectionRange(at, at);
  }, [caret]);
  return (
    <Framed binding={props}>
      {(wiring) => (
        <TextInput
          {...wiring}
          {...{ name, disabled, autoFocus, placeholder }}
          ref={input}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={shown}
          onFocus={() => setFocused(true)}
          onChange={(event) => {
            const words = event.target.value;
            const before = words.slice(0, event.target.selectionStart ?? words.length).replace(/\D/g, '').length;
            const next = phoneOf(words);
            const added = next.length - 1 - words.replace(/\D/g, '').length;
            setCaret({ digits: before + Math.max(0, added) });
            onChange(next === PHONE_CODE || next === '+' ? '' : next);
          }}
          onBlur={() => {
            setFocused(false);
            onBlur();
          }}
        />
      )}
    </Framed>
  );
}

/** A day, `2026-11-21`. */
export function DateField(props: FieldOf<string | null> & DayLimits) {
  const { name, value, onChange, onBlur, onFault, disabled, from, to } = props;
  return (
    <Framed binding={props}>
      {(wiring) => (
        <DayInput
          wiring={wiring}
          {...{ name, value, onChange, onBlur, disabled, from, to }}
          onFault={(fault) => onFault(dayFault(fault, { from, to }))}
        />
      )}
    </Framed>
  );
}

export type Days = readonly [from: string | null, to: string | null];

/** Two days; the first is not after the second. */
export function DateRangeField(props: FieldOf<Days> & DayLimits) {
  const { name, value, onChange, onBlur, onFault, disabled, from, to } = props;
  const t = useText('kit');
  const [first, last] = value;
  const [typed, setTyped] = useState<readonly [DayFault | null, DayFault | null]>([null, null]);
  const turned = first !== null && last !== null && first > last;
  const wrong = typed[0] ?? typed[1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when it changes, not on every render
  useEffect(
    () => onFault(wrong === null && turned ? { rule: 'turned' } : dayFault(wrong, { from, to })),
    [wrong, turned],
  );
  return (
    <Framed binding={props}>
      {(wiring) => (
        <div className="period-ends fill">
          <DayInput
            wiring={wiring}
            {...{ name, value: first, onBlur, disabled, from, to }}
            label={t('dates.from')}
            onFault={(fault) => setTyped([fault, typed[1]])}
            onChange={(day) => onChange([day, last])}
          />
          <span aria-hidden="true">–</span>
          <DayInput
            value={last}
            {...{ onBlur, disabled, from, to }}
            label={t('dates.to')}
            onFault={(fault) => setTyped([typed[0], fault])}
            onChange={(day) => onChange([first, day])}
          />
        </div>
      )}
    </Framed>
  );
}

/** One of a few. */
export function SelectField<One extends string>(
  props: FieldOf<One | null> & { options: readonly { value: One; title: string }[]; empty?: string },
) {
  const { name, value, onChange, onBlur, disabled, options, empty } = props;
  const t = useText('common');
  useFieldReader(name, (code: One) => options.find((one) => one.value === code)?.title);
  return (
    <Framed binding={props}>
      {(wiring) => (
        <HTMLSelect
          {...wiring}
          {...{ name, onBlur, disabled }}
          fill
          value={value ?? ''}
          onChange={({ target }) => onChange(options.find((one) => one.value === target.value)?.value ?? null)}
          options={[
            { value: '', label: empty ?? t('choose') },
            ...options.map((one) => ({ value: one.value, label: one.title })),
          ]}
        />
      )}
    </Framed>
  );
}

/** Who has no choice is not asked: the only option of a list is chosen by itself, once. */
function useOnly(of: RemoteSource, wanted: boolean, propose: (option: Option) => void): void {
  const { options, more } = of.useFound('', 1, wanted);
  const [only, ...others] = options;
  const alone = wanted && !more && others.length === 0 ? only : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list has come, not when the form is drawn again
  useEffect(() => {
    if (alone !== undefined) propose(alone);
  }, [alone?.id]);
}

/** One of a list of the server, searched. */
export function ChoiceField(
  props: FieldOf<Option | null> & {
    of: RemoteSource;
    label: string;
    empty?: string;
    clearable?: boolean;
    /** The only option is chosen by itself. */
    only?: boolean;
    /** After a choice, once the list has closed: leads on. */
    onTaken?: () => void;
  },
) {
  const { value, onChange, onPropose, onBlur, disabled, of, label, empty, clearable, only = false, onTaken } = props;
  const t = useText('common');
  useOnly(of, only && !disabled && value === null, ({ id, title }) => onPropose({ id, title }));
  return (
    <Framed binding={props}>
      {(wiring) => (
        <RemoteSelect
          {...{ of, value, onChange, onBlur, disabled, label, wiring, onTaken }}
          {...(clearable && { clearable })}
          empty={empty ?? t('choose')}
          fill
        />
      )}
    </Framed>
  );
}

/** Yes or no; the label is beside the box. */
export function CheckField({ label, help, error, name, value, onChange, onBlur, disabled }: FieldOf<boolean>) {
  return (
    <div className="field">
      <Checkbox
        name={name}
        checked={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.checked)}
      >
        {label}
      </Checkbox>
      {(error ?? help) && (
        <div className={error ? 'field-help error' : 'field-help'} role={error ? 'alert' : undefined}>
          {error ?? help}
        </div>
      )}
    </div>
  );
}
