/**
 * What browser tests cost in seconds of the processor, which a busy machine hardly changes: of each test and of each file,
 * by kind of process. Linux only; with one worker, for what runs meanwhile is counted in:
 * `npm run test:e2e -- e2e/machines/contract.spec.ts --workers=1 --reporter=./scripts/processor.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;
const read = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // it has ended since the list was read
    return '';
  }
};

function kindOf(pid) {
  if (pid === process.pid) return 'runner';
  const command = read(pid, 'cmdline');
  if (command.includes('harness/server')) return 'server';
  if (command.includes('--type=renderer')) return 'page';
  return command.includes('chrom') ? 'browser' : 'worker';
}

/** Seconds of this process and all below it that still run, by kind. */
function used() {
  const all = new Map();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const stat = read(pid, 'stat');
    // the name in brackets may hold anything
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat !== '')
      all.set(pid, { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS });
  }
  const isBelow = (pid) => pid === process.pid || (all.has(pid) && isBelow(all.get(pid).parent));
  const sum = {};
  for (const [pid, { seconds }] of all) {
    if (!isBelow(pid)) continue;
    const kind = kindOf(pid);
    sum[kind] = (sum[kind] ?? 0) + seconds;
  }
  return sum;
}

const total = (by) => Object.values(by).reduce((sum, seconds) => sum + seconds, 0);
const line = (by, words) => {
  const kinds = Object.entries(by).map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)}`);
  process.stdout.write(`${total(by).toFixed(1).padStart(7)} s  ${words}  (${kinds.join(', ')})\n`);
};

export default class Processor {
  #before = new Map();
  #files = new Map();

  onTestBegin(test) {
    this.#before.set(test.id, used());
  }

  onTestEnd(test, { status, error }) {
    const before = this.#before.get(test.id);
    const now = used();
    // a browser that ended took its figures with it
    const spent = Object.fromEntries(
      Object.entries(now).map(([kind, seconds]) => [kind, Math.max(0, seconds - (before[kind] ?? 0))]),
    );
    const [, , file] = test.titlePath();
    const sum = this.#files.get(file) ?? {};
    for (const [kind, seconds] of Object.entries(spent)) sum[kind] = (sum[kind] ?? 0) + seconds;
    this.#files.set(file, sum);
    line(spent, `${status} ${file} ${test.title}`);
    if (error?.message !== undefined) process.stdout.write(`${error.message}\n`);
  }

  onEnd() {
    for (const [file, sum] of this.#files) line(sum, file);
  }
}
