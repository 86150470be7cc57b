/** The calls of the contract by what they are exported as, for the scripts and tests that name them. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '../contract/call.ts';

const folder = resolve(import.meta.dirname, '../contract');
const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'rule' in value;

export async function callNames(): Promise<Map<string, Call>> {
  const names = new Map<string, Call>();
  // the index only gathers them again
  for (const file of readdirSync(folder).filter((name) => name !== 'index.ts')) {
    const exported = (await import(pathToFileURL(resolve(folder, file)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) if (isCall(value)) names.set(name, value);
  }
  return names;
}
