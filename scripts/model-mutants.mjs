/**
 * `npm run model:mutants [workflow …]`: each workflow with one thing wrong at a time, against its tests. Wrong is a
 * transition deleted (`onError`: the transition after a failed actor), a guard inverted, a target swapped, an action dropped
 * (`entry`: on coming or going), a constant, a value of a payload, a conjunct of a guard, an actor's input, a value of the
 * initial context, an initial state.
 *
 * The layers run in order and only survivors go on: the model layer, which also sees a text that is wrong for whoever
 * imports the file, then the API layer of that workflow where it has one. Paths are those of the right workflow; the committed table of transitions and the gates do not count as catching.
 *
 * `step` stands for the server's step, which all lifecycles run through: the engine and what posts, one place wrong at a
 * time (`tests/mutants/steps.ts`), against the API layers of all lifecycles.
 *
 * `--kept <folder>` keeps what came of each workflow there, and measures none again that stands there: a run in parts.
 * With `--page` nothing is run: docs/mutants.md is written of what stands there, and names what was not run.
 *
 * Prints caught of all by workflow and layer; a run over all of them writes docs/mutants.md, which gives the reason of
 * each survivor. 1 when fewer than 97 % are caught or a survivor has no reason.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STEP_KINDS } from '../tests/mutants/stepMutant.ts';
import { STEP_MUTANTS } from '../tests/mutants/steps.ts';
import { root, run } from './lib.mjs';

const GOAL = 0.97;
const AT_ONCE = 2;
/** Made in the definition, by place; the others in the text of the machine's file. */
const OF_DEFINITION = new Set(['delete', 'onError', 'invert', 'swap', 'drop', 'entry']);
const KINDS = [...OF_DEFINITION, 'constant', 'payload', 'conjunct', 'input', 'context', 'initial'];
/** The server's step, which is no workflow of its own. */
const STEP = 'step';
const CONFIG = ['run', '--config', 'vitest.mutants.config.ts', '--silent'];
const page = join(root, 'docs', 'mutants.md');

const files = readdirSync(join(root, 'machines'), { recursive: true }).map(String);
const fileOf = (name) => files.find((file) => file.split(/[/\\]/).at(-1) === `${name}.machine.ts`);
const machines = files
  .map((file) => /([^/\\]+)\.machine\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined)
  .sort();
const given = process.argv.slice(2);
const keptAt = given.indexOf('--kept');
const kept = keptAt === -1 ? undefined : given.splice(keptAt, 2)[1];
const pageAt = given.indexOf('--page');
/** Nothing is run: the page is written of what is kept. */
const ofKept = pageAt !== -1 && given.splice(pageAt, 1).length > 0;
const asked = given;
const known = [...machines, STEP];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No workflow is named ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`);
  process.exit(2);
}
const chosen = asked.length > 0 ? known.filter((name) => asked.includes(name)) : known;

const folder = kept ?? mkdtempSync(join(tmpdir(), 'idora-mutants-'));
mkdirSync(folder, { recursive: true });
const fileIn = (name) => join(folder, `${name}.json`);
const readIn = (name) => (existsSync(fileIn(name)) ? JSON.parse(readFileSync(fileIn(name), 'utf8')) : undefined);
/** By workflow: `{ kind, name, by }` of each mutant. */
const outcomes = new Map();
const failed = [];

async function mutate(name) {
  const before = readIn(name) ?? (ofKept && name === STEP ? readIn(`${STEP}.first`) : undefined);
  if (ofKept && before === undefined) return;
  const all = before ?? (name === STEP ? await stepsCaught() : await mutantsCaught(name));
  if (all === undefined) {
    failed.push(name);
    return;
  }
  outcomes.set(name, all);
  if (ofKept) return;
  writeFileSync(fileIn(name), JSON.stringify(all));
  process.stderr.write(`${name}\n`);
}

async function mutantsCaught(name) {
  const first = `${name}.model`;
  if (readIn(first) === undefined) {
    const env = { MUTANTS_OF: name, MUTANTS_TO: fileIn(first) };
    if ((await run('vitest', CONFIG, { env, quiet: true })) !== 0) return undefined;
  }
  const all = readIn(first).map((one) => ({ ...one, layer: one.by === null ? null : 'model' }));
  const left = () => all.filter((one) => one.layer === null);
  for (const one of left()) if (!OF_DEFINITION.has(one.kind) && (await isCaughtInFile(name, one))) one.layer = 'model';
  const tests = `tests/server/lifecycles/${name}.test.ts`;
  if (existsSync(join(root, tests)))
    for (const one of left()) if (await isCaughtByApi(name, tests, one)) one.layer = 'api';
  return all;
}

/** The text is wrong for the model layer's tests too: of functions that stand in the machine's file and others call. */
async function isCaughtInFile(name, { at }) {
  const env = {
    ...{ MUTANTS_LAYER: 'file', MUTANTS_TESTS: `tests/models/${name}.test.ts` },
    ...{ MUTANT_FILE: fileOf(name), MUTANT_AT: String(at) },
  };
  // the gates would catch every mutant by name
  return (await run('vitest', [...CONFIG, '-t', '^(?!.*\\bgates\\b)'], { env, quiet: true })) !== 0;
}

/**
 * Which step mutants are seen by the server tests that they name, or by the API layers of all lifecycles; one test that
 * falls is enough. What came of each is kept at once.
 */
async function stepsCaught() {
  const tests = readdirSync(join(root, 'tests', 'server', 'lifecycles')).filter((file) => file.endsWith('.test.ts'));
  const first = `${STEP}.first`;
  const seen = new Map((readIn(first) ?? []).map((one) => [`${one.kind} ${one.name}`, one]));
  const keep = () => {
    const known = STEP_MUTANTS.flatMap(({ kind, name }) => seen.get(`${kind} ${name}`) ?? []);
    writeFileSync(fileIn(first), JSON.stringify(known));
    return known;
  };
  const left = [...STEP_MUTANTS.entries()].filter(([, { kind, name }]) => !seen.has(`${kind} ${name}`));
  await atOnce(left, async ([at, { kind, name, of }]) => {
    const asked = of?.map((file) => `${file}.test.ts`) ?? tests.map((file) => `lifecycles/${file}`);
    const env = {
      ...{ MUTANTS_LAYER: 'api', MUTANT_STEP: String(at) },
      MUTANTS_TESTS: asked.map((file) => `tests/server/${file}`).join(','),
    };
    const layer = (await run('vitest', CONFIG, { env, quiet: true })) === 0 ? null : 'api';
    seen.set(`${kind} ${name}`, { kind, name, at, layer, on: new Date().toISOString().slice(0, 10) });
    keep();
  });
  return keep();
}

/** The machine is wrong in the server and in every module that imports it; one test that falls is enough. */
async function isCaughtByApi(name, tests, { kind, at }) {
  const place = OF_DEFINITION.has(kind)
    ? { MUTANT_OF: name, MUTANT_DEFINITION: String(at) }
    : { MUTANT_FILE: fileOf(name), MUTANT_AT: String(at) };
  const env = { MUTANTS_LAYER: 'api', MUTANTS_TESTS: tests, ...place };
  return (await run('vitest', CONFIG, { env, quiet: true })) !== 0;
}

/** All of them, two at a time. */
async function atOnce(all, work) {
  const waiting = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
    }),
  );
}

await atOnce(chosen, mutate);
if (kept === undefined) rmSync(folder, { recursive: true });

const rows = chosen
  .filter((name) => name !== STEP && outcomes.has(name))
  .map((name) => {
    const all = outcomes.get(name);
    const caught = all.filter((one) => one.layer !== null).length;
    const share = (kind) => {
      const some = all.filter((one) => one.kind === kind);
      return some.length === 0 ? '–' : `${some.filter((one) => one.layer !== null).length}/${some.length}`;
    };
    const api = all.filter((one) => one.layer === 'api').length;
    const cells = [name, ...KINDS.map(share), String(caught - api), String(api), `${caught}/${all.length}`];
    return { name, all: all.length, caught, cells };
  });
const ofStep = outcomes.get(STEP) ?? [];
const stepRows = STEP_KINDS.map((kind) => {
  const some = ofStep.filter((one) => one.kind === kind);
  const days = [...new Set(some.map(({ on }) => on))].sort();
  return [
    kind,
    some.map((one) => one.name).join(', ') || '–',
    `${some.filter((one) => one.layer !== null).length}/${some.length}`,
    [...new Set([days.at(0), days.at(-1)])].join(' to ') || '–',
  ];
});
const unrun = [
  ...chosen.filter((name) => name !== STEP && !outcomes.has(name)),
  ...(chosen.includes(STEP) ? STEP_MUTANTS : [])
    .filter(({ kind, name }) => !ofStep.some((one) => one.kind === kind && one.name === name))
    .map(({ kind, name }) => `${STEP}, ${kind}: ${name}`),
];
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const caught = sum('caught') + ofStep.filter((one) => one.layer !== null).length;
const all = sum('all') + ofStep.length;
const percent = all === 0 ? '0' : ((100 * caught) / all).toFixed(1);
const heads = ['workflow', ...KINDS, 'by model', 'by API', 'caught'];
const table = [heads, ...rows.map((row) => row.cells)];
const widths = heads.map((_, at) => Math.max(...table.map((row) => row[at].length)));
for (const row of table) {
  process.stdout.write(
    `${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  ')}\n`,
  );
}
if (ofStep.length > 0)
  process.stdout.write(`\n${stepRows.map(([kind, , share]) => `${STEP}, ${kind}: ${share}`).join('\n')}\n`);
process.stdout.write(`\n${caught} of ${all} caught, ${percent} %\n`);

const survivors = chosen.flatMap((name) =>
  (outcomes.get(name) ?? []).filter((one) => one.layer === null).map((one) => `${name}, ${one.kind}: \`${one.name}\``),
);

// A line of the page: `- mutant – reason`. Reasons are written by hand and stay.
const before = (() => {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return '';
  }
})();
const reasons = new Map([...before.matchAll(/^- (.+?`) – (.+)$/gm)].map(([, mutant, reason]) => [mutant, reason]));
const bare = survivors.filter((one) => !reasons.has(one));
for (const one of survivors)
  process.stdout.write(`survived: ${one}${reasons.has(one) ? ` – ${reasons.get(one)}` : ''}\n`);
for (const name of failed) process.stdout.write(`failed: ${name}, see above\n`);

if (asked.length === 0 && failed.length === 0) {
  const cells = (row) => `| ${row.join(' | ')} |`;
  writeFileSync(
    page,
    `# Mutants of the workflows

Written by \`npm run model:mutants\`; only the reasons behind the survivors are by hand, and stay.

Each workflow runs with one thing wrong at a time: in its definition a transition deleted (\`onError\`: the way after a
failed actor), a guard inverted, a target swapped for the state beside it, an action dropped (\`entry\`: on coming or
going); in its text a constant, a value of a payload, a conjunct of a guard, an actor’s input, a value of the initial
context, an initial state. What only narrows a type for the compiler is no conjunct.

The layers run in order and only survivors go on: \`by model\` was caught by the model layer (\`tests/models\`, with the
oracle of a lifecycle), \`by API\` by the tests of that lifecycle over HTTP. Paths are those of the right workflow, and so
is the state that each step must end in; a text that survives so is tried once more with all that the tests import of its
file. The committed table of transitions and the gates do not count as catching. What survives is not asserted by either
layer; the reason says why that is, or where else it is. What the browser layer alone would catch was not measured.

${cells(heads)}
${cells(heads.map((_, at) => (at === 0 ? '---' : '---:')))}
${rows.map((row) => cells(row.cells)).join('\n')}
| **all, with the server’s step** |${' |'.repeat(heads.length - 2)} **${caught}/${all}, ${percent} %** |

## The server’s step

The engine through which all lifecycles run their steps, and what posts, with one place wrong at a time
(\`tests/mutants/steps.ts\`), against the tests of all lifecycles over HTTP; the steps of the sale with the ledgers of
clients and of cash (\`tests/mutants/saleSteps.ts\`) against the tests of the lifecycles that take
them, or of what no chart refuses.

| kind | wrong | caught by API | last run |
| --- | --- | ---: | --- |
${stepRows.map(cells).join('\n')}
${unrun.length === 0 ? '' : `\nNot run, and in no figure of this page: ${unrun.join('; ')}.\n`}
## Survivors

${survivors.length === 0 ? 'None.' : survivors.map((one) => `- ${one}${reasons.has(one) ? ` – ${reasons.get(one)}` : ''}`).join('\n')}
`,
  );
}
process.exit(failed.length === 0 && unrun.length === 0 && caught >= GOAL * all && bare.length === 0 ? 0 : 1);
