/** What the floors took of the machines, written down for `npm run model:coverage`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../.coverage');

export type Floor = 'model' | 'server' | 'browser';

/** Notes what a floor took; records of several runs and workers are summed when they are read. */
export function recordCoverage(
  machineId: string,
  floor: Floor,
  taken: { transitions: readonly string[]; states: readonly string[] },
): void {
  mkdirSync(folder, { recursive: true });
  const random = Math.random().toString(36).slice(2, 10);
  const unique = (keys: readonly string[]) => [...new Set(keys)].sort();
  const body = { machine: machineId, floor, transitions: unique(taken.transitions), states: unique(taken.states) };
  writeFileSync(resolve(folder, `${machineId}.${floor}.${random}.json`), `${JSON.stringify(body, null, 1)}\n`);
}
