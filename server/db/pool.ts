import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseUnavailable, NestedUse } from './errors.ts';
import type { Nudge } from './nudges.ts';
import { encodeParameter } from './parsers.ts';

/** A result in pg's shape, of either engine. */
export interface QueryResult {
  command: string;
  rowCount: number | null;
  rows: unknown[];
}

/** One session of an engine, held until released. Parameters are already in text form. */
export interface Session {
  query(sql: string, params: ReadonlyArray<string | null>): Promise<QueryResult>;
  release(): void;
}

export interface SessionSource {
  connect(): Promise<Session>;
  end(): Promise<void>;
}

interface OpenTransaction {
  readonly pool: PostgresPool;
  readonly parent: OpenTransaction | undefined;
  /** What goes out with its commit. */
  readonly nudges: Nudge[];
  open: boolean;
}

const openTransactions = new AsyncLocalStorage<OpenTransaction>();

/**
 * Runs `fn` so that a second session asked of `pool` from within it is refused at once. @param nudges takes those that `fn`
 * makes
 */
export async function insideTransaction<T>(pool: PostgresPool, nudges: Nudge[], fn: () => Promise<T>): Promise<T> {
  const mark: OpenTransaction = { pool, parent: openTransactions.getStore(), nudges, open: true };
  try {
    return await openTransactions.run(mark, fn);
  } finally {
    // Work that fn started and did not wait for keeps this context: it may use the database once the transaction ended.
    mark.open = false;
  }
}

/** Tells browsers that something is new, once the transaction under way is committed. */
export function nudge(made: Nudge): void {
  const mark = openTransactions.getStore();
  if (!mark?.open) throw new Error('A nudge goes out with the commit of a transaction, and none is open here.');
  if (made.people === undefined || made.people.length > 0) mark.nudges.push(made);
}

function refuseNesting(pool: PostgresPool): void {
  for (let mark = openTransactions.getStore(); mark; mark = mark.parent) {
    if (mark.open && mark.pool === pool) throw new NestedUse();
  }
}

/** A full disk is the operator's matter, not the caller's: both engines report it alike. */
function translate(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === '53100') {
    return new DatabaseUnavailable('disk_full', 'The disk of the database is full; nothing was written.', {
      cause: error,
    });
  }
  return error;
}

/** What Kysely's PostgresDialect expects, over either engine. */
export function kyselyPool(source: SessionSource): PostgresPool {
  const pool: PostgresPool = {
    async connect(): Promise<PostgresPoolClient> {
      refuseNesting(pool);
      const session = await source.connect();
      return {
        query: (async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
          try {
            const result = await session.query(sql, parameters.map(encodeParameter));
            if (result.command === 'ROLLBACK' && /^\s*(commit|end)\b/i.test(sql)) {
              // PostgreSQL answers COMMIT of a failed transaction with a rollback and no error; taken for success it
              // would acknowledge work that was thrown away.
              throw new Error(
                'The transaction was rolled back: a statement in it had failed and its error was caught.',
              );
            }
            return result as PostgresQueryResult<unknown>;
          } catch (error) {
            throw translate(error);
          }
        }) as PostgresPoolClient['query'],
        release: () => session.release(),
      };
    },
    end: () => source.end(),
  };
  return pool;
}
