/** `npm run boundaries`: what each module may not import or use is refused, what it may is accepted. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const nothing = (from: string) => `import '${from}';\n`;

const REFUSED: Record<string, string[]> = {
  'machines/probe/': [
    ...[
      'fs',
      'node:fs',
      '@xstate/react',
      'react',
      'kysely',
      'zod',
      '../../contract/index.ts',
      '../../contract/counting/acts.server.ts',
      '../../src/app/inspect.ts',
      '../../server/app.ts',
      '../../build/fonts.ts',
      '../../bench/kit.ts',
      '../../scripts/machines.ts',
      '../../tests/coverage.ts',
      '../../locales/uz/counting.json',
    ].map(nothing),
    "export * from '../../server/app.ts';",
    "export const app = import('../../server/app.ts');",
    "export const app = require('../../server/app.ts');",
    "export type App = import('../../server/app.ts').Options;",
    "export const open = () => indexedDB.open('x');",
    "export const kept = globalThis.localStorage.getItem('x');",
    "export const kept = localStorage.getItem('x');",
    'export const now = Date.now();',
    'export const clock = Date.now;',
    'export const now = new Date();',
    'export const chance = Math.random();',
    'export const id = crypto.randomUUID();',
    'setTimeout(() => {}, 1);',
  ],
  'contract/': [
    ...[
      'fs',
      'xstate',
      'zod',
      '../machines/counter/counter.machine.ts',
      '../src/app/inspect.ts',
      '../build/fonts.ts',
      '../bench/kit.ts',
    ].map(nothing),
    "export const app = require('../server/app.ts');",
    "export const open = () => indexedDB.open('x');",
    "export const kept = globalThis.localStorage.getItem('x');",
    'export const now = Date.now();',
    'export const chance = Math.random();',
  ],
  'contract/probe/': ['fs', 'xstate', 'zod', '../../server/app.ts', '../../machines/counter/counter.machine.ts'].map(
    nothing,
  ),
  'src/pages/probe/': [
    ...[
      'fs',
      'node:fs',
      'pg',
      'pg/lib/client',
      'kysely',
      'kysely/helpers/postgres',
      'hono/cors',
      'axios',
      '../../../contract/index.ts',
      '../../../contract/server.ts',
      '../../../contract/counting/acts.server.ts',
      '../../../server/app.ts',
      '../../../server/db/open.ts',
      '../../../scripts/machines.ts',
      '../../../bench/kit.ts',
      '../../../build/fonts.ts',
      '../../../tests/coverage.ts',
      '../../../e2e/machines/kit.ts',
    ].map(nothing),
    "export const app = import('../../../server/app.ts');",
    "export const app = require('../../../server/app.ts');",
    "export type App = import('../../../server/app.ts').Options;",
    "export const acts = fetch('/warehouse/api/act_of_count/index');",
    "export const acts = window.fetch('/warehouse/api/act_of_count/index');",
    "export const acts = globalThis.fetch('/warehouse/api/act_of_count/index');",
    'export const request = new XMLHttpRequest();',
  ],
  'src/': [
    '../contract/cash.server.ts',
    '../contract/index.ts',
    '../server/app.ts',
    '../scripts/machines.ts',
    '../bench/kit.ts',
  ].map(nothing),
  'src/api/': ['../../contract/server.ts', 'pg', '../../server/app.ts', '../../scripts/machines.ts'].map(nothing),
  'server/probe/': [
    ...[
      'react',
      'axios',
      'idb',
      '@xstate/react',
      '../../src/api/client.ts',
      '../../tests/coverage.ts',
      '../../build/fonts.ts',
    ].map(nothing),
    "export const client = require('../../src/api/client.ts');",
  ],
};

const TAKEN: Record<string, string[]> = {
  'machines/probe/': [
    ...['xstate', 'xstate/graph', './probe.model.ts', '../kit/model.ts', '../../contract/common.ts'].map(nothing),
    'export const day = (at: string) => new Date(at);',
  ],
  'contract/': ['zod/mini', './common.ts'].map(nothing),
  'contract/probe/': ['zod/mini', './probe.ts', '../common.ts', '../counting/acts.ts'].map(nothing),
  'src/pages/probe/': [
    ...[
      'react',
      'xstate',
      '@blueprintjs/core',
      'write-excel-file/browser',
      './probe.css',
      '../../api/client.ts',
      '../../../machines/counter/counter.machine.ts',
      '../../../contract/common.ts',
    ].map(nothing),
    'export const now = Date.now();',
  ],
  'src/api/': [...['axios', '../../contract/call.ts'].map(nothing), "export const config = fetch('/config.json');"],
  'server/probe/': [
    ...['node:fs', 'node:fs/promises', 'kysely', 'pg', 'hono/cors', '../../machines/counter/counter.machine.ts'].map(
      nothing,
    ),
    'export const now = Date.now();',
  ],
};

let folder = '';
const faults = new Map<string, string[]>();
const fileOf = (module: string, kind: string, at: number) => `${module}${kind}${at}.ts`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idora-boundaries-'));
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  cpSync(join(root, 'scripts/biome'), join(folder, 'scripts/biome'), { recursive: true });
  for (const [kind, byModule] of [
    ['refused', REFUSED],
    ['taken', TAKEN],
  ] as const) {
    for (const [module, sources] of Object.entries(byModule)) {
      sources.forEach((source, at) => {
        const file = join(folder, fileOf(module, kind, at));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, source);
      });
    }
  }
  // The very command of package.json.
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, ...args] = (scripts.boundaries ?? '').split(' ');
  const ran = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    [...args, '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'],
    { cwd: folder, encoding: 'utf8' },
  );
  for (const [, file = '', words = ''] of ran.stdout.matchAll(/^::error .*?file=([^,]+),.*?::(.*)$/gm)) {
    const path = file.slice(file.indexOf(folder) + folder.length + 1);
    faults.set(path, [...(faults.get(path) ?? []), words]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('boundaries', () => {
  const cases = (byModule: Record<string, string[]>) =>
    Object.entries(byModule).flatMap(([module, sources]) =>
      sources.map((source, at) => [module, source.trim(), at] as const),
    );

  it.each(cases(REFUSED))('%s does not take %s', (module, _, at) => {
    expect(faults.get(fileOf(module, 'refused', at))).toBeDefined();
  });

  it.each(cases(TAKEN))('%s takes %s', (module, _, at) => {
    expect(faults.get(fileOf(module, 'taken', at))).toBeUndefined();
  });
});

it('no module of the contract that the browser reads imports a server side, except its types', () => {
  const folder = resolve(import.meta.dirname, '../../contract');
  const SERVER_ONLY = /(^|\/)(index|server|\w+\.server)\.ts$/;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const read = files.filter((file) => file.endsWith('.ts') && (!SERVER_ONLY.test(file) || /\w\/index\.ts$/.test(file)));
  expect(read.length).toBeGreaterThan(40);
  const values = /^(?:import|export) (?!type )[^;]*? from '([^']*)';/gm;
  const found = read.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(values)]
      .filter(([, from = '']) => /(?:\.server|\/server)\.ts$/.test(from))
      .map(([line]) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
