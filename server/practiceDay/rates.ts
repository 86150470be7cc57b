/** Rates of a day: soʻm for one unit of a foreign currency, the same for every organization (areas 4.26). */
import { type Kysely, sql } from 'kysely';
import type { DayRate } from '../../contract/practiceDay.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import { conflict, type FieldFault, invalid } from '../http/refusal.ts';
import { appendLog } from '../lifecycle/stages.ts';

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
  /** `seen`: what the person saw of that day. */
  rates: readonly { currency: string; rate: number; seen?: number | null | undefined }[];
  /** Whether a rate that is there already may become another. */
  mayChange: boolean;
  /** Whether every currency must have one in the end. */
  whole: boolean;
  userId: number;
  now: Date;
  /** Of the names in a refusal. */
  language: Language;
}

/**
 * Writes rates of a day. Faults are keyed by currency: `rates.USD`. A rate that changed since the person saw the day is not
 * overwritten: 409 `stale` with the current rates.
 */
export async function enterRates(db: Db, entering: Entering): Promise<void> {
  const { date, rates, mayChange, whole, userId, now, language } = entering;
  const sent = new Map(rates.map((one) => [one.currency, one]));
  // two who write at once come one after another: the later one finds what the earlier wrote
  const currencies = await db
    .selectFrom('currency')
    .select(['id', 'abbrevation'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const known = await ratesOfDay(db, date, language);
  const changed = known.flatMap((one) => {
    const wanted = sent.get(one.currency);
    return wanted === undefined || wanted.rate === one.rate ? [] : [{ ...one, ...wanted, stood: one.rate }];
  });
  if (changed.some(({ seen = null, stood }) => seen !== stood))
    throw conflict('stale', { messageKey: 'errors.rates_stale', current: { date, rates: known } });
  const faults: Record<string, FieldFault[]> = {};
  for (const currency of sent.keys())
    if (!known.some((one) => one.currency === currency)) faults[`rates.${currency}`] = [{ key: 'currency' }];
  for (const { currency, rate } of known)
    if (whole && rate === null && !sent.has(currency)) faults[`rates.${currency}`] = [{ key: 'required' }];
  if (!mayChange)
    for (const { currency, stood } of changed)
      if (stood !== null) faults[`rates.${currency}`] = [{ key: 'rate_known', values: { rate: stood } }];
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (changed.length === 0) return;
  await sql`INSERT INTO currency_rate (currency, date, uzs_per_unit)
    SELECT currency, ${date}::date, rate FROM unnest(
      ${changed.map((one) => one.currency)}::text[], ${changed.map((one) => one.rate)}::numeric[]
    ) AS sent (currency, rate)
    ON CONFLICT (currency, date) DO UPDATE SET uzs_per_unit = excluded.uzs_per_unit`.execute(db);
  for (const { currency, rate, stood } of changed) {
    await appendLog(db, {
      log: 'record_log',
      kind: 'currency_rate',
      machine: 'currencyRate',
      before: null,
      after: null,
      id: currencies.find((one) => one.abbrevation === currency)?.id ?? 0,
      event: 'rate.enter',
      payload: { before: { date, rate: stood }, after: { date, rate } },
      userId,
      now,
    });
  }
}
