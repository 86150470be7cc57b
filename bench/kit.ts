/**
 * What the benchmarks share: a server with ten thousand products, and a ratio measured in one run. Milliseconds depend
 * on the machine and the minute; a ratio of two things done by turns does not.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import type { BodyOf, QueryOf } from '../contract/bodies.ts';
import { addressOf, type Call, type ParamsOf, type ResponseOf } from '../contract/call.ts';
import { loadUser } from '../contract/cash.ts';
import { actCreate, loadResidues } from '../contract/counting/acts.ts';
import { counterCreate, counterStart } from '../contract/counting/counters.ts';
import { median } from '../scripts/median.ts';
import { createApp } from '../server/app.ts';
import { migrate } from '../server/db/migrations/index.ts';
import { type Database, openDatabase } from '../server/db/open.ts';
import { createDocument } from '../server/documents/documents.ts';
import { hashToken, newToken, personOfToken, type SignedIn } from '../server/http/auth.ts';
import { receive } from '../server/stock/receiving.ts';

export const LINES = 10_000;
const COUNTERS = 4;

export interface BenchServer {
  database: Database;
  engine: string;
  variants: number[];
  /** Tokens: the keeper, then the counters. */
  tokens: string[];
  call<C extends Call>(
    token: number,
    call: C,
    params?: ParamsOf<C>,
    body?: BodyOf<C> | string,
    query?: QueryOf<C>,
  ): Promise<ResponseOf<C>>;
  /** A new act with residues, and its counters counting. */
  countingAct(counters: number): Promise<{ id: number; counters: number[] }>;
  /** A counter to hang rows on, in an act of its own. */
  counter(): Promise<number>;
  close(): Promise<void>;
}

async function fill(database: Database): Promise<{ variants: number[]; tokens: string[] }> {
  await migrate(database.kysely);
  const run = (text: string, parameters: unknown[] = []) =>
    database.kysely.executeQuery<{ id: number }>(CompiledQuery.raw(text, parameters));
  await run(
    `INSERT INTO organization (name, short_name, code, kind) VALUES ('Chilonzor', 'Chilonzor', 'CHL', 'branch')`,
  );
  await run(`INSERT INTO warehouse_list (organization_id, name, kind) VALUES (1, 'shop', 'shop')`);
  await run('INSERT INTO practice_month (year, month) VALUES (2026, 11)');
  await run(`INSERT INTO practice_day (organization_id, practice_month_id, date) VALUES (1, 1, '2026-11-21')`);
  await run(`INSERT INTO position (name_uz, name_ru, kind) VALUES ('Omborchi', 'Кладовщик', 'stock')`);
  await run(`INSERT INTO rule VALUES ('act_of_count', 'show'), ('act_of_count', 'add')`);
  await run(`INSERT INTO position_rule VALUES (1, 'act_of_count', 'show'), (1, 'act_of_count', 'add')`);
  await run(`INSERT INTO product_category (name_uz, name_ru) VALUES ('Hammasi', 'Все')`);
  await run(`INSERT INTO product (name, category_id) VALUES ('Hammasi', 1)`);
  await run(
    `INSERT INTO product_variant (product_id, title, sku, barcode, search_key)
     SELECT 1, 'Tovar ' || n, 'SKU-' || n, '478' || lpad(n::text, 10, '0'), 'tovar ' || n FROM generate_series(1, $1::int) n`,
    [LINES],
  );
  const { rows } = await run('SELECT id FROM product_variant ORDER BY id');
  const variants = rows.map((row) => row.id);
  const tokens: string[] = [];
  for (let person = 0; person <= COUNTERS; person += 1) {
    const token = newToken();
    tokens.push(token);
    await run(
      `INSERT INTO app_user (username, password_hash, fullname, position_id, organization_id) VALUES ($1, '-', $1, 1, 1)`,
      [`person${person}`],
    );
    await run(`INSERT INTO session_token (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
      hashToken(token),
      person + 1,
    ]);
  }
  await database.tx(async (trx) => {
    const { id } = await createDocument(trx, {
      kind: 'stock_opening',
      organizationId: 1,
      status: 'posted',
      userId: 1,
      now: new Date(),
    });
    await receive(trx, {
      documentId: id,
      organizationId: 1,
      userId: 1,
      warehouseId: 1,
      lines: variants.map((variantId) => ({ variantId, qty: 5, cost: 1000 })),
    });
  });
  await sql`ANALYZE`.execute(database.kysely);
  await database.settle();
  return { variants, tokens };
}

export const onServer = async (text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL as string });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

export function urlOf(database: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = `/${database}`;
  return url.href;
}

/** The durable embedded engine on a disk, or a new database on the server that TEST_DATABASE_URL names. */
async function open(engine: 'embedded' | 'server'): Promise<{ database: Database; close: () => Promise<void> }> {
  if (engine === 'embedded') {
    const folder = await mkdtemp(join(tmpdir(), 'idora-bench-'));
    const database = await openDatabase({ dataDir: folder });
    return {
      database,
      async close() {
        await database.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  }
  const name = `idora_bench_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const database = await openDatabase({ databaseUrl: urlOf(name) });
  return {
    database,
    async close() {
      await database.close();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

export async function openBenchServer(engine: 'embedded' | 'server'): Promise<BenchServer> {
  const { database, close } = await open(engine);
  return serve(engine, database, await fill(database), close);
}

/**
 * One that takes minutes to fill and is only read: it is kept for the next run, until the migrations or what fills it are
 * others. Half filled it is begun anew.
 */
export async function openKeptServer(
  engine: 'embedded' | 'server',
  { name, hash, more }: { name: string; hash: string; more: (database: Database) => Promise<void> },
): Promise<BenchServer> {
  const kept = `idora_kept_${name}_${hash}`;
  const folder = join(tmpdir(), kept);
  const isMade = async () =>
    engine === 'embedded'
      ? existsSync(`${folder}.made`)
      : (await onServer(`SELECT FROM pg_database WHERE datname = '${kept}'`)).length > 0;
  if (!(await isMade())) {
    const making = engine === 'embedded' ? folder : `${kept}_making`;
    await forget(engine, name);
    if (engine === 'server') await onServer(`CREATE DATABASE ${making}`);
    const database = await openDatabase(engine === 'embedded' ? { dataDir: folder } : { databaseUrl: urlOf(making) });
    process.stdout.write(`filling ${name}, ${engine} ...\n`);
    await fill(database);
    await more(database);
    await database.close();
    if (engine === 'embedded') await writeFile(`${folder}.made`, '');
    else await onServer(`ALTER DATABASE ${making} RENAME TO ${kept}`);
  }
  const database = await openDatabase(engine === 'embedded' ? { dataDir: folder } : { databaseUrl: urlOf(kept) });
  // tokens are written anew: those of the last run are hashes alone
  const tokens = Array.from({ length: COUNTERS + 1 }, newToken);
  await sql`DELETE FROM session_token`.execute(database.kysely);
  for (const [person, token] of tokens.entries())
    await sql`INSERT INTO session_token (token_hash, user_id, expires_at)
      VALUES (${hashToken(token)}, ${person + 1}, now() + interval '1 day')`.execute(database.kysely);
  return serve(engine, database, { variants: [], tokens }, () => database.close());
}

/** What was kept of another content. */
async function forget(engine: 'embedded' | 'server', name: string): Promise<void> {
  const before = `idora_kept_${name}_`;
  if (engine === 'embedded') {
    for (const entry of await readdir(tmpdir()))
      if (entry.startsWith(before)) await rm(join(tmpdir(), entry), { recursive: true, force: true });
    return;
  }
  for (const { datname } of await onServer(`SELECT datname FROM pg_database`))
    if (String(datname).startsWith(before)) await onServer(`DROP DATABASE ${datname} WITH (FORCE)`);
}

function serve(
  engine: 'embedded' | 'server',
  database: Database,
  { variants, tokens }: { variants: number[]; tokens: string[] },
  close: () => Promise<void>,
): BenchServer {
  const app = createApp({ database, production: true, log: () => undefined });
  const call: BenchServer['call'] = async (token, one, params, body, query) => {
    const address = addressOf(one, params as Record<string, number> | undefined);
    const answer = await app.request(
      query ? `${address}?${new URLSearchParams(query as Record<string, string>)}` : address,
      {
        method: one.method,
        headers: {
          authorization: `Bearer ${tokens[token]}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
    );
    if (answer.status !== 200) throw new Error(`${one.id} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    database,
    engine: engine === 'embedded' ? 'embedded, durable' : 'PostgreSQL server',
    variants,
    tokens,
    call,
    async countingAct(counters) {
      const { data } = await call(0, actCreate, undefined, { organization_id: 1, comment: 'Oʻlchov' });
      await call(0, loadResidues, { actId: data.id });
      const ids: number[] = [];
      for (let n = 1; n <= counters; n += 1) {
        const body = { title: `${n}-sanovchi`, user_id: n + 1 };
        const added = await call(0, counterCreate, { actId: data.id }, body);
        ids.push(added.computing_act_user.id);
        await call(n, counterStart, { id: added.computing_act_user.id });
      }
      return { id: data.id, counters: ids };
    },
    async counter() {
      const { data } = await call(0, actCreate, undefined, { organization_id: 1, comment: 'Oʻlchov' });
      const added = await call(0, counterCreate, { actId: data.id }, { title: '1-sanovchi', user_id: 2 });
      return added.computing_act_user.id;
    },
    close,
  };
}

/** Who buys and confirms, and from whom the goods are. */
export async function supply({ database }: BenchServer): Promise<void> {
  const run = (text: string) => database.kysely.executeQuery(CompiledQuery.raw(text));
  for (const action of ['show', 'add', 'edit', 'confirm']) {
    await run(`INSERT INTO rule VALUES ('product_invoice', '${action}')`);
    await run(`INSERT INTO position_rule VALUES (1, 'product_invoice', '${action}')`);
  }
  await run(`INSERT INTO partner (name, stir) VALUES ('Hamkor', '300000001')`);
}

export const engines = (): ('embedded' | 'server')[] =>
  process.env.TEST_DATABASE_URL ? ['embedded', 'server'] : ['embedded'];

export async function timed(command: () => unknown): Promise<number> {
  const started = performance.now();
  await command();
  return performance.now() - started;
}

/** A and B by turns, each first as often as the other; the first round of both only warms up. */
export async function byTurns(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number; bare: number }> {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [x, y] =
      round % 2 ? [await ours(), await bare()] : await bare().then(async (first) => [await ours(), first] as const);
    if (round === 0) continue;
    a.push(x);
    b.push(y);
  }
  return { ours: median(a), bare: median(b) };
}

/** One line; above its budget the run fails. */
export function report(name: string, ours: number, bare: number, budget: number, against: string): void {
  const ratio = ours / bare;
  const held = ratio <= budget;
  const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
  process.stdout.write(
    `${held ? '✓' : '✗'} ${name}: ratio ${ratio.toFixed(2)} (budget ${budget}) – ours ${ms(ours)}, ${against} ${ms(bare)}\n`,
  );
  if (!held) process.exitCode = 1;
}

const PAGE_BUDGET = 1.3;
const PAGE_MORE_MS = 3;
/** The longest that another person may wait meanwhile. */
export const WAIT_BUDGET_MS = 250;

/** Something by hand behind the same token look-up: through Hono, as the call itself. */
export function byHand(server: BenchServer, answer: (user: SignedIn) => Promise<unknown>) {
  const app = new Hono();
  app.get('/', async (c) => {
    const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
    const user = (await personOfToken(server.database.kysely, token, new Date())) as SignedIn;
    return c.json({ data: (await answer(user)) as object });
  });
  return async () => {
    const answered = await app.request('/', { headers: { authorization: `Bearer ${server.tokens[0]}` } });
    await answered.json();
  };
}

export function reportPage(name: string, ours: number, bare: number): void {
  // Three milliseconds are allowed where the whole page takes less than ten.
  const budget = Number(Math.max(PAGE_BUDGET, (bare + PAGE_MORE_MS) / bare).toFixed(2));
  report(name, ours, bare, budget, 'by hand');
}

/** The longest wait of another person, and how long the work took. */
export async function waits(
  server: BenchServer,
  work: () => Promise<unknown>,
): Promise<{ longest: number; took: number }> {
  let longest = 0;
  let going = true;
  const other = (async () => {
    while (going) {
      longest = Math.max(longest, await timed(() => server.call(1, loadUser)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const took = await timed(work);
  going = false;
  await other;
  return { longest, took };
}
