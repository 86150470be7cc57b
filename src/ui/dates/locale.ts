/**
 * Our names of months and weekdays as a date-fns locale. The calendar would otherwise fetch date-fns's own at run time,
 * and those write Uzbek with other apostrophes and begin the week on Sunday.
 */
import type { DatePicker3Props } from '@blueprintjs/datetime2';
import { formatDayMonth, monthName, weekdayName, weekdayShort } from '../../format/dates.ts';
import type { Language } from '../../format/numbers.ts';

/** A date-fns locale, as the calendar's own types have it. */
type Locale = Exclude<DatePicker3Props['locale'], string | undefined>;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const asWritten = (value: unknown) => String(value);
/** Formats such as `P` are not used: days are written by src/format. */
const noLong = () => 'dd.MM.yyyy';
const unread = () => null;

function localeOf(language: Language): Locale {
  return {
    code: language,
    localize: {
      ordinalNumber: asWritten,
      era: asWritten,
      quarter: asWritten,
      dayPeriod: asWritten,
      month: (index: number) => capital(monthName(index + 1, language)),
      day: (index: number, options?: { width?: string }) =>
        options?.width === 'wide' ? capital(weekdayName(index, language)) : weekdayShort(index, language),
    },
    formatLong: { date: noLong, time: noLong, dateTime: noLong },
    formatDistance: () => '',
    formatRelative: () => '',
    match: { ordinalNumber: unread, era: unread, quarter: unread, month: unread, day: unread, dayPeriod: unread },
    options: { weekStartsOn: 1, firstWeekContainsDate: 1 },
  };
}

export const locales: Readonly<Record<Language, Locale>> = { uz: localeOf('uz'), ru: localeOf('ru') };

/** Noon of a day in the browser's own zone: the calendar counts in it, a day of ours has no zone. */
export function localNoon(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

const two = (value: number) => String(value).padStart(2, '0');

export const dayOfLocal = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** `dushanba, 21-noyabr 2026`: a day for screen readers. */
export function dayInWords(date: Date, language: Language): string {
  const day = dayOfLocal(date);
  return `${weekdayName(date.getDay(), language)}, ${formatDayMonth(day, language)} ${date.getFullYear()}`;
}
