/**
 * `npm run size:savings`: what each replacement of `build/lighter.ts` saves, in kB of gzip over all scripts of the app: one
 * build with everything and one with each of them off. The figures are written in `docs/bundle.md`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './lib.mjs';

const NAMES = [
  'icons',
  'icon names',
  'class names',
  'warnings',
  'infinite queries',
  'mutations',
  'i18next',
  'axios/',
  'machines',
];

/** @param {string} [without] */
async function weigh(without) {
  const outDir = mkdtempSync(join(tmpdir(), 'idora-savings-'));
  try {
    const env = without === undefined ? {} : { LIGHTER_WITHOUT: without };
    const code = await run('vite', ['build', '--logLevel', 'error', '--outDir', outDir], { env, quiet: true });
    if (code !== 0) throw new Error(`the build without ${without ?? 'nothing'} ended with ${code}`);
    const scripts = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'));
    return scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(outDir, 'assets', name))).length, 0) / 1000;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const whole = await weigh();
console.log(`all scripts: ${whole.toFixed(1)} kB`);
for (const name of NAMES) console.log(`${name.padEnd(30)} ${((await weigh(name)) - whole).toFixed(1).padStart(6)} kB`);
