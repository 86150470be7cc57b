import type { Session } from '../pool.ts';

/** The log since the last checkpoint may grow to this: it is what a restart after a crash has to read. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_MS = 5 * 60_000;
const VACUUM_MS = 60_000;

export interface HousekeepingLimits {
  checkpointBytes: number;
  vacuumMs: number;
}

export const HOUSEKEEPING: HousekeepingLimits = { checkpointBytes: CHECKPOINT_BYTES, vacuumMs: VACUUM_MS };

/** What has changed enough for its dead rows to be cleared or its statistics taken anew; autovacuum's own measure. */
const WORN_TABLES = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_dead_tup desc limit 20`;

/**
 * The background processes PGlite does not have.
 *
 * Alone in its process, PostgreSQL never makes a checkpoint by itself while it runs (the log grew by 1.5 GB in a
 * minute of inserts and would have gone on) and never vacuums or analyses a table. Each step asks for the session
 * anew, so other queries get their turn between two tables.
 */
export class Housekeeping {
  readonly #connect: () => Promise<Session>;
  readonly #limits: HousekeepingLimits;
  #running = false;
  #checkpointAt = performance.now();
  #vacuumAt = performance.now();

  constructor(connect: () => Promise<Session>, limits: HousekeepingLimits) {
    this.#connect = connect;
    this.#limits = limits;
  }

  /** Does what is due; errors are left to the next time. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await this.#checkpoint();
      const now = performance.now();
      if (now - this.#vacuumAt >= this.#limits.vacuumMs) {
        this.#vacuumAt = now;
        const worn = await this.#ask(WORN_TABLES);
        for (const row of worn) await this.#ask(`vacuum (analyze) ${(row as { name: string }).name}`);
      }
    } catch {
      // Busy, restarting or out of room: all of them pass, and the engine reports them itself.
    } finally {
      this.#running = false;
    }
  }

  async #checkpoint(): Promise<void> {
    const [row] = await this.#ask(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
    );
    const bytes = (row as { bytes: number } | undefined)?.bytes ?? 0;
    const now = performance.now();
    const old = now - this.#checkpointAt >= CHECKPOINT_MS && bytes > 1024 * 1024;
    if (bytes < this.#limits.checkpointBytes && !old) return;
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
