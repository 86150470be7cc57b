/** The calls of the contract by what they are exported as, for the scripts and tests that name them. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '../contract/call.ts';
import { callsOf } from '../contract/directories/index.ts';
import type { AnyDirectory } from '../contract/directory/directory.ts';
import { type ServedCall, withServerSide } from '../contract/server.ts';

const folder = resolve(import.meta.dirname, '../contract');
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value;

type Declared = Pick<AnyDirectory, 'spec' | 'calls'> & Partial<Pick<AnyDirectory, 'steps'>>;
const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'spec' in value && 'calls' in value;

export async function callNames(): Promise<Map<string, ServedCall>> {
  const names = new Map<string, ServedCall>();
  // an index only lists what the other modules declare
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /^[\w/]+\.ts$/.test(name) && !name.endsWith('index.ts'))) {
    const exported = (await import(pathToFileURL(resolve(folder, file)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (isCall(value)) names.set(name, withServerSide(value));
      if (!isDeclared(value)) continue;
      // a dated setting has no steps
      const { steps = {} } = value;
      const served = value.steps ? callsOf({ ...value, steps }) : Object.values(value.calls);
      for (const [what, call] of Object.entries(value.calls))
        if (served.includes(call)) names.set(`${name}.calls.${what}`, withServerSide(call));
      if (value.spec.chart)
        for (const [event, call] of Object.entries(steps)) names.set(`${name}.steps['${event}']`, withServerSide(call));
    }
  }
  return names;
}
