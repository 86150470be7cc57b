import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CHARTS } from '../../contract/charts.ts';

it('the contract names every chart that there is', () => {
  const folders = readdirSync(resolve(import.meta.dirname, '../../machines')).filter((name) => name !== 'kit');
  expect([...CHARTS].sort()).toEqual(folders.sort());
});
