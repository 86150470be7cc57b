/**
 * Days and times are those of Asia/Tashkent whatever the browser's zone: UTC+5, without summer time since 1992.
 * Instants come as ISO 8601 with `Z` (or Date, or milliseconds); a bare `2026-11-21` is a day, not an instant.
 */
import type { Language } from './numbers.ts';

export type Instant = string | number | Date;

const TASHKENT = 5 * 60 * 60 * 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months: Record<Language, readonly string[]> = {
  uz: 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr'.split(' '),
  ru: 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' '),
};

const monthsOfDay: Record<Language, readonly string[]> = {
  uz: months.uz,
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
};

/** Sunday first, as `Date` counts. */
const weekdays: Record<Language, readonly string[]> = {
  uz: 'yakshanba dushanba seshanba chorshanba payshanba juma shanba'.split(' '),
  ru: 'воскресенье понедельник вторник среда четверг пятница суббота'.split(' '),
};

const weekdaysShort: Record<Language, readonly string[]> = {
  uz: 'Ya Du Se Ch Pa Ju Sh'.split(' '),
  ru: 'Вс Пн Вт Ср Чт Пт Сб'.split(' '),
};

export interface TashkentTime {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday */
  weekday: number;
}

const bareDay = /^\d{4}-\d{2}-\d{2}$/;

/** Milliseconds since the epoch; a bare day is its midnight in Tashkent. */
export function toMillis(instant: Instant): number {
  if (typeof instant === 'number') return instant;
  if (instant instanceof Date) return instant.getTime();
  return bareDay.test(instant) ? Date.parse(`${instant}T00:00:00Z`) - TASHKENT : Date.parse(instant);
}

export function inTashkent(instant: Instant): TashkentTime {
  const shifted = new Date(toMillis(instant) + TASHKENT);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    weekday: shifted.getUTCDay(),
  };
}

const two = (value: number) => String(value).padStart(2, '0');
const invalid = (instant: Instant) => Number.isNaN(toMillis(instant));

/** `2026-11-21`, the day in Tashkent */
export function tashkentDay(instant: Instant): string {
  const { year, month, day } = inTashkent(instant);
  return `${year}-${two(month)}-${two(day)}`;
}

/** `21.11.2026` */
export function formatDate(instant: Instant): string {
  if (invalid(instant)) return '—';
  const { year, month, day } = inTashkent(instant);
  return `${two(day)}.${two(month)}.${year}`;
}

/** `10:51` */
export function formatTime(instant: Instant): string {
  if (invalid(instant)) return '—';
  const { hour, minute } = inTashkent(instant);
  return `${two(hour)}:${two(minute)}`;
}

/** `10:51:38` */
export function formatTimeSeconds(instant: Instant): string {
  return invalid(instant) ? '—' : `${formatTime(instant)}:${two(inTashkent(instant).second)}`;
}

/** `21.11 08:30` in this year, `21.11.2025 08:30` in another */
export function formatDateTime(instant: Instant, now: Instant = Date.now()): string {
  if (invalid(instant)) return '—';
  const { year, month, day } = inTashkent(instant);
  const date = `${two(day)}.${two(month)}`;
  return `${year === inTashkent(now).year ? date : `${date}.${year}`} ${formatTime(instant)}`;
}

/** `21.11.2026 08:30`, whatever the year */
export const formatDateTimeFull = (instant: Instant) =>
  invalid(instant) ? '—' : `${formatDate(instant)} ${formatTime(instant)}`;

/** `noyabr`, `ноябрь`; `month` is 1 to 12 */
export const monthName = (month: number, language: Language) => months[language][month - 1] ?? '—';

/** `dushanba`, `понедельник`; 0 is Sunday */
export const weekdayName = (weekday: number, language: Language) => weekdays[language][weekday] ?? '—';

/** `Du`, `Пн`; 0 is Sunday */
export const weekdayShort = (weekday: number, language: Language) => weekdaysShort[language][weekday] ?? '—';

/** `21-noyabr`, `21 ноября` */
export function formatDayMonth(instant: Instant, language: Language): string {
  if (invalid(instant)) return '—';
  const { day, month } = inTashkent(instant);
  const name = monthsOfDay[language][month - 1] ?? '';
  return language === 'uz' ? `${day}-${name}` : `${day} ${name}`;
}

/** `2026, noyabr`, `2026, ноябрь` */
export function formatMonth(instant: Instant, language: Language): string {
  if (invalid(instant)) return '—';
  const { year, month } = inTashkent(instant);
  return `${year}, ${monthName(month, language)}`;
}

const words: Record<
  Language,
  Record<'day' | 'hour' | 'minute' | 'soon' | 'ago' | 'in' | 'now' | 'yesterday', string>
> = {
  uz: {
    day: 'kun',
    hour: 'soat',
    minute: 'daq.',
    now: 'hozirgina',
    ago: '{} oldin',
    in: '{} dan keyin',
    soon: 'hozir',
    yesterday: 'kecha',
  },
  ru: {
    day: 'дн.',
    hour: 'ч',
    minute: 'мин.',
    now: 'только что',
    ago: '{} назад',
    in: 'через {}',
    soon: 'сейчас',
    yesterday: 'вчера',
  },
};

/** `2 soat 12 daq.`, at most the two greatest units; under a minute `0 daq.` */
export function formatDuration(milliseconds: number, language: Language): string {
  const { day, hour, minute } = words[language];
  const total = Math.max(0, Math.floor(milliseconds / MINUTE));
  const parts: [number, string][] = [
    [Math.floor(total / 1440), day],
    [Math.floor((total % 1440) / 60), hour],
    [total % 60, minute],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return `0 ${minute}`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `hozirgina`, `13 daq. oldin`, `3 soat oldin`, `kecha 18:20`, then the date. Future instants read `… dan keyin`. */
export function relative(instant: Instant, language: Language, now: Instant = Date.now()): string {
  if (invalid(instant)) return '—';
  const passed = toMillis(now) - toMillis(instant);
  const { ago, in: within, now: justNow, soon, yesterday, hour, minute } = words[language];
  const size = Math.abs(passed);
  if (size < MINUTE) return passed >= 0 ? justNow : soon;
  const template = passed >= 0 ? ago : within;
  if (size < HOUR) return template.replace('{}', `${Math.floor(size / MINUTE)} ${minute}`);
  const sameDay = tashkentDay(instant) === tashkentDay(now);
  if (sameDay || (passed < 0 && size < DAY)) return template.replace('{}', `${Math.floor(size / HOUR)} ${hour}`);
  if (tashkentDay(instant) === tashkentDay(toMillis(now) - DAY)) return `${yesterday} ${formatTime(instant)}`;
  return formatDateTime(instant, now);
}

/** `01:24:08`, time left on a clock; hours may pass 24 */
export function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60].map(two).join(':');
}
