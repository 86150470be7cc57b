/** Controls of a directory's form, and the rules of its fields, by kind of field. */
import { Checkbox } from '@blueprintjs/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { isBarcode, isPinfl } from '../../contract/checkDigits.ts';
import {
  type Chosen,
  decimalsOf,
  FIRST_YEAR,
  type Field,
  type FieldOf,
  isFigure,
  type Kind,
  LAST_YEAR,
  limitsOf,
  type Names,
  optionsOf,
  type Period,
  type Years,
} from '../../contract/directory/fields.ts';
import { isLink, MAX_LINK } from '../../contract/link.ts';
import { unknownVariable, VARIABLES } from '../../contract/messages.ts';
import { DOCUMENT, plainNumber } from '../../contract/persons.ts';
import { PLATE, plateOf } from '../../contract/plate.ts';
import { VIN, vinOf } from '../../contract/vin.ts';
import type { Json } from '../../machines/recordPane/merge.ts';
import { tashkentDay } from '../format/dates.ts';
import { currencyUnit } from '../format/numbers.ts';
import { language, type Text, useLanguage, useText } from '../i18n/index.ts';
import { Field as Frame, TextInput } from '../ui/Field.tsx';
import { useFieldReader } from '../ui/form/drafts/labels.ts';
import {
  AreaField,
  CheckField,
  ChoiceField,
  DateField,
  DateRangeField,
  NumberField,
  PersonalField,
  PhoneField,
  SelectField,
  TextField,
} from '../ui/form/fields.tsx';
import { ManyField } from '../ui/form/ManyField.tsx';
import {
  digits,
  type Fault,
  faultOf,
  maxLength,
  maxValue,
  minValue,
  phone,
  type Rule,
  required,
  says,
  withMessage,
} from '../ui/form/rules.ts';
import type { ControlProps } from './control.ts';
import { ImageField } from './image.tsx';
import { MessageField } from './message.tsx';
import { SecretField } from './secret.tsx';
import { sourceOf } from './sources.ts';
import { type LineValues, wordsOf } from './values.ts';
import './directory.css';

type Control<F extends Field> = (props: ControlProps<F>) => ReactNode;

/** What every control of the form kit takes. */
const shared = ({ name, field, t, help, binding, isFirst, isNew }: ControlProps<Field>) => ({
  label: t(`fields.${name}`),
  ...(help !== undefined && { help }),
  ...(optionsOf(field).optional && { optional: true }),
  ...(isFirst && isNew && { autoFocus: true }),
  ...binding,
});

const Area: Control<FieldOf<'area' | 'reason'>> = (props) => (
  <AreaField {...shared(props)} maxLength={props.field.max} />
);
const Line: Control<FieldOf<'text' | 'code'>> = (props) => <TextField {...shared(props)} maxLength={props.field.max} />;
const Code: Control<FieldOf<'digits'>> = (props) => (
  <TextField {...shared(props)} inputMode="numeric" maxLength={props.field.length * 2} />
);
const Year: Control<FieldOf<'year'>> = (props) => {
  const { binding } = props;
  return (
    <TextField
      {...shared(props)}
      inputMode="numeric"
      maxLength={4}
      value={binding.value === null ? '' : String(binding.value)}
      onChange={(written: string) => binding.onChange(Number(written.replace(/\D/g, '')) || null)}
    />
  );
};
const Figure: Control<FieldOf<'percent' | 'quantity' | 'decimal' | 'sum' | 'fx'>> = (props) => {
  const taken = shared(props);
  const unit = props.field.kind === 'percent' ? '%' : props.field.kind === 'sum' ? currencyUnit('UZS', language()) : '';
  // where the head of the column has the unit, the label has it too
  const isSaid = taken.label.split(/[\s,]+/).includes(unit);
  return <NumberField {...taken} decimals={decimalsOf(props.field)} {...(unit !== '' && !isSaid && { unit })} />;
};

/** A name in both languages, one under another. */
const BothNames: Control<FieldOf<'names'>> = (props) => {
  const { binding, name, field, t, isFirst, isNew } = props;
  const value = binding.value as Names;
  const kit = useText('directory');
  return (
    <>
      {(['uz', 'ru'] as const).map((tongue) => (
        <TextField
          key={tongue}
          label={kit(`named.${tongue}`, { field: t(`fields.${name}`) })}
          maxLength={field.max}
          {...(optionsOf(field).optional && { optional: true })}
          {...(isFirst && isNew && tongue === 'uz' && { autoFocus: true })}
          {...binding}
          name={`${name}.${tongue}`}
          value={value[tongue]}
          onChange={(written: string) => binding.onChange({ ...value, [tongue]: written })}
          error={value[tongue].trim() === '' || tongue === 'ru' ? binding.error : undefined}
        />
      ))}
    </>
  );
};

const Days: Control<FieldOf<'period'>> = (props) => {
  const { binding } = props;
  const { from, to } = binding.value as Period;
  return (
    <DateRangeField
      {...shared(props)}
      value={[from, to]}
      onChange={([first, last]) => binding.onChange({ from: first, to: last })}
    />
  );
};

/** Two years; figures that are not grouped. */
const BothYears: Control<FieldOf<'years'>> = ({ name, t, binding, help }) => {
  const kit = useText('kit');
  const value = binding.value as Partial<Years>;
  const end = (which: keyof Years) => ({
    name: `${name}.${which}`,
    inputMode: 'numeric' as const,
    maxLength: 4,
    disabled: binding.disabled,
    value: value[which] ?? '',
    onBlur: binding.onBlur,
    onChange: ({ target }: { target: { value: string } }) =>
      binding.onChange({ ...value, [which]: Number(target.value.replace(/\D/g, '')) || null }),
  });
  return (
    <Frame label={t(`fields.${name}`)} help={help} error={binding.error}>
      {(wiring) => (
        <div className="period-ends fill">
          <TextInput {...wiring} {...end('from')} aria-label={kit('dates.from')} />
          <span aria-hidden="true">–</span>
          <TextInput {...end('to')} aria-label={kit('dates.to')} />
        </div>
      )}
    </Frame>
  );
};

const OneOf: Control<FieldOf<'oneOf'>> = (props) => (
  <SelectField
    {...shared(props)}
    options={props.field.values.map((value) => ({ value, title: props.t(`values.${props.name}.${value}`) }))}
    {...(optionsOf(props.field).optional && { empty: '—' })}
  />
);

/** An offered draft reads as the history does. */
function useReader({ name, field, t, binding }: ControlProps<Field>): void {
  const tongue = useLanguage();
  useFieldReader(binding.name, (value: Json) => wordsOf(name, field, value, t, tongue));
}

const SomeOf: Control<FieldOf<'someOf'>> = (props) => {
  const { name, field, t, binding, help } = props;
  useReader(props);
  const chosen = binding.value as readonly string[];
  return (
    <fieldset className="field" onBlur={binding.onBlur}>
      <legend className="field-label">{t(`fields.${name}`)}</legend>
      {field.values.map((value) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          disabled={binding.disabled}
          label={t(`values.${name}.${value}`)}
          onChange={() =>
            binding.onChange(
              field.values.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
            )
          }
        />
      ))}
      {(binding.error ?? help) && (
        <div className={binding.error ? 'field-help error' : 'field-help'}>{binding.error ?? help}</div>
      )}
    </fieldset>
  );
};

const Reference: Control<FieldOf<'ref'>> = (props) => {
  const { binding, field, isNew, name, t } = props;
  return (
    <ChoiceField
      {...shared(props)}
      label={t(`fields.${name}`)}
      of={sourceOf(field.to)}
      only={isNew && !optionsOf(field).optional}
      {...(optionsOf(field).optional && { clearable: true, empty: t(`none.${name}`, { defaultValue: '—' }) })}
      onChange={(option) => binding.onChange(option && ({ id: option.id, title: option.title } satisfies Chosen))}
    />
  );
};

const References: Control<FieldOf<'refs'>> = ({ name, field, t, binding, help }) => {
  const kit = useText('directory');
  return (
    <ManyField
      label={t(`fields.${name}`)}
      {...(help && { help })}
      add={kit('add')}
      of={sourceOf(field.to)}
      {...binding}
    />
  );
};

const Colour: Control<FieldOf<'colour'>> = ({ name, t, binding, help }) => (
  <Frame label={t(`fields.${name}`)} help={help} error={binding.error}>
    {(wiring) => (
      <div className="field-beside">
        <TextInput
          {...wiring}
          name={name}
          maxLength={7}
          placeholder="#0b6a79"
          disabled={binding.disabled}
          value={binding.value}
          onBlur={binding.onBlur}
          onChange={(event) => binding.onChange(event.target.value)}
        />
        <input
          type="color"
          aria-label={t(`fields.${name}`)}
          disabled={binding.disabled}
          value={/^#[\da-f]{6}$/i.test(binding.value) ? binding.value : '#808080'}
          onChange={(event) => binding.onChange(event.target.value)}
        />
      </div>
    )}
  </Frame>
);

const LinesField = lazy(() => import('./lines.tsx'));
const Lines: Control<FieldOf<'rows'>> = (props) => {
  useReader(props);
  return (
    <Suspense>
      <LinesField {...props} Control={FieldControl} faultIn={faultIn} />
    </Suspense>
  );
};

const CONTROLS: { readonly [K in Kind]: Control<FieldOf<K>> } = {
  text: Line,
  code: Line,
  area: Area,
  reason: Area,
  names: BothNames,
  message: (props) => <MessageField {...shared(props)} max={props.field.max} variables={VARIABLES} />,
  link: (props) => <TextField {...shared(props)} inputMode="url" maxLength={MAX_LINK} placeholder="https://" />,
  digits: Code,
  tin: (props) => <TextField {...shared(props)} inputMode="numeric" maxLength={11} />,
  pinfl: (props) => <PersonalField {...shared(props)} inputMode="numeric" maxLength={18} />,
  identity: (props) => <PersonalField {...shared(props)} maxLength={12} placeholder="AA 1234567" />,
  taxNumber: (props) => <PersonalField {...shared(props)} inputMode="numeric" maxLength={20} />,
  phone: (props) => <PhoneField {...shared(props)} />,
  plate: (props) => <TextField {...shared(props)} maxLength={12} placeholder="01 A 123 BC" />,
  vin: (props) => <TextField {...shared(props)} maxLength={24} placeholder="XWBJA69V9DA012345" />,
  barcode: (props) => <TextField {...shared(props)} inputMode="numeric" maxLength={20} />,
  sum: Figure,
  fx: Figure,
  percent: Figure,
  quantity: Figure,
  decimal: Figure,
  year: Year,
  date: (props) => <DateField {...shared(props)} />,
  birthDay: (props) => <DateField {...shared(props)} to={tashkentDay(Date.now())} />,
  period: Days,
  years: BothYears,
  bool: (props) => <CheckField {...shared(props)} />,
  oneOf: OneOf,
  someOf: SomeOf,
  ref: Reference,
  refs: References,
  colour: Colour,
  image: (props) => <ImageField {...shared(props)} of={props.of} />,
  rows: Lines,
  secret: (props) => <SecretField {...shared(props)} max={props.field.max} />,
};

/** Kinds of which two stand beside one another. */
const HALF: ReadonlySet<Kind> = new Set([
  'digits',
  'code',
  'tin',
  'taxNumber',
  'plate',
  'vin',
  'barcode',
  'percent',
  'quantity',
  'decimal',
  'year',
  'sum',
  'fx',
  'date',
  'birthDay',
  'identity',
  'oneOf',
  'colour',
]);

export const isHalf = ({ kind }: Field): boolean => HALF.has(kind);

export function FieldControl(props: ControlProps<Field>): ReactNode {
  const Control = CONTROLS[props.field.kind] as Control<Field>;
  return (
    <div className={isHalf(props.field) ? 'half' : undefined}>
      <Control {...props} />
    </div>
  );
}

type AnyRule = Rule<never>;
const both: Rule<Names> = (value) => required(value.uz.trim() && value.ru.trim(), null);
const begins: Rule<Period | Years> = ({ from }) => required(from, null);
const ends: Rule<Period> = ({ from, to }) => (from === null ? null : required(to, null));
const bothOrNone: Rule<Names> = (value) =>
  value.uz.trim() === '' && value.ru.trim() === '' ? null : both(value, null);

const messageRule =
  (max: number, tongue: 'uz' | 'ru', t: Text): Rule<Names> =>
  (value) => {
    const variable = unknownVariable(value[tongue], VARIABLES);
    return variable === null
      ? maxLength(max)(value[tongue], null)
      : { words: t('directory:message.unknown', { variable }) };
  };

const pinflRule = (t: Text): Rule<string> =>
  withMessage(t('directory:pinflWrong'), (value: string) =>
    value === '' || isPinfl(value.replace(/\s/g, '')) ? null : { rule: 'required' },
  );
/** What is written of a secret, where it is a new one. */
const ofSecret =
  (rule: Rule<string>): Rule<unknown> =>
  (value) =>
    typeof value === 'string' ? rule(value.trim(), null) : null;

/** What a value of the kind must be, beside being there. */
const RULES: { readonly [K in Kind]?: (field: FieldOf<K>, t: Text) => AnyRule[] } = {
  text: ({ max }) => [maxLength(max)],
  area: ({ max }) => [maxLength(max)],
  reason: ({ max }) => [maxLength(max), says],
  code: ({ max }) => [maxLength(max)],
  names: () => [bothOrNone],
  message: ({ max }, t) => [bothOrNone, ...(['uz', 'ru'] as const).map((tongue) => messageRule(max, tongue, t))],
  link: (_, t) => [
    withMessage(t('directory:wrongLink'), (value: string) =>
      value.trim() === '' || isLink(value.trim()) ? null : { rule: 'required' },
    ),
  ],
  digits: ({ length }) => [digits(length)],
  tin: () => [digits(9)],
  pinfl: (_, t) => [digits(14), pinflRule(t)],
  identity: (_, t) => [
    (value: string) =>
      value.trim() === '' || DOCUMENT.test(plainNumber(value)) ? null : { words: t('directory:documentWrong') },
  ],
  taxNumber: (_, t) => [
    (value: string) => (value.replace(/\s/g, '').length === 14 ? pinflRule(t)(value, null) : digits(9)(value, null)),
  ],
  phone: () => [phone],
  rows: ({ fields }, t) => [
    withMessage(t('directory:lines.wrong'), (lines: readonly LineValues[]) =>
      lines.some((line) =>
        Object.entries(fields).some(([name, field]) => faultIn(field, line[name] as never, t) !== null),
      )
        ? { rule: 'required' }
        : null,
    ),
  ],
  period: ({ open }) => (open ? [] : [ends]),
  plate: (_, t) => [
    withMessage(t('directory:plateWrong'), (value: string) =>
      value.trim() === '' || PLATE.test(plateOf(value)) ? null : { rule: 'required' },
    ),
  ],
  vin: (_, t) => [
    withMessage(t('directory:vinWrong'), (value: string) =>
      value.trim() === '' || VIN.test(vinOf(value)) ? null : { rule: 'required' },
    ),
  ],
  barcode: (_, t) => [
    withMessage(t('directory:barcodeWrong'), (value: string) =>
      value.trim() === '' || isBarcode(value.replace(/\s/g, '')) ? null : { rule: 'required' },
    ),
  ],
  secret: ({ max }, t) => [
    ofSecret(maxLength(max)),
    ofSecret((written) => (/^[\x20-\x7e]*$/.test(written) ? null : { words: t('directory:secret.wrong') })),
  ],
  year: (_, t) => [
    (value: number | null) =>
      value === null || (value >= FIRST_YEAR && value <= LAST_YEAR)
        ? null
        : { words: t('directory:yearOutside', { first: String(FIRST_YEAR), last: String(LAST_YEAR) }) },
  ],
  years: (_, t) => [
    ({ from, to }: Years) =>
      faultOf<number | null, null>([minValue(FIRST_YEAR), maxValue(LAST_YEAR)], from, null) ??
      (to !== null && from !== null && (to < from || to > LAST_YEAR) ? { words: t('directory:yearsTurned') } : null),
  ],
};

/** What there must be of a field that may not be empty, where it is not simply a value. */
const THERE: { readonly [K in Kind]?: AnyRule } = {
  names: both,
  message: both,
  period: begins,
  years: begins,
  // an empty place for a new one leaves the one that is kept
  secret: (value: unknown) => (value === null ? { rule: 'required' } : null),
};

/** The rules of a field: there, unless it is optional; then those of its kind and its limits. */
export function rulesOf(field: Field, t: Text): AnyRule[] {
  const own = (RULES[field.kind] as ((field: Field, t: Text) => AnyRule[]) | undefined)?.(field, t) ?? [];
  const { min, max } = limitsOf(field);
  const limits: AnyRule[] = isFigure(field) && field.kind !== 'year' ? [minValue(min), maxValue(max)] : [];
  if (optionsOf(field).optional || field.kind === 'bool' || field.kind === 'rows') return [...own, ...limits];
  return [(THERE[field.kind] ?? required) as AnyRule, ...own, ...limits];
}

/** What is wrong with a value, whatever the other fields say. */
export const faultIn = (field: Field, value: never, t: Text): Fault | null => faultOf(rulesOf(field, t), value, null);
