/** Rates of a day: soʻm for one unit of a foreign currency, the same for every organization (areas 4.26). */
import { type Kysely, sql } from 'kysely';
import type { DayRate } from '../../contract/practiceDay.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import { type FieldFault, invalid } from '../http/refusal.ts';
import { logDay } from './days.ts';

type Db = Kysely<Schema>;

/** Every currency that is converted, with the rate of that very day and the latest one before. */
export async function ratesOfDay(db: Db, date: string, language: Language): Promise<DayRate[]> {
  const { rows } = await sql<{
    currency: string;
    name_uz: string;
    name_ru: string;
    rate: number | null;
    last_rate: number | null;
    last_date: string | null;
  }>`
    SELECT c.abbrevation AS currency, c.name_uz, c.name_ru, r.uzs_per_unit AS rate,
           l.uzs_per_unit AS last_rate, l.date AS last_date
    FROM currency c
    LEFT JOIN currency_rate r ON r.currency = c.abbrevation AND r.date = ${date}::date
    LEFT JOIN LATERAL (SELECT x.uzs_per_unit, x.date FROM currency_rate x
      WHERE x.currency = c.abbrevation AND x.date < ${date}::date ORDER BY x.date DESC LIMIT 1) l ON true
    WHERE c.active AND c.abbrevation <> 'UZS' ORDER BY c.id`.execute(db);
  return rows.map((row) => ({
    currency: row.currency,
    name: language === 'ru' ? row.name_ru : row.name_uz,
    rate: row.rate === null ? null : Number(row.rate),
    last:
      row.last_rate === null || row.last_date === null ? null : { rate: Number(row.last_rate), date: row.last_date },
  }));
}

interface Entering {
  date: string;
  rates: readonly { currency: string; rate: number }[];
  /** Whether a rate that is there already may become another. */
  mayChange: boolean;
  /** Whether every currency must have one in the end. */
  whole: boolean;
  userId: number;
  now: Date;
}

/** Writes rates of a day. Faults are told by currency: `rates.USD`. */
export async function enterRates(db: Db, { date, rates, mayChange, whole, userId, now }: Entering): Promise<void> {
  const known = await ratesOfDay(db, date, 'uz');
  const sent = new Map(rates.map(({ currency, rate }) => [currency, rate]));
  const faults: Record<string, FieldFault[]> = {};
  for (const currency of sent.keys())
    if (!known.some((one) => one.currency === currency)) faults[`rates.${currency}`] = [{ key: 'currency' }];
  for (const { currency, rate } of known) {
    const wanted = sent.get(currency);
    if (wanted === undefined && rate === null && whole) faults[`rates.${currency}`] = [{ key: 'required' }];
    if (wanted !== undefined && rate !== null && wanted !== rate && !mayChange)
      faults[`rates.${currency}`] = [{ key: 'rate_known', values: { rate } }];
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const changed = known.filter(({ currency, rate }) => sent.has(currency) && sent.get(currency) !== rate);
  if (changed.length === 0) return;
  await sql`INSERT INTO currency_rate (currency, date, uzs_per_unit)
    SELECT currency, ${date}::date, rate FROM unnest(
      ${changed.map((one) => one.currency)}::text[], ${changed.map((one) => sent.get(one.currency) ?? 0)}::numeric[]
    ) AS sent (currency, rate)
    ON CONFLICT (currency, date) DO UPDATE SET uzs_per_unit = excluded.uzs_per_unit`.execute(db);
  const ids = await db
    .selectFrom('currency')
    .select(['id', 'abbrevation'])
    .where(
      'abbrevation',
      'in',
      changed.map((one) => one.currency),
    )
    .execute();
  for (const { id, abbrevation } of ids) {
    await logDay(db, {
      kind: 'currency_rate',
      id,
      event: 'rate.enter',
      before: { date, rate: changed.find((one) => one.currency === abbrevation)?.rate ?? null },
      after: { date, rate: sent.get(abbrevation) ?? null },
      userId,
      now,
    });
  }
}
