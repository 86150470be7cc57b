// What a person downloads, from the build's manifest: `npm run size` after `npm run build`. Gzip level 6, kB of 1000.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const directory = new URL('../dist/client/', import.meta.url).pathname;
const manifestFile = join(directory, '.vite/manifest.json');
const ENTRY = 'index.html';
const SIGN_IN = 'src/pages/signIn/SignInPage.tsx';
const SHELL = 'src/app/Inside.tsx';
const budgets = { signIn: 140, shell: 220, page: 60, css: 50 };

if (!existsSync(manifestFile)) {
  console.error('size: no dist/client/.vite/manifest.json, build first (npm run build)');
  process.exit(1);
}

/** @type {Record<string, {file: string, src?: string, isDynamicEntry?: boolean, imports?: string[], css?: string[]}>} */
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
if (manifest[ENTRY] === undefined) {
  console.error(`size: ${ENTRY} is not in the manifest`);
  process.exit(1);
}

const weights = new Map();
function weigh(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(directory, file)), { level: 6 }).length);
  return weights.get(file);
}

/** Files that come with these chunks: each one, what it imports statically, and their styles. */
function closure(...keys) {
  const seen = new Set();
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const next of chunk.imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return files;
}

const sum = (files, extension) => [...files].filter((f) => f.endsWith(extension)).reduce((all, f) => all + weigh(f), 0);
const minus = (files, others) => new Set([...files].filter((file) => !others.has(file)));

const rows = [];
const over = [];
function measure(name, files, base, budget) {
  const js = sum(minus(files, base), '.js') / 1000;
  const css = sum(files, '.css') / 1000;
  if (js > budget) over.push(`${name}: ${js.toFixed(1)} kB of JavaScript, ${budget} allowed`);
  if (css > budgets.css) over.push(`${name}: ${css.toFixed(1)} kB of CSS, ${budgets.css} allowed`);
  rows.push({ name, js, css, budget });
}

const nothing = new Set();
if (SIGN_IN in manifest) measure('sign-in', closure(ENTRY, SIGN_IN), nothing, budgets.signIn);
else measure('entry', closure(ENTRY), nothing, budgets.signIn);

const shell = SHELL in manifest ? closure(ENTRY, SHELL) : closure(ENTRY);
if (SHELL in manifest) measure('after sign-in', shell, nothing, budgets.shell);

const lazy = Object.keys(manifest).filter(
  (key) => key.startsWith('src/pages/') && key !== SIGN_IN && manifest[key]?.isDynamicEntry === true,
);
const nameOf = (key) => key.replace('src/pages/', '').replace(/\.tsx?$/, '');
for (const page of lazy.filter((key) => /Page\.tsx$/.test(key)).sort()) {
  measure(`+ ${nameOf(page)}`, new Set([...shell, ...closure(page)]), shell, budgets.page);
}
// What a page fetches when it is asked for (a view, a sheet, a list to choose from): beside every page's own budget.
for (const part of lazy.filter((key) => !/Page\.tsx$/.test(key)).sort()) {
  measure(`  ${nameOf(part)}`, new Set([...shell, ...closure(part)]), shell, Number.POSITIVE_INFINITY);
}

const width = Math.max(...rows.map((row) => row.name.length));
console.log(`${'kB, gzip'.padEnd(width)}  ${'JS'.padStart(7)}  ${'budget'.padStart(6)}  ${'CSS'.padStart(6)}`);
for (const { name, js, css, budget } of rows) {
  const line = `${name.padEnd(width)}  ${js.toFixed(1).padStart(7)}  ${(Number.isFinite(budget) ? String(budget) : '').padStart(6)}  ${css.toFixed(1).padStart(6)}`;
  console.log(js > budget || css > budgets.css ? `${line}  over` : line);
}
if (over.length > 0) {
  console.error(`\n${over.join('\n')}`);
  process.exit(1);
}
