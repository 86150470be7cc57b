/**
 * `npm run test:changed`: what a change touches: the checks of the files, the Vitest and the browser tests that
 * `scripts/affected.ts` finds. Before a landing everything runs: `npm test`.
 *
 *   npm run test:changed                     what differs from `main`, committed or not
 *   npm run test:changed -- --since HEAD~3   what differs from another commit
 *   npm run test:changed -- --commit a1b2c3d the files of one commit, as they are now
 *   npm run test:changed -- --list           only says which tests these are
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { existing, Repository } from './affected.ts';
import { ensureBrowser, ensureBuilt, root, run } from './lib.mjs';

const { values } = parseArgs({
  options: {
    since: { type: 'string', default: 'main' },
    commit: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(`test:changed: git ${args.join(' ')} failed: ${stderr}`);
  return process.exit(2);
}

function changedFiles(): string[] {
  if (values.commit !== undefined)
    return existing(git('diff-tree', '--no-commit-id', '--name-only', '-r', '-m', '--first-parent', values.commit));
  const base = git('merge-base', values.since, 'HEAD').trim();
  return existing(git('diff', '--name-only', base) + git('ls-files', '--others', '--exclude-standard'));
}

const say = (words: string) => process.stdout.write(`${words}\n`);

const changed = changedFiles();
if (changed.length === 0) {
  say('Nothing has changed.');
  process.exit(0);
}
const { vitest, browser } = new Repository().affectedBy(changed);
say(`${changed.length} files changed; ${vitest.length} Vitest files and ${browser.length} browser files to run.`);
if (values.list) {
  for (const file of [...vitest, ...browser]) say(file);
  process.exit(0);
}

const failures: string[] = [];

async function program(title: string, name: string, args: readonly string[], env: object = {}): Promise<void> {
  if ((await run(name, args, { env, quiet: true })) !== 0) failures.push(title);
}

const linted = changed.filter((file) => /\.(tsx?|mjs|json|css)$/.test(file));
await Promise.all([
  program('types', 'tsc', ['--noEmit']),
  linted.length > 0 && program('lint', 'biome', ['check', '--no-errors-on-unmatched', ...linted]),
  program('locales', 'node', ['scripts/check-locales.mjs']),
  changed.some((file) => /^(machines|contract|docs|src\/routes)\//.test(file)) &&
    program('generated docs', 'tsx', ['scripts/docs.ts', '--check']),
]);
if (vitest.length > 0 && (await run('vitest', ['run', ...vitest], { env: { PASSWORD_LOG_N: '4' } })) !== 0)
  failures.push('Vitest');
if (browser.length > 0) {
  await ensureBuilt();
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  if ((await run('playwright', ['test', ...browser], { env })) !== 0) failures.push('Playwright');
}

for (const title of failures) say(`failed: ${title}`);
say(failures.length === 0 ? 'all that the change touches passed' : `${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
