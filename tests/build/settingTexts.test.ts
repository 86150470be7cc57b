/** Texts of declared dated settings: a word for every field and value in both languages, and no others; each has a page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnySetting, fieldsOf } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { pages } from '../../src/routes/registry.ts';

interface Texts {
  fields: Record<string, string>;
  values?: Record<string, Record<string, string>>;
  help?: Record<string, string>;
  /** What an empty one means. */
  none?: Record<string, string>;
}

const textsOf = (language: string, name: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/settings/${name}.json`), 'utf8'));

describe.each(settings.map(({ spec }: AnySetting) => [spec.name, spec] as const))('%s', (name, spec) => {
  it.each(['uz', 'ru'])('in %s', (language) => {
    const fields = fieldsOf(spec);
    const texts = textsOf(language, name);
    expect(Object.keys(texts.fields).sort()).toEqual(Object.keys(fields).sort());
    const values = Object.entries(fields).flatMap(([field, declared]) =>
      'values' in declared ? [[field, [...declared.values].sort()]] : [],
    );
    const written = Object.entries(texts.values ?? {}).map(([field, words]) => [field, Object.keys(words).sort()]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(values));
    for (const field of Object.keys({ ...texts.help, ...texts.none })) expect(fields).toHaveProperty(field);
  });

  it('has one page, which asks for its rule', () => {
    const shown = pages.filter(({ dated = [] }) => [dated].flat().includes(name));
    expect(shown.map(({ rule, menuRule }) => rule ?? menuRule)).toEqual([`${spec.rule}.show`]);
  });
});
