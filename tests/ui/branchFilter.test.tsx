/** Who sees the own branch alone is offered no choice of branches (decision 91). */
import { expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import { filtersOf } from '../../src/directory/columns.tsx';
import type { Text } from '../../src/i18n/index.ts';

const text = ((key: string) => key) as Text;

it.each([
  ['driver', 'a record of a branch', ['organization_id'], []],
  ['appeal', 'a document that names its branch', ['organization_id'], []],
  ['paymentCertificate', 'a document of the branch of its author', ['organization_id'], []],
  ['bank', 'a record of no branch', [], []],
])('%s: %s', (name, _, offices, branches) => {
  const directory = directories.find(({ spec }) => spec.name === name);
  if (directory === undefined) throw new Error(`no directory ${name}`);
  const keys = (seesAll: boolean) =>
    filtersOf(directory, text, String, seesAll).flatMap(({ key }) => (key === 'organization_id' ? [key] : []));
  expect([keys(true), keys(false)]).toEqual([offices, branches]);
});
