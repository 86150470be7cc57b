/** What several commands need: running programs, knowing whether the build is current, finding a browser. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = resolve(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * Runs a program of node_modules (or any by path) with our terminal; resolves with its exit code. `quiet`: its output is
 * shown only when it fails; `capture`: resolves with `{ code, output }` and shows nothing.
 */
export function run(name, args = [], { env = {}, quiet = false, capture = false } = {}) {
  const command = existsSync(bin(name)) ? bin(name) : name;
  return new Promise((done, fail) => {
    const piped = quiet || capture;
    const child = spawn(command, args, {
      cwd: root,
      stdio: piped ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    let output = '';
    if (piped)
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
    child.once('error', fail);
    child.once('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(output);
      done(capture ? { code: code ?? 1, output } : (code ?? 1));
    });
  });
}

const SOURCES = [
  'src',
  'server',
  'machines',
  'contract',
  'locales',
  'build',
  'public',
  'docs/generated/workflows',
  'docs/workflows',
  'changelog.json',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

function* filesOf(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name));
}

/** A fingerprint of files and whole folders of the repository: their names and what is in them. */
export function hashOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** A fingerprint of everything that the build is made from. */
export const sourceHash = () => hashOf(SOURCES);

/**
 * What the year of the demo follows from: its script with the goods, people and settings it works with, and the rules. That
 * the services which write it still write the same is proved by replaying a part of it; of the migrations the file has what
 * they made of its tables.
 */
const YEAR_SOURCES = [
  ...['chain', 'plan', 'replay'].map((file) => `server/seed/year/${file}.ts`),
  ...[
    'assortment.json',
    'catalogue.ts',
    'checkedIncome.ts',
    'columns.ts',
    'people.ts',
    'random.ts',
    'revisions.ts',
    'staff.ts',
  ].map((file) => `server/seed/${file}`),
  ...['settings.ts', 'stock.ts', 'termsAndBonuses.ts', 'workDirectories.ts'].map((file) => `server/seed/${file}`),
  ...['allocation', 'schedule', 'terms'].map((file) => `contract/sale/${file}.ts`),
  ...['facts', 'score'].map((file) => `contract/scoring/${file}.ts`),
  ...['cashDocument', 'contract', 'invoice', 'output', 'saleOrder', 'scoringRun'].map(
    (machine) => `machines/${machine}/${machine}.machine.ts`,
  ),
];

export const yearHash = () => hashOf(YEAR_SOURCES);

const stampIn = (dist) => join(dist, '.built-from');
const isBuiltFrom = (dist, hash) => existsSync(stampIn(dist)) && readFileSync(stampIn(dist), 'utf8') === hash;
const packedIn = (dist) => join(dist, 'demo.tar.gz');

/** The demo data that the build packed; undefined when they were made from other sources than these. */
export function packedDemo(dist = join(root, 'dist')) {
  return existsSync(packedIn(dist)) && isBuiltFrom(dist, sourceHash()) ? packedIn(dist) : undefined;
}

/** Holds the process by which the demo data are being packed, as long as they are. */
const packingIn = (dist) => join(dist, '.packing');

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Resolves when nobody packs the demo data any more: tests run beside it (`npm test`). */
export async function packingEnds(dist = join(root, 'dist')) {
  while (existsSync(packingIn(dist)) && isRunning(Number(readFileSync(packingIn(dist), 'utf8')))) await sleep(200);
}

/** @returns the exit code of packing; what was built counts as built once it is done */
async function packDemo(dist, hash) {
  writeFileSync(packingIn(dist), String(process.pid));
  // they are the demo's on a machine that is set up for real work too: there nobody would sign by a stand-in's answer
  const env = { DEMO: 'on' };
  const code = await run(process.execPath, [join(dist, 'server', 'cli.js'), 'pack-demo', packedIn(dist)], { env });
  if (code === 0) writeFileSync(stampIn(dist), hash);
  rmSync(packingIn(dist));
  return code;
}

/**
 * Builds the app and the server unless what is there was built from these very sources. The demo data, most of the time
 * of a build, are still being packed when this returns: `packed` resolves with the exit code of it.
 */
export async function buildApp({ force = false } = {}) {
  const dist = join(root, 'dist');
  const hash = sourceHash();
  if (!force && isBuiltFrom(dist, hash)) return { packed: Promise.resolve(0) };
  process.stdout.write('Building, once (some two minutes, most of them for the demo data)…\n');
  for (const mode of [[], ['--mode', 'server']]) {
    const code = await run('vite', ['build', '--logLevel', 'warn', ...mode]);
    if (code !== 0) process.exit(code);
  }
  return { packed: packDemo(dist, hash) };
}

/** The same with its demo data. */
export async function ensureBuilt(options) {
  const { packed } = await buildApp(options);
  const code = await packed;
  if (code !== 0) process.exit(code);
}

const executable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

function systemBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  // the shell without windows first: it needs four fifths of the processor time
  const names = [
    'chromium-headless-shell',
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ];
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const own = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [...names.flatMap((name) => places.map((place) => join(place, name))), ...own].find(executable);
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright');
  return executable(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

const DOWNLOAD_PATIENCE_MS = 15_000;

/** Playwright's own browser; a download that has not begun within 15 s is given up. */
function downloadBrowser() {
  process.stdout.write('No Chromium found; trying Playwright’s…\n');
  return new Promise((done) => {
    const child = spawn(bin('playwright'), ['install', 'chromium'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const patience = setTimeout(() => child.kill('SIGKILL'), DOWNLOAD_PATIENCE_MS);
    // A progress bar that moves: the download works, however slow.
    const watch = (chunk) => {
      if (/[1-9]\d?%/.test(String(chunk))) clearTimeout(patience);
    };
    child.stdout.on('data', watch);
    child.stderr.on('data', watch);
    const end = () => {
      clearTimeout(patience);
      done();
    };
    child.once('error', end);
    child.once('close', end);
  });
}

function installBrowser() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return;
  process.stdout.write('Installing Chromium by apt…\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: 'ignore',
      env,
    });
    if (status === 0) return;
  }
}

/** A Chromium to test with: the system's, else Playwright's, else installed; exits with one sentence when there is none. */
export async function ensureBrowser() {
  let found = systemBrowser() ?? (await playwrightBrowser());
  if (!found) {
    await downloadBrowser();
    found = await playwrightBrowser();
  }
  if (!found) {
    installBrowser();
    found = systemBrowser();
  }
  if (!found) {
    process.stderr.write(
      'No browser to test with: install Chromium (or set CHROMIUM_PATH to one) and run the command again.\n',
    );
    process.exit(1);
  }
  return found;
}

/** How every command starts its Chromium: also as root, without a screen, without its own errands. */
export const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** The password of every demo user. */
export const DEMO_PASSWORD = 'Demo-2026!';

/** The built server with demo data, in a temporary folder of its own. */
export async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'idora-demo-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...env, PORT: '0', DATA_DIR: folder, DEMO: 'on', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((done) => server.once('close', done));
  const url = await new Promise((found, fail) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const address = /Idora: (http:\S+)/.exec(said)?.[1];
      if (address !== undefined) found(address);
    });
    server.once('close', (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
  });
  const stop = async () => {
    server.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}
