/** Days as a person types them. Nothing here is lenient about what does not exist: 31.11 is no day. */
import { inTashkent } from './dates.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** How far ahead a year of two digits may lie: in 2026 `46` is 2046 and `47` is 1947. */
const YEARS_AHEAD = 20;

function yearOf(written: string | undefined, now: number): number {
  const present = inTashkent(now).year;
  if (written === undefined || written === '') return present;
  const year = Number(written);
  if (written.length === 4) return year;
  const century = present - (present % 100);
  return year + century > present + YEARS_AHEAD ? year + century - 100 : year + century;
}

/** `2026-11-21`, or null where there is no such day. */
export function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return exists ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null;
}

/**
 * `21.11.2026`, `21.11.26`, `21 11`, `21/11-26`, `21112026`, `211126`, `2111` and `2026-11-21` become `2026-11-21`;
 * without a year it is this year of Tashkent. `null` when it is no day.
 */
export function parseDay(text: string, now = Date.now()): string | null {
  const written = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts =
    /^(\d{1,2})[\s.,/-]+(\d{1,2})(?:[\s.,/-]+(\d{4}|\d{2}))?[\s.]*(?:y|yil|г|год)?\.?$/.exec(written) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(written);
  if (parts === null) return null;
  return dayOf(yearOf(parts[3], now), Number(parts[2]), Number(parts[1]));
}

/** Days of the address: `2026-11-21` or `2026-11-01,2026-11-30`. */
export function daysIn(written: string | null): readonly [from: string, to: string] | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:,(\d{4})-(\d{2})-(\d{2}))?$/.exec(written ?? '');
  if (parts === null) return null;
  const [from, to] = [parts.slice(1, 4), parts.slice(4, 7)].map(([year, month, day]) =>
    year === undefined ? undefined : dayOf(Number(year), Number(month), Number(day)),
  );
  if (!from || to === null) return null;
  return to === undefined ? [from, from] : from <= to ? [from, to] : null;
}

/** The reverse: one day is written once. */
export function writtenDays(from: string | null, to: string | null): string | null {
  if (from === null && to === null) return null;
  const [first, last] = [from ?? to, to ?? from] as [string, string];
  if (first === last) return first;
  return first < last ? `${first},${last}` : `${last},${first}`;
}
