/** The state of a row with a lifecycle is written by the engine alone: any other write would go round its chart and log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { servedDirectories } from '../../server/directory/serve.ts';
import { servedSettings } from '../../server/settings/serve.ts';
import '../../server/directories/index.ts';
import '../../server/settings/index.ts';

const SERVER = join(import.meta.dirname, '../../server');
/** The engine itself; migrations; the demo's data, which begins in the state that it shows. */
const EXCEPT = /^(lifecycle|db|seed)\//;
const DEFINES = new Set(['defineLifecycle', 'defineDirectory', 'defineRevisions']);
const STATES = new Set(['status', 'active']);

/** A node as the parser gives it: only what is looked at here. */
interface Part {
  type: string;
  start: number;
  name?: string;
  value?: unknown;
  callee?: Part;
  object?: Part;
  property?: Part;
  key?: Part;
  arguments?: Part[];
  tag?: Part;
  quasi?: Part;
  end: number;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && typeof (value as Part).type === 'string';

/** A node and all within it. */
function partsOf(part: unknown): Part[] {
  if (Array.isArray(part)) return part.flatMap(partsOf);
  if (!isPart(part)) return [];
  return [part, ...Object.values(part).flatMap(partsOf)];
}

const parse = (text: string): Part[] => partsOf(parseAst(text, { lang: 'ts' }));
const textOf = (part: unknown) =>
  isPart(part) && part.type === 'Literal' && typeof part.value === 'string' ? part.value : undefined;
const nameOf = ({ key }: Part) => key?.name ?? textOf(key) ?? '';

/** Tables of the lifecycles that a file declares. */
const tablesIn = (text: string): string[] =>
  parse(text).flatMap((part) => {
    if (part.type !== 'CallExpression' || !DEFINES.has(part.callee?.name ?? '')) return [];
    return partsOf(part.arguments).flatMap((one) => (nameOf(one) === 'table' ? (textOf(one.value) ?? []) : []));
  });

/** The table that a chain of calls began with: `db.updateTable('test').where(…).set(…)`. */
function tableOf(part: Part | undefined, begins: string): string | undefined {
  if (part?.type !== 'CallExpression' || part.callee?.type !== 'MemberExpression') return undefined;
  if (part.callee.property?.name === begins) return textOf(part.arguments?.[0])?.split(' ')[0];
  return tableOf(part.callee.object, begins);
}

/** Writes of a state in a file, as `line: what`. */
function stateWrites(text: string, tables: readonly string[]): string[] {
  const names = [...tables, '\\$\\{[^}]*\\}'].join('|');
  const states = [...STATES].join('|');
  const inSql = new RegExp(`UPDATE\\s+(${names})\\s[^;]*?SET\\s(?:(?!\\bWHERE\\b).)*?\\b(${states})\\s*=`, 'is');
  const at = ({ start }: Part, what: string) => `${text.slice(0, start).split('\n').length}: ${what}`;
  return parse(text).flatMap((part) => {
    if (part.type === 'TaggedTemplateExpression' && part.tag?.name === 'sql' && part.quasi) {
      const match = inSql.exec(text.slice(part.quasi.start, part.quasi.end));
      return match ? [at(part, `UPDATE ${match[1]} SET ${match[2]}`)] : [];
    }
    if (part.type !== 'CallExpression' || part.callee?.type !== 'MemberExpression') return [];
    const verb = part.callee.property?.name;
    if (verb !== 'set' && verb !== 'values') return [];
    const table = tableOf(part.callee.object, verb === 'set' ? 'updateTable' : 'insertInto');
    if (table === undefined || !tables.includes(table)) return [];
    return (
      partsOf(part.arguments)
        .filter((one) => one.type === 'Property' && STATES.has(nameOf(one)))
        // a new row begins in the state that the engine hands to it
        .filter((one) => verb === 'set' || textOf(one.value) !== undefined)
        .map((one) => at(one, `${table}.${nameOf(one)}`))
    );
  });
}

const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const read = (file: string) => readFileSync(join(SERVER, file), 'utf8');
/** Of declared directories and settings the kit writes the columns of their fields, and no other: its SQL names no table. */
const declared = [...servedDirectories(), ...servedSettings()].map(({ table }) => table.name);
const tables = [...new Set([...files.flatMap((file) => tablesIn(read(file))), ...declared])];

describe('states of lifecycles', () => {
  it('knows the table of every lifecycle', () => {
    expect(tables.filter((table) => !declared.includes(table) || table === 'warehouse_list').sort()).toEqual([
      'announcement',
      'black_list_entry',
      'chart_remark',
      'computing_act_user',
      'document',
      'guarantee',
      'import',
      'myid_session',
      'practice_day',
      'practice_month',
      'problem_report',
      'scoring_run',
      'test',
      'test_attempt',
      'warehouse_list',
    ]);
  });

  it('are written by the engine alone', () => {
    const writes = files
      .filter((file) => !EXCEPT.test(file))
      .flatMap((file) => stateWrites(read(file), tables).map((write) => `server/${file}:${write}`));
    expect(writes).toEqual([]);
  });

  it('have no other writer of the engine’s log, and nobody else takes its stages that write', () => {
    const away = files.filter((file) => !EXCEPT.test(file));
    expect(away.filter((file) => /INTO (event|record)_log|insertInto\('(event|record)_log/.test(read(file)))).toEqual(
      [],
    );
    expect(away.filter((file) => /\b(writeState|moveDue|removeRow)\b/.test(read(file)))).toEqual([]);
  });

  it.each([
    ["db.updateTable('document').set({ status: 'formed' }).where('id', '=', 1)", '1: document.status'],
    [
      "db.updateTable('test as t').where('id', '=', 1).set((row) => ({ version: row('version'), status }))",
      '1: test.status',
    ],
    ["db.updateTable('partner').set({ name, active: false })", '1: partner.active'],
    ["db.insertInto('announcement').values({ title, status: 'published' })", '1: announcement.status'],
    ["sql`UPDATE practice_day SET version = 1, status = 'closed' WHERE id = 1`", '1: UPDATE practice_day SET status'],
    ['sql`UPDATE $\u007btable} SET status = 1`', '1: UPDATE $\u007btable} SET status'],
  ])('a planted write is found: %s', (code, found) => {
    expect(stateWrites(code, tables)).toEqual([found]);
  });

  it.each([
    "db.updateTable('document').set({ practice_day_id: 1 }).where('status', '=', 'draft')",
    "db.updateTable('favorite_page').set({ active: false })",
    "db.insertInto('document').values({ status: document.status })",
    "sql`UPDATE partner SET name = 'x' WHERE active = true`",
  ])('what writes no state is not: %s', (code) => {
    expect(stateWrites(code, tables)).toEqual([]);
  });
});
