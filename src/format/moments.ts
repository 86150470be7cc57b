/** A day and a time of day of Tashkent, as they are written in two fields. */
import { toMillis } from './dates.ts';

const MINUTE = 60_000;

/** `09:30`, from 00:00 to 23:59. */
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Milliseconds of a day and a time of Tashkent; null while either is not one. */
export function momentOf(day: string | null, time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  if (day === null || !TIME.test(time) || hours === undefined || minutes === undefined) return null;
  return toMillis(day) + (hours * 60 + minutes) * MINUTE;
}
