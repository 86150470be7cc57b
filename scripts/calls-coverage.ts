/**
 * `npm run calls:coverage`: which calls of the contract a test over HTTP was answered; exit 1 when one was never.
 * Runs the server tests first; `--recorded` only reads what they left in `.coverage/calls/`.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '../contract/index.ts';
import { root, run } from './lib.mjs';

const folder = join(root, '.coverage', 'calls');
let failed = false;

if (!process.argv.includes('--recorded')) {
  rmSync(folder, { recursive: true, force: true });
  failed = (await run('vitest', ['run', '--project', 'node', 'tests/server'], { env: { PASSWORD_LOG_N: '4' } })) !== 0;
}

const records = existsSync(folder) ? readdirSync(folder) : [];
const answered = new Set(records.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]));

const never = calls.filter(({ id }) => !answered.has(id));
const printed = calls.filter(({ origin }) => origin === 'specification');
const share = (all: typeof calls) => `${all.filter(({ id }) => answered.has(id)).length}/${all.length}`;
process.stdout.write(`calls answered to a test: ${share(calls)}, of specification 7 ${share(printed)}\n`);
for (const { id, method, path } of never) process.stdout.write(`never answered: ${id} (${method} ${path})\n`);
process.exit(failed || never.length > 0 ? 1 : 0);
