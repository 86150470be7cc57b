/** The page of the last proofs keeps one row for each, the newest one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib.mjs';
import { type ProofRow, withProof } from '../../scripts/proofPage.ts';

const row: ProofRow = {
  name: 'sale schedule',
  of: 'schedules',
  count: 1_000_000,
  made: 999_120,
  seed: 7,
  day: '2026-11-30',
  commit: 'abc1234',
  difference: null,
};
const EMPTY = '# Proofs\n\n| proof | found |\n|---|---|\n\nWords below.\n';

it('adds a row below the head and keeps what stands around the table', () => {
  expect(withProof(EMPTY, row)).toBe(
    '# Proofs\n\n| proof | found |\n|---|---|\n| sale schedule | schedules | 1,000,000 | 999,120 | 7 | 2026-11-30 `abc1234` | no difference |\n\nWords below.\n',
  );
});

it('replaces the row of the same name, and leaves the others', () => {
  const both = withProof(withProof(EMPTY, row), { ...row, name: 'sale offers' });
  const again = withProof(both, { ...row, seed: 8, difference: 'due 3 | 4\nof contract 5' });
  expect(again.split('\n').filter((line) => line.startsWith('| sale'))).toEqual([
    '| sale offers | schedules | 1,000,000 | 999,120 | 7 | 2026-11-30 `abc1234` | no difference |',
    '| sale schedule | schedules | 1,000,000 | 999,120 | 8 | 2026-11-30 `abc1234` | **due 3 / 4 of contract 5** |',
  ]);
});

it('refuses a page without a table', () => {
  expect(() => withProof('# Proofs\n', row)).toThrow('docs/proofs.md has no table');
});

it('the page has a row for each proof, and none has found a difference', () => {
  const page = readFileSync(join(root, 'docs', 'proofs.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| (sale|scoring) /.test(line));
  const names = rows.map((line) => line.split(' | ')[0]?.slice(2));
  // that of the year takes over an hour: a row of it may be missing
  expect(names.filter((name) => name !== 'sale year')).toEqual([
    ...['sale balances', 'sale histories', 'sale offers', 'sale schedule'],
    ...['scoring changes', 'scoring scores'],
  ]);
  for (const line of rows) expect(line).toMatch(/\| no difference \|$/);
});
