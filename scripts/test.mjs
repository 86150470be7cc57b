/**
 * `npm test`: types, lint, boundaries, locales, generated docs, Vitest, Playwright, coverage of the models and the calls.
 * Everything runs even when something fails; the last lines say what passed, the exit code follows.
 *
 * `npm test -- --floors`: only the server and browser floors and the journeys (CI runs them again on PostgreSQL).
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureBuilt, root, run } from './lib.mjs';

const floorsOnly = process.argv.includes('--floors');
const reports = join(root, '.coverage', 'reports');
rmSync(join(root, '.coverage'), { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
/** What failed, told once more at the end, where it is read. */
const fallen = [];

async function check(title, name, args) {
  process.stdout.write(`\n— ${title}\n`);
  const code = await run(name, args);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    fallen.push(title);
  }
}

const unhandledFile = join(reports, 'unhandled.json');
/** The first line of each error that no test caught; where it came from stands in the runner's own words above. */
const unhandled = () =>
  existsSync(unhandledFile)
    ? JSON.parse(readFileSync(unhandledFile, 'utf8')).map((told) => told.split('\n').slice(0, 4).join(' | '))
    : [];

/** Counts of a runner's own report; a runner that wrote none counts as one failure. */
async function suite(title, name, args, report, read, env) {
  process.stdout.write(`\n— ${title}\n`);
  const code = await run(name, args, { env });
  try {
    const counts = read(JSON.parse(readFileSync(join(reports, report), 'utf8')));
    passed += counts.passed;
    failed += counts.failed;
    fallen.push(...counts.titles.map((test) => `${title}: ${test}`));
    for (const test of counts.flaky ?? []) process.stdout.write(`passed at the second try: ${test}\n`);
    if (code !== 0 && counts.failed === 0) {
      failed += 1;
      fallen.push(`${title}: ended with code ${code}`, ...unhandled());
    }
  } catch (error) {
    failed += 1;
    fallen.push(`${title}: ${error.message}`);
  }
}

const vitest = (json) => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
  titles: json.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'failed')
    .map((test) => test.fullName),
});
const playwright = (json) => {
  const specs = (suites) => suites.flatMap((at) => [...(at.specs ?? []), ...specs(at.suites ?? [])]);
  return {
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    titles: specs(json.suites)
      .filter((spec) => spec.tests.some((test) => test.status === 'unexpected'))
      .map((spec) => `${spec.file} ${spec.title}`),
    flaky: specs(json.suites)
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `${spec.file} ${spec.title}`),
  };
};

if (!floorsOnly) {
  await check('types', 'tsc', ['--noEmit']);
  await check('lint', 'biome', ['check', '.']);
  await check('boundaries', 'biome', [
    'lint',
    '--only=style/noRestrictedImports',
    '--only=style/noRestrictedGlobals',
    '--only=plugin',
    '.',
  ]);
  await check('locales', 'node', ['scripts/check-locales.mjs']);
  await check('generated docs', 'tsx', ['scripts/docs.ts', '--check']);
}
await ensureBuilt();
const CHROMIUM_PATH = await ensureBrowser();
if (!floorsOnly) await check('size', 'node', ['scripts/size.mjs']);
await suite(
  'Vitest',
  'vitest',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/unhandled.mjs',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
    ...(floorsOnly ? ['tests/server'] : []),
  ],
  'vitest.json',
  vitest,
  { PASSWORD_LOG_N: '4', UNHANDLED_FILE: unhandledFile },
);
await suite('Playwright', 'playwright', ['test'], 'playwright.json', playwright, {
  CHROMIUM_PATH,
  ...(floorsOnly ? { FLOORS_ONLY: 'true' } : {}),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
});
if (!floorsOnly) {
  await check('coverage of the models', 'node', ['scripts/model-coverage.mjs', '--recorded']);
  await check('coverage of the calls', 'tsx', ['scripts/calls-coverage.ts', '--recorded']);
}

for (const title of fallen) process.stdout.write(`failed: ${title}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
