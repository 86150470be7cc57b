/** The year of the demo in full: replayed anew on the embedded database, it is what the shipped file has of every client. */
import { readFile } from 'node:fs/promises';
import { openDatabase } from '../../server/db/open.ts';
import { readDump } from '../../server/seed/year/dump.ts';
import { factsOf, figuresOf } from '../../server/seed/year/facts.ts';
import { yearFile } from '../../server/seed/year/index.ts';
import { makeYear, seedForYear } from '../../server/seed/year/make.ts';
import { VISITORS } from '../../server/seed/year/plan.ts';
import type { Proof } from '../sale/proofs.ts';

/** @param count how many of the visitors are replayed */
export async function proveYear(count: number): Promise<Proof> {
  const file = yearFile();
  if (file === undefined) return { difference: 'there is no file of the year', made: 0 };
  const shipped = factsOf((await readDump(await readFile(file))).parts);
  const db = await openDatabase({ memory: true });
  try {
    await seedForYear(db);
    const every = Math.max(1, Math.round(VISITORS / count));
    const { parts } = await readDump(await makeYear(db, { hash: 'proof', every }));
    for (const [pinfl, facts] of factsOf(parts))
      for (const [at, fact] of facts.entries()) {
        const other = shipped.get(pinfl)?.[at] ?? 'nothing';
        if (fact !== other)
          return {
            difference: `client ${pinfl}: replayed "${fact}", shipped "${other}"`,
            made: figuresOf(parts).payments,
          };
      }
    return { difference: null, made: figuresOf(parts).payments };
  } finally {
    await db.close();
  }
}
