import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CalendarIcon, CaretDownIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import { formatDate, formatMonth, inTashkent, tashkentDay } from '../../../format/dates.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

const MONTHS_SHOWN = 12;
const two = (value: number) => String(value).padStart(2, '0');

const monthSpan = (year: number, month: number): string => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${two(month)}-01,${year}-${two(month)}-${two(last)}`;
};

function monthsBack(): { year: number; month: number; span: string }[] {
  const { year, month } = inTashkent(Date.now());
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const at = year * 12 + (month - 1) - back;
    const one = { year: Math.floor(at / 12), month: (at % 12) + 1 };
    return { ...one, span: monthSpan(one.year, one.month) };
  });
}

/** `value` is what travels in the address: a day, two days, or nothing. */
export function PeriodFilter({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useText('counting');
  const language = useLanguage();
  const id = useId();
  const [from = '', to = from] = (value ?? '').split(',');
  const months = monthsBack();
  const chosen = months.find(({ span }) => span === value);
  const words = chosen
    ? formatMonth(`${value?.slice(0, 10)}`, language)
    : value === null
      ? t('list.anyTime')
      : from === to
        ? formatDate(from)
        : `${formatDate(from)} – ${formatDate(to)}`;
  const today = tashkentDay(Date.now());
  const change = (first: string, last: string) => {
    if (first === '' && last === '') onChange(null);
    else if (first === '' || last === '') onChange(first || last);
    else onChange(first <= last ? `${first},${last}` : `${last},${first}`);
  };
  return (
    <PopoverNext
      arrow={false}
      animation="minimal"
      placement="bottom-end"
      content={
        <div className="period">
          <Menu>
            <MenuItem text={t('list.anyTime')} selected={value === null} onClick={() => onChange(null)} />
            <MenuItem text={t('list.today')} selected={value === today} onClick={() => onChange(today)} />
            <MenuDivider />
            {months.map(({ span }) => (
              <MenuItem
                key={span}
                text={formatMonth(span.slice(0, 10), language)}
                selected={span === value}
                onClick={() => onChange(span)}
              />
            ))}
          </Menu>
          <div className="period-days">
            <label htmlFor={`${id}-from`}>{t('list.from')}</label>
            <input
              id={`${id}-from`}
              type="date"
              className="bp6-input"
              value={from}
              max={today}
              onChange={(event) => change(event.target.value, to)}
            />
            <label htmlFor={`${id}-to`}>{t('list.to')}</label>
            <input
              id={`${id}-to`}
              type="date"
              className="bp6-input"
              value={to}
              max={today}
              onChange={(event) => change(from, event.target.value)}
            />
          </div>
        </div>
      }
    >
      <Button
        icon={<CalendarIcon size={14} />}
        endIcon={<CaretDownIcon size={14} />}
        text={words}
        aria-label={`${t('list.period')}: ${words}`}
      />
    </PopoverNext>
  );
}
