/**
 * `npm run size`: what a person downloads, in a browser with nothing kept, everything until the network is idle.
 * Gzip level 6, kB of 1000. Each address in both languages; the heavier one counts. Below them what a page fetches
 * when it is asked for (a view, a sheet), from the build's manifest.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { BROWSER_ARGS, DEMO_PASSWORD, ensureBrowser, root, startDemo } from './lib.mjs';

const directory = join(root, 'dist/client');
const manifestFile = join(directory, '.vite/manifest.json');
const budgets = { signIn: 140, inside: 220, later: 5, page: 60, css: 50 };
const HOME = '/';
const LIST = '/repositories/act-of-counting';
/** Late enough for what begins when the network has been idle. */
const SETTLED_MS = 1_500;

if (!existsSync(manifestFile)) {
  console.error('size: no dist/client/.vite/manifest.json, build first (npm run build)');
  process.exit(1);
}

const weights = new Map();
function weigh(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(directory, file)), { level: 6 }).length / 1000);
  return weights.get(file);
}

/** @type {Record<string, {file: string, isDynamicEntry?: boolean, imports?: string[]}>} */
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
/** Scripts that come with these entries: each one and what it imports statically. */
function scripts(...keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key) || manifest[key] === undefined) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return new Set([...seen].map((key) => manifest[key].file));
}
const shell = scripts('index.html', 'src/app/Inside.tsx');
/** What a timer of the shell fetches seconds after it: weighed apart, since a busy machine would count it with the page. */
const LATER = ['src/shell/streamActors.ts', 'src/app/keptUser.ts', 'src/shell/Countdown.tsx'];
for (const key of LATER) if (manifest[key] === undefined) throw new Error(`size: ${key} is no entry of the build`);
const later = new Set([...scripts(...LATER)].filter((file) => !shell.has(file)));

const over = [];
const rows = [];
function add(name, js, css, budget) {
  if (js > budget) over.push(`${name}: ${js.toFixed(1)} kB of JavaScript, ${budget} allowed`);
  if (css > budgets.css) over.push(`${name}: ${css.toFixed(1)} kB of CSS, ${budgets.css} allowed`);
  rows.push({ name, js, css, budget });
}

/** Everything that an address brings, of both languages the heavier. */
async function load(browser, address, token) {
  let heaviest = { js: 0, css: 0 };
  for (const language of ['uz', 'ru']) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(
      ([chosen, stored]) => {
        localStorage.setItem('language', chosen);
        if (stored) localStorage.setItem('accessToken', stored);
      },
      [language, token],
    );
    const page = await context.newPage();
    const files = new Set();
    page.on('request', (request) => files.add(new URL(request.url()).pathname));
    await page.route(
      ({ pathname }) => later.has(pathname.slice(1)),
      (route) => route.abort(),
    );
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(SETTLED_MS);
    const counted = [...files].filter((file) => !later.has(file.slice(1)));
    const sum = (kind) => counted.filter((file) => file.endsWith(kind)).reduce((all, file) => all + weigh(file), 0);
    if (sum('.js') > heaviest.js) heaviest = { js: sum('.js'), css: sum('.css') };
    await context.close();
  }
  return heaviest;
}

/** Loads every address and notes it against its budget. */
async function measure(browser, url) {
  const signIn = async (username) => {
    const answer = await fetch(`${url}/cash/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: DEMO_PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${username} was answered ${answer.status} at sign-in`);
    return (await answer.json()).token;
  };
  const actsOf = async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await fetch(`${url}/warehouse/api/act_of_count/index`, { headers })).json()).data;
  };
  const [director, keeper, counter] = await Promise.all(['director', 'storekeeper', 'counter1'].map(signIn));
  const [act] = await actsOf(keeper);
  const [counting] = (await actsOf(counter)).flatMap((one) =>
    one.counters.filter((each) => each.mine).map((each) => `${LIST}/${one.id}/counters/${each.id}`),
  );

  const outside = await load(browser, `${url}/auth/login`);
  add('sign-in', outside.js, outside.css, budgets.signIn);
  const inside = await load(browser, url + HOME, director);
  add(`after sign-in (${HOME})`, inside.js, inside.css, budgets.inside);
  add(
    '+ seconds later',
    [...later].reduce((all, file) => all + weigh(file), 0),
    0,
    budgets.later,
  );
  const pages = [
    [LIST, director],
    [`${LIST}/${act.id}`, keeper],
    [counting, counter],
    ['/profile', director],
    // the gallery before a chart is opened
    ['/workflows', director],
    // one that is not built yet
    ['/contract-settings/manage-bonus', director],
  ];
  for (const [address, token] of pages) {
    const { js, css } = await load(browser, url + address, token);
    add(`+ ${address}`, js - inside.js, css, budgets.page);
  }
}

const demo = await startDemo();
try {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS });
  await measure(browser, demo.url).finally(() => browser.close());
} finally {
  await demo.stop();
}

const parts = Object.keys(manifest).filter(
  (key) => key.startsWith('src/pages/') && manifest[key].isDynamicEntry === true && !/Page\.tsx$/.test(key),
);
for (const part of parts.sort()) {
  const own = [...scripts(part)].filter((file) => !shell.has(file));
  const js = own.reduce((all, file) => all + weigh(file), 0);
  add(`  ${part.replace('src/pages/', '').replace(/\.tsx?$/, '')}`, js, 0, Number.POSITIVE_INFINITY);
}

const width = Math.max(...rows.map((row) => row.name.length));
console.log(`${'kB, gzip'.padEnd(width)}  ${'JS'.padStart(7)}  ${'budget'.padStart(6)}  ${'CSS'.padStart(6)}`);
for (const { name, js, css, budget } of rows) {
  const figures = [js.toFixed(1).padStart(7), (Number.isFinite(budget) ? String(budget) : '').padStart(6)];
  console.log(`${name.padEnd(width)}  ${figures.join('  ')}  ${(css > 0 ? css.toFixed(1) : '').padStart(6)}`);
}
if (over.length > 0) {
  console.error(`\n${over.join('\n')}`);
  process.exit(1);
}
