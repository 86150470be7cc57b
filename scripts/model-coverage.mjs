/**
 * `npm run model:coverage`: what each layer of the tests took of each machine; exit 1 below 100 %. The browser walks the
 * states of a lifecycle: its transitions are the API layer's (`npm run qa` walks them on the screen too).
 * Runs the layers first; `--recorded` only reads what they left in `.coverage/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib.mjs';

const folder = join(root, '.coverage');
const records = () => (existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []);

let failed = false;

if (!process.argv.includes('--recorded')) {
  for (const file of records()) rmSync(join(folder, file));
  const layers = [
    ['vitest', ['run', '--project', 'node', 'tests/models', 'tests/server/lifecycles'], { PASSWORD_LOG_N: '4' }],
    ['node', ['scripts/e2e.mjs', 'e2e/machines'], {}],
  ];
  for (const [name, args, env] of layers) if ((await run(name, args, { env })) !== 0) failed = true;
}

const read = spawnSync(join(root, 'node_modules', '.bin', 'tsx'), ['scripts/machines.ts'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (read.status !== 0) {
  process.stderr.write(`the machines cannot be read:\n${read.stderr ?? read.error}\n`);
  process.exit(1);
}

/** By machine and layer: everything that any run of it took. */
const taken = new Map();
for (const file of records()) {
  const { machine, layer, transitions, states } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const key = `${machine} ${layer}`;
  const sum = taken.get(key) ?? { transitions: new Set(), states: new Set() };
  for (const one of transitions) sum.transitions.add(one);
  for (const one of states) sum.states.add(one);
  taken.set(key, sum);
}

const rows = [];
const missing = [];
for (const { machine, layers, transitions, leaves } of JSON.parse(read.stdout)) {
  for (const layer of layers) {
    const sum = taken.get(`${machine} ${layer}`);
    const ofStates = layer === 'browser' && layers.includes('server');
    const untaken = transitions.filter((one) => !sum?.transitions.has(one));
    const unseen = leaves.filter((one) => !sum?.states.has(one));
    const share = (all, without) => `${all.length - without.length}/${all.length}`;
    rows.push([machine, layer, share(leaves, unseen), share(transitions, untaken), sum ? '' : 'not run']);
    if (!sum) missing.push(`${machine}, ${layer}: not run`);
    else {
      for (const one of unseen) missing.push(`${machine}, ${layer}: state ${one}`);
      if (!ofStates) for (const one of untaken) missing.push(`${machine}, ${layer}: transition ${one}`);
    }
  }
}

const heads = ['machine', 'layer', 'states', 'transitions', ''];
const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)));
for (const row of [heads, ...rows]) {
  const line = row.map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at]) : cell.padEnd(widths[at])));
  process.stdout.write(`${line.join('  ').trimEnd()}\n`);
}
if (missing.length > 0) {
  process.stdout.write(`\nnot taken:\n${missing.map((one) => `  ${one}`).join('\n')}\n`);
  failed = true;
}
process.exit(failed ? 1 : 0);
