/** `npm run flows` leaves out nothing: whatever a component keeps or runs by itself is in one row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flowRows } from '../../scripts/flowRows.ts';
import { modulesIn } from '../../scripts/imports.ts';
import { root } from '../../scripts/machines.ts';

const rows = flowRows();
const row = (name: string) => rows.find((one) => one.name === name);

test('each state and effect of the sources is in one row', () => {
  const lines = modulesIn(join(root, 'src')).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const counted = (kind: string) => rows.flatMap(({ found }) => found).filter((one) => one.kind === kind).length;
  expect(counted('state')).toBe(lines.filter((one) => /= useState\b|\buseReducer\(/.test(one)).length);
  expect(counted('effect')).toBe(lines.filter((one) => /\buse(Layout)?Effect\(/.test(one)).length);
  const places = rows.flatMap(({ found }) => found).map(({ file, line }) => `${file}:${line}`);
  expect(new Set(places).size).toBe(places.length);
});

test('sign-in, pages of several tabs and declared pages have their rows', () => {
  const files = (name: string) => row(name)?.found.map(({ file }) => file) ?? [];
  expect(files('signIn')).toContain('src/pages/signIn/SignInPage.tsx');
  expect(files('attachRuleToPositions')).toContain('src/pages/rights/PositionMatrix.tsx');
  expect(files('attachRuleToPositions').filter((file) => file.startsWith('src/directory/'))).toEqual([]);
  expect(files('declared')).toContain('src/pages/prices/PricesTab.tsx');
  expect(row('act')?.machines).toContain('actWorkspace');
});
