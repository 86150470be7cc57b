import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { currencyRateUpdate, type PracticeDayState } from '../../../contract/practiceDay.ts';
import { request } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { doing } from './commands.ts';
import { RateFields, written } from './RateFields.tsx';
import { type DayBody, useRatesForm } from './useRatesForm.ts';

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

function RatesForm({ state, onGone }: { state: PracticeDayState; onGone: () => void }) {
  const t = useText('practiceDay');
  const command = useCommand<DayBody>(
    (body, key) => doing(() => request(currencyRateUpdate, { body, key })),
    () => {
      form.draft.drop();
      onGone();
    },
  );
  const day = useRatesForm({
    first: { date: state.rates_date, rates: state.rates },
    mayChange: true,
    command,
    draft: { form: 'rates', of: `new.${state.rates_date}` },
  });
  const { form, rates } = day;
  return (
    <>
      <Form form={form} label={t('rates.title')}>
        <RateFields of={day} rates={rates} autoFocus />
      </Form>
      {day.refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={day.refusal} inset />}
      <div className="row">
        <SaveBar form={form} save={t('rates.save')} onCancel={onGone} testId="rates-save" />
      </div>
    </>
  );
}
