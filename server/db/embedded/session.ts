import { DatabaseUnavailable } from '../errors.ts';
import type { QueryResult, Session } from '../pool.ts';
import type { Answer } from './protocol.ts';

interface SessionHost {
  stale(): boolean;
  run(sql: string, params: ReadonlyArray<string | null>): Promise<Extract<Answer, { type: 'done' }>>;
  released(): void;
}

/** The one session, as long as one caller holds it. */
export class EmbeddedSession implements Session {
  readonly #host: SessionHost;
  #running = 0;
  #idleSince: number | undefined = performance.now();
  #inTransaction = false;
  #released = false;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  /** Since when the holder has not asked anything; undefined while a query runs. */
  get idleSince(): number | undefined {
    return this.#idleSince;
  }

  async query(sql: string, params: ReadonlyArray<string | null>): Promise<QueryResult> {
    if (this.#released) throw new Error('This connection was already released');
    if (this.#host.stale()) {
      // The worker that knew this transaction is gone, and the transaction with it.
      if (/^\s*rollback\b/i.test(sql)) return { command: 'ROLLBACK', rowCount: null, rows: [] };
      throw new DatabaseUnavailable('restarting', 'The database was restarted during this transaction; try again.');
    }
    return this.#query(sql, params);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (this.#inTransaction && !this.#host.stale()) {
      // Left open after a failed COMMIT or ROLLBACK: the next holder must not land inside it.
      this.#query('rollback', [])
        .catch(() => undefined)
        .finally(() => this.#host.released());
    } else {
      this.#host.released();
    }
  }

  async #query(sql: string, params: ReadonlyArray<string | null>): Promise<QueryResult> {
    this.#running++;
    this.#idleSince = undefined;
    try {
      const { answer } = await this.#host.run(sql, params);
      if (!answer) throw new Error('The database worker sent no result');
      this.#inTransaction = answer.inTransaction;
      const { fields } = answer;
      const rows = answer.rows.map((values) => {
        const row: Record<string, unknown> = {};
        for (let i = 0; i < fields.length; i++) row[fields[i] as string] = values[i];
        return row;
      });
      return { command: answer.command, rowCount: answer.rowCount, rows };
    } catch (error) {
      if (error instanceof Error && 'inTransaction' in error) {
        this.#inTransaction = error.inTransaction === true;
        delete error.inTransaction;
      }
      throw error;
    } finally {
      this.#running--;
      if (this.#running === 0) this.#idleSince = performance.now();
    }
  }
}
