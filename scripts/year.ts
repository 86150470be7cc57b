/**
 * `npm run year [-- --database URL]`: replays the year behind the demo chain and writes `server/seed/year/year.br`, which is
 * committed. Needed when its script or the rules have changed (a test says so), or when the year is to end on a later day
 * (`YEAR_ENDS` of `server/seed/columns.ts`). An empty PostgreSQL database makes it faster than the embedded one.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../server/db/open.ts';
import { readDump } from '../server/seed/year/dump.ts';
import { figuresOf } from '../server/seed/year/facts.ts';
import { makeYear, seedForYear } from '../server/seed/year/make.ts';
import { root, yearHash } from './lib.mjs';

const { values } = parseArgs({ options: { database: { type: 'string' } } });
const began = performance.now();
const hash = yearHash();
const db = await openDatabase(values.database === undefined ? { memory: true } : { databaseUrl: values.database });
try {
  await seedForYear(db);
  const file = await makeYear(db, {
    hash,
    onDay: (day) => day.endsWith('-01') && process.stdout.write(`${day}\n`),
  });
  await writeFile(join(root, 'server', 'seed', 'year', 'year.br'), file);
  const { clients, contracts, payments } = figuresOf((await readDump(file)).parts);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(
    `${clients} clients, ${contracts} contracts, ${payments} payments; ${(file.length / 1e6).toFixed(1)} MB, ${seconds} s\n`,
  );
} finally {
  await db.close();
}
