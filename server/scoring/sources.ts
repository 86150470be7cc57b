/**
 * The sources of the scoring behind one kind of adapter. Our own contracts and checked incomes are read; the others answer by a stand-in until
 * they are connected (decision 86): digits 11 to 13 of the PINFL say what happens, else the answer follows from them.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ageOn, saidByPinfl } from '../../contract/persons.ts';
import { disciplineOf } from '../../contract/scoring/discipline.ts';
import type { Asked, Facts } from '../../contract/scoring/facts.ts';
import type { Result } from '../../contract/scoringRuns.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { dayOfDebts } from '../sale/standing.ts';
import { historyOf } from './history.ts';
import { versionOf } from './models.ts';

/** Of whom a source is asked. */
export interface Person {
  readonly client_id: number | null;
  readonly pinfl: string;
  readonly birth_date: string;
  /** The version that the run is scored by. */
  readonly model_id: number | null;
  /** The author may ask Prizma. */
  readonly prizma: boolean;
}

export interface Answered {
  readonly result: Result;
  readonly said: Facts;
  readonly stand_in: boolean;
}

interface Scene {
  readonly db: Kysely<Schema>;
  readonly now: Date;
}
type Adapter = (person: Person, scene: Scene) => Promise<Answered>;

const standIn = (result: Result, said: Facts = {}): Answered => ({ result, said, stand_in: true });

/** What happens to a question whose person has these digits. */
const MISHAPS: Readonly<Record<string, Result>> = { '999': 'failed', '998': 'timeout', '997': 'other_person' };

/** A stand-in that answers by a rule of the digits; the rule answers null where it knows nothing of the person. */
const answering =
  (rule: (digits: number, person: Person, now: Date) => Facts | null): Adapter =>
  async (person, { now }) => {
    const digits = person.pinfl.slice(10, 13);
    const mishap = MISHAPS[digits];
    if (mishap !== undefined) return standIn(mishap);
    const said = rule(Number(digits), person, now);
    return said === null ? standIn('no_data') : standIn('answered', said);
  };

const prizma = answering((digits) => ({ prizma_rating: (digits * 37) % 101 }));

/**
 * Contracts that were handed over, late by the day of their branch, with the discipline as the version counts it; who has none
 * has no history, and that is no fault. What was given up is late for ever.
 */
const ownContracts: Adapter = async ({ client_id, model_id }, { db, now }) => {
  const { rows } = await sql<{ contracts: number; closed_contracts: number; late_days: number }>`
    SELECT count(*)::integer AS contracts, count(c.closed_on)::integer AS closed_contracts,
           greatest(0, max(${dayOfDebts(sql`d.organization_id`)} - coalesce(c.oldest_due,
             (SELECT min(i.due) FROM instalment i WHERE i.contract_id = c.id AND i.written_off > 0))))::integer AS late_days
    FROM contract c JOIN document d ON d.id = c.id WHERE c.client_id = ${client_id} AND c.charged_on IS NOT NULL`.execute(
    db,
  );
  const { contracts = 0, ...said } = rows[0] ?? {};
  if (contracts === 0 || client_id === null) return { result: 'no_data', said: {}, stand_in: false };
  const today = tashkentDay(now);
  const { discipline: points } = await versionOf(db, model_id as number);
  const discipline = disciplineOf(points, today, await historyOf(db, client_id, today));
  return { result: 'answered', said: { ...said, ...(discipline !== null && { discipline }) }, stand_in: false };
};

/** Months of which incomes count: the last full ones. */
const MONTHS = 6;

/** Incomes `i` that count on a day: another person checked their documents. */
export const isChecked = (day: string) => sql<boolean>`(i.status = 'approved'
  AND i.month < date_trunc('month', ${day}::date)
  AND i.month >= date_trunc('month', ${day}::date) - make_interval(months => ${MONTHS}))`;

/** Of a person, of incomes that count on a day: their months, and soʻm a month, all sources together; null without any. */
export const earnedOn = (pinfl: RawBuilder<unknown>, day: string) => sql`
  SELECT count(DISTINCT date_trunc('month', i.month))::integer AS months,
         floor(sum(i.amount) / nullif(count(DISTINCT date_trunc('month', i.month)), 0))::float8 AS average
  FROM client_income i WHERE i.pinfl = ${pinfl} AND ${isChecked(day)}`;

const ownIncomes: Adapter = async ({ pinfl }, { db, now }) => {
  const { rows } = await sql<{ average: number | null }>`${earnedOn(sql`${pinfl}`, tashkentDay(now))}`.execute(db);
  const income = rows[0]?.average ?? null;
  return income === null
    ? { result: 'no_data', said: {}, stand_in: false }
    : { result: 'answered', said: { checked_income: income }, stand_in: false };
};

/** What the tax service says by digits; null where it knows nobody. */
export const taxSays = (digits: number) =>
  digits % 19 === 0 ? null : { income: 1_800_000 + ((digits * 7) % 48) * 150_000, experience: (digits * 11) % 140 };

export const ADAPTERS: Readonly<Record<Asked, Adapter>> = {
  myid: answering((_, { pinfl }, now) => ({ age: ageOn(saidByPinfl(pinfl).birth_date, tashkentDay(now)) })),
  incomes: ownIncomes,
  tax: answering(taxSays),
  credit_bureau: answering((digits) => ({
    other_debts: digits % 3 === 0 ? 0 : ((digits * 13) % 15) * 100_000,
    open_loans: digits % 3 === 0 ? 0 : 1 + (digits % 4),
    bureau_late_days: digits % 7 === 0 ? (digits * 5) % 120 : 0,
  })),
  prizma: async (person, scene) => (person.prizma ? prizma(person, scene) : standIn('not_allowed')),
  own_contracts: ownContracts,
};
