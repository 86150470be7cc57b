/**
 * `npm run test:changed:replay`: what `npm run test:changed` would have run for each of the last 50 commits, and how long
 * it takes; the median is to be at most two minutes.
 *
 *   npm run test:changed:replay               by the times of each file in the last `npm test`
 *   npm run test:changed:replay -- --run      really runs each of them, on the files as they are now
 *   npm run test:changed:replay -- --count 20 other than 50 commits
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { existing, Repository } from './affected.ts';
import { root, run } from './lib.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '50' }, run: { type: 'boolean', default: false } },
});

/** Of Vitest and of Playwright: what a file takes is spread over them. */
const WORKERS = { vitest: 2, browser: 4 };

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;

interface Times {
  readonly files: Readonly<Record<string, number>>;
  readonly suites: Readonly<Record<string, number>>;
}

function timesOfLastRun(): Times {
  const file = join(root, '.coverage/reports/times.json');
  if (!existsSync(file)) {
    process.stderr.write('test:changed:replay: no times yet; run `npm test` once, or give --run\n');
    process.exit(2);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Times;
}

const commits = git('log', '--no-merges', `-${values.count}`, '--format=%h %s').trim().split('\n');
const repository = new Repository();
const times = values.run ? undefined : timesOfLastRun();

/** Seconds; tests share the workers, checks run beside one another. */
function predicted(vitest: readonly string[], browser: readonly string[], { files, suites }: Times): number {
  const checks = Math.max(...['types', 'lint', 'locales', 'generated docs'].map((title) => suites[title] ?? 0));
  const work = (tests: readonly string[]) => tests.reduce((sum, test) => sum + (files[test] ?? 0), 0);
  const build = browser.length > 0 ? (suites.build ?? 0) : 0;
  return checks + build + work(vitest) / WORKERS.vitest + work(browser) / WORKERS.browser;
}

const all: number[] = [];
for (const commit of commits) {
  const [hash = '', ...subject] = commit.split(' ');
  const changed = existing(git('diff-tree', '--no-commit-id', '--name-only', '-r', hash));
  const { vitest, browser } = repository.affectedBy(changed);
  let seconds = 0;
  if (times === undefined) {
    const began = performance.now();
    await run('tsx', ['scripts/test-changed.ts', '--commit', hash], { quiet: true });
    seconds = (performance.now() - began) / 1000;
  } else seconds = predicted(vitest, browser, times);
  all.push(seconds);
  const figures = [`${seconds.toFixed(0)} s`, `${vitest.length} + ${browser.length} files`];
  process.stdout.write(`${figures[0]?.padStart(7)}  ${figures[1]?.padEnd(16)} ${hash} ${subject.join(' ')}\n`);
}
all.sort((one, other) => one - other);
process.stdout.write(`\nmedian ${(all[Math.floor(all.length / 2)] ?? 0).toFixed(0)} s of ${all.length} commits\n`);
