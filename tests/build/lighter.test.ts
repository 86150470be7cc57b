import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { bareCalls, bareMachine, iconsOf, lightIcon, shortWarnings } from '../../build/lighter.ts';

const icons = join(dirname(createRequire(import.meta.url).resolve('@blueprintjs/icons/package.json')), 'lib/esm');
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

  it('says when an icon is written in another way', () => {
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

it('a call keeps address and answer', () => {
  const code = `export const one = defineCall({ ...extension, id: 'one', method: 'PUT', path: '/one/{id}', summary: 'Words',
    body: z.object({ body: z.string(), summary: z.string() }), multipart: true,
    response: z.object({ body: z.string(), query: z.string() }) });
  const other = { body: 1, rule: 2 };`;
  const bare = bareCalls(code, parseAst(code));
  expect(bare.replace(/\s+/g, ' ')).toBe(
    "export const one = defineCall({ ...extension, id: 'one', method: 'PUT', path: '/one/{id}', multipart: true, " +
      'response: z.object({ body: z.string(), query: z.string() }) }); const other = { body: 1, rule: 2 };',
  );
});
