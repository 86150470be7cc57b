/** A text of another file of texts is there only where somebody has loaded that file: otherwise its key stands on the screen. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What is loaded before the files of a folder are drawn, beside what stands around every page. */
const LOADED: readonly (readonly [folder: string, ...namespaces: string[]])[] = [
  // `loadDirectory`, and the pages of documents and settings, which are loaded with it
  ['src/directory/', 'directory', 'records'],
  ['src/directories/', 'directory', 'records'],
  ['src/document/', 'directory', 'records'],
  // `useList`
  ['src/ui/', 'kit'],
  // `catalogue.ts`
  ['src/pages/workflows/', 'workflows'],
  // each of its users asks for it
  ['src/pages/workflows/lasting.ts', 'replay'],
  // `positionsPage.ts`
  ['src/pages/rights/PositionMatrix.tsx', 'directories/rule'],
];
const AROUND = ['common', 'errors', 'pages', 'session', 'shell'];

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

it('a file names texts of another only where they are loaded', () => {
  const unloaded = filesOf('src').flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    const named = [...code.matchAll(/\bt\w?\(\s*['"`]([a-zA-Z/]+):[a-zA-Z]/g)].map(([, namespace = '']) => namespace);
    const loaded = [
      ...AROUND,
      ...LOADED.flatMap(([folder, ...namespaces]) => (file.startsWith(folder) ? namespaces : [])),
      ...[...code.matchAll(/\b(?:useText|loadTexts)\(([^)]*)\)/g)].flatMap(([, asked = '']) =>
        [...asked.matchAll(/'([^']+)'/g)].map(([, one = '']) => one),
      ),
    ];
    return [...new Set(named)].filter((one) => !loaded.includes(one)).map((one) => `${file}: ${one}`);
  });
  expect(unloaded).toEqual([]);
});
