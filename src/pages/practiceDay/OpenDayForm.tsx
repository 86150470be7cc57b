import { type PracticeDayState, practiceDayCreate } from '../../../contract/practiceDay.ts';
import { request } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { DateField } from '../../ui/form/fields.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { doing } from './deeds.ts';
import { RateFields, type RateValues, rateNames, rateRules, ratesIn, rateValues, written } from './RateFields.tsx';
import { useDeed } from './useDeed.ts';

type OpenValues = { date: string | null } & RateValues;

/** Opens the next day with its rates. What another organization entered for that day is shown, not asked again. */
export function OpenDayForm({ state }: { state: PracticeDayState }) {
  const t = useText('practiceDay');
  const { organization, rates, rates_date, may_change_rates } = state;
  const deed = useDeed<OpenValues>((values, key) => {
    const body = {
      organization_id: organization.id,
      date: values.date ?? '',
      rates: ratesIn(asked(values.date), values),
    };
    return doing(() => request(practiceDayCreate, { body, key }));
  });
  // rates that stand are the accountant's to change
  const asked = (date: string | null) =>
    rates.filter(({ rate }) => rate === null || may_change_rates || date !== rates_date);
  const form = useForm<OpenValues>({
    initial: { date: state.next_date, ...rateValues(rates) },
    rules: { date: required, ...rateRules(rates) },
    names: rateNames(rates),
    refused: deed.refusal?.errors,
    busy: deed.busy,
    onSave: deed.act,
  });
  const fields = asked(form.values.date);
  const known = rates.filter((one) => !fields.includes(one));
  return (
    <section className="day-card day-open" aria-label={t('open.title')}>
      <h2 className="day-head">{t('open.title')}</h2>
      <Form form={form} label={t('open.title')}>
        <DateField label={t('open.date')} {...form.field('date')} />
        <p className="muted">{t('open.ratesHelp')}</p>
        <RateFields rates={fields} field={form.field} />
        {known.length > 0 && (
          <dl className="facts">
            {known.map(({ currency, name, rate }) => (
              <div key={currency} className="day-known">
                <dt>
                  {currency}, {name}
                </dt>
                <dd className="num">
                  {rate !== null && written(rate)} <span className="muted">{t('open.known')}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Form>
      {deed.refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={deed.refusal} inset />}
      <div className="row">
        <SaveBar form={form} save={t('open.do')} testId="day-open" />
      </div>
    </section>
  );
}
