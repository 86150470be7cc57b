/** A row of a dated setting is called by all of its subject, as its pane calls it; a record by its title. */
import { beforeAll, expect, it } from 'vitest';
import { brand } from '../../contract/directories/brand.ts';
import { coefficient } from '../../contract/settings/coefficient.ts';
import { priceMarkup } from '../../contract/settings/priceMarkup.ts';
import { sheetOfDirectory, sheetOfSetting } from '../../contract/sheet.ts';
import { rowName } from '../../src/directory/import/rowName.ts';
import { loadTexts, say } from '../../src/i18n/index.ts';

beforeAll(() => loadTexts('directory', 'settings/coefficient', 'settings/priceMarkup'));

const own = (name: string) =>
  ((key: string, values?: Readonly<Record<string, string>>) => say(`settings/${name}:${key}`, values)) as never;

it('a choice is its word, a figure stands with its name', () => {
  const named = (subject: Record<string, string>) =>
    rowName(sheetOfSetting(coefficient as never), { title: '5', subject }, own('coefficient'), 'uz');
  expect(named({ kind: 'floor', at_least: '5' })).toBe('Qavat · Dan: 5');
  // what is no value of its column stays as it was written
  expect(named({ kind: 'lift', at_least: 'besh' })).toBe('lift · besh');
  expect(named({ kind: '', at_least: '' })).toBe('5');
});

it('another record is its title, and a record of a directory has its own', () => {
  const subject = { category: 'Texnika' };
  expect(rowName(sheetOfSetting(priceMarkup as never), { title: 'Texnika', subject }, own('priceMarkup'), 'uz')).toBe(
    'Texnika',
  );
  expect(rowName(sheetOfDirectory(brand as never), { title: 'Samsung' }, own('priceMarkup'), 'uz')).toBe('Samsung');
});
