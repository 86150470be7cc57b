/**
 * The year behind the demo: the file that is shipped was made by this script and these rules, and holds what its replay
 * makes. A hundredth of it is replayed here; `npm run prove -- sale year` replays it in full.
 */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPinfl } from '../../contract/checkDigits.ts';
import { yearHash } from '../../scripts/lib.mjs';
import { checkContracts } from '../../server/contracts/checks.ts';
import { type Database, dumpDataDir, openDatabase } from '../../server/db/open.ts';
import { before, loadDump, misfitOf, type Part, readDump } from '../../server/seed/year/dump.ts';
import { factsOf, figuresOf } from '../../server/seed/year/facts.ts';
import { yearFile } from '../../server/seed/year/index.ts';
import { makeYear, seedForYear } from '../../server/seed/year/make.ts';
import { VISITORS, visitorAt } from '../../server/seed/year/plan.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';

const EVERY = 100;
const COMMAND = 'npm run year makes the file again; commit server/seed/year/year.br';

let replayed: Database;
let loaded: Database;
let part: Awaited<ReturnType<typeof readDump>>;

const shipped = async () => {
  const file = yearFile();
  if (file === undefined) throw new Error(`there is no file of the year: ${COMMAND}`);
  return readDump(await readFile(file));
};

beforeAll(async () => {
  const base = await openDatabase({ memory: true });
  await seedForYear(base);
  const template = await dumpDataDir(base);
  await base.close();
  replayed = await openDatabase({ memory: true, template });
  part = await readDump(await makeYear(replayed, { hash: 'part', every: EVERY }));
  loaded = await openDatabase({ memory: true, template });
}, 900_000);
afterAll(() => Promise.all([replayed.close(), loaded.close()]));

it('the shipped file was made by this script and these rules, on tables as they are', async () => {
  const year = await shipped();
  expect(year.head.hash, COMMAND).toBe(yearHash());
  expect(await misfitOf(loaded.kysely, year), COMMAND).toBeNull();
});

it('the shipped file holds two thousand clients, three thousand contracts and twenty thousand payments', async () => {
  const { parts } = await shipped();
  const { clients, contracts, payments } = figuresOf(parts);
  expect(clients).toBeGreaterThanOrEqual(2_000);
  expect(contracts).toBeGreaterThanOrEqual(3_000);
  expect(payments).toBeGreaterThanOrEqual(20_000);
  expect([...factsOf(parts).keys()].filter((pinfl) => !isPinfl(pinfl))).toEqual([]);
});

it('a hundredth that is replayed now is what the shipped file has of the same clients', async () => {
  const factsIn = (parts: readonly Part[]) => {
    const facts = factsOf(parts);
    return Array.from({ length: Math.ceil(VISITORS / EVERY) }, (_, at) => {
      const { pinfl } = visitorAt(at * EVERY);
      return [pinfl, facts.get(pinfl)];
    });
  };
  expect(factsIn((await shipped()).parts), COMMAND).toEqual(factsIn(part.parts));
});

it('what is read out of the file is what the replay has left, row by row', async () => {
  expect(await misfitOf(loaded.kysely, part)).toBeNull();
  await loaded.tx((trx) => loadDump(trx, part));
  const [was, is] = [await before(replayed.kysely), await before(loaded.kysely)];
  for (const [table, rows] of was.rows) expect(is.rows.get(table), table).toEqual(rows);
  expect(is.last).toEqual(was.last);
});

it('clients paid on time, late, at once and not any more; some called off what they had signed', async () => {
  const { rows } = await sql<{ status: string; late: number; n: number }>`
    SELECT d.status, count(c.oldest_due)::integer AS late, count(*)::integer AS n
    FROM contract c JOIN document d ON d.id = c.id GROUP BY 1`.execute(replayed.kysely);
  const of = new Map(rows.map(({ status, ...row }) => [status, row]));
  expect(of.get('active')?.n).toBeGreaterThan(8);
  expect(of.get('closed')?.n).toBeGreaterThan(3);
});

it('its ledgers agree, and the checks of contracts find nothing', async () => {
  for (const db of [replayed, loaded]) {
    for (const { ledger, differences } of await checkLedgers(db)) expect(differences, ledger).toEqual([]);
    const { rows } = await sql<{ id: number }>`SELECT id FROM contract WHERE signed_on IS NOT NULL`.execute(db.kysely);
    const ids = rows.map(({ id }) => id);
    expect(await checkContracts(db.kysely, ids, new Date())).toEqual([]);
  }
});
