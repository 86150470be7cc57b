/**
 * Charts of releases, kept and compared.
 *
 *   npm run charts -- keep            keeps the charts of now under the version of package.json
 *   npm run charts -- diff            what is different since the last release that is kept
 *   npm run charts -- diff main       since a commit
 *
 * `diff` names every change in the words of `machines/kit/release.ts`; it exits 1 when a state vanishes that documents
 * may be stored in and no migration since moves them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ChartRecord, differenceOf, strandedBy } from '../machines/kit/release.ts';
import { recordOf } from './chartRecord.ts';
import { loadWorkflows, root } from './machines.ts';
import { KEPT, keptCharts, keptVersions, MIGRATIONS_LIST as LIST } from './releaseChanges.ts';

const MIGRATIONS = 'server/db/migrations';
const NOW = 'docs/generated/charts';
const say = (words: string) => process.stdout.write(`${words}\n`);

function stop(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(2);
}

/** Of the sources, so that a change is seen before `npm run docs` has written it; as a file has it. */
async function readNow(): Promise<Map<string, ChartRecord>> {
  const workflows = await loadWorkflows();
  return new Map(workflows.map((one) => [one.name, JSON.parse(JSON.stringify(recordOf(one))) as ChartRecord]));
}

interface Before {
  readonly charts: ReadonlyMap<string, ChartRecord>;
  readonly migrations: readonly string[];
}

function lastKept(): Before {
  const version = keptVersions().at(-1);
  if (version === undefined) return stop('charts: no release is kept yet; npm run charts -- keep keeps this one');
  say(`Since version ${version}:`);
  return {
    charts: keptCharts(version),
    migrations: JSON.parse(readFileSync(resolve(root, KEPT, version, LIST), 'utf8')) as string[],
  };
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

function ofCommit(commit: string): Before {
  say(`Since ${commit}:`);
  const below = (folder: string) => git('ls-tree', '--name-only', commit, `${folder}/`).split('\n').filter(Boolean);
  const nameOf = (file: string) => file.split('/').at(-1) ?? '';
  return {
    charts: new Map(
      below(NOW).map((file) => [
        nameOf(file).replace(/\.json$/, ''),
        JSON.parse(git('show', `${commit}:${file}`)) as ChartRecord,
      ]),
    ),
    migrations: below(MIGRATIONS).map(nameOf),
  };
}

const shortened = (text: string | undefined): string =>
  text === undefined ? '' : text.replace(/\s+/g, ' ').slice(0, 160);

async function diff({ charts: before, migrations }: Before): Promise<number> {
  const after = await readNow();
  let changes = 0;
  let vanished = 0;
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [one, other] = [before.get(name), after.get(name)];
    if (one === undefined) {
      changes += 1;
      say(`\n${name}: added`);
      continue;
    }
    const found = other === undefined ? [] : differenceOf(one, other);
    const count = other === undefined ? 1 : found.length;
    if (count === 0) continue;
    changes += count;
    say(other === undefined ? `\n${name}: removed` : `\n${name}`);
    for (const { change, what, name: of, before: was, after: is, rows } of found) {
      say(`  ${change} ${what} ${of}`);
      if (was !== undefined && was === is) say(`    = ${shortened(was)}: what it uses changed`);
      else {
        if (was !== undefined && was !== '') say(`    - ${shortened(was)}`);
        if (is !== undefined && is !== '') say(`    + ${shortened(is)}`);
      }
      if (rows !== undefined) say(rows.length === 0 ? '    no row changed' : `    rows: ${rows.join('; ')}`);
    }
    // the state of a workflow of a page is stored nowhere
    if (one.table === null && (other?.table ?? null) === null) continue;
    const stranded = strandedBy(one, other);
    for (const path of stranded.fewerWays) say(`  documents in ${path} lose a way out`);
    for (const path of stranded.vanished) {
      if (isMoved(path, migrations)) continue;
      vanished += 1;
      say(`  documents in ${path} have no state any more, and no migration names it`);
    }
  }
  say(changes === 0 ? 'The charts are the same.' : `\n${changes} changes`);
  return vanished === 0 ? 0 : 1;
}

/** A migration since then names the state that documents were in. */
function isMoved(path: string, known: readonly string[]): boolean {
  const folder = resolve(root, MIGRATIONS);
  return readdirSync(folder)
    .filter((file) => !known.includes(file))
    .some((file) => readFileSync(join(folder, file), 'utf8').includes(`'${path}'`));
}

const [command, commit, ...more] = process.argv.slice(2);
if (more.length > 0) stop('charts: keep, or diff with one commit');
if (command === 'keep') {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string };
  const folder = resolve(root, KEPT, version);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(resolve(root, NOW))) copyFileSync(resolve(root, NOW, file), join(folder, file));
  writeFileSync(join(folder, LIST), `${JSON.stringify(readdirSync(resolve(root, MIGRATIONS)), null, 1)}\n`);
  say(`charts: ${readdirSync(folder).length - 1} kept under ${KEPT}/${version}`);
} else if (command === 'diff') process.exit(await diff(commit === undefined ? lastKept() : ofCommit(commit)));
else stop('charts: keep, or diff [commit]');
