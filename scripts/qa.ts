/**
 * `npm run qa`: the tests of a workflow's diagram, for those who test and do not program.
 *
 *   npm run qa                                   the workflows
 *   npm run qa -- invoice                        the paths of one, numbered, and what they cover
 *   npm run qa -- invoice --all                  walks all of them in a browser
 *   npm run qa -- invoice 3 --headed             walks one before your eyes
 *   npm run qa -- invoice --random 50 --seed 7   walks at random; the same seed walks the same paths
 *   npm run qa -- invoice 12 --random 50 --seed 7   the twelfth of them alone
 *   npm run qa -- scenarios --from <address>     runs the scenarios that people keep in a running program
 *   npm run qa -- --keep invoice.walk.json       keeps a walk that somebody recorded in the live panel
 *   npm run qa -- --recorded                     names those that are kept
 *   npm run qa -- invoice --recorded             walks those of one workflow
 *   npm run qa -- --compare .qa-yesterday/invoice .qa/invoice   what the second run came to that the first did not
 *   npm run qa -- --help                         all of this
 *
 * A run leaves a report with a picture of each step, `junit.xml` and `run.json` under `.qa/<workflow>/`, or under
 * `<folder>/<workflow>/` with `--out <folder>`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import { inBrowser, type Path, randomWalks, transitionTour, type WorkflowModel } from '../machines/kit/model.ts';
import { type Recorded, recordedPath } from '../machines/kit/recorded.ts';
import { ensureBrowser, ensureBuilt, run } from './lib.mjs';
import { loadWorkflows, root, type Workflow } from './machines.ts';
import { comparisonsOf, failuresIn, junitOf, type QaResult, type QaRun, sentenceOf } from './qaReport.ts';
import { type BrokenWalk, brokenIn, brokenWords, keep, recordedOf, recordedPaths } from './recorded.ts';
import { runScenarios } from './scenarios.ts';

function stop(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(2);
}
const say = (words: string) => process.stdout.write(`${words}\n`);

function argumentsGiven() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        headed: { type: 'boolean', default: false },
        random: { type: 'string' },
        seed: { type: 'string' },
        from: { type: 'string' },
        out: { type: 'string' },
        compare: { type: 'boolean', default: false },
        keep: { type: 'string' },
        recorded: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const unknown = /'(-[^' ]*)/.exec(message)?.[1];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown !== undefined)
      return stop(
        `qa: there is no option ${unknown}, but --all, --headed, --random <count>, --seed <number>, --out <folder>, --keep <file>, --recorded, --compare, --from <address> and --help`,
      );
    return stop(`qa: ${message}`);
  }
}

/** A whole number above nothing. */
function numberIn(text: string, name: string): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : stop(`qa: ${name} is a number from 1, not "${text}"`);
}

/** Whether nobody listens there. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => server.close(() => resolve(true)))
      .listen(port, '127.0.0.1');
  });

/** The program under test and the door to its innards take two ports beside one another; another run may have them. */
async function portOfRun(): Promise<string> {
  const areFree = async (port: number) => (await isFree(port)) && (await isFree(port + 1));
  const { E2E_PORT } = process.env;
  if (E2E_PORT !== undefined) {
    const port = numberIn(E2E_PORT, 'E2E_PORT');
    if (await areFree(port)) return E2E_PORT;
    return stop(`qa: of the ports ${port} and ${port + 1} one is taken; without E2E_PORT two that are free are found`);
  }
  for (let port = 4273; port < 4373; port += 2) if (await areFree(port)) return String(port);
  return stop('qa: no port from 4273 to 4372 is free; name one with E2E_PORT=<number>');
}

/** The workflow of this name that has a model. */
function workflowOf(workflows: readonly Workflow[], name: string): Workflow & { readonly model: WorkflowModel } {
  const workflow = workflows.find((one) => one.name === name);
  if (workflow?.model !== undefined) return { ...workflow, model: workflow.model };
  const near = workflows.find((one) => one.name.toLowerCase().includes(name.toLowerCase()));
  return stop(`qa: no workflow "${name}"${near === undefined ? '' : `, but ${near.name}`}. npm run qa lists them.`);
}

const hasScreen = () =>
  process.platform !== 'linux' || [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some(Boolean);

const numberOf = (path: Path): string => path.name.split(' ')[0] ?? '';
const wordsOf = (path: Path): string => path.name.replace(/^\d+ ?/, '') || 'begins';

/** Requirements of the states that a path comes through. */
function requirementsOf({ begins, steps }: Path): string[] {
  const of = (snapshot: AnyMachineSnapshot) =>
    snapshot._nodes.flatMap((node) => (node.meta as { requirement?: string } | undefined)?.requirement ?? []);
  return [...new Set([begins, ...steps.map((step) => step.after)].flatMap(of))].sort();
}

interface Result {
  /** The suite it is one of: a workflow may be walked at several widths. */
  suite: string;
  number: string;
  title: string;
  status: 'passed' | 'failed';
  /** Milliseconds. */
  took: number;
  /** The step that did not go, from 1, and the error; 0 is the beginning. */
  failed: number | undefined;
  error: string | undefined;
  trace: string | undefined;
}

interface PlaywrightStep {
  title: string;
  error?: { message?: string };
}
interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { results: PlaywrightResult[] }[] }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightResult {
  status: string;
  duration: number;
  steps?: PlaywrightStep[];
  errors: { message?: string }[];
  attachments: { name: string; path?: string }[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const plain = (text: string): string => text.replace(/\u001b\[\d+m/g, '');

function resultsIn(file: string): Result[] {
  const specsOf = (
    suite: PlaywrightSuite,
    above = '',
  ): { suite: string; title: string; tests: { results: PlaywrightResult[] }[] }[] => {
    const named = suite.title || above;
    return [
      ...(suite.specs ?? []).map((spec) => ({ ...spec, suite: named })),
      ...(suite.suites ?? []).flatMap((below) => specsOf(below, named)),
    ];
  };
  return specsOf(JSON.parse(readFileSync(file, 'utf8')) as PlaywrightSuite)
    .filter(({ title }) => /^\d+( |$)/.test(title))
    .map(({ suite, title, tests }) => {
      const last = tests[0]?.results.at(-1);
      const passed = last?.status === 'passed';
      const steps = last?.steps ?? [];
      const broken = steps.findIndex((step) => step.error !== undefined) + 1;
      // what fails after the last step is of none
      const failed = passed || (broken === 0 && steps.length > 0) ? undefined : broken;
      return {
        suite,
        number: title.split(' ')[0] ?? '',
        title,
        status: passed ? 'passed' : 'failed',
        took: last?.duration ?? 0,
        failed,
        error: plain(last?.errors[0]?.message ?? ''),
        trace: last?.attachments.find(({ name }) => name === 'trace')?.path,
      };
    });
}

/** What belongs to a path in the folder of its report; the kit of the layers names the pictures so, by their step. */
const fileOf = (suite: string, number: string, end: string): string => `${suite.replaceAll(' ', '-')}-${number}-${end}`;

const html = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char);

const stepsOf = (path: Path): string[] => [
  path.beginning.name || 'begins',
  ...path.steps.map((step) => step.case.name),
];

const placeOf = (failed: number, steps: readonly string[]): string =>
  failed === 0 ? 'at the beginning' : `at step ${failed} “${steps[failed] ?? ''}”`;

/** What walks one of the paths again. */
type CommandOf = (number: string) => string;

/** The plain sentence of a failure: expected, seen, where, the picture. */
function sentenceIn({ suite, number, failed, error = '' }: Result, path: Path, pictures: ReadonlySet<string>): string {
  const where = failed === undefined ? 'after the last step' : placeOf(failed, stepsOf(path));
  const picture = fileOf(suite, number, `${failed ?? path.steps.length}.png`);
  return sentenceOf(error, where, pictures.has(picture) ? picture : undefined);
}

/** The run for CI and for comparing, beside the report for people. */
function summaryOf(
  name: string,
  folder: string,
  paths: readonly Path[],
  results: readonly Result[],
  broken: readonly BrokenWalk[],
): QaRun {
  const pictures = new Set(readdirSync(folder));
  const lost = broken.map(({ number, name: walk, words }) => ({
    ...{ suite: name, number, words: walk, status: 'failed' as const, took: 0, sentence: words },
  }));
  return {
    workflow: name,
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    results: results
      .map<QaResult>((result) => {
        const { suite, number, status, took, title, error } = result;
        const path = paths.find((one) => one.name === title);
        const shared = { suite, number, status, took, words: path === undefined ? title : wordsOf(path) };
        if (status === 'passed' || path === undefined) return shared;
        return { ...shared, sentence: sentenceIn(result, path, pictures), error: error ?? '' };
      })
      .concat(lost),
  };
}

function report(
  name: string,
  folder: string,
  paths: readonly Path[],
  results: readonly Result[],
  broken: readonly BrokenWalk[],
  commandOf: CommandOf,
): string {
  const pictures = new Set(readdirSync(folder));
  const lost = broken.map(
    ({ number, name: walk, words }) =>
      `<section class="failed"><h2>${number} broken</h2><p>${html(walk)}</p><p class="here">${html(words)}</p></section>`,
  );
  const shot = ({ suite, number, failed }: Result, step: number, words: string) => {
    const file = fileOf(suite, number, `${step}.png`);
    const image = pictures.has(file) ? `<a href="${file}"><img src="${file}" alt=""></a>` : '<i>not reached</i>';
    return `<li${step === failed ? ' class="here"' : ''}>${image}<span>${step}. ${html(words)}</span></li>`;
  };
  const sections = results.map((result) => {
    const path = paths.find((one) => one.name === result.title);
    if (path === undefined) return '';
    const steps = stepsOf(path);
    const sentence =
      result.status === 'failed' ? `<p class="here">${html(sentenceIn(result, path, pictures))}</p>` : '';
    const error = result.status === 'failed' ? `<pre>${html(result.error ?? '')}</pre>` : '';
    const trace =
      result.trace === undefined
        ? ''
        : `<p><code>npx playwright show-trace ${html(relative(root, result.trace))}</code></p>`;
    const where = result.failed === undefined ? '' : `, ${html(placeOf(result.failed, steps))}`;
    const place = result.suite === name ? '' : `${html(result.suite)}: `;
    return `<section class="${result.status}"><h2>${place}${result.number} ${result.status}${where}</h2>
${sentence}<p>${html(wordsOf(path))}</p>
<p>${html(requirementsOf(path).join(', '))} <code>${html(commandOf(result.number))}</code></p>
<ol start="0">${steps.map((words, at) => shot(result, at, words)).join('')}</ol>${error}${trace}</section>`;
  });
  const passed = results.filter(({ status }) => status === 'passed').length;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><style>
body{font:14px/1.45 system-ui,sans-serif;margin:24px;color:#162023}h2{font-size:15px}ol{display:flex;flex-wrap:wrap;gap:12px;padding:0;list-style:none}
li{width:240px}img{width:240px;border:1px solid #ccd4d6;border-radius:4px;display:block}pre{background:#fcebe9;padding:12px;overflow:auto}
.passed h2{color:#1b6e43}.failed h2{color:#b2322e}.here{color:#b2322e;font-weight:600}.here img{border-color:#b2322e}i{display:block;padding:48px 12px;color:#5e6c73;background:#f3f5f5}</style>
<h1>${name}: ${passed} of ${results.length + broken.length} paths passed</h1>${[...sections, ...lost].join('\n')}</html>
`;
}

/** Its own lines while it walks, and the results for the report. */
const REPORTERS = `${join(root, 'scripts/qaProgress.ts')},json`;

/** The empty folder of a report. */
function folderOf(name: string): string {
  const folder = resolve(root, values.out ?? '.qa', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Walks the chosen paths. @returns the exit code of the runner, and what came of each */
async function walkInBrowser(
  name: string,
  folder: string,
  chosen: readonly Path[],
  env: object,
): Promise<{ code: number; results: Result[] }> {
  const specification = join('e2e/machines', `${name}.spec.ts`);
  if (!existsSync(join(root, specification))) stop(`qa: ${specification} is missing`);
  await ensureBuilt();
  const json = join(folder, 'results.json');
  const grep = `\\b${name}( at \\d+)? (${chosen.map(numberOf).join('|')})( |$)`;
  const code = await run(
    'playwright',
    [
      'test',
      specification,
      '--retries=0',
      `--reporter=${REPORTERS}`,
      '--grep',
      grep,
      ...(values.headed ? ['--headed', '--workers=1'] : []),
    ],
    {
      env: {
        CHROMIUM_PATH: await ensureBrowser(),
        E2E_PORT: await portOfRun(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: json,
        QA_PICTURES: folder,
        ...env,
      },
    },
  );
  const results = (existsSync(json) ? resultsIn(json) : []).map((result): Result => {
    if (result.trace === undefined) return result;
    // the next run empties the place where traces are written
    const trace = join(folder, fileOf(result.suite, result.number, 'trace.zip'));
    copyFileSync(result.trace, trace);
    return { ...result, trace };
  });
  if (results.length === 0) stop('qa: the browser has walked no path; its output is above');
  return { code, results };
}

/**
 * Walks paths in a browser and leaves the reports. @param broken walks that the chart does not go any more: each is a
 * failure @returns the exit code
 */
async function walkAndReport(
  { name }: Workflow,
  paths: readonly Path[],
  chosen: readonly Path[],
  broken: readonly BrokenWalk[],
  commandOf: CommandOf,
  env: object,
): Promise<number> {
  const folder = folderOf(name);
  const { code, results } =
    chosen.length === 0 ? { code: 0, results: [] } : await walkInBrowser(name, folder, chosen, env);
  const page = join(folder, 'index.html');
  writeFileSync(page, report(name, folder, paths, results, broken, commandOf));
  const summary = summaryOf(name, folder, paths, results, broken);
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify(summary, null, 1)}\n`);
  writeFileSync(join(folder, 'junit.xml'), junitOf(summary));
  say('');
  for (const { suite, number, status, failed, title } of results) {
    const path = paths.find((one) => one.name === title);
    say(
      `${suite === name ? '' : `${suite}: `}${number} ${status}${failed === undefined || path === undefined ? '' : ` ${placeOf(failed, stepsOf(path))}`}: ${path === undefined ? title : wordsOf(path)}`,
    );
  }
  for (const words of failuresIn(summary)) say(`\n${words}`);
  say(`\nReport with a picture of each step: ${relative(root, page)}`);
  return code || (broken.length > 0 ? 1 : 0);
}

const { values, positionals } = argumentsGiven();
const HELP = `npm run qa                                   the workflows
npm run qa -- <workflow>                     its paths, numbered, in words
npm run qa -- <workflow> <number>            walks one path in a browser
npm run qa -- <workflow> --all               walks all of them
npm run qa -- <workflow> --random <count>    walks at random, by --seed <number>
npm run qa -- --keep <file>                  keeps a walk that was recorded in the live panel
npm run qa -- --recorded                     names those that are kept
npm run qa -- <workflow> --recorded          walks those of one workflow
npm run qa -- --compare <run> <run>          the difference of two runs, each by the folder of its report or of --out
npm run qa -- scenarios --from <address>     runs the scenarios that people keep in a running program
  --headed        in a browser that is seen
  --out <folder>  reports go to <folder>/<workflow>/ instead of .qa/<workflow>/
  --help          this

A run leaves index.html with a picture of each step, junit.xml for CI and run.json.`;
if (values.help) {
  say(HELP);
  process.exit(0);
}

/** Runs that a folder has, by workflow: the folder of one report, or the one that was given to `--out`. */
function runsIn(folder: string): ReadonlyMap<string, QaRun> {
  const at = resolve(folder);
  const inside = existsSync(at) ? readdirSync(at).map((one) => join(at, one)) : [];
  const files = [at, ...inside].map((one) => join(one, 'run.json')).filter((file) => existsSync(file));
  if (files.length === 0) return stop(`qa: ${folder} has no run.json, nor has a folder in it: no run left it`);
  const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as QaRun);
  return new Map(runs.map((one) => [one.workflow, one]));
}
if (values.compare) {
  const [earlier, later, ...others] = positionals;
  if (earlier === undefined || later === undefined || others.length > 0)
    stop('qa: --compare takes two folders, the earlier run and the later one');
  const lines = comparisonsOf(runsIn(earlier), runsIn(later));
  say(lines.join('\n'));
  process.exit(lines.some((line) => /^\d+ fail now/.test(line)) ? 1 : 0);
}

const [name, which, ...more] = positionals;
const random = values.random === undefined ? undefined : numberIn(values.random, '--random');
if (more.length > 0) stop(`qa: one workflow and one path at a time, not "${positionals.join(' ')}"`);
if (values.seed !== undefined && random === undefined) stop('qa: --seed goes with --random <count>');
if (values.all && (which !== undefined || random !== undefined))
  stop('qa: --all walks every path; leave it out to walk one, or at random');
if (name === 'scenarios') {
  if (which !== undefined) workflowOf(await loadWorkflows(), which);
  const from = values.from ?? `http://localhost:${process.env.PORT ?? 4173}`;
  const broken = await runScenarios(from, which, say).catch((error: Error) => stop(`qa: ${from}: ${error.message}`));
  process.exit(broken > 0 ? 1 : 0);
}
if (values.from !== undefined) stop('qa: --from goes with scenarios');
const workflows = await loadWorkflows();

function walkIn(file: string): Recorded {
  const isWalk = (found: Partial<Recorded> | null): found is Recorded =>
    typeof found?.workflow === 'string' && typeof found.name === 'string' && Array.isArray(found.steps);
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Recorded> | null;
    if (isWalk(found)) return found;
  } catch {
    // no JSON is no walk either
  }
  return stop(`qa: ${values.keep} is no walk that the live panel saved`);
}
if (values.keep !== undefined) {
  const file = resolve(values.keep);
  if (!existsSync(file)) stop(`qa: there is no file ${values.keep}`);
  const walk = walkIn(file);
  const of = workflows.find((one) => one.name === walk.workflow);
  if (of?.model === undefined) stop(`qa: ${values.keep} is of no workflow that is here`);
  const path = recordedPath(inBrowser(of.model), walk, 1);
  if ('lost' in path) stop(`qa: ${brokenWords(walk, path.lost)}`);
  keep(walk);
  say(`kept ${wordsOf(path)}\nnpm run qa -- ${walk.workflow} --recorded walks it.`);
  process.exit(0);
}

if (name === undefined && values.recorded) {
  const kept = workflows.flatMap((one) => recordedOf(one.name).map((walk) => `${one.name.padEnd(20)} “${walk.name}”`));
  say(kept.length > 0 ? kept.join('\n') : 'No walk is kept.');
  say('\nnpm run qa -- <workflow> --recorded walks those of one workflow.');
  process.exit(0);
}
if (name === undefined) {
  if (Object.values(values).some(Boolean)) stop('qa: which workflow? npm run qa lists them.');
  for (const { name: one, model, machine } of workflows) {
    say(
      `${one.padEnd(20)} ${String(model ? transitionTour(inBrowser(model)).length : 0).padStart(3)} paths  ${machine.root.description ?? ''}`,
    );
  }
  say('\nnpm run qa -- <workflow> lists its paths.');
  process.exit(0);
}
const workflow = workflowOf(workflows, name);
const model = inBrowser(workflow.model);

const seed = numberIn(values.seed ?? '1', '--seed');
const pathsOf = () => (random === undefined ? transitionTour(model) : randomWalks(model, { count: random, seed }));
const paths = values.recorded ? recordedPaths(model) : pathsOf();
const lost = values.recorded ? brokenIn(model) : [];
if (values.recorded && paths.length + lost.length === 0) stop(`qa: no walk of ${name} is recorded`);
const walks = {
  ...(random !== undefined && { QA_WALKS: String(random), QA_SEED: String(seed) }),
  ...(values.recorded && { QA_RECORDED: 'yes' }),
};
const commandOf = (number: string) =>
  `npm run qa -- ${name} ${Number(number)}${values.recorded ? ' --recorded' : ''}${random === undefined ? '' : ` --random ${random} --seed ${seed}`}`;
const isChosen = (number: string) => which === undefined || Number(number) === numberIn(which, 'a path');
const chosen = paths.filter((path) => isChosen(numberOf(path)));
const broken = lost.filter(({ number }) => isChosen(number));
if (chosen.length + broken.length === 0)
  stop(`qa: ${name} has the paths 1 to ${paths.length + lost.length}, not ${which}.`);
if (values.headed && which === undefined && !values.all && !values.recorded && random === undefined)
  stop('qa: --headed shows what is walked: name a path, --all or --random <count>');
if (values.headed && !hasScreen())
  stop('qa: there is no screen here to show a browser on; leave out --headed, the report has a picture of each step');
if (random !== undefined && paths.length < random)
  say(`There are no more than ${paths.length} different ways to be found.`);
if (which !== undefined || values.all || values.recorded || random !== undefined)
  process.exit(await walkAndReport(workflow, paths, chosen, broken, commandOf, walks));

for (const path of paths) {
  say(`${numberOf(path)} ${wordsOf(path)}`);
  say(`   covers ${requirementsOf(path).join(', ')}`);
}
const kept = recordedOf(name).length;
if (kept > 0) say(`\nAnd ${kept} that somebody recorded: npm run qa -- ${name} --recorded walks them.`);
say(
  `\nnpm run qa -- ${name} --all walks them in a browser, npm run qa -- ${name} 1 --headed one of them before your eyes.`,
);
