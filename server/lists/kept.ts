/**
 * What helps to read a list and need not be true to the row: where a slice of an order ends, how many rows the planner
 * expects. Kept for a while, since each of them costs a statement of its own, about as much as the page.
 */
import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Milliseconds for which it is taken for true, and how many answers of a database are kept. */
const KEPT_MS = 60_000;
const MOST = 500;

interface Answer {
  readonly value: Promise<unknown>;
  readonly until: number;
}

/** By the handle of a database: a transaction has one of its own, so nothing is kept of it beyond its end. */
const answers = new WeakMap<object, Map<string, Answer>>();

/** What was read of a statement; read at most once a minute for the same values in it. */
export async function kept<T>(db: Kysely<Schema>, statement: RawBuilder<unknown>, read: () => Promise<T>): Promise<T> {
  const own = answers.get(db) ?? new Map<string, Answer>();
  answers.set(db, own);
  const { sql, parameters } = statement.compile(db);
  const name = JSON.stringify([sql, parameters]);
  const known = own.get(name);
  own.delete(name);
  if (known !== undefined && known.until > performance.now()) {
    // those asked for last go last
    own.set(name, known);
    return known.value as Promise<T>;
  }
  const value = read();
  own.set(name, { value, until: performance.now() + KEPT_MS });
  // a failure is not kept
  value.catch(() => own.delete(name));
  for (const oldest of own.keys()) {
    if (own.size <= MOST) break;
    own.delete(oldest);
  }
  return value;
}
