/**
 * `npm test`: types, lint, boundaries, locales, generated docs, the build, Vitest, bundle size, Playwright, coverage of
 * the models and the calls. Everything runs even when something fails; then come a table of times and what failed, and
 * the last line says how many passed. The exit code follows.
 *
 * `npm test -- --layers`: only server tests and journeys (CI runs them again on PostgreSQL).
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildApp, ensureBrowser, root, run } from './lib.mjs';

const layersOnly = process.argv.includes('--layers');
const reports = join(root, '.coverage', 'reports');
rmSync(join(root, '.coverage'), { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
/** What failed and with which words: printed once more at the end, where it is read, when the rest of a log is gone. */
const failures = [];
/** Seconds by suite, and by test file. */
const suiteTimes = [];
const fileTimes = [];

const SLOWEST = 10;
/** Characters of a failure's own words that are repeated at the end. */
const LONGEST = 300;

/** A failure with the beginning of its words, uncoloured. */
const inOneLine = (title, words) =>
  [
    title,
    stripVTControlCharacters(words)
      .replace(/\s*\n\s*/g, ' | ')
      .slice(0, LONGEST),
  ]
    .filter(Boolean)
    .join(': ');

/** Runs `work` and notes how long it took. */
async function timed(title, work) {
  const began = performance.now();
  const result = await work();
  suiteTimes.push({ title, seconds: (performance.now() - began) / 1000 });
  return result;
}

/** A program that passes or fails as a whole; what it prints appears when it ends, as others run beside it. */
async function check(title, name, args) {
  const { code, output } = await timed(title, () => run(name, args, { capture: true }));
  process.stdout.write(`\n— ${title}\n${output}`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    failures.push(inOneLine(title, output.trim().split('\n').slice(-3).join('\n')));
  }
}

const unhandledFile = join(reports, 'unhandled.json');
/** The first lines of each error that no test caught; the runner's own output above has where it came from. */
const unhandled = () =>
  existsSync(unhandledFile)
    ? JSON.parse(readFileSync(unhandledFile, 'utf8')).map((text) => text.split('\n').slice(0, 4).join(' | '))
    : [];

/** Counts of a runner's own report; a runner that wrote none counts as one failure. */
async function suite(title, name, args, report, read, env) {
  process.stdout.write(`\n— ${title}\n`);
  const code = await timed(title, () => run(name, args, { env }));
  try {
    const counts = read(JSON.parse(readFileSync(join(reports, report), 'utf8')));
    passed += counts.passed;
    failed += counts.failed;
    failures.push(...counts.titles.map((test) => `${title}: ${test}`));
    fileTimes.push(...counts.files);
    for (const test of counts.flaky ?? []) process.stdout.write(`passed at another try: ${test}\n`);
    if (code !== 0 && counts.failed === 0) {
      failed += 1;
      failures.push(`${title}: ended with code ${code}`, ...unhandled());
    }
  } catch (error) {
    failed += 1;
    failures.push(`${title}: ${error.message}`);
  }
}

const vitest = (json) => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
  titles: json.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'failed')
    .map((test) => inOneLine(test.fullName, test.failureMessages[0] ?? '')),
  files: json.testResults.map((file) => ({
    file: relative(root, file.name),
    seconds: (file.endTime - file.startTime) / 1000,
  })),
});
const playwright = (json) => {
  const specs = (suites) => suites.flatMap((at) => [...(at.specs ?? []), ...specs(at.suites ?? [])]);
  const results = (spec) => spec.tests.flatMap((test) => test.results);
  // the first try says what was wrong; the second may fail by what the first has left behind
  const words = (spec) =>
    results(spec)
      .map(({ error }) => error?.message ?? '')
      .filter((message, at, all) => all.indexOf(message) === at)
      .map((message, at) => inOneLine(`try ${at + 1}`, message))
      .join(' || ');
  return {
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    titles: specs(json.suites)
      .filter((spec) => spec.tests.some((test) => test.status === 'unexpected'))
      .map((spec) => `${spec.file} ${spec.title}: ${words(spec)}`),
    flaky: specs(json.suites)
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `${spec.file} ${spec.title}: ${words(spec)}`),
    files: json.suites.map((file) => ({
      file: `e2e/${file.title}`,
      seconds: specs([file])
        .flatMap(results)
        .reduce((sum, result) => sum + result.duration / 1000, 0),
    })),
  };
};

function printTimes() {
  const row = ({ seconds }, words) => process.stdout.write(`${seconds.toFixed(1).padStart(8)}  ${words}\n`);
  process.stdout.write('\n seconds  suite (those that run beside one another overlap)\n');
  for (const one of suiteTimes) row(one, one.title);
  row({ seconds: process.uptime() }, 'all');
  // of browser tests four files run at once, each slower for it: beside them those of Vitest would not be seen
  for (const [runner, isOf] of [
    ['Vitest', ({ file }) => !file.startsWith('e2e/')],
    ['Playwright', ({ file }) => file.startsWith('e2e/')],
  ]) {
    process.stdout.write(`\n seconds  the ${SLOWEST} slowest test files of ${runner}\n`);
    const slowest = fileTimes.filter(isOf).sort((one, other) => other.seconds - one.seconds);
    for (const one of slowest.slice(0, SLOWEST)) row(one, one.file);
  }
}

const staticChecks = () =>
  Promise.all([
    check('types', 'tsc', ['--noEmit']),
    check('lint', 'biome', ['check', '.']),
    check('boundaries', 'biome', [
      'lint',
      '--only=style/noRestrictedImports',
      '--only=style/noRestrictedGlobals',
      '--only=plugin',
      '.',
    ]),
    check('locales', 'node', ['scripts/check-locales.mjs']),
    // what this change does to charts since the last release; refuses a state that documents would lose
    check('charts', 'tsx', ['scripts/charts.ts', 'diff']),
    check('generated docs', 'tsx', ['scripts/docs.ts', '--check']),
  ]);

const [{ packed }] = await Promise.all([timed('build', () => buildApp()), layersOnly ? undefined : staticChecks()]);
const CHROMIUM_PATH = await ensureBrowser();

/** The demo data, and what needs them, beside Vitest: of its tests the one that opens them waits. */
async function demoData() {
  if ((await timed('demo data', () => packed)) !== 0) {
    failed += 1;
    failures.push('demo data: not packed');
  }
  // it waits for the network more than it works
  if (!layersOnly) await check('size', 'node', ['scripts/size.mjs']);
}

await Promise.all([
  demoData(),
  suite(
    'Vitest',
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/unhandled.mjs',
      `--outputFile.json=${join(reports, 'vitest.json')}`,
      ...(layersOnly ? ['tests/server'] : []),
    ],
    'vitest.json',
    vitest,
    { PASSWORD_LOG_N: '4', UNHANDLED_FILE: unhandledFile },
  ),
]);
await suite('Playwright', 'playwright', ['test'], 'playwright.json', playwright, {
  CHROMIUM_PATH,
  ...(layersOnly ? { LAYERS_ONLY: 'true' } : {}),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
});
if (!layersOnly)
  await Promise.all([
    check('coverage of the models', 'node', ['scripts/model-coverage.mjs', '--recorded']),
    check('coverage of the calls', 'tsx', ['scripts/calls-coverage.ts', '--recorded']),
  ]);

printTimes();
// for `npm run test:changed:replay`
const seconds = (times, key) => Object.fromEntries(times.map((one) => [one[key], one.seconds]));
writeFileSync(
  join(reports, 'times.json'),
  `${JSON.stringify({ suites: seconds(suiteTimes, 'title'), files: seconds(fileTimes, 'file') }, null, 1)}\n`,
);
process.stdout.write('\n');
for (const title of failures) process.stdout.write(`failed: ${title}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
