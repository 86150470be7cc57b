/**
 * `npm run prove -- sale [schedule|histories] [--seed N]`: the properties of the sale in full, of which `npm test` tries a
 * hundredth each time with another seed. The seed is printed; with it a difference comes again. Exit 1 where one is found.
 */
import { parseArgs } from 'node:util';
import { type Proof, proveHistories, proveSchedules } from '../tests/sale/proofs.ts';

const PROOFS: Readonly<
  Record<string, readonly [count: number, of: string, run: (count: number, seed: number) => Proof]>
> = {
  schedule: [1_000_000, 'schedules against the naive one', proveSchedules],
  histories: [30_000, 'histories against the naive book', proveHistories],
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const [what, name] = positionals;
const chosen = name === undefined ? Object.keys(PROOFS) : [name];
if (what !== 'sale' || !Number.isInteger(seed) || chosen.some((one) => PROOFS[one] === undefined)) {
  process.stderr.write(`npm run prove -- sale [${Object.keys(PROOFS).join('|')}] [--seed N]\n`);
  process.exit(2);
}
for (const one of chosen) {
  const [count, of, run] = PROOFS[one] as NonNullable<(typeof PROOFS)[string]>;
  const began = performance.now();
  const { difference, made } = run(count, seed);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(
    `sale ${one}: ${count} ${of}, seed ${seed}, ${made} made, ${seconds} s: ${difference ?? 'no difference'}\n`,
  );
  if (difference !== null) process.exitCode = 1;
}
