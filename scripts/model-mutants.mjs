/**
 * `npm run model:mutants [workflow …]`: each workflow with one thing wrong at a time, against its tests. Wrong is a
 * transition deleted (`onError`: the transition after a failed actor), a guard inverted, a target swapped, an action dropped
 * (`entry`: on coming or going), a constant, a value of a payload, a conjunct of a guard, an actor's input, a value of the
 * initial context, an initial state.
 *
 * The layers run in order and only survivors go on: the model layer, then the API layer of that workflow where it has
 * one. Paths are those of the right workflow; the committed table of transitions and the gates do not count as catching.
 *
 * Prints caught of all by workflow and layer; a run over all of them writes docs/mutants.md, which gives the reason of
 * each survivor. 1 when fewer than 97 % are caught or a survivor has no reason.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './lib.mjs';

const GOAL = 0.97;
const AT_ONCE = 2;
/** Made in the definition, by place; the others in the text of the machine's file. */
const OF_DEFINITION = new Set(['delete', 'onError', 'invert', 'swap', 'drop', 'entry']);
const KINDS = [...OF_DEFINITION, 'constant', 'payload', 'conjunct', 'input', 'context', 'initial'];
const CONFIG = ['run', '--config', 'vitest.mutants.config.ts', '--silent'];
const page = join(root, 'docs', 'mutants.md');

const files = readdirSync(join(root, 'machines'), { recursive: true }).map(String);
const fileOf = (name) => files.find((file) => file.split(/[/\\]/).at(-1) === `${name}.machine.ts`);
const machines = files
  .map((file) => /([^/\\]+)\.machine\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined)
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !machines.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No workflow is named ${unknown.join(', ')}. There are: ${machines.join(', ')}.\n`);
  process.exit(2);
}
const chosen = asked.length > 0 ? machines.filter((name) => asked.includes(name)) : machines;

const folder = mkdtempSync(join(tmpdir(), 'idora-mutants-'));
/** By workflow: `{ kind, name, by }` of each mutant. */
const outcomes = new Map();
const failed = [];

async function mutate(name) {
  const to = join(folder, `${name}.json`);
  const code = await run('vitest', CONFIG, { env: { MUTANTS_OF: name, MUTANTS_TO: to }, quiet: true });
  if (code !== 0) {
    failed.push(name);
    return;
  }
  const all = JSON.parse(readFileSync(to, 'utf8')).map((one) => ({ ...one, layer: one.by === null ? null : 'model' }));
  const tests = `tests/server/lifecycles/${name}.test.ts`;
  if (existsSync(join(root, tests))) {
    for (const one of all) if (one.layer === null && (await isCaughtByApi(name, tests, one))) one.layer = 'api';
  }
  outcomes.set(name, all);
  process.stderr.write(`${name}\n`);
}

/** The machine is wrong in the server and in every module that imports it; one test that falls is enough. */
async function isCaughtByApi(name, tests, { kind, at }) {
  const place = OF_DEFINITION.has(kind)
    ? { MUTANT_OF: name, MUTANT_DEFINITION: String(at) }
    : { MUTANT_FILE: fileOf(name), MUTANT_AT: String(at) };
  const env = { MUTANTS_LAYER: 'api', MUTANTS_TESTS: tests, ...place };
  return (await run('vitest', CONFIG, { env, quiet: true })) !== 0;
}

const waiting = [...chosen];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await mutate(name);
  }),
);
rmSync(folder, { recursive: true });

const rows = chosen
  .filter((name) => outcomes.has(name))
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
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const [caught, all] = [sum('caught'), sum('all')];
const percent = all === 0 ? '0' : ((100 * caught) / all).toFixed(1);
const heads = ['workflow', ...KINDS, 'by model', 'by API', 'caught'];
const table = [heads, ...rows.map((row) => row.cells)];
const widths = heads.map((_, at) => Math.max(...table.map((row) => row[at].length)));
for (const row of table) {
  process.stdout.write(
    `${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  ')}\n`,
  );
}
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
is the state that each step must end in; the committed table of transitions and the gates do not count as catching.
What survives is not asserted by either; the reason says why that is, or where else it is.

${cells(heads)}
${cells(heads.map((_, at) => (at === 0 ? '---' : '---:')))}
${rows.map((row) => cells(row.cells)).join('\n')}
| **all** |${' |'.repeat(heads.length - 2)} **${caught}/${all}, ${percent} %** |

## Survivors

${survivors.length === 0 ? 'None.' : survivors.map((one) => `- ${one}${reasons.has(one) ? ` – ${reasons.get(one)}` : ''}`).join('\n')}
`,
  );
}
process.exit(failed.length === 0 && caught >= GOAL * all && bare.length === 0 ? 0 : 1);
