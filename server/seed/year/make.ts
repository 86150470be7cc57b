/** The year made by its replay on a new chain, as it is shipped: on the day after the one that it ends on. */
import { createApp } from '../../app.ts';
import { migrate } from '../../db/migrations/index.ts';
import type { Database } from '../../db/open.ts';
import { daysAfter } from '../../http/days.ts';
import { firstDay, YEAR_ENDS } from '../columns.ts';
import { backToToday, type Desk, leave } from '../desk.ts';
import { seed } from '../index.ts';
import { Random } from '../random.ts';
import { before, writeDump } from './dump.ts';
import { replayYear, type YearOptions } from './replay.ts';

/** Noon of the day after the year. */
const MADE_AT = new Date(`${daysAfter(YEAR_ENDS, 1)}T12:00:00+05:00`);

export function deskAt(db: Database, now: Date): Desk {
  const clock = { now };
  const app = createApp({ database: db, production: false, log: () => {}, clock: () => clock.now });
  return { db, clock, app, tokens: new Map(), random: new Random('yil') };
}

/** Fills an empty database with the chain that the year is made on. */
export async function seedForYear(db: Database): Promise<void> {
  await migrate(db.kysely);
  await seed(db, { now: MADE_AT });
}

/** @returns the year as a file */
export async function makeYear(
  db: Database,
  { hash, ...options }: { hash: string } & Pick<YearOptions, 'every' | 'onDay'>,
): Promise<Uint8Array> {
  const since = await before(db.kysely);
  const desk = deskAt(db, MADE_AT);
  const first = firstDay(MADE_AT).date;
  // it is taken up again in the middle, as it is by the days that come after it
  const middle = daysAfter(first, 200);
  await replayYear(desk, { first, from: first, to: middle, ...options });
  await replayYear(desk, { first, from: daysAfter(middle, 1), to: YEAR_ENDS, ...options });
  await backToToday(desk);
  await leave(desk);
  return writeDump(db.kysely, since, { hash, first, last: YEAR_ENDS });
}
