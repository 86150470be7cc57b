/**
 * `npm run prove -- sale [schedule|offers|histories|balances|year] [--seed N]`, `npm run prove -- scoring [scores|changes]`: the properties of the
 * sale and of the scoring in full, of which `npm test` tries a hundredth each time with another seed. The seed is printed;
 * with it a difference comes again; the year of the demo has a seed of its own. Exit 1 where one is found. What a proof
 * found is noted in `docs/proofs.md`, in the row of its name.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VISITORS } from '../server/seed/year/plan.ts';
import { type Proof, proveBalances, proveHistories } from '../tests/sale/proofs.ts';
import { proveOffers, proveSchedules } from '../tests/sale/termProofs.ts';
import { proveChanges, proveScores } from '../tests/scoring/proofs.ts';
import { proveYear } from '../tests/seed/proofs.ts';
import { root } from './lib.mjs';
import { withProof } from './proofPage.ts';

type Run = readonly [count: number, of: string, run: (count: number, seed: number) => Proof | Promise<Proof>];
const PROOFS: Readonly<Record<string, Readonly<Record<string, Run>>>> = {
  sale: {
    schedule: [1_000_000, 'schedules against the naive one', proveSchedules],
    offers: [10_000, 'offers for a sum now and a month against trying all', proveOffers],
    histories: [30_000, 'histories against the naive book', proveHistories],
    balances: [100_000, 'balances, each as a story of documents', proveBalances],
    year: [VISITORS, 'clients of the demo year, replayed, against the shipped file', proveYear],
  },
  scoring: {
    scores: [300_000, 'scores against the naive one', proveScores],
    changes: [10_000, 'smallest changes against the naive search', proveChanges],
  },
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const [what = '', name] = positionals;
const proofs = PROOFS[what] ?? {};
const chosen = name === undefined ? Object.keys(proofs) : [name];
if (!Number.isInteger(seed) || chosen.length === 0 || chosen.some((one) => proofs[one] === undefined)) {
  const known = Object.entries(PROOFS).map(([of, names]) => `${of} [${Object.keys(names).join('|')}]`);
  process.stderr.write(`npm run prove -- ${known.join(', ')} [--seed N]\n`);
  process.exit(2);
}
const page = join(root, 'docs', 'proofs.md');
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
for (const one of chosen) {
  const [count, of, run] = proofs[one] as Run;
  const began = performance.now();
  const { difference, made } = await run(count, seed);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(
    `${what} ${one}: ${count} ${of}, seed ${seed}, ${made} made, ${seconds} s: ${difference ?? 'no difference'}\n`,
  );
  const day = new Date().toISOString().slice(0, 10);
  const row = { name: `${what} ${one}`, of, count, made, seed, day, commit, difference };
  writeFileSync(page, withProof(readFileSync(page, 'utf8'), row));
  if (difference !== null) process.exitCode = 1;
}
