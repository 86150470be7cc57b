import { type PracticeDayState, practiceDayCreate } from '../../../contract/practiceDay.ts';
import { request } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { DateField } from '../../ui/form/fields.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { doing } from './commands.ts';
import { RateFields, written } from './RateFields.tsx';
import { type DayBody, useRatesForm } from './useRatesForm.ts';

/** Opens the next day with its rates. What another organization entered for that day is shown, not asked again. */
export function OpenDayForm({ state }: { state: PracticeDayState }) {
  const t = useText('practiceDay');
  const { organization, rates_date, may_change_rates } = state;
  const command = useCommand<DayBody>(
    (body, key) =>
      doing(() => request(practiceDayCreate, { body: { organization_id: organization.id, ...body }, key })),
    () => form.draft.drop(),
  );
  const day = useRatesForm({
    first: { date: rates_date, rates: state.rates },
    mayChange: may_change_rates,
    command,
    draft: { form: 'day', of: `new.${organization.id}.${rates_date}` },
  });
  const { form, rates, unread } = day;
  // only the accountant changes stored rates
  const fields = rates.filter(({ rate }) => rate === null || may_change_rates);
  const known = unread === null ? rates.filter((one) => !fields.includes(one)) : [];
  return (
    <section className="day-card day-open" aria-label={t('open.title')}>
      <h2 className="day-head">{t('open.title')}</h2>
      <Form form={form} label={t('open.title')}>
        <DateField label={t('open.date')} {...form.field('date')} />
        <p className="muted">{t('open.ratesHelp')}</p>
        {unread !== null && unread !== 'reading' && (
          <Failed title={t('open.unread')} error={unread.error} onRetry={unread.again} />
        )}
        <RateFields of={day} rates={fields} />
        {known.length > 0 && (
          <dl className="facts">
            {known.map((one) => {
              const mine = day.mine(one);
              return (
                <div key={one.currency} className="day-known">
                  <dt>
                    {one.currency}, {one.name}
                  </dt>
                  <dd className="num">
                    {one.rate !== null && written(one.rate)} <span className="muted">{t('open.known')}</span>
                    {mine !== null && <div className="amber">{t('clash.notTaken', { rate: written(mine) })}</div>}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </Form>
      {day.refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={day.refusal} inset />}
      <div className="row">
        <SaveBar form={form} save={t('open.do')} testId="day-open" />
      </div>
    </section>
  );
}
