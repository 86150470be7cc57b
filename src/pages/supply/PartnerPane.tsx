/** The pane of one supplier: also used to add one from another page. */
import { isPinfl } from '../../../contract/checkDigits.ts';
import { MAX_CREDIT, MAX_DEFER_DAYS, PARTNER_KINDS, TAX_DIGITS } from '../../../contract/supply.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import {
  DateField,
  NumberField,
  PersonalField,
  PhoneField,
  phoneWritten,
  SelectField,
  SumField,
  TextField,
} from '../../ui/form/fields.tsx';
import { maxLength, maxValue, notNegative, phone, type Rule, required, withMessage } from '../../ui/form/rules.ts';
import { RecordPane } from '../../ui/record/RecordPane.tsx';
import type { PaneActor } from '../../ui/record/useRecordPane.ts';
import type { RecordWords } from '../../ui/record/words.ts';
import { FirmsField, isFirmWrong } from './FirmsField.tsx';
import { PartnerDebt } from './PartnerDebt.tsx';
import { type PartnerFields, partnerPane } from './partners.ts';
import './partners.css';

export function PartnerPane({ actor }: { actor: PaneActor }) {
  const t = useText('partners');
  const kinds = PARTNER_KINDS.map((kind) => ({ value: kind, title: t(`kinds.${kind}`) }));
  const taxNumber: Rule<string, PartnerFields> = (value, { kind }) => {
    const number = value.replace(/\s/g, '');
    const need = TAX_DIGITS[kind];
    if (number === '') return required(value, null);
    if (number.length !== need || /\D/.test(number))
      return { words: t('form.taxDigits', { need, have: number.replace(/\D/g, '').length }) };
    return kind === 'entrepreneur' && !isPinfl(number) ? { words: t('form.pinflWrong') } : null;
  };
  const withLimit =
    <Value,>(words: string): Rule<Value, PartnerFields> =>
    (value, { credit_limit }) =>
      credit_limit !== null && value === null ? { words } : null;
  const notTurned: Rule<string | null, PartnerFields> = (value, { valid_from }) =>
    value !== null && valid_from !== null && value < valid_from ? { words: t('form.turned') } : null;
  return (
    <RecordPane
      pane={partnerPane}
      actor={actor}
      words={wordsOf(t)}
      title={({ name }) => name}
      rules={{
        name: [required, maxLength(200)],
        kind: required,
        stir: taxNumber,
        phone,
        firms: withMessage(t('form.firmWrong'), (firms) => (firms.some(isFirmWrong) ? { rule: 'required' } : null)),
        credit_limit: [notNegative, maxValue(MAX_CREDIT)],
        defer_days: [withLimit(t('form.needDays')), notNegative, maxValue(MAX_DEFER_DAYS)],
        valid_from: withLimit(t('form.needFrom')),
        valid_to: notTurned,
      }}
      fields={(form, record, errors) => (
        <>
          <TextField label={t('form.name')} maxLength={200} autoFocus={record === null} {...form.field('name')} />
          <div className="pair">
            <SelectField
              label={t('form.kind')}
              options={kinds}
              {...form.field('kind')}
              onChange={(kind) => form.set('kind', kind ?? 'company')}
            />
            <PersonalField
              label={t(form.values.kind === 'company' ? 'form.stir' : 'form.pinfl')}
              inputMode="numeric"
              maxLength={20}
              {...form.field('stir')}
            />
          </div>
          <PhoneField label={t('form.phone')} optional {...form.field('phone')} />
          <FirmsField {...form.field('firms')} refused={errors} />
          <fieldset className="agreement">
            <legend className="field-label">{t('form.agreement')}</legend>
            <p className="field-help">{t('form.agreementHelp')}</p>
            <div className="pair">
              <SumField label={t('form.limit')} optional {...form.field('credit_limit')} />
              <NumberField label={t('form.days')} unit={t('form.daysUnit')} {...form.field('defer_days')} />
            </div>
            <div className="pair">
              <DateField label={t('form.from')} {...form.field('valid_from')} />
              <DateField label={t('form.to')} optional {...form.field('valid_to')} />
            </div>
          </fieldset>
        </>
      )}
      tabs={[{ key: 'debt', title: t('debt.title'), content: (id) => <PartnerDebt id={id} /> }]}
    />
  );
}

/** A firm in the conflict and the history: its name, its number, and whether it still works. */
const firmInWords = (t: Text, firm: Json): string => {
  const { name, stir, active } = firm as { name?: string; stir?: string | null; active?: boolean };
  return `${name ?? '—'} (${stir ?? '—'}${active === false ? `, ${t('form.firmArchived')}` : ''})`;
};

const wordsOf = (t: Text): RecordWords => ({
  newTitle: t('newTitle'),
  create: t('add'),
  archiveText: t('archiveText'),
  restoreText: t('restoreText'),
  fields: {
    name: t('form.name'),
    kind: t('form.kind'),
    stir: t('form.stir'),
    phone: t('form.phone'),
    firms: t('form.firms'),
    credit_limit: t('form.limit'),
    defer_days: t('form.days'),
    valid_from: t('form.from'),
    valid_to: t('form.to'),
  },
  value: (field, value) => {
    if (value === null || value === '') return undefined;
    if (field === 'kind') return t(`kinds.${value}`);
    if (field === 'phone' && typeof value === 'string') return phoneWritten(value);
    if (typeof value === 'number') return formatNumber(value);
    if (field === 'valid_from' || field === 'valid_to') return formatDate(String(value));
    if (field === 'firms' && !Array.isArray(value)) return firmInWords(t, value);
    return undefined;
  },
});
