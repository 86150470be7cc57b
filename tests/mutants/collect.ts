/**
 * What the model layers get instead of Vitest's own functions while mutants run (`vitest.mutants.config.ts`): their tests
 * are kept, to be run once for every mutant, and with them the paths, which were made before any mutant was.
 */
import { GATES } from '../models/kit.ts';

export { expect, vi } from 'vitest';

export interface Kept {
  readonly name: string;
  run(): unknown;
}

const kept: Kept[] = [];
const around: string[] = [];

/** What was kept so far, handed over. */
export const handOver = (): Kept[] => kept.splice(0);

type Body = (...args: never[]) => unknown;

const rowsOf = (table: readonly unknown[]): unknown[][] => table.map((row) => (Array.isArray(row) ? row : [row]));

export const it = Object.assign(
  (name: string, body: () => unknown): void => {
    // the table that is committed and the gate of coverage do not count
    if (!around.includes(GATES)) kept.push({ name: [...around, name].join(' › '), run: body });
  },
  {
    each: (table: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of rowsOf(table)) it(`${name} ${String(row[0])}`, () => body(...(row as never[])));
    },
  },
);

export const describe = Object.assign(
  (name: string, body: () => void): void => {
    around.push(name);
    body();
    around.pop();
  },
  {
    each: (table: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of rowsOf(table)) describe(`${name} ${String(row[0])}`, () => void body(...(row as never[])));
    },
  },
);

/** Nothing is recorded of mutants. */
export const afterAll = (): void => undefined;
