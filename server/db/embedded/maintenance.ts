import type { Session } from '../pool.ts';

type Log = (level: 'info', msg: string, extra: object) => void;

/**
 * The log since the last checkpoint may grow to this: it is what a restart after a crash has to read, and a checkpoint
 * holds the one session for as long as it takes to write (some 5 ms for each megabyte, `npm run bench import`).
 */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** Less is not worth a checkpoint of its own. */
const SOME_BYTES = 1024 * 1024;
const CHECKPOINT_MS = 5 * 60_000;
const VACUUM_MS = 60_000;
/** A vacuum holds the one session: it waits until nobody has asked anything for so long. */
const REST_MS = 30_000;
/** A database that never rests is vacuumed all the same: without statistics the planner reads whole tables. */
const LATEST_MS = 60 * 60_000;

export interface MaintenanceLimits {
  checkpointBytes: number;
  vacuumMs: number;
  restMs: number;
}

export const MAINTENANCE: MaintenanceLimits = {
  checkpointBytes: CHECKPOINT_BYTES,
  vacuumMs: VACUUM_MS,
  restMs: REST_MS,
};

/** Tables changed enough for their dead rows to be cleared or their statistics renewed: the thresholds of autovacuum. */
const WORN_TABLES = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_dead_tup desc limit 20`;

/**
 * The background processes PGlite does not have.
 *
 * Alone in its process, PostgreSQL never makes a checkpoint by itself while it runs (the log grew by 1.5 GB in a
 * minute of inserts and would have gone on) and never vacuums or analyses a table. Each step takes the session again,
 * so other queries get their turn between two tables.
 */
export class Maintenance {
  readonly #connect: () => Promise<Session>;
  readonly #limits: MaintenanceLimits;
  readonly #askedAt: () => number;
  readonly #log: Log;
  #running = false;
  #checkpointAt = performance.now();
  #vacuumAt = performance.now();

  /** `askedAt`: when somebody else asked last, on the clock of `performance`. */
  constructor(connect: () => Promise<Session>, limits: MaintenanceLimits, askedAt: () => number, log: Log) {
    this.#connect = connect;
    this.#limits = limits;
    this.#askedAt = askedAt;
    this.#log = log;
  }

  /** Something was asked since the last vacuum, and the database rests now, or has not rested for too long. */
  isVacuumDue(): boolean {
    const since = performance.now() - this.#vacuumAt;
    const isNew = this.#askedAt() > this.#vacuumAt || this.#limits.vacuumMs === 0;
    return isNew && since >= this.#limits.vacuumMs && (this.#rests() || since >= LATEST_MS);
  }

  #rests(): boolean {
    return performance.now() - this.#askedAt() >= this.#limits.restMs;
  }

  /** Does what is due; errors are left to the next time. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await this.#checkpoint();
      if (this.isVacuumDue()) await this.#vacuum();
    } catch {
      // Busy, restarting or out of room: all of them pass, and the engine reports them itself.
    } finally {
      this.#running = false;
    }
  }

  /** Table by table, and no further once somebody asks: the others have their turn at the next rest. */
  async #vacuum(): Promise<void> {
    const late = !this.#rests();
    const worn = (await this.#ask(WORN_TABLES)) as { name: string }[];
    let tables = 0;
    let longest = { ms: 0, table: '' };
    for (const { name } of worn) {
      if (!late && !this.#rests()) break;
      const started = performance.now();
      await this.#ask(`vacuum (analyze) ${name}`);
      const ms = Math.round(performance.now() - started);
      tables += 1;
      if (ms >= longest.ms) longest = { ms, table: name };
    }
    if (tables === worn.length) this.#vacuumAt = performance.now();
    if (tables > 0)
      this.#log('info', `Vacuum of ${tables} tables; the longest held the database for ${longest.ms} ms`, longest);
  }

  /** What was written so far is in its tables: done while nobody waits, as at the end of a start. */
  settle(): Promise<void> {
    return this.#checkpoint(SOME_BYTES);
  }

  async #checkpoint(least?: number): Promise<void> {
    const [row] = await this.#ask(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
    );
    const bytes = (row as { bytes: number } | undefined)?.bytes ?? 0;
    const now = performance.now();
    const isOld = now - this.#checkpointAt >= CHECKPOINT_MS;
    if (bytes < (least ?? (isOld ? SOME_BYTES : this.#limits.checkpointBytes))) return;
    this.#checkpointAt = now;
    await this.#ask('checkpoint');
  }

  async #ask(sql: string): Promise<unknown[]> {
    const session = await this.#connect();
    try {
      return (await session.query(sql, [])).rows;
    } finally {
      session.release();
    }
  }
}
