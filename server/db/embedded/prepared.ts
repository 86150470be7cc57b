/**
 * Statements that come again, prepared: in WebAssembly planning one costs some four times as much as running it, and a
 * request asks a dozen. PostgreSQL itself decides whether the plan for any values is as good as one for these.
 */
import { type PGlite, parse, protocol } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Result {
  rows: unknown[];
  fields: Array<{ name: string }>;
  command?: string;
  rowCount?: number;
}

/** A text that came as often is prepared: what is asked once would only fill the memory. */
const OFTEN = 3;
/** So many are kept prepared; texts that are only counted are forgotten all at once, at so many. */
const MOST = 400;
const MOST_COUNTED = 4_000;
/**
 * A plan holds for the tables as they were when it was made, and nothing else than a vacuum makes PostgreSQL look again:
 * plans are thrown away after so many statements, and after a statement that wrote so many rows.
 */
const PLANS_HOLD = 250;
const MANY_ROWS = 100;

const { serialize } = protocol;

/** An array of PostgreSQL; `{"name":` begins an object of JSON. */
const isArray = (param: string | null): boolean => param !== null && /^\{(?!"[^"\\]*":|\}$)/.test(param);

/** More than the first row of an order is asked for. */
const LISTS = /\blimit\s+(?!1\b)/i;

export class PreparedStatements {
  readonly #pg: PGlite;
  readonly #seen = new Map<string, number>();
  /** Names by text, the one that was not used for longest first. */
  readonly #names = new Map<string, string>();
  #made = 0;
  #sincePlans = 0;

  constructor(pg: PGlite) {
    this.#pg = pg;
  }

  /** A statement with parameters in text form; the result has its rows as arrays. */
  async query(sql: string, params: ReadonlyArray<string | null>): Promise<Result | undefined> {
    const result = this.#isWorthIt(sql, params)
      ? await this.#run(sql, params)
      : await this.#pg.query<unknown>(sql, [...params], { rowMode: 'array' });
    this.#sincePlans += (result?.rowCount ?? 0) >= MANY_ROWS && result?.command !== 'SELECT' ? PLANS_HOLD : 1;
    return result;
  }

  /** A table is another one from now on. */
  async forget(): Promise<void> {
    if (this.#names.size === 0) return;
    this.#names.clear();
    await this.#pg.exec('deallocate all');
  }

  #isWorthIt(sql: string, params: ReadonlyArray<string | null>): boolean {
    // an array is worth a plan for its length (one for any fifteen ids took the first page of 100,000 acts from 13 ms to
    // 22), and a list's rows one for its very filters
    if (params.some(isArray)) return false;
    if (this.#names.has(sql)) return true;
    if (LISTS.test(sql)) return false;
    const times = (this.#seen.get(sql) ?? 0) + 1;
    if (this.#seen.size >= MOST_COUNTED) this.#seen.clear();
    this.#seen.set(sql, times);
    return times >= OFTEN;
  }

  async #run(sql: string, params: ReadonlyArray<string | null>): Promise<Result | undefined> {
    if (this.#sincePlans >= PLANS_HOLD) {
      this.#sincePlans = 0;
      // within a transaction that has failed nothing else is done than to end it
      await this.#pg.exec('discard plans').catch(() => undefined);
    }
    return this.#pg.runExclusive(async () => {
      const messages: Messages = [];
      const send = async (message: Uint8Array) => {
        messages.push(...(await this.#pg.execProtocolStream(message, { syncToFs: false })));
      };
      try {
        const name = await this.#nameOf(sql, send);
        await send(serialize.bind({ statement: name, values: [...params] }));
        await send(serialize.describe({ type: 'P' }));
        await send(serialize.execute({}));
      } finally {
        await send(serialize.sync());
      }
      return parse.parseResults(messages, this.#pg.parsers, { rowMode: 'array' })[0] as Result | undefined;
    });
  }

  async #nameOf(sql: string, send: (message: Uint8Array) => Promise<void>): Promise<string> {
    const known = this.#names.get(sql);
    if (known !== undefined) this.#names.delete(sql);
    const name = known ?? `s${++this.#made}`;
    if (known === undefined) await send(serialize.parse({ name, text: sql }));
    this.#names.set(sql, name);
    const [oldest] = this.#names;
    if (this.#names.size > MOST && oldest !== undefined) {
      this.#names.delete(oldest[0]);
      await send(serialize.close({ type: 'S', name: oldest[1] }));
    }
    return name;
  }
}
