/**
 * What was asked for, sentence by sentence (`requirements/specification.json`, `decisions.json`), against the charts and
 * tests that prove it.
 *
 *   npm run requirements                 notes the results of the last `npm test`, or of report files that are named
 *   npm run requirements -- --read 4.14  the tests of this rule were read again after its text changed
 *
 * `npm run docs` then writes `docs/generated/requirements.md` and what the gallery shows.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ORACLES } from '../tests/oracle/index.ts';
import { root, statesOf, type Workflow } from './machines.ts';

/** The section of decisions beside the numbered ones of the specification. */
const SOURCES = ['specification', 'decisions'] as const;
type Source = (typeof SOURCES)[number];

/** One sentence of the specification, or one decision. */
interface Rule {
  id: string;
  text: string;
  /** It says what is not shown, or is a heading: there is nothing to prove. */
  asks?: false;
  /** What it is called in a list. */
  ru?: string;
  uz?: string;
  /** Its words in full for who reads no English. */
  full?: { ru: string; uz: string };
  /** Machines whose tests prove it. */
  charts?: string[];
  /** Other test files that do. */
  tests?: string[];
  /** Fingerprint of the text that its tests were last read against. */
  read?: string;
}

/** What a test file came to in its last noted run. */
interface FileResult {
  passed: number;
  failed: { title: string; words: string }[];
  date: string;
  commit: string;
}

export const LAYERS = ['model', 'server', 'screen'] as const;
export type Layer = (typeof LAYERS)[number];

/** Of a rule in one layer; dates and commit are of the oldest of its results, none of them where a file was not run. */
export interface LayerProof {
  files: string[];
  passed: number;
  failed: { file: string; title: string; words: string }[];
  run: { date: string; commit: string } | null;
}

export type RuleState = 'failed' | 'untested' | 'again' | 'notRun' | 'proved' | 'nothing';

export interface ProvedRule {
  id: string;
  source: Source;
  /** Of the specification; `decisions` of decisions. */
  section: string;
  text: string;
  ru: string;
  uz: string;
  full: { ru: string; uz: string };
  charts: string[];
  /** Rows of the hand-written tables that stand for it, by chart. */
  rows: Record<string, number>;
  layers: Record<Layer, LayerProof>;
  state: RuleState;
}

export const fileOf = (source: Source) => join(root, 'requirements', `${source}.json`);
const RESULTS = join(root, 'requirements/results.json');
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** As `npm run lint` wants it: of a rule that was read one line is different. */
export const formatted = (file: string, value: unknown): string =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${relative(root, file)}`], {
    cwd: root,
    input: `${JSON.stringify(value, null, 2)}\n`,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
const write = (file: string, value: unknown) => writeFileSync(file, formatted(file, value));

export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
export const rulesOf = (source: Source): Rule[] => read<Rule[]>(fileOf(source));

/** Screens are drawn in a browser or in jsdom; models, tables and rules that both sides share need neither. */
export function layerOf(file: string): Layer {
  if (/^(e2e|tests\/(views|ui))\//.test(file)) return 'screen';
  return /^tests\/(server|seed|build)\//.test(file) ? 'server' : 'model';
}

/** The test files of a machine, by their names. */
const testsOfChart = (chart: string): string[] =>
  [`tests/models/${chart}.test.ts`, `tests/server/lifecycles/${chart}.test.ts`, `e2e/machines/${chart}.spec.ts`].filter(
    (file) => existsSync(join(root, file)),
  );

/** Whether the words of a table's row name the decision: `decisions 16, 17`. */
const names = (source: string, decision: string): boolean =>
  [...source.matchAll(/decisions? (\d+(?:, \d+)*)/g)].some(([, numbers]) => numbers?.split(', ').includes(decision));

function rowsOf(source: Source, id: string, charts: readonly string[]): Record<string, number> {
  const counts = ORACLES.flatMap(({ machine, rows }): [string, number][] => {
    const own =
      source === 'decisions'
        ? rows.filter((row) => names(row.source, id)).length
        : charts.includes(machine)
          ? rows.length
          : 0;
    return own > 0 ? [[machine, own]] : [];
  });
  return Object.fromEntries(counts);
}

/** Machines whose states name the decision as what asked for them. */
const askedBy = (decision: string, workflows: readonly Workflow[]): string[] =>
  workflows
    .filter(({ machine }) =>
      statesOf(machine).some((node) => (node.meta as { requirement?: string } | undefined)?.requirement === decision),
    )
    .map(({ name }) => name);

export function proofOf(files: readonly string[], results: Record<string, FileResult>): LayerProof {
  const found = files.flatMap((file) => (results[file] === undefined ? [] : [{ file, ...results[file] }]));
  const oldest = [...found].sort((one, other) => (one.date < other.date ? -1 : 1))[0];
  return {
    files: [...files],
    passed: found.reduce((sum, { passed }) => sum + passed, 0),
    failed: found.flatMap(({ file, failed }) => failed.map((one) => ({ file, ...one }))),
    run: found.length < files.length || oldest === undefined ? null : { date: oldest.date, commit: oldest.commit },
  };
}

export function stateOf({ asks, text, read: seen }: Rule, layers: readonly LayerProof[]): RuleState {
  if (asks === false) return 'nothing';
  const used = layers.filter(({ files }) => files.length > 0);
  if (used.length === 0) return 'untested';
  if (used.some(({ failed }) => failed.length > 0)) return 'failed';
  if (fingerprint(text) !== seen) return 'again';
  return used.every(({ run }) => run !== null) ? 'proved' : 'notRun';
}

export function provedRules(workflows: readonly Workflow[]): ProvedRule[] {
  const { files: results } = existsSync(RESULTS)
    ? read<{ files: Record<string, FileResult> }>(RESULTS)
    : { files: {} as Record<string, FileResult> };
  return SOURCES.flatMap((source) =>
    rulesOf(source).map((rule): ProvedRule => {
      const { id, text, ru = '', uz = '', full = { ru, uz }, charts: named = [], tests = [] } = rule;
      const asked = source === 'decisions' ? askedBy(`decision-${id}`, workflows) : [];
      const charts = [...new Set([...named, ...asked])];
      const files = [...new Set([...charts.flatMap(testsOfChart), ...tests])];
      const proofs = LAYERS.map((layer) =>
        proofOf(
          files.filter((file) => layerOf(file) === layer),
          results,
        ),
      );
      return {
        id,
        source,
        section: source === 'decisions' ? source : (id.split('.')[0] ?? ''),
        text,
        ru,
        uz,
        full,
        charts,
        rows: rowsOf(source, id, charts),
        layers: Object.fromEntries(LAYERS.map((layer, at) => [layer, proofs[at]])) as ProvedRule['layers'],
        state: stateOf(rule, proofs),
      };
    }),
  );
}

interface VitestReport {
  /** Milliseconds since 1970. */
  startTime?: number;
  testResults: {
    name: string;
    status?: string;
    /** Why the file itself did not load. */
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
interface PlaywrightSuite {
  file: string;
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

const firstLine = (text: string | undefined): string =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

interface PlaywrightReport {
  stats?: { startTime?: string };
  suites: PlaywrightSuite[];
}

/** When the run of a report began. */
export function beganAt(report: VitestReport | PlaywrightReport): Date {
  const began = 'testResults' in report ? report.startTime : report.stats?.startTime;
  return new Date(began ?? Date.now());
}

type Outcome = Pick<FileResult, 'passed' | 'failed'>;

/** What each test file came to, of a report of Vitest or of Playwright. */
export function outcomesOf(report: VitestReport | PlaywrightReport): Record<string, Outcome> {
  const outcomes: Record<string, Outcome> = {};
  const add = (file: string, passed: boolean, title: string, words: string | undefined) => {
    const of = outcomes[file] ?? { passed: 0, failed: [] };
    outcomes[file] = of;
    if (passed) of.passed += 1;
    else of.failed.push({ title, words: firstLine(words) });
  };
  if ('testResults' in report) {
    for (const { name, assertionResults, status: whole, message } of report.testResults) {
      // a file that did not load has run no test, and proves nothing any more
      if (whole === 'failed' && assertionResults.length === 0) add(relative(root, name), false, 'loads', message);
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'passed' || status === 'failed')
          add(relative(root, name), status === 'passed', fullName, failureMessages[0]);
    }
    return outcomes;
  }
  // the file that was run, not the one that a test was written in: the steps of a layer are written in a kit
  const visit = (file: string, { specs = [], suites = [] }: PlaywrightSuite) => {
    for (const { title, ok, tests } of specs) add(`e2e/${file}`, ok, title, tests[0]?.results.at(-1)?.error?.message);
    for (const below of suites) visit(file, below);
  };
  for (const suite of report.suites) visit(suite.file, suite);
  return outcomes;
}

function note(reports: readonly string[]): void {
  const known = existsSync(RESULTS)
    ? read<{ files: Record<string, FileResult> }>(RESULTS)
    : { files: {} as Record<string, FileResult> };
  for (const file of reports) {
    const report = read<VitestReport | PlaywrightReport>(file);
    const began = beganAt(report);
    // results are noted after the run, perhaps a commit later
    const asked = ['log', '-1', '--format=%h', '--abbrev=8', `--before=${began.toISOString()}`];
    const commit = execFileSync('git', asked, { cwd: root, encoding: 'utf8' }).trim();
    const date = began.toISOString().slice(0, 16).replace('T', ' ');
    for (const [name, outcome] of Object.entries(outcomesOf(report))) known.files[name] = { ...outcome, date, commit };
  }
  // only those that a rule names, or that a chart has: a renamed file is no proof any more
  const kept = Object.entries(known.files)
    .filter(([name]) => existsSync(join(root, name)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  write(RESULTS, { files: Object.fromEntries(kept) });
  process.stdout.write(`${kept.length} test files noted; npm run docs writes the pages.\n`);
}

function markRead(ids: readonly string[]): void {
  const known = new Set(SOURCES.flatMap((source) => rulesOf(source).map(({ id }) => id)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    process.stderr.write(`requirements: there is no rule ${unknown.join(', ')}\n`);
    process.exit(2);
  }
  for (const source of SOURCES) {
    const rules = rulesOf(source);
    const read = rules.filter(({ id }) => ids.includes(id));
    if (read.length === 0) continue;
    for (const rule of read) rule.read = fingerprint(rule.text);
    write(fileOf(source), rules);
    process.stdout.write(`${source} ${read.map(({ id }) => id).join(', ')}: read; npm run docs writes the pages.\n`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { read: { type: 'string', multiple: true, default: [] } },
  });
  const last = ['vitest', 'playwright'].map((name) => join(root, `.coverage/reports/${name}.json`)).filter(existsSync);
  const reports = positionals.length > 0 ? positionals.map((file) => resolve(file)) : last;
  if (values.read.length > 0) markRead(values.read);
  else if (reports.length > 0) note(reports);
  else {
    process.stderr.write('requirements: no report of a run; npm test leaves one, or name files of JSON reporters\n');
    process.exit(2);
  }
}
