/**
 * What a release keeps of a workflow (`machines/kit/release.ts`): its definition, the words, the table of refusals, and
 * a fingerprint of every guard, action, actor and delay with all of the code that it uses.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseAst } from 'vite';
import { chartOf, pathOf } from '../machines/kit/chart.ts';
import {
  BODIES,
  type BodyKind,
  type ChartRecord,
  type RecordBody,
  type RecordOutcome,
  type RecordTable,
  type RecordWords,
} from '../machines/kit/release.ts';
import { ORACLES } from '../tests/oracle/index.ts';
import { eventOf, factsOf, outcomesOf, textsOf, type WrittenOracle } from '../tests/oracle/oracle.ts';
import { answeredOf } from './answered.ts';
import { root, statesOf, type Workflow } from './machines.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const nameOf = (node: unknown): string =>
  isNode(node) ? String((node.name as string | undefined) ?? (node.value as string | undefined) ?? '') : '';

interface Declared {
  readonly code: string;
  /** Where it is written out. */
  readonly value: string | undefined;
  /** Whether it is milliseconds. */
  readonly lasts: boolean;
}

interface Source {
  readonly text: string;
  /** What is declared at the top of the file. */
  readonly declared: ReadonlyMap<string, Declared>;
  /** Where a name comes from that another file of the repository has. */
  readonly imported: ReadonlyMap<string, { file: string; name: string }>;
  readonly program: Node;
}

const sources = new Map<string, Source>();

/** Comments and breaks of lines are no part of what code does. */
const plain = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A comment that calls what follows it milliseconds. */
const DURATION = /\/\*\*(?:(?!\*\/)[\s\S])*milliseconds(?:(?!\*\/)[\s\S])*\*\/\s*(?:export )?const $/;

const LITERALS = new Set(['Literal', 'TemplateLiteral', 'UnaryExpression', 'BinaryExpression', 'ArrayExpression']);

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
  const declared = new Map<string, Declared>();
  const imported = new Map<string, { file: string; name: string }>();
  for (const part of (program.body as Node[]).map((one) => (isNode(one.declaration) ? one.declaration : one))) {
    const code = plain(text.slice(part.start, part.end));
    if (part.type === 'ImportDeclaration') {
      const from = nameOf(part.source);
      if (!from.startsWith('.')) continue;
      for (const one of part.specifiers as Node[])
        imported.set(nameOf(one.local), { file: resolve(dirname(file), from), name: nameOf(one.imported) });
    } else if (part.type === 'VariableDeclaration') {
      for (const one of part.declarations as Node[]) {
        const init = one.init as Node | null;
        const written = init !== null && LITERALS.has(init.type) ? plain(text.slice(init.start, init.end)) : undefined;
        const lasts = DURATION.test(text.slice(0, one.start));
        declared.set(nameOf(one.id), { code: plain(text.slice(one.start, one.end)), value: written, lasts });
      }
    } else if (isNode(part.id)) declared.set(nameOf(part.id), { code, value: undefined, lasts: false });
  }
  const source = { text, declared, imported, program };
  sources.set(file, source);
  return source;
}

const WORD = /[A-Za-z_$][\w$]*/g;

/**
 * Everything at the top of files that some code uses, by file and name; the machine itself is not looked into. Of the
 * contract only what is named: calls there lead to everything else.
 */
function usedBy(code: string, file: string, machine: string, found = new Map<string, string>()): Map<string, string> {
  const { declared, imported } = sourceOf(file);
  for (const name of new Set(code.match(WORD))) {
    const own = declared.get(name);
    const from = imported.get(name);
    const place = own === undefined ? from : { file, name };
    if (place === undefined || place.name === machine || !existsSync(place.file)) continue;
    const key = `${relative(root, place.file)} ${place.name}`;
    const there = sourceOf(place.file).declared.get(place.name);
    if (there === undefined || found.has(key)) continue;
    found.set(key, there.code);
    if (relative(root, place.file).startsWith('machines/')) usedBy(there.code, place.file, machine, found);
  }
  return found;
}

const printOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);

/** The object that `setup` is given. */
function setupIn(part: unknown): Node | undefined {
  if (!isNode(part)) return undefined;
  if (part.type === 'CallExpression' && nameOf(part.callee) === 'setup') return (part.arguments as Node[])[0];
  for (const inner of Object.values(part).flat()) {
    const found = setupIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function bodiesOf({ file, machine }: Workflow): Pick<ChartRecord, 'bodies' | 'constants' | 'durations'> {
  const path = resolve(root, file);
  const source = sourceOf(path);
  const id = `${machine.id}Machine`;
  const given = (setupIn(source.program)?.properties ?? []) as Node[];
  const constants = new Map<string, string>();
  const durations = new Set<string>();
  const bodies = Object.fromEntries(BODIES.map((kind) => [kind, {} as Record<string, RecordBody>])) as Record<
    BodyKind,
    Record<string, RecordBody>
  >;
  const note = (used: ReadonlyMap<string, string>) => {
    for (const key of used.keys()) {
      const [from = '', name = ''] = key.split(' ');
      const known = sourceOf(resolve(root, from)).declared.get(name);
      if (known?.value === undefined) continue;
      constants.set(name, known.value);
      if (known.lasts) durations.add(name);
    }
  };
  for (const group of given) {
    const kind = BODIES.find((one) => one === nameOf(group.key));
    if (kind === undefined) continue;
    for (const one of ((group.value as Node).properties ?? []) as Node[]) {
      const body = (one.type === 'Property' ? one.value : one) as Node;
      const text = plain(source.text.slice(one.method === true ? one.start : body.start, body.end));
      const used = usedBy(text, path, id);
      note(used);
      bodies[kind][nameOf(one.key)] = {
        text,
        print: printOf([text, ...[...used].sort().map((pair) => pair.join(' '))]),
      };
    }
  }
  // the definition itself may name some: what it begins with
  note(usedBy(source.declared.get(id)?.code ?? '', path, id));
  return {
    bodies,
    constants: Object.fromEntries([...constants].sort()),
    ...(durations.size > 0 && { durations: [...durations].sort() }),
  };
}

function tableOf(oracle: WrittenOracle): RecordTable {
  return {
    begins: oracle.begins,
    cases: Object.keys(oracle.cases).map((name) => ({ name, event: eventOf(oracle, name) })),
    system: [...(oracle.server ?? []), ...(oracle.raised ?? [])],
    needsDay: oracle.needsDay ?? [],
    ...(oracle.beyond && { beyond: oracle.beyond as Required<RecordTable>['beyond'] }),
    rows: oracle.rows.map((row) => ({
      state: row.state,
      facts: factsOf(oracle, row),
      source: row.source,
      ...(row.passing && { passing: row.passing }),
      outcomes: outcomesOf(oracle, row).map((outcome): RecordOutcome => {
        const { name, accepted, reason } = outcome;
        if (accepted === undefined) return { name, ...(reason && { reason }), says: textsOf(oracle, row, outcome) };
        const posts = accepted.posts.map((entry) => Object.values(entry).join(' '));
        return { name, to: accepted.to, facts: accepted.facts, ...(posts.length > 0 && { posts }) };
      }),
    })),
  };
}

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Record<string, unknown>;

const textIn = (tree: unknown, key: string): string =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], tree) as string;

const LANGUAGES = ['uz', 'ru'] as const;

/** What is called by a word, beside states and events: one that is gone later has it still. */
const NAMED = ['constants', ...BODIES] as const;

export function recordOf(workflow: Workflow): ChartRecord {
  const { name, machine } = workflow;
  const oracle = ORACLES.find((one) => one.machine === name);
  const table = oracle === undefined ? null : tableOf(oracle);
  const said = new Set(table?.rows.flatMap(({ outcomes }) => outcomes.flatMap(({ says = [] }) => says)));
  if (table !== null && table.needsDay.length > 0) {
    said.add('errors.no_open_day');
    said.add('errors.day_closing');
  }
  for (const reason of Object.values(table?.beyond ?? {}).flat()) said.add(`errors.${reason}`);
  const answered = table === null ? undefined : answeredOf(name);
  for (const [, ...keys] of Object.values(answered?.rows ?? {}).flatMap((cases) => Object.values(cases)))
    for (const key of keys) said.add(key);
  return {
    chart: chartOf(machine),
    requirements: Object.fromEntries(
      statesOf(machine).flatMap((node) => {
        const { requirement } = (node.meta ?? {}) as { requirement?: string };
        return requirement === undefined ? [] : [[pathOf(node), requirement]];
      }),
    ),
    ...bodiesOf(workflow),
    words: Object.fromEntries(
      LANGUAGES.map((language) => {
        const { states, events, ...named } = read(
          `locales/${language}/machines/${name}.json`,
        ) as unknown as RecordWords;
        const kept = NAMED.flatMap((kind) => (named[kind] === undefined ? [] : [[kind, named[kind]]]));
        return [language, { states, events, ...Object.fromEntries(kept) }];
      }),
    ) as unknown as ChartRecord['words'],
    table,
    ...(answered && { answered }),
    texts: Object.fromEntries(
      LANGUAGES.map((language) => {
        const server = read(`locales/${language}/server.json`);
        return [language, Object.fromEntries([...said].sort().map((key) => [key, textIn(server, key)]))];
      }),
    ) as unknown as ChartRecord['texts'],
  };
}
