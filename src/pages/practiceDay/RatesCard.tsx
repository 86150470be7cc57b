import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { currencyRateUpdate, type PracticeDayState } from '../../../contract/practiceDay.ts';
import { request } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { doing } from './deeds.ts';
import { RateFields, type RateValues, rateNames, rateRules, ratesIn, rateValues, written } from './RateFields.tsx';
import { useDeed } from './useDeed.ts';

/** Rates of the day: read by everybody, changed by the accountant. */
export function RatesCard({ state }: { state: PracticeDayState }) {
  const t = useText('practiceDay');
  const [changing, setChanging] = useState(false);
  const { rates, rates_date, may_change_rates } = state;
  return (
    <section className="day-card" aria-label={t('rates.title')}>
      <h2 className="day-head">{t('rates.title')}</h2>
      <p className="muted">{t('rates.of', { date: formatDate(rates_date) })}</p>
      {changing ? (
        <RatesForm state={state} onGone={() => setChanging(false)} />
      ) : (
        <>
          <dl className="facts" data-testid="day-rates">
            {rates.map(({ currency, name, rate }) => (
              <div key={currency} className="day-known">
                <dt>
                  {currency}, {name}
                </dt>
                <dd className="num">
                  {rate === null ? <span className="amber">{t('rates.none')}</span> : written(rate)}
                </dd>
              </div>
            ))}
          </dl>
          {may_change_rates && (
            <div>
              <Button text={t('rates.change')} onClick={() => setChanging(true)} data-testid="rates-change" />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function RatesForm({ state: { rates, rates_date }, onGone }: { state: PracticeDayState; onGone: () => void }) {
  const t = useText('practiceDay');
  const deed = useDeed<RateValues>(
    (values, key) =>
      doing(() => request(currencyRateUpdate, { body: { date: rates_date, rates: ratesIn(rates, values) }, key })),
    onGone,
  );
  const form = useForm<RateValues>({
    initial: rateValues(rates),
    rules: rateRules(rates),
    names: rateNames(rates),
    refused: deed.refusal?.errors,
    busy: deed.busy,
    onSave: deed.act,
  });
  return (
    <>
      <Form form={form} label={t('rates.title')}>
        <RateFields rates={rates} field={form.field} autoFocus />
      </Form>
      {deed.refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={deed.refusal} inset />}
      <div className="row">
        <SaveBar form={form} save={t('rates.save')} onCancel={onGone} testId="rates-save" />
      </div>
    </>
  );
}
