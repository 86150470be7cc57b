/**
 * How a client has paid what was due, in points (areas 2.3, 4.16): each instalment has the points of the days that it was late, as
 * the setting of the payment discipline had them when the version was settled, and the fact is their mean. Whole numbers alone,
 * so that the same history and the same version give the same points, always.
 */
import type { Discipline } from './score.ts';

/** An instalment as it stood on a day: paid so many days after its due date, or unpaid for so many. */
export interface Lateness {
  readonly due: string;
  readonly late: number;
}

/** Points are compared with three decimals, as conditions have them. */
const THOUSANDTHS = 1_000;

/** The same day of an earlier month, or the last one of that month. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** Of rows that begin at or below the days the one that begins highest. */
function rowFor(rows: readonly Discipline[], late: number): Discipline | undefined {
  let found: Discipline | undefined;
  for (const one of rows)
    if (one.days_from <= late && (found === undefined || one.days_from > found.days_from)) found = one;
  return found;
}

/**
 * Points of a history on a day, with three decimals, half up; past the end of a row there are none. An instalment counts that was
 * due within the months of its row. @returns null where none counts: there is no history
 */
export function disciplineOf(rows: readonly Discipline[], day: string, history: readonly Lateness[]): number | null {
  let sum = 0;
  let count = 0;
  for (const { due, late } of history) {
    const row = rowFor(rows, late);
    if (row === undefined || due < monthsBefore(day, row.months_back)) continue;
    const isWithin = row.days_to === null || late <= row.days_to;
    sum += isWithin ? Math.round(row.score * THOUSANDTHS) : 0;
    count += 1;
  }
  return count === 0 ? null : Math.floor((sum * 2 + count) / (count * 2)) / THOUSANDTHS;
}
