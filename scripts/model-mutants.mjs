/**
 * `npm run model:mutants [workflow …]`: each workflow with one thing wrong at a time – a transition deleted, a guard
 * inverted, a target swapped, an action dropped – against the tests of its model floor. Paths are those of the right
 * workflow; the committed table of transitions and the gate of coverage do not count as catching.
 *
 * Prints caught of all by workflow; a run over all of them writes docs/mutants.md, where a reason stands behind each
 * survivor. 1 when less than 95 % are caught or a survivor has no reason.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './lib.mjs';

const GOAL = 0.95;
const AT_ONCE = 2;
const KINDS = ['delete', 'invert', 'swap', 'drop'];
const page = join(root, 'docs', 'mutants.md');

const machines = readdirSync(join(root, 'machines'), { recursive: true })
  .map((file) => /([^/\\]+)\.machine\.ts$/.exec(String(file))?.[1])
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
  const args = ['run', '--config', 'vitest.mutants.config.ts', '--silent'];
  const code = await run('vitest', args, { env: { MUTANTS_OF: name, MUTANTS_TO: to }, quiet: true });
  if (code !== 0) failed.push(name);
  else outcomes.set(name, JSON.parse(readFileSync(to, 'utf8')));
  process.stderr.write(`${name}\n`);
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
    const caught = all.filter((one) => one.by !== null).length;
    const share = (kind) => {
      const some = all.filter((one) => one.kind === kind);
      return some.length === 0 ? '–' : `${some.filter((one) => one.by !== null).length}/${some.length}`;
    };
    return { name, all: all.length, caught, cells: [name, ...KINDS.map(share), `${caught}/${all.length}`] };
  });
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const [caught, all] = [sum('caught'), sum('all')];
const percent = all === 0 ? '0' : ((100 * caught) / all).toFixed(1);
const heads = ['workflow', ...KINDS, 'caught'];
const table = [heads, ...rows.map((row) => row.cells)];
const widths = heads.map((_, at) => Math.max(...table.map((row) => row[at].length)));
for (const row of table) {
  process.stdout.write(
    `${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  ')}\n`,
  );
}
process.stdout.write(`\n${caught} of ${all} caught, ${percent} %\n`);

const survivors = chosen.flatMap((name) =>
  (outcomes.get(name) ?? []).filter((one) => one.by === null).map((one) => `${name}, ${one.kind}: \`${one.name}\``),
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

Each workflow runs with one thing wrong at a time – a transition deleted, a guard inverted, a target swapped for the state
beside it, an action dropped – against the tests of its model floor (\`tests/models\`). The paths are those of the right
workflow, and so is the state that each step must end in. The committed table of transitions and the gate of coverage do
not count as catching. What survives is not asserted by the model floor; the reason says why that is, or where else it is.

${cells(heads)}
${cells(heads.map((_, at) => (at === 0 ? '---' : '---:')))}
${rows.map((row) => cells(row.cells)).join('\n')}
| **all** | | | | | **${caught}/${all}, ${percent} %** |

## Survivors

${survivors.length === 0 ? 'None.' : survivors.map((one) => `- ${one}${reasons.has(one) ? ` – ${reasons.get(one)}` : ''}`).join('\n')}
`,
  );
}
process.exit(failed.length === 0 && caught >= GOAL * all && bare.length === 0 ? 0 : 1);
