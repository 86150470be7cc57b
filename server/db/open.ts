import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { EmbeddedEngine, type Log } from './embedded/client.ts';
import type { Tuning } from './embedded/tuning.ts';
import { listenTo, notify } from './notifications.ts';
import { type Nudge, NudgeBus } from './nudges.ts';
import { insideTransaction, kyselyPool, type SessionSource } from './pool.ts';
import { PostgresEngine } from './postgres.ts';
import type { Schema } from './schema.ts';

export { DatabaseUnavailable, FolderInUse, NestedUse, NotDurable } from './errors.ts';

export type Trx = Transaction<Schema>;

export interface Database {
  kysely: Kysely<Schema>;
  engine: 'embedded' | 'server';
  /**
   * One transaction, tried again (up to three times) when the database gives up on it for the sake of another one.
   * `fn` may therefore run more than once. `kysely` itself must not be used inside it: that throws at once.
   */
  tx<T>(fn: (trx: Trx) => Promise<T>): Promise<T>;
  /** What transactions said that is new, of every process. */
  nudges: NudgeBus;
  /** For /healthz. Not writable while the disk is too full or the worker is being replaced. */
  health(): { ready: boolean; writable: boolean; durable: boolean; reason?: string };
  /** At the end of a start, before anybody asks: nobody waits later for what it wrote. A server has processes for that. */
  settle(): Promise<void>;
  /**
   * Between two slices of long work: lets the requests under way have all their answers first. On a server they have
   * sessions of their own.
   */
  lull(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A PostgreSQL server; unset = the embedded database. */
  databaseUrl?: string;
  /** The embedded database lives in `pg/` below this folder. Default ./data */
  dataDir?: string;
  /** Keep nothing: for tests. */
  memory?: boolean;
  /** A packed data folder (dumpDataDir) or its path, to start from when there is no database yet. */
  template?: Uint8Array | string;
  log?: Log;
  /** Limits of the embedded engine. */
  tuning?: Partial<Tuning>;
}

const RETRIES = 3;
/** serialization_failure, deadlock_detected */
const TRANSIENT = new Set(['40001', '40P01']);

const engines = new WeakMap<Database, EmbeddedEngine>();

/** Opens the database the options name; throws FolderInUse, DatabaseUnavailable or a one-sentence Error. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, memory, template, log, tuning } = options;
  if (databaseUrl && !memory) {
    const source = await PostgresEngine.open({ databaseUrl, ...(log ? { log } : {}) });
    let stopListening = async () => {};
    const nudges = new NudgeBus(() => {
      stopListening = listenTo(databaseUrl, nudges, log);
    });
    const health = () => source.health();
    const atOnce = async () => {};
    return database({ source, health, settle: atOnce, lull: atOnce }, 'server', {
      nudges,
      announce: notify,
      stop: () => stopListening(),
    });
  }
  const engine = await EmbeddedEngine.open({
    ...(memory ? {} : { dataDir: options.dataDir ?? './data' }),
    ...(template ? { template } : {}),
    ...(log ? { log } : {}),
    ...(tuning ? { tuning } : {}),
  });
  return databaseOf(engine);
}

/** @param source asks the engine for sessions: itself, or what gives them until it is closed and leaves the engine open */
export function databaseOf(engine: EmbeddedEngine, source: SessionSource = engine): Database {
  const nudges = new NudgeBus();
  const health = () => engine.health();
  const own = { settle: () => engine.settle(), lull: () => engine.lull() };
  const db = database({ source, health, ...own }, 'embedded', { nudges, committed: (made) => nudges.send(made) });
  engines.set(db, engine);
  return db;
}

/** The data folder of an embedded database, packed (tar.gz): a `template` for other databases, or a backup. */
export async function dumpDataDir(db: Database): Promise<Uint8Array> {
  return embeddedEngine(db).dump();
}

/** The engine behind an embedded database, for its own tests. */
export function embeddedEngine(db: Database): EmbeddedEngine {
  const engine = engines.get(db);
  if (!engine) throw new Error('This database is not an embedded one');
  return engine;
}

/** How nudges travel: within the transaction, or once it is committed. */
interface Nudging {
  nudges: NudgeBus;
  announce?(trx: Trx, made: readonly Nudge[]): Promise<void>;
  committed?(made: readonly Nudge[]): void;
  stop?(): Promise<void>;
}

function database(
  { source, ...own }: { source: SessionSource } & Pick<Database, 'health' | 'settle' | 'lull'>,
  engine: Database['engine'],
  { nudges, announce, committed, stop }: Nudging,
): Database {
  const pool = kyselyPool(source);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    engine,
    nudges,
    async tx(fn) {
      for (let attempt = 0; ; attempt++) {
        try {
          const made: Nudge[] = [];
          const answer = await kysely.transaction().execute((trx) =>
            insideTransaction(pool, made, async () => {
              const result = await fn(trx);
              await announce?.(trx, made);
              return result;
            }),
          );
          committed?.(made);
          return answer;
        } catch (error) {
          if (attempt >= RETRIES || !isTransient(error)) throw error;
          // Two transactions that met once should not meet again at the same moment.
          await delay(10 * 2 ** attempt + Math.random() * 20);
        }
      }
    },
    ...own,
    async close() {
      nudges.close();
      await stop?.();
      await kysely.destroy();
      // Kysely ends a pool only if it was ever used.
      await source.end();
    },
  };
}

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && TRANSIENT.has(error.code);
}
