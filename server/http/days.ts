/** Days of Asia/Tashkent (decision 28). */
import { invalidField } from './refusal.ts';

/** Days of Asia/Tashkent as the span of instants they are (decision 28). */
export function spanOf(date: string): { from: Date; to: Date } {
  const [first = date, last = first] = date.split(',');
  const from = new Date(`${first}T00:00:00+05:00`);
  const to = new Date(`${last}T00:00:00+05:00`);
  to.setUTCDate(to.getUTCDate() + 1);
  for (const one of [from, to]) {
    const year = one.getUTCFullYear();
    if (!(year >= 1 && year <= 9999)) throw invalidField('date', 'format_date');
  }
  return { from, to };
}

const isDay = (day: string): boolean => {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${day}T`);
};

/** `YYYY-MM-DD` or two of them as the first and the last day, for columns that are days themselves. */
export function daysOf(date: string): { from: string; to: string } {
  const [from = date, to = from] = date.split(',');
  spanOf(date);
  // the database knows no 31 February
  if (!isDay(from) || !isDay(to)) throw invalidField('date', 'format_date');
  return { from, to };
}

/** `21.11.2026`, as people write days. */
export const writtenDay = (day: string): string => day.split('-').reverse().join('.');

/** A moment of a day, for what takes its year or its day from a moment. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00+05:00`);

/** The day so many days later. */
export function daysAfter(day: string, days: number): string {
  const instant = new Date(`${day}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}

// made once: making one takes longer than a statement
const dayThere = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tashkent' });

/** The day that it is in Uzbekistan. */
export const tashkentDay = (now: Date): string => dayThere.format(now);
