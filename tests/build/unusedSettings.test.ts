/**
 * A dated setting that nothing reads says so, and one that is read does not: the texts of the pages are compared with the
 * code. Matrices have pages and texts of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snake } from '../../contract/directory/directory.ts';
import { settings } from '../../contract/settings/index.ts';

const root = join(import.meta.dirname, '../..');

/** Modules of the server that may read figures: not its demo, its migrations, nor what serves every setting alike. */
const readers = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(seed|db|settings)\/|^directory\/uses\.ts$/.test(file))
  .map((file) => readFileSync(join(root, 'server', file), 'utf8'));
const isRead = (name: string): boolean =>
  readers.some((text) => text.includes(`/settings/${name}.ts`) || new RegExp(`\\b${snake(name)}\\b`).test(text));

const WORDS = {
  uz: /[Hh]ozircha|[Hh]ali|tushguncha|keyinroq/,
  ru: /[Пп]ока |ещё|позже/,
} as const;

it.each(['uz', 'ru'] as const)('what is read is not called unused, in %s', (language) => {
  const called = settings
    .map(({ spec }) => spec.name as string)
    .filter((name) => isRead(name))
    .filter((name) => {
      const text = readFileSync(join(root, `locales/${language}/settings/${name}.json`), 'utf8');
      const { help = {}, notUsed = '' } = JSON.parse(text);
      return WORDS[language].test([notUsed, ...Object.values(help)].join('\n'));
    });
  // their adapters have nothing but a test call, which is what reads them
  expect(called).toEqual(['aloqabankConnection', 'integrationSetting']);
});

it.each(['uz', 'ru'] as const)(
  'settings of bonuses, of the season and of prices nothing counts say so over their list, in %s',
  (language) => {
    const shown = settings
      .map(({ spec }) => spec.name as string)
      .filter(
        (name) =>
          'notUsed' in JSON.parse(readFileSync(join(root, `locales/${language}/settings/${name}.json`), 'utf8')),
      );
    expect(shown.sort()).toEqual([
      ...['bonusSetting', 'cascadeDiscount', 'categoryPosition', 'coefficient', 'collectorPercent', 'deliveryPrice'],
      ...['discountBonus', 'ramadanSetting', 'skuBonus', 'summerBonus'],
    ]);
    expect(shown.filter(isRead)).toEqual([]);
  },
);
