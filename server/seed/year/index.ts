/**
 * The year behind the demo chain. It is shipped as a file, made once by its replay (`npm run year`); days since then are
 * replayed when the demo is made. Where the file does not fit there is no year: to replay it would take minutes.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daysAfter, tashkentDay } from '../../http/days.ts';
import { firstDay, yearEnd } from '../columns.ts';
import type { Desk } from '../desk.ts';
import { loadDump, misfitOf, readDump } from './dump.ts';
import { replayYear } from './replay.ts';

const here = dirname(fileURLToPath(import.meta.url));
/** Beside its script; the built server finds it in the repository that it was built in. */
const PLACES = ['.', '../../server/seed/year', '../../../server/seed/year'].map((place) =>
  join(here, place, 'year.br'),
);
export const yearFile = (): string | undefined => PLACES.find((place) => existsSync(place));

/** @returns why the shipped year was not taken; null: it was */
async function loadYear({ db }: Desk, first: string, last: string): Promise<string | null> {
  const file = yearFile();
  if (file === undefined) return 'there is no file of the year';
  const year = await readDump(await readFile(file));
  if (year.head.first !== first || year.head.last !== last)
    return `the file of the year is of ${year.head.first} to ${year.head.last}, not of ${first} to ${last}`;
  const misfit = await misfitOf(db.kysely, year);
  if (misfit === null) await db.tx((trx) => loadDump(trx, year));
  return misfit;
}

/** The year up to yesterday. @param say gets the reason when it is not there */
export async function seedYear(desk: Desk, now: Date, say: (sentence: string) => void): Promise<void> {
  const first = firstDay(now).date;
  const last = yearEnd(now);
  const yesterday = daysAfter(tashkentDay(now), -1);
  const why = await loadYear(desk, first, last);
  if (why !== null) {
    say(`The demo has no year behind it: ${why} (npm run year makes the file).`);
    return;
  }
  if (yesterday > last) await replayYear(desk, { first, from: daysAfter(last, 1), to: yesterday });
}
