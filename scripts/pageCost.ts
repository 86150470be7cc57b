/** What a declared page costs in lines: code, SQL, texts and tests of its own, each file and statement counted once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directories } from '../contract/directories/index.ts';
import { snake } from '../contract/directory/directory.ts';
import { settings } from '../contract/settings/index.ts';
import { pages } from '../src/routes/registry.ts';

export interface Cost {
  readonly path: string;
  /** Names of its declarations, a tab each. */
  readonly names: readonly string[];
  /** Nothing but a declaration: no hook on the server or in the browser. */
  readonly plain: boolean;
  readonly code: number;
  readonly sql: number;
  readonly texts: number;
  readonly tests: number;
}

/** Lines of code that the median of plain pages may have. */
export const PLAIN_BUDGET = 30;

const root = join(import.meta.dirname, '..');
const MIGRATIONS = 'server/db/migrations';

const isWritten = (line: string): boolean => line.trim() !== '';
const linesIn = (text: string): number => text.split('\n').filter(isWritten).length;
/** Blank lines are not counted; 0 where the file does not exist. */
const linesOf = (file: string): number =>
  existsSync(join(root, file)) ? linesIn(readFileSync(join(root, file), 'utf8')) : 0;
const sum = (files: readonly string[]): number => files.reduce((all, file) => all + linesOf(file), 0);

/** Statements of all migrations, each with the table that it is about. */
const statements = readdirSync(join(root, MIGRATIONS))
  .filter((file) => /^\d+/.test(file))
  .flatMap((file) => readFileSync(join(root, MIGRATIONS, file), 'utf8').split(/;\n/))
  .map((text) => ({
    lines: linesIn(text),
    table: /(?:CREATE TABLE|ALTER TABLE|INSERT INTO|INDEX \w+ ON) (\w+)/.exec(text)?.[1] ?? '',
  }));

const declaredTables = [...directories, ...settings].map(({ spec }) => snake(spec.name));
/** The declared table that a table is, or is a child of: `product_lock` is no child of `product`. */
const ownerOf = (table: string): string | undefined =>
  declaredTables
    .filter((own) => table === own || table.startsWith(`${own}_`))
    .sort((one, other) => other.length - one.length)[0];

/** A table that is older than its declaration has another name, and is not counted. */
const sqlOf = (name: string): number =>
  statements.filter(({ table }) => ownerOf(table) === snake(name)).reduce((all, { lines }) => all + lines, 0);

/** Tests with the declarations that each imports. */
const tests = ['tests/server', 'tests/server/lifecycles', 'e2e', 'e2e/machines'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => /\.(test|spec)\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(join(root, folder, file), 'utf8');
      const imported = [...text.matchAll(/contract\/(?:directories|settings)\/(\w+)\.ts'/g)].map(([, name]) => name);
      return { lines: linesIn(text), names: imported.filter((name) => name !== 'index') };
    }),
);
/** Tests of this page alone; those that are generated for every declaration belong to the kit. */
const testsOf = (page: readonly string[]): number =>
  tests
    .filter(({ names }) => names.length > 0 && names.every((name) => page.includes(name ?? '')))
    .reduce((all, { lines }) => all + lines, 0);

const hooksOf = (name: string): string[] => [
  `server/directories/${name}.ts`,
  `src/directories/${name}.tsx`,
  `server/settings/${name}.ts`,
];

/** A document has a machine of its own. */
const machineOf = (name: string): string[] =>
  directories.some(({ spec }) => spec.name === name && 'document' in spec)
    ? [`machines/${name}/${name}.machine.ts`, `machines/${name}/${name}.model.ts`]
    : [];

/** The cost of each page that is declared, dearest first. */
export function costs(): Cost[] {
  const declared = pages.flatMap((page) => {
    const of = { directories: [page.declared ?? []].flat(), settings: [page.dated ?? []].flat() };
    return of.directories.length + of.settings.length === 0 ? [] : [{ path: page.path, of }];
  });
  const seen = new Set<string>();
  return declared
    .map(({ path, of: all }): Cost => {
      // a declaration that two pages show costs the first one
      const fresh = (names: readonly string[]) => names.filter((name) => !seen.has(name));
      const of = { directories: fresh(all.directories), settings: fresh(all.settings) };
      const names = [...of.directories, ...of.settings];
      for (const name of names) seen.add(name);
      const textsOf = (folder: string, own: readonly string[]) =>
        sum(own.flatMap((name) => ['uz', 'ru'].map((language) => `locales/${language}/${folder}/${name}.json`)));
      return {
        path,
        names: [...all.directories, ...all.settings],
        plain: !names.some((name) => hooksOf(name).some((file) => existsSync(join(root, file)))),
        code:
          sum(of.directories.map((name) => `contract/directories/${name}.ts`)) +
          sum(of.settings.map((name) => `contract/settings/${name}.ts`)) +
          sum(names.flatMap((name) => [...hooksOf(name), ...machineOf(name)])),
        sql: names.reduce((all, name) => all + sqlOf(name), 0),
        texts: textsOf('directories', of.directories) + textsOf('settings', of.settings),
        tests: testsOf(names),
      };
    })
    .sort((one, other) => other.code - one.code);
}
