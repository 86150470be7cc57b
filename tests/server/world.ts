/**
 * A small world for server tests: two branches, people with sensible rights, a few products with stock. Built once and
 * packed, until something that it is built from changes; each test file gets a copy. With TEST_DATABASE_URL each file
 * gets a database of its own on that server, copied from the template that `templateDatabase.ts` makes once a run.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { BodyOf, QueryOf } from '../../contract/bodies.ts';
import { addressOf, type Call, type ParamsOf, type ResponseOf } from '../../contract/call.ts';
import type { ErrorBody } from '../../contract/common.ts';
import { searchKey } from '../../contract/search.ts';
import { hashOf, root } from '../../scripts/lib.mjs';
import { createApp } from '../../server/app.ts';
import { EmbeddedEngine } from '../../server/db/embedded/client.ts';
import { migrate } from '../../server/db/migrations/index.ts';
import { type Database, databaseOf, dumpDataDir, openDatabase, type Trx } from '../../server/db/open.ts';
import { createDocument } from '../../server/documents/documents.ts';
import type { Outside } from '../../server/integrations/ask.ts';
import { hashPassword } from '../../server/people/password.ts';
import { receive } from '../../server/stock/receiving.ts';
import { recordCalls } from '../coverage.ts';
import { refusalFault } from './listedRefusals.ts';
import { holderOf, PASSWORD, PEOPLE, type PersonName } from './people.ts';
import { shapeFault } from './shapes.ts';

export { holderOf, PASSWORD, PEOPLE, type PersonName };

/** Suppliers, each with one firm of the same id. */
export const PARTNERS = [
  [1, 'Artel Savdo'],
  [2, 'Samsung Toshkent'],
] as const;

export const ORGANIZATION = 1;
export const OTHER_ORGANIZATION = 2;
/** Plain goods 1–10 with 10 of each, phones 11 and 12 with three units each; the other branch has phones of its own. */
export const PLAIN = 1;
export const PHONE = 11;
export const serialOf = (variant: number, unit: number, organization = ORGANIZATION) =>
  `SN-${organization}-${variant}-${unit}`;

/** Migrates an empty database and writes the world into it. */
export async function buildWorld(db: Database): Promise<void> {
  await migrate(db.kysely);
  const password = await hashPassword(PASSWORD);
  await db.tx(async (trx) => {
    await trx.insertInto('territory').values({ name: 'Toshkent' }).execute();
    await trx
      .insertInto('organization')
      .values(
        ['Chilonzor filiali', 'Registon filiali'].map((name, index) => ({
          name,
          short_name: name,
          code: index === 0 ? 'CHL' : 'REG',
          kind: 'branch' as const,
          territory_id: 1,
          parent_id: null,
          address: null,
          phone: null,
          search_key: searchKey(name),
        })),
      )
      .execute();
    await trx.insertInto('practice_month').values({ year: 2026, month: 11 }).execute();
    for (const organization of [ORGANIZATION, OTHER_ORGANIZATION]) {
      await trx
        .insertInto('practice_day')
        .values({ organization_id: organization, practice_month_id: 1, date: '2026-11-21', closed_at: null })
        .execute();
      await trx
        .insertInto('warehouse_list')
        .values(
          (['shop', 'main', 'transit'] as const).map((kind) => ({ organization_id: organization, name: kind, kind })),
        )
        .execute();
    }
    const rules = [...new Set(Object.values(PEOPLE).flatMap((person) => person.rules as readonly string[]))];
    const split = (rule: string) => ({ resource: rule.split('.')[0] as string, action: rule.split('.')[1] as string });
    await trx.insertInto('rule').values(rules.map(split)).execute();
    for (const [name, person] of Object.entries(PEOPLE)) {
      await trx.insertInto('position').values({ id: person.id, name_uz: name, name_ru: name, kind: 'stock' }).execute();
      await trx
        .insertInto('app_user')
        .values({
          id: person.id,
          username: name,
          password_hash: password,
          password_expired: name === 'newcomer',
          fullname: person.fullname,
          phone: null,
          position_id: person.id,
          organization_id: ORGANIZATION,
          office: name === 'deputy' || name === 'accountant' || name === 'director',
          last_login: null,
          search_key: searchKey(person.fullname),
        })
        .execute();
      for (const rule of new Set<string>(person.rules)) {
        await trx
          .insertInto('position_rule')
          .values({ position_id: person.id, ...split(rule) })
          .execute();
      }
    }
    await trx
      .insertInto('product_category')
      .values({ name_uz: 'Tovarlar', name_ru: 'Товары', parent_id: null })
      .execute();
    await trx.insertInto('brand').values({ name: 'Artel' }).execute();
    for (let variant = 1; variant <= 12; variant += 1) {
      const title = variant < PHONE ? `Tovar ${variant}` : `Smartfon ${variant}`;
      await trx.insertInto('product').values({ name: title, category_id: 1, brand_id: 1 }).execute();
      await trx
        .insertInto('product_variant')
        .values({
          product_id: variant,
          title,
          sku: `SKU-${variant}`,
          barcode: `47800000000${String(variant).padStart(2, '0')}`,
          is_serial_number: variant >= PHONE,
          imei_count: 0,
          search_key: searchKey(title),
        })
        .execute();
    }
    await trx
      .insertInto('currency_rate')
      .values([
        { currency: 'USD', date: '2026-11-20', uzs_per_unit: 11_950 },
        { currency: 'USD', date: '2026-11-21', uzs_per_unit: 12_000 },
        { currency: 'EUR', date: '2026-11-21', uzs_per_unit: 13_700.5 },
      ])
      .execute();
    for (const [id, name] of PARTNERS) {
      await trx
        .insertInto('partner')
        .values({ id, name, stir: `30000000${id}`, phone: null, search_key: searchKey(name), created_by: 1 })
        .execute();
      await trx
        .insertInto('partner_firm')
        .values({
          id,
          partner_id: id,
          name: `${name} MChJ`,
          stir: `31000000${id}`,
          account: null,
          bank: null,
          mfo: null,
        })
        .execute();
    }
    for (const [organization, warehouse] of [
      [ORGANIZATION, 1],
      [OTHER_ORGANIZATION, 4],
    ] as const) {
      await stockIn(trx, organization, warehouse, {
        plain: organization === ORGANIZATION ? 10 : 5,
        serials: (variant) => [1, 2, 3].map((unit) => serialOf(variant, unit, organization)),
      });
    }
    // Ids were given by hand above: the sequences go on after them.
    for (const table of ['position', 'app_user', 'partner', 'partner_firm']) {
      await trx.executeQuery({
        sql: `SELECT setval(pg_get_serial_sequence('${table}', 'id'), 100)`,
        parameters: [],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: randomUUID() },
      } as never);
    }
  });
}

/** Stock that enters by an opening document: also what "moves" in tests. */
export async function stockIn(
  trx: Trx,
  organizationId: number,
  warehouseId: number,
  goods:
    | { plain: number; serials: (variant: number) => string[] }
    | { lines: { variantId: number; qty: number; serials?: string[] }[] },
): Promise<void> {
  const { id } = await createDocument(trx, {
    kind: 'stock_opening',
    organizationId,
    status: 'posted',
    userId: 1,
    now: new Date(),
  });
  await trx
    .insertInto('stock_opening')
    .values({ id, organization_id: organizationId, source_hash: randomUUID(), source_name: 'sinov' })
    .execute();
  const lines =
    'lines' in goods
      ? goods.lines
      : Array.from({ length: 12 }, (_, index) => index + 1).map((variantId) =>
          variantId < PHONE
            ? { variantId, qty: goods.plain }
            : { variantId, qty: goods.serials(variantId).length, serials: goods.serials(variantId) },
        );
  await receive(trx, {
    documentId: id,
    organizationId,
    userId: 1,
    warehouseId,
    lines: lines.map((line) => ({
      variantId: line.variantId,
      qty: line.qty,
      // each its own, and below what tests sell for, however many goods there are
      cost: (((line.variantId - 1) % 900) + 1) * 1000,
      ...(line.serials ? { serials: line.serials.map((serial_number) => ({ serial_number, imei_numbers: [] })) } : {}),
    })),
  });
}

const CACHE = resolve(root, 'node_modules/.cache/idora');
const SOURCES = [
  'server',
  'contract',
  'machines',
  'tests/server/world.ts',
  'tests/server/people.ts',
  'package-lock.json',
];
let packed: Uint8Array | undefined;

/** The packed data folder of the world, as plain tar. Two workers that both find none both make it. */
async function packedWorld(): Promise<Uint8Array> {
  const name = `world-${hashOf(SOURCES).slice(0, 16)}-${process.env.PASSWORD_LOG_N ?? ''}.tar`;
  const file = join(CACHE, name);
  if (existsSync(file)) return readFileSync(file);
  const db = await openDatabase({ memory: true });
  await buildWorld(db);
  const tar = gunzipSync(await dumpDataDir(db));
  await db.close();
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) if (/^world-.*\.tar$/.test(old)) rmSync(join(CACHE, old), { force: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, tar);
  renameSync(draft, file);
  return tar;
}

/** Databases with the world that no test file uses now. */
const free: EmbeddedEngine[] = [];

/** A database with the world, kept at its beginning. */
export async function worldEngine(): Promise<EmbeddedEngine> {
  packed ??= await packedWorld();
  const engine = await EmbeddedEngine.open({ template: packed, tuning: { testHooks: true } });
  await engine.keep();
  return engine;
}

/** The world in a database that a file before has used, taken back to its beginning: a new one costs ten times as much. */
async function embeddedWorld(): Promise<{ db: Database; close: () => Promise<void> }> {
  const engine = free.pop() ?? (await worldEngine());
  let closed = false;
  const db = databaseOf(engine, {
    // what a file leaves running must not write into the world of the next one
    connect: () => (closed ? Promise.reject(new Error('The database is closed')) : engine.connect()),
    async end() {
      closed = true;
    },
  });
  return {
    db,
    async close() {
      await db.close();
      try {
        await engine.rewind();
        free.push(engine);
      } catch {
        await engine.end();
      }
    },
  };
}

async function serverWorld(url: string): Promise<{ db: Database; drop: () => Promise<void> }> {
  const name = `idora_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const template = process.env.TEST_TEMPLATE_DATABASE;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const db = await openDatabase({ databaseUrl: own.href });
  if (template === undefined) await buildWorld(db);
  return {
    db,
    async drop() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** A fresh copy of the world, on the engine under test. */
export async function openWorld(): Promise<{ db: Database; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const { db, drop } = await serverWorld(url);
    return {
      db,
      async close() {
        await db.close();
        await drop();
      },
    };
  }
  return embeddedWorld();
}

export interface Answer<T> {
  status: number;
  body: T;
  error: ErrorBody;
  headers: Headers;
}

export interface Sent<C extends Call> {
  params?: ParamsOf<C>;
  query?: Partial<QueryOf<C>>;
  /** Loose on purpose: tests send what no typed client would. */
  body?: BodyOf<C> | Record<string, unknown> | string;
  form?: FormData;
  ifMatch?: number | string;
  key?: string;
  language?: 'uz' | 'ru';
  headers?: Record<string, string>;
}

interface ServerOptions {
  production?: boolean;
  heartbeatMs?: number;
  outside?: Outside;
}

/** The server over HTTP, on a real socket. */
export class Server {
  readonly db: Database;
  readonly url: string;
  readonly #tokens = new Map<string, string>();
  /** Calls that it has done. */
  readonly #done = new Set<string>();
  readonly #close: () => Promise<void>;

  private constructor(db: Database, url: string, close: () => Promise<void>) {
    this.db = db;
    this.url = url;
    this.#close = close;
  }

  static async start(options: ServerOptions = {}): Promise<Server> {
    const world = await openWorld();
    const app = createApp({
      database: world.db,
      production: options.production ?? false,
      ...(options.outside && { outside: options.outside }),
      ...(options.heartbeatMs !== undefined && { heartbeatMs: options.heartbeatMs }),
      log: (level, message, extra) => {
        if (level === 'error') process.stderr.write(`${message} ${JSON.stringify(extra)}\n`);
      },
      signInLimits: { perName: 3, perAddress: 1000 },
    });
    const listening = await new Promise<ReturnType<typeof serve>>((done) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(server));
    });
    const { port } = listening.address() as { port: number };
    return new Server(world.db, `http://127.0.0.1:${port}`, async () => {
      await new Promise<void>((done) => {
        listening.close(() => done());
        (listening as import('node:http').Server).closeAllConnections();
      });
      await world.close();
    });
  }

  close(): Promise<void> {
    recordCalls(this.#done);
    return this.#close();
  }

  async tokenOf(person: PersonName): Promise<string> {
    const known = this.#tokens.get(person);
    if (known) return known;
    const answer = await fetch(`${this.url}/cash/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`sign-in of ${person} answered ${answer.status}: ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    this.#tokens.set(person, token);
    return token;
  }

  /** @param who a person, a token of one's own, or nobody. */
  async call<C extends Call>(
    who: PersonName | { token: string } | null,
    call: C,
    sent: Sent<C> = {},
  ): Promise<Answer<ResponseOf<C>>> {
    const token = who === null ? undefined : typeof who === 'string' ? await this.tokenOf(who) : who.token;
    const query = new URLSearchParams(
      Object.entries(sent.query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    const address = addressOf(call, sent.params as Record<string, number> | undefined);
    const answer = await fetch(`${this.url}${address}${query.size > 0 ? `?${query}` : ''}`, {
      method: call.method,
      headers: {
        ...(sent.form ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(sent.ifMatch !== undefined ? { 'if-match': String(sent.ifMatch) } : {}),
        ...(sent.key ? { 'idempotency-key': sent.key } : {}),
        // to pack each answer and unpack it at once costs a sixth of the process; browsers get theirs packed
        'accept-encoding': 'identity',
        ...(sent.language ? { 'accept-language': sent.language } : {}),
        ...sent.headers,
      },
      ...(sent.form
        ? { body: sent.form }
        : sent.body !== undefined
          ? { body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) }
          : {}),
    });
    const text = await answer.text();
    const body = text === '' || !answer.headers.get('content-type')?.includes('json') ? text : JSON.parse(text);
    const fault = shapeFault(call, answer.status, body) ?? refusalFault(call, answer.status, body);
    if (fault) throw new Error(fault);
    if (answer.ok) this.#done.add(call.id);
    return { status: answer.status, body, error: body, headers: answer.headers };
  }

  /** The same, and 200 is a must: the answer's body. */
  async do<C extends Call>(who: PersonName, call: C, sent: Sent<C> = {}): Promise<ResponseOf<C>> {
    const answer = await this.call(who, call, sent);
    if (answer.status !== 200) throw new Error(`${call.id} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
    return answer.body;
  }
}

/** A server for the tests of one file. */
export function withServer(options: ServerOptions = {}): { readonly current: Server } {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await Server.start(options);
  }, 240_000);
  afterAll(async () => {
    await server?.close();
  });
  return {
    get current() {
      if (!server) throw new Error('the server starts before the first test');
      return server;
    },
  };
}
