/** Rates of a day in a form: soʻm for one unit, a field a currency, and the choice where two rates are there. */
import { Button } from '@blueprintjs/core';
import type { DayRate } from '../../../contract/practiceDay.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { NumberField } from '../../ui/form/fields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { RatesForm } from './useRatesForm.ts';

export const written = (rate: number): string => formatNumber(rate, { decimals: 2, trim: true });

interface RateFieldsProps {
  of: RatesForm;
  rates: readonly DayRate[];
  autoFocus?: boolean;
}

export function RateFields({ of, rates, autoFocus = false }: RateFieldsProps) {
  const t = useText('practiceDay');
  return rates.map((one, at) => {
    const { currency, name, last } = one;
    const proposed = of.proposed(one);
    return (
      <div key={currency} data-currency={currency} className={proposed ? 'day-proposed' : undefined}>
        <NumberField
          label={`${currency}, ${name}`}
          decimals={2}
          autoFocus={autoFocus && at === 0}
          help={
            last === null
              ? t('open.neverRate')
              : proposed
                ? t('open.proposed', { date: formatDate(last.date) })
                : t('open.last', { date: formatDate(last.date), rate: written(last.rate) })
          }
          {...of.field(one)}
        />
        {of.unread === null && <Asks of={of} one={one} />}
      </div>
    );
  });
}

function Asks({ of, one }: { of: RatesForm; one: DayRate }) {
  const t = useText('practiceDay');
  const asks = of.asks(one);
  if (asks === null) return null;
  if (asks.what === 'other')
    return (
      <div className="day-asks">
        <Notice tone="waiting" inset>
          {t('clash.other', { date: formatDate(asks.date) })}
        </Notice>
      </div>
    );
  const theirs = written(one.rate ?? 0);
  const mine = of.mine(one);
  return (
    <div className="day-asks" data-testid="rate-clash">
      <Notice tone="waiting" inset>
        <p className="day-asks-text">{t('clash.text', { rate: theirs })}</p>
        <div className="row wrap">
          <Button size="small" text={t('clash.theirs', { rate: theirs })} onClick={() => of.choose(one, 'theirs')} />
          {mine !== null && (
            <Button
              size="small"
              text={t('clash.mine', { rate: written(mine) })}
              onClick={() => of.choose(one, 'mine')}
            />
          )}
        </div>
      </Notice>
    </div>
  );
}
