import pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';
import { type Parser, parsers } from './parsers.ts';
import type { QueryResult, Session, SessionSource } from './pool.ts';

const OLDEST = 150_000;
const PING_MS = 5_000;

/** Same answers as the embedded engine: one time zone, ISO dates, plain intervals, hex bytes. */
const SESSION = [
  "set time zone 'UTC'",
  "set datestyle to 'ISO, MDY'",
  "set intervalstyle to 'postgres'",
  "set bytea_output to 'hex'",
  'set extra_float_digits to 1',
].join('; ');

const asText: Parser = (text) => text;

export interface PostgresOptions {
  databaseUrl: string;
  log?: (level: 'info' | 'warn' | 'error', msg: string, extra?: object) => void;
}

/** Network and shutdown errors: the work may succeed against the same server a moment later. */
function unavailable(error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '53300') {
    return new DatabaseUnavailable('busy', 'The database server has no connection left.', { cause: error });
  }
  if (/^timeout exceeded when trying to connect/.test(error.message)) {
    return new DatabaseUnavailable('busy', 'No database connection became free in time.', { cause: error });
  }
  const gone =
    /^(08|57P0)/.test(code) ||
    /^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(code) ||
    /^Connection terminated/.test(error.message);
  return gone
    ? new DatabaseUnavailable('restarting', 'The database server cannot be reached.', { cause: error })
    : undefined;
}

/** pg's own pool, set up to answer exactly as the embedded engine does. */
export class PostgresEngine implements SessionSource {
  readonly #pool: pg.Pool;
  readonly #prepared = new WeakSet<pg.PoolClient>();
  readonly #pinger: NodeJS.Timeout;
  #reason: string | undefined;
  #closing: Promise<void> | undefined;

  private constructor({ databaseUrl, log }: PostgresOptions) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: poolSize(),
      connectionTimeoutMillis: 10_000,
      application_name: 'idora',
      types: { getTypeParser: ((oid: number) => parsers[oid] ?? asText) as typeof pg.types.getTypeParser },
    });
    // An idle connection that breaks is dropped by the pool; unheard, its error would end the process.
    this.#pool.on('error', (error) => log?.('warn', 'An idle database connection broke', { error: error.message }));
    this.#pinger = setInterval(() => void this.#ping(), PING_MS);
    this.#pinger.unref();
  }

  static async open(options: PostgresOptions): Promise<PostgresEngine> {
    const engine = new PostgresEngine(options);
    try {
      const session = await engine.connect();
      try {
        const { rows } = await session.query(
          "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
          [],
        );
        const { number, name } = rows[0] as { number: number; name: string };
        if (number < OLDEST) throw new Error(`Idora needs PostgreSQL 15 or newer; the server runs ${name}.`);
      } finally {
        session.release();
      }
      return engine;
    } catch (error) {
      await engine.end();
      throw error;
    }
  }

  health(): { ready: boolean; writable: boolean; durable: boolean; reason?: string } {
    const ready = this.#reason === undefined;
    return { ready, writable: ready, durable: true, ...(this.#reason ? { reason: this.#reason } : {}) };
  }

  async connect(): Promise<Session> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw this.#note(error);
    }
    if (!this.#prepared.has(client)) {
      try {
        await client.query(SESSION);
        this.#prepared.add(client);
        // The query under way reports a broken connection; without a listener its event would end the process.
        client.on('error', () => undefined);
      } catch (error) {
        client.release(true);
        throw this.#note(error);
      }
    }
    this.#reason = undefined;
    return this.#session(client);
  }

  end(): Promise<void> {
    clearInterval(this.#pinger);
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  #session(client: pg.PoolClient): Session {
    let inTransaction = false;
    let broken = false;
    return {
      query: async (sql, params): Promise<QueryResult> => {
        try {
          // Several statements in one text give an array of results: the last one counts, as on the embedded engine.
          const answer: pg.QueryResult | pg.QueryResult[] = await client.query(sql, [...params]);
          const result = Array.isArray(answer) ? (answer.at(-1) as pg.QueryResult) : answer;
          if (result.command === 'BEGIN' || result.command === 'START') inTransaction = true;
          if (result.command === 'COMMIT' || (result.command === 'ROLLBACK' && !/\bto\b/i.test(sql))) {
            inTransaction = false;
          }
          return { command: result.command, rowCount: result.rowCount, rows: result.rows };
        } catch (error) {
          const known = this.#note(error);
          broken ||= known !== error;
          throw known;
        }
      },
      // A connection left inside a transaction must not be handed to the next caller.
      release: () => client.release(broken || inTransaction),
    };
  }

  #note(error: unknown): unknown {
    const known = unavailable(error);
    if (known?.code === 'restarting') this.#reason = known.message;
    return known ?? error;
  }

  async #ping(): Promise<void> {
    try {
      const session = await this.connect();
      try {
        await session.query('select 1', []);
      } finally {
        session.release();
      }
    } catch {
      // #note has recorded it.
    }
  }
}

function poolSize(): number {
  const size = Number(process.env.PG_POOL_MAX ?? 10);
  if (!Number.isInteger(size) || size < 1) throw new Error('PG_POOL_MAX must be a whole number of at least 1.');
  return size;
}
