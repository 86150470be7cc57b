import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CalendarIcon, CaretDownIcon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { formatDate, formatMonth, inTashkent, tashkentDay } from '../../format/dates.ts';
import type { Language } from '../../format/numbers.ts';
import { dayOf, daysIn, writtenDays } from '../../format/parseDay.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import { DayInput, RangeCalendar } from './DayInput.tsx';

const MONTHS_SHOWN = 6;
const DAY = 86_400_000;

const monthSpan = (year: number, month: number): string => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${dayOf(year, month, 1)},${dayOf(year, month, last)}`;
};

function monthsBack(now: number): string[] {
  const { year, month } = inTashkent(now);
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const at = year * 12 + (month - 1) - back;
    return monthSpan(Math.floor(at / 12), (at % 12) + 1);
  });
}

/** `2026, noyabr`, `21.11.2026`, `20.11.2026 – 21.11.2026`. */
export function periodInWords(value: string | null, language: Language, t: Text): string {
  const days = daysIn(value);
  if (days === null) return t('kit:dates.anyTime');
  const [from, to] = days;
  if (value === monthSpan(Number(from.slice(0, 4)), Number(from.slice(5, 7)))) return formatMonth(from, language);
  return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

export interface PeriodFilterProps {
  /** what travels in the address: a day, two days, or nothing */
  value: string | null;
  onChange: (value: string | null) => void;
  /** days after this one cannot be chosen; today by default */
  last?: string | null;
  label?: string;
}

/** A day, a month or any two days; nothing is asked of the server until both are there. */
export function PeriodFilter({ value, onChange, last, label }: PeriodFilterProps) {
  const t = useText('kit');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const words = periodInWords(value, language, t);
  return (
    <PopoverNext
      arrow={false}
      animation="minimal"
      placement="bottom-end"
      isOpen={open}
      onInteraction={setOpen}
      content={<Choice value={value} last={last} onChange={onChange} close={() => setOpen(false)} />}
    >
      <Button
        icon={<CalendarIcon size={14} />}
        endIcon={<CaretDownIcon size={14} />}
        text={words}
        aria-label={`${label ?? t('dates.period')}: ${words}`}
      />
    </PopoverNext>
  );
}

function Choice({ value, onChange, last, close }: PeriodFilterProps & { close: () => void }) {
  const t = useText('kit');
  const language = useLanguage();
  const now = Date.now();
  const today = tashkentDay(now);
  const to = last === null ? undefined : (last ?? today);
  const [chosen, setChosen] = useState<readonly [string | null, string | null]>(() => daysIn(value) ?? [null, null]);
  useEffect(() => setChosen(daysIn(value) ?? [null, null]), [value]);

  const take = (next: string | null) => {
    onChange(next);
    close();
  };
  const change = (from: string | null, until: string | null) => {
    setChosen([from, until]);
    if (from !== null && until !== null) onChange(writtenDays(from, until));
  };
  const presets: [words: string, days: string][] = [
    [t('dates.today'), today],
    [t('dates.yesterday'), tashkentDay(now - DAY)],
    [t('dates.week'), `${tashkentDay(now - 6 * DAY)},${today}`],
  ];
  return (
    <div className="period">
      <Menu>
        <MenuItem text={t('dates.anyTime')} selected={value === null} onClick={() => take(null)} />
        {presets.map(([words, days]) => (
          <MenuItem key={words} text={words} selected={days === value} onClick={() => take(days)} />
        ))}
        <MenuDivider />
        {monthsBack(now).map((span) => (
          <MenuItem
            key={span}
            text={formatMonth(span.slice(0, 10), language)}
            selected={span === value}
            onClick={() => take(span)}
          />
        ))}
      </Menu>
      <div className="period-days">
        <div className="period-ends">
          <DayInput late label={t('dates.from')} value={chosen[0]} to={to} onChange={(day) => change(day, chosen[1])} />
          <span aria-hidden="true">–</span>
          <DayInput late label={t('dates.to')} value={chosen[1]} to={to} onChange={(day) => change(chosen[0], day)} />
        </div>
        <RangeCalendar value={chosen} to={to} onChange={change} />
      </div>
    </div>
  );
}
