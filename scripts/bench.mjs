/** `npm run bench [name]`: every benchmark by itself, one after the other; 1 when one is over its budget. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib.mjs';

const [only = ''] = process.argv.slice(2);
const files = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.bench.ts') && name.includes(only))
  .sort();
if (files.length === 0) {
  process.stderr.write(`No benchmark is named "${only}".\n`);
  process.exit(1);
}
let worst = 0;
for (const file of files) worst = Math.max(worst, await run('tsx', [join('bench', file)]));
process.exit(worst);
