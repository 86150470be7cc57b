import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Classes } from '@blueprintjs/core';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  bareMachine,
  iconsOf,
  leanTexts,
  lightIcon,
  noIconNames,
  plainClasses,
  replacements,
  shortWarnings,
  UNUSED,
} from '../../build/lighter.ts';

const { resolve: find } = createRequire(import.meta.url);
const icons = join(dirname(find('@blueprintjs/icons/package.json')), 'lib/esm');
const iconFile = (name: string) => readFileSync(join(icons, 'generated/components', name), 'utf8');

describe('icons', () => {
  const shell = iconsOf('src/shell', /^Search/);

  it('finds what the shell draws, as files that are there', () => {
    expect([...shell]).toEqual(expect.arrayContaining(['chevron-down.js', 'star.js', 'log-out.js']));
    for (const name of shell) expect(iconFile(name)).toContain('PATHS_16');
  });

  it('keeps the path of the grid of 16 and every name', () => {
    for (const name of shell) {
      const code = iconFile(name);
      const light = lightIcon(code);
      const [, small] = /PATHS_16 = (.*);/.exec(code) ?? [];
      const [, large] = /PATHS_20 = (.*);/.exec(code) ?? [];
      expect(light).toContain(small);
      expect(light).not.toContain(large);
      for (const [names] of code.matchAll(/export (?:const \w+|default)/g)) expect(light).toContain(names);
    }
  });

  it('fails when an icon is written differently', () => {
    expect(lightIcon('export const ShopIcon = makeIcon("shop");')).toBeUndefined();
  });
});

it('warnings of Blueprint are named, those with a value keep it', () => {
  const code =
    "const ns = '[B]';\nexport const ONE = ns +\n  ` a; b`;\nexport const TWO = (x) => ns + x;\nexport const THREE = 'c';";
  expect(shortWarnings(code)).toBe(
    'const ns = \'[B]\';\nexport const ONE = "ONE";\nexport const TWO = (x) => ns + x;\nexport const THREE = "THREE";',
  );
});

describe('class names', () => {
  const code = readFileSync(join(dirname(find('@blueprintjs/core/package.json')), 'lib/esm/common/classes.js'), 'utf8');

  it('are the same, as plain strings', () => {
    const plain = plainClasses(code) ?? '';
    const names = Object.entries(Classes).filter(([name, value]) => typeof value === 'string' && plain.includes(name));
    expect(names.length).toBeGreaterThan(200);
    const written = names.filter(([name, value]) => plain.includes(`export const ${name} = "${value}";`));
    const others = names.filter((one) => !written.includes(one)).map(([name]) => name);
    // other names of the same, and what functions make
    expect(others.every((name) => /^(PANEL_STACK2|(ELEVATION|INTENT|POSITION)_)/.test(name))).toBe(true);
    expect(parseAst(plain).body.length).toBeGreaterThan(200);
  });

  it('fail when they are written differently', () => {
    expect(plainClasses('export const ACTIVE = `bp6-active`;')).toBeUndefined();
  });
});

describe('i18next', () => {
  const code = readFileSync(join(dirname(find('i18next/package.json')), 'dist/esm/i18next.js'), 'utf8');
  const lean = leanTexts(code, parseAst(code)) ?? '';

  it('has no loader, no formats, no texts within texts, no log', () => {
    expect(lean.length).toBeLessThan(code.length * 0.71);
    expect(lean).not.toMatch(/^\s*this\.logger\.(warn|log|once|deprecate)\(/m);
    expect(lean).not.toContain('NumberFormat');
    expect(lean).not.toContain('rtlLngs');
    expect(lean).not.toContain('partialBundledLanguages ||');
    expect(lean).not.toContain('3rdParty');
    expect(lean).not.toContain('JSON.parse(optionsString)');
    expect(lean).toContain('logger.error(');
  });

  it('logs the same words', async () => {
    const { createInstance }: typeof import('i18next') = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(lean)}`
    );
    const engine = createInstance();
    const texts = {
      lines_one: '{{count}} строка',
      lines_few: '{{count}} строки',
      lines_many: '{{count}} строк',
      to: 'до {{day}}',
    };
    await engine.init({
      lng: 'ru',
      fallbackLng: false,
      resources: { ru: { common: texts }, uz: { common: { to: '{{day}} gacha' } } },
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    });
    expect([1, 2, 5].map((count) => engine.t('lines', { count }))).toEqual(['1 строка', '2 строки', '5 строк']);
    await engine.changeLanguage('uz');
    expect(engine.t('to', { day: '<21>' })).toBe('<21> gacha');
    engine.addResourceBundle('uz', 'later', { here: 'keldi' });
    expect(engine.t('later:here')).toBe('keldi');
  });
});

it('a machine loses description and meta, and nothing else', () => {
  const code = `const m = make({ id: 'a', description: 'Words, and more', states: {
    on: { meta: { requirement: 'x' }, entry: 'go', on: { E: { target: 'off', description: 'why' } } }, off: {} } });`;
  const bare = bareMachine(code, parseAst(code));
  expect(bare.replace(/\s+/g, ' ')).toBe(
    "const m = make({ id: 'a', states: { on: { entry: 'go', on: { E: { target: 'off', } } }, off: {} } });",
  );
});

it('a machine keeps the looks of its states', () => {
  const code = "const m = { counting: { description: 'words', meta: { look: 'work', requirement: '4-ui' } } };";
  expect(bareMachine(code, parseAst(code)).replace(/\s+/g, ' ')).toBe(
    "const m = { counting: { meta: { look: 'work', } } };",
  );
});

describe('a new version of a package that no longer matches is noticed', () => {
  const packages = [
    ['icons', join(icons, 'generated/components/shop.js')],
    ['icon names', join(icons, 'iconNames.js')],
    ['class names', join(dirname(find('@blueprintjs/core/package.json')), 'lib/esm/common/classes.js')],
    ['warnings', join(dirname(find('@blueprintjs/core/package.json')), 'lib/esm/common/errors.js')],
    ['infinite queries', join(dirname(find('@tanstack/query-core')), '../modern/infiniteQueryBehavior.js')],
    ['mutations', join(dirname(find('@tanstack/query-core')), '../modern/mutationCache.js')],
    ['i18next', join(dirname(find('i18next/package.json')), 'dist/esm/i18next.js')],
    ...Object.keys(UNUSED).map((module) => [
      `axios/${module}`,
      join(dirname(find('axios/package.json')), 'lib', `${module}.js`),
    ]),
  ] as [string, string][];

  it('every replacement in a package is tried here', () => {
    expect(packages.map(([name]) => name)).toEqual(replacements.filter(({ late }) => !late).map(({ name }) => name));
  });

  it.each(packages)('%s changes the module that is installed', (name, file) => {
    const one = replacements.find((each) => each.name === name);
    const code = readFileSync(file, 'utf8');
    expect(one?.of.test(file)).toBe(true);
    const light = one?.write(code, parseAst, file) ?? '';
    expect(light.length).toBeGreaterThan(0);
    expect(light.length).toBeLessThan(code.length);
    // what a module gives, its other code gives too
    const given = (text: string): string[] => [...text.matchAll(/^export (default)\b/gm)].map(([, word = '']) => word);
    if (name.startsWith('axios/')) expect(given(light)).toEqual(given(code));
  });

  it.each(packages.filter(([name]) => name !== 'icons'))(
    '%s refuses a module that is written otherwise',
    (name, file) => {
      const one = replacements.find((each) => each.name === name);
      expect(one?.write('const nothing = 1;', parseAst, file)).toBeUndefined();
    },
  );
});

it('fails when names of icons are listed differently', () => {
  expect(noIconNames('export const IconNames = {};')).toBeUndefined();
});
