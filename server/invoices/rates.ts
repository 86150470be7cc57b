/** Rates of the practice day, and how far from them a line's own may be. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { latestDay } from '../practiceDay/openDay.ts';

type Db = Kysely<Schema>;

/** A rate further from that of the day, in percent of it, is warned of: suppliers' own rates keep within it. */
const RATE_SHARE = 5;

export const isFarRate = (rate: number, ofDay: number): boolean => Math.abs(rate - ofDay) * 100 > ofDay * RATE_SHARE;

/** The open practice day, the last one when none is open, today for an organization that never had one. */
export async function practiceDateOf(db: Db, organizationId: number, now: Date): Promise<string> {
  return (await latestDay(db, organizationId))?.date ?? tashkentDay(now);
}

/** Soʻm for one unit, by abbreviation: the latest rate up to that day. */
export async function ratesOn(db: Db, date: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ currency: string; rate: number }>`
    SELECT DISTINCT ON (currency) currency, uzs_per_unit AS rate FROM currency_rate
    WHERE date <= ${date} ORDER BY currency, date DESC`.execute(db);
  return new Map([['UZS', 1], ...rows.map((row) => [row.currency, Number(row.rate)] as const)]);
}
