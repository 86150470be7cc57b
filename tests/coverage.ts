/** What the layers took of the machines, and the server tests of the calls, written down for the coverage commands. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../.coverage');

const written = (name: string, body: unknown): void => {
  mkdirSync(dirname(resolve(folder, name)), { recursive: true });
  writeFileSync(resolve(folder, name), `${JSON.stringify(body, null, 1)}\n`);
};
const anyName = () => Math.random().toString(36).slice(2, 10);

/** Notes which calls of the contract a server did what it was asked for, for `npm run calls:coverage`. */
export const recordCalls = (ids: ReadonlySet<string>): void => written(`calls/${anyName()}.json`, [...ids].sort());

export type Layer = 'model' | 'server' | 'browser';

/** Notes what a layer took; records of several runs and workers are summed when they are read. */
export function recordCoverage(
  machineId: string,
  layer: Layer,
  taken: { transitions: readonly string[]; states: readonly string[] },
): void {
  const unique = (keys: readonly string[]) => [...new Set(keys)].sort();
  const body = { machine: machineId, layer, transitions: unique(taken.transitions), states: unique(taken.states) };
  written(`${machineId}.${layer}.${anyName()}.json`, body);
}
