/** Texts of declared directories: a word for every field and value in both languages, and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import { verbOf } from '../../contract/directory/chart.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { pages } from '../../src/routes/registry.ts';
import { tabsOf } from '../../src/routes/tabs.ts';

interface Texts {
  add?: string;
  new?: string;
  fields: Record<string, string>;
  values?: Record<string, Record<string, string>>;
  help?: Record<string, string>;
  groups?: Record<string, string>;
  sections?: Record<string, { title?: string; help?: string }>;
  lines?: Record<string, { add?: string; new?: string; fields: Record<string, string> }>;
  steps?: Record<
    string,
    { do?: string; done?: string; title?: string; text?: string; fields?: Record<string, string> }
  >;
  once?: Record<string, string>;
}

const textsOf = (language: string, name: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/directories/${name}.json`), 'utf8'));

describe.each(directories.map((directory: AnyDirectory) => [directory.spec.name, directory.spec] as const))(
  '%s',
  (name, spec) => {
    it.each(['uz', 'ru'])('in %s', (language) => {
      const { fields, asks = {}, extra = {}, fixed, chart } = spec;
      const texts = textsOf(language, name);
      expect(Object.keys(texts.fields).sort()).toEqual(Object.keys({ ...fields, ...asks, ...extra }).sort());
      const values = Object.entries({ ...fields, ...extra }).flatMap(([field, declared]) =>
        'values' in declared ? [[field, [...declared.values].sort()]] : [],
      );
      expect(
        Object.fromEntries(
          Object.entries(texts.values ?? {}).map(([field, words]) => [field, Object.keys(words).sort()]),
        ),
      ).toEqual(Object.fromEntries(values));
      for (const field of Object.keys(texts.help ?? {})) expect(fields).toHaveProperty(field);
      for (const [field, words] of Object.entries(texts.sections ?? {})) {
        expect(fields).toHaveProperty(field);
        expect(Object.keys(words).sort()).toEqual(['help', 'title']);
      }
      expect(Object.keys(texts.groups ?? {}).sort()).toEqual([...(spec.groups ?? [])].sort());
      const lines = Object.entries(fields).flatMap(([field, declared]) =>
        declared.kind === 'rows'
          ? [
              [
                field,
                [
                  ...[
                    'add',
                    'new',
                    ...(Object.values(declared.fields).some((one) => 'values' in one) ? ['values'] : []),
                  ],
                  ...Object.keys(declared.fields).sort(),
                ],
              ],
            ]
          : [],
      );
      expect(
        Object.entries(texts.lines ?? {}).map(([field, { fields: ofLine, ...words }]) => [
          field,
          [...Object.keys(words).sort(), ...Object.keys(ofLine).sort()],
        ]),
      ).toEqual(lines);
      const steps = Object.entries(texts.steps ?? {}).map(([verb, words]) => [verb, Object.keys(words).sort()]);
      const wanted = Object.entries(chart?.steps ?? {}).map(([event, step]) => [
        verbOf(event),
        [
          ...(step.fields ? ['fields'] : []),
          ...(Object.values(step.fields ?? {}).some((one) => 'values' in one) ? ['values'] : []),
          ...['do', 'done', 'text', 'title'],
        ].sort(),
      ]);
      expect(Object.fromEntries(steps)).toEqual(Object.fromEntries(wanted));
      for (const [event, step] of Object.entries(chart?.steps ?? {}))
        expect(Object.keys(texts.steps?.[verbOf(event)]?.fields ?? {}).sort()).toEqual(
          Object.keys(step.fields ?? {}).sort(),
        );
      expect(Object.keys(texts.once ?? {}).sort()).toEqual(Object.keys(chart?.once ?? {}).sort());
      expect([texts.add !== undefined, texts.new !== undefined]).toEqual([!fixed, !fixed]);
    });
  },
);

/** The page of positions has the matrix of their rights before the directory, so its loader is written by hand. */
const BESIDE_A_MATRIX = ['positionRules', 'position'];

it.each(['uz', 'ru'])('every tab has a title in %s, and nothing else has', (language) => {
  const onTabs = pages.flatMap((page) => (tabsOf(page).length > 1 ? tabsOf(page).map(({ name }) => name) : []));
  const titles = readFileSync(join(import.meta.dirname, `../../locales/${language}/tabs.json`), 'utf8');
  expect(Object.keys(JSON.parse(titles)).sort()).toEqual([...onTabs, ...BESIDE_A_MATRIX].sort());
});

it('every declared directory has a page', () => {
  const shown = [...pages.flatMap(({ declared = [] }) => declared), ...BESIDE_A_MATRIX];
  expect(directories.map(({ spec }) => spec.name as string).filter((name) => !shown.includes(name))).toEqual([]);
});
