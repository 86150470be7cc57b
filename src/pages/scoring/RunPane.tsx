/** Who is scored, and what is asked for. What the PINFL says is not typed twice. */
import { useSelector } from '@xstate/react';
import { isPinfl } from '../../../contract/checkDigits.ts';
import { DOCUMENT, plainNumber, saidByPinfl } from '../../../contract/persons.ts';
import { MOST_GOODS } from '../../../contract/scoring/score.ts';
import { scoringRunTerms } from '../../../contract/scoringRuns.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { CheckField, DateField, PersonalField, SelectField, SumField, TextField } from '../../ui/form/fields.tsx';
import {
  greaterThanZero,
  maxLength,
  maxValue,
  notNegative,
  notNull,
  type Rule,
  required,
} from '../../ui/form/rules.ts';
import { Pane } from '../../ui/layout.tsx';
import { Reason } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import { usePaneForm } from '../../ui/record/usePaneForm.ts';
import type { PaneActor } from '../../ui/record/useRecordPane.ts';
import { EMPTY, type RunFields } from './runPane.ts';

const whole = (written: string): string | null => {
  const plain = plainNumber(written);
  return isPinfl(plain) ? plain : null;
};

function rulesOf(t: Text) {
  const number = (test: (plain: string) => boolean, words: string): Rule<string> => {
    return (value) => (value.trim() === '' || test(plainNumber(value)) ? null : { words });
  };
  const birthDate: Rule<string | null, RunFields> = (value, { pinfl }) => {
    const plain = whole(pinfl);
    const said = plain === null ? null : saidByPinfl(plain).birth_date;
    return said === null || value === null || said === value
      ? null
      : { words: t('birthDateOther', { said: formatDate(said), written: formatDate(value) }) };
  };
  const belowGoods: Rule<number | null, RunFields> = (value, { goods }) =>
    value !== null && goods !== null && value >= goods ? { words: t('firstPaymentTooLarge') } : null;
  return {
    pinfl: [required, number(isPinfl, t('pinflWrong'))],
    document: [required, number((plain) => DOCUMENT.test(plain), t('documentWrong'))],
    fullname: [required, maxLength(200)],
    birth_date: [notNull, birthDate],
    goods: [notNull, greaterThanZero, maxValue(MOST_GOODS)],
    first_payment: [notNull, notNegative, belowGoods],
    term: notNull,
    consent: required,
  };
}

export function RunPane({ actor }: { actor: PaneActor }) {
  const place = useSelector(actor, ({ context }) => context.place);
  const visit = useSelector(actor, ({ context }) => context.visit);
  return place === 'new' ? <NewRun key={visit} actor={actor} /> : null;
}

function NewRun({ actor }: { actor: PaneActor }) {
  const t = useText('scoring');
  const { form, refusal, rejected, busy, retry } = usePaneForm<RunFields>(actor, {
    form: 'scoringRun',
    empty: EMPTY,
    rules: rulesOf(t),
  });
  const terms = useCall(scoringRunTerms, {});
  const close = () => actor.send({ type: 'pane.close' });
  const pinfl = form.field('pinfl');
  const said = whole(pinfl.value);
  const writePinfl = (value: string) => {
    pinfl.onChange(value);
    const plain = whole(value);
    if (plain !== null && form.values.birth_date === null) form.set('birth_date', saidByPinfl(plain).birth_date);
  };
  const options = (terms.data?.data ?? []).map(({ term, markup }) => ({
    value: String(term),
    title: t('termOption', { figure: term, markup: formatNumber(markup, { decimals: 2, trim: true }) }),
  }));
  const notice = rejected && refusal !== null && form.errorCount === 0;
  return (
    <Pane
      title={t('newTitle')}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      foot={<SaveBar form={form} save={t('start')} onCancel={busy ? undefined : close} testId="record-save" />}
    >
      <div data-testid="scoring-run-pane">
        {notice && (
          <RefusalNotice refusal={refusal} inset onRetry={retry} onClose={() => actor.send({ type: 'command.drop' })} />
        )}
        {form.otherErrors.length > 0 && !notice && <p className="field-help error">{form.otherErrors[0]}</p>}
        <Form form={form} label={t('newTitle')}>
          <h3>{t('person')}</h3>
          <PersonalField
            label={t('pinfl')}
            inputMode="numeric"
            maxLength={18}
            autoFocus
            {...pinfl}
            onChange={writePinfl}
            {...(said !== null && { help: t('pinflSays', { date: formatDate(saidByPinfl(said).birth_date) }) })}
          />
          <PersonalField label={t('document')} maxLength={12} {...form.field('document')} />
          <TextField label={t('fullname')} maxLength={200} {...form.field('fullname')} />
          <DateField label={t('birthDate')} {...form.field('birth_date')} />
          <h3>{t('asked')}</h3>
          <SumField label={t('goods')} {...form.field('goods')} />
          <SumField label={t('firstPayment')} {...form.field('first_payment')} />
          <SelectField label={t('term')} options={options} {...form.field('term')} />
          {terms.data !== undefined && options.length === 0 && <Reason>{t('noTerms')}</Reason>}
          <CheckField label={t('guarantorBrings')} {...form.field('guarantor')} />
          <CheckField label={t('consent')} help={t('consentHelp')} {...form.field('consent')} />
        </Form>
      </div>
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
    </Pane>
  );
}
