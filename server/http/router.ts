/** Every call of the contract as a route: token, general right, size, shape, record, action, answer (decisions 30 and 54). */
import { createHash, randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { Hono } from 'hono';
import { paramNames } from '../../contract/call.ts';
import { type ErrorBody, MAX_FAULTS } from '../../contract/common.ts';
import { allows } from '../../contract/rules.ts';
import type { ServedCall } from '../../contract/server.ts';
import { bytesOf } from '../../contract/serverSide.ts';
import { DatabaseUnavailable } from '../db/errors.ts';
import type { Database } from '../db/open.ts';
import { refusalCounter } from '../lifecycle/refused.ts';
import { personOfToken, type SignedIn } from './auth.ts';
import { inTurn, parseForm, parseJson, readBody } from './body.ts';
import { fileTooLarge } from './files.ts';
import type { Context, Implementation } from './implement.ts';
import { type Language, languageOf, say } from './messages.ts';
import { forbidden, invalid, notFound, Refusal, unauthorized } from './refusal.ts';
import { check, longestList } from './validate.ts';

export interface RouterOptions {
  database: Database;
  /** Unknown fields are refused by name; off in production. */
  strict: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string, extra?: object) => void;
  clock: () => Date;
  /** Milliseconds between two heartbeats of a stream. */
  heartbeatMs?: number;
}

export type Vars = { Variables: { requestId: string; language: Language; user: SignedIn | undefined } };

/** A call with the list limits of its schema. */
interface Route {
  call: ServedCall;
  longest: number;
}

interface Sent {
  value: unknown;
  /** The same for a repetition of the same request. */
  fingerprint: () => string | Promise<string>;
}

const MAX_KEY = 200;
const INT4_MAX = 2_147_483_647;

/** The message of a refusal: of its code, unless it names another; of many faults it adds that there are more. */
export function messageOf({ code, extra }: Refusal, language: Language): string {
  const { fields, messageKey, stopped, values, changed } = extra;
  if (code === 'validation' && messageKey === undefined) {
    const more = Object.keys(fields ?? {}).length - MAX_FAULTS;
    if (more > 0) return say(language, 'errors.validation_more', { max: MAX_FAULTS, n: more });
    if (stopped) return say(language, 'errors.validation_stopped', { max: MAX_FAULTS });
  }
  const message = say(language, messageKey ?? `errors.${code}`, values);
  return changed === undefined ? message : `${message} ${say(language, 'errors.last_change', changed)}`;
}

export function errorBody(error: Refusal, language: Language, requestId: string): ErrorBody {
  const { fields, state, allowed, current, lines } = error.extra;
  // warnings are confirmed by the person, so each of them is shown
  const named = Object.entries(fields ?? {}).slice(0, error.code === 'validation' ? MAX_FAULTS : undefined);
  const errors = fields
    ? Object.fromEntries(
        named.map(([path, faults]) => [
          path,
          faults.map((fault) => say(language, `fields.${fault.key}`, fault.values)),
        ]),
      )
    : undefined;
  return {
    message: messageOf(error, language),
    code: error.code,
    request_id: requestId,
    ...(errors ? { errors } : {}),
    ...(state !== undefined ? { state } : {}),
    ...(allowed ? { allowed } : {}),
    ...(current !== undefined ? { current } : {}),
    ...(lines
      ? {
          lines: lines.map(({ text, ...line }) => ({
            ...line,
            ...(text !== undefined && {
              text: typeof text === 'string' ? text : say(language, `lines.${text.key}`, text.values),
            }),
          })),
        }
      : {}),
  };
}

/** Whatever was thrown, as a refusal; a defect becomes 500 and is logged with its stack. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable) {
    return error.code === 'disk_full' ? new Refusal(507, 'disk_full') : new Refusal(503, 'unavailable');
  }
  return undefined;
}

/** The person whose token came with a request. @throws Refusal 401; 403 while the password is expired or the device waits */
export async function personOf(
  c: HonoContext<Vars>,
  { database, clock }: Pick<RouterOptions, 'database' | 'clock'>,
  { whileExpired = false, whileWaiting = false }: { whileExpired?: boolean; whileWaiting?: boolean } = {},
): Promise<SignedIn> {
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  const user = token ? await personOfToken(database.kysely, token, clock()) : undefined;
  if (!user) throw unauthorized();
  if (user.expired && !whileExpired) throw new Refusal(403, 'password_expired');
  if (user.waiting && !whileWaiting) throw forbidden('errors.device_waiting');
  return user;
}

/** `If-Match: 7` or `"7"`; anything else is a bad request. */
function versionOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const match = /^"?(\d{1,9})"?$/.exec(header.trim());
  if (!match) throw new Refusal(400, 'bad_request', { messageKey: 'errors.if_match' });
  return Number(match[1]);
}

function keyOf(header: string | undefined): string | undefined {
  if (header !== undefined && header.length > MAX_KEY) {
    throw new Refusal(400, 'bad_request', { messageKey: 'errors.idempotency_key', values: { max: MAX_KEY } });
  }
  return header;
}

/** Parses and checks what was sent; the call declares how large it may be (decision 54). */
async function bodyOf(c: HonoContext<Vars>, { call, longest }: Route, strict: boolean): Promise<Sent> {
  if (call.method === 'GET' || !call.body) return { value: undefined, fingerprint: () => '' };
  const limit = bytesOf(call);
  const bytes = await readBody(c.req.raw, limit);
  // for a form the limit shown is that of the file, not what travels around it
  if (!bytes) throw call.multipart ? fileTooLarge() : new Refusal(413, 'too_large', { values: { max: limit / 1000 } });
  const { body } = call;
  const checked = (raw: unknown) => {
    const result = check(body, raw ?? {}, strict);
    if (!result.ok) throw invalid(result.fields, result.stopped);
    return result.value;
  };
  if (call.multipart) {
    const form = await parseForm(bytes, c.req.header('content-type'));
    return { value: checked(form), fingerprint: () => formFingerprint(form) };
  }
  return {
    value: await inTurn(bytes.byteLength, () => checked(parseJson(bytes, longest))),
    fingerprint: () => createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Of the fields and contents, not of the bytes: a browser makes a new boundary each time. */
async function formFingerprint(form: Record<string, unknown>): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(form)) {
    const content = value instanceof File ? Buffer.from(await value.arrayBuffer()) : Buffer.from(String(value));
    hash.update(`${JSON.stringify(name)}${content.byteLength}:`).update(content);
  }
  return hash.digest('hex');
}

/** Whether the key was answered already: what is prepared for the action would be in vain. */
async function isAnswered({ database }: RouterOptions, user: SignedIn | undefined, key: string | undefined) {
  if (key === undefined || !user) return false;
  const first = await database.kysely
    .selectFrom('idempotency')
    .select('call')
    .where('user_id', '=', user.id)
    .where('key', '=', key)
    .where('answer', 'is not', null)
    .executeTakeFirst();
  return first !== undefined;
}

/** An answer as it is kept for a repetition: without what is shown only once (a one-time password). */
function kept(answer: unknown): string {
  const { once: _, ...rest } = answer as { once?: unknown };
  return JSON.stringify(rest);
}

/** The action within one transaction, once per `Idempotency-Key` of a person (decision 43). */
async function performOnce(
  options: RouterOptions,
  implementation: Implementation,
  context: Omit<Context, 'db'>,
  run: (context: Context) => Promise<unknown>,
  key: string | undefined,
  fingerprint: () => string | Promise<string>,
): Promise<unknown> {
  const user = context.user as SignedIn | undefined;
  const print = key !== undefined && user ? await fingerprint() : '';
  const prepared =
    implementation.prepare && !(await isAnswered(options, user, key))
      ? await implementation.prepare(context as Context)
      : undefined;
  return options.database.tx(async (trx) => {
    const within = { ...context, prepared, db: trx } as Context;
    if (key === undefined || !user) return run(within);
    const claimed = await trx
      .insertInto('idempotency')
      .values({ user_id: user.id, key, call: implementation.call.id, request_hash: print, answer: null })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 0n) {
      const first = await trx
        .selectFrom('idempotency')
        .select(['call', 'request_hash', 'answer'])
        .where('user_id', '=', user.id)
        .where('key', '=', key)
        .executeTakeFirst();
      if (first?.answer == null || first.call !== implementation.call.id || first.request_hash !== print) {
        throw new Refusal(409, 'key_reused');
      }
      return new Response(first.answer, { headers: { 'content-type': 'application/json' } });
    }
    const answer = await run(within);
    await trx
      .updateTable('idempotency')
      .set({ answer: kept(answer) })
      .where('user_id', '=', user.id)
      .where('key', '=', key)
      .execute();
    return answer;
  });
}

/** With its length: an answer that does not say how long it is would be packed however short it is. */
function jsonOf(c: HonoContext, text: string, status: Refusal['status'] | 200 = 200): Response {
  const length = String(Buffer.byteLength(text));
  return c.body(text, status, { 'content-type': 'application/json', 'content-length': length });
}

export function createRouter(implementations: readonly Implementation[], options: RouterOptions): Hono<Vars> {
  const app = new Hono<Vars>();
  const countRefusal = refusalCounter(options.database, options.log);

  app.use('*', async (c, next) => {
    c.set('requestId', randomUUID().slice(0, 13));
    c.set('language', languageOf(c.req.header('accept-language')));
    c.header('x-request-id', c.get('requestId'));
    await next();
    // what the server said a moment ago is not what is true now, and names and sums do not stay on the computer's disk
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  });

  app.onError((error, c) => {
    const refusal = asRefusal(error) ?? new Refusal(500, 'internal');
    if (refusal.status === 500) {
      options.log('error', 'request failed', { request_id: c.get('requestId'), path: c.req.path, stack: error.stack });
    }
    return jsonOf(c, JSON.stringify(errorBody(refusal, c.get('language'), c.get('requestId'))), refusal.status);
  });

  for (const implementation of implementations) {
    const { call } = implementation;
    const pattern = `/${call.service}/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
    const route: Route = { call, longest: longestList(call.body) };

    /** Counted once the transaction is over: a refusal takes back what was written in it. */
    const counted = (error: unknown, user: SignedIn | undefined): unknown => {
      if (!(error instanceof Refusal) || !user) return error;
      const { event } = call;
      if (error.status === 403 && event) error.step ??= { chart: event.machine, state: '', event: event.type };
      countRefusal(error, user.id, options.clock());
      return error;
    };

    const authenticate = async (c: HonoContext<Vars>): Promise<SignedIn | undefined> => {
      if (call.rule === 'public') return undefined;
      const user = await personOf(c, options, call);
      if (call.rule !== 'signedIn' && !allows(user.rules, call.rule)) throw counted(forbidden(), user);
      return user;
    };

    app.on(
      call.method,
      pattern,
      async (c, next) => {
        c.set('user', await authenticate(c as HonoContext<Vars>));
        await next();
      },
      async (c) => {
        const user = c.get('user');

        const params: Record<string, number> = {};
        for (const name of paramNames(call.path)) {
          const raw = c.req.param(name) ?? '';
          const value = Number(raw);
          if (!/^\d+$/.test(raw) || value < 1 || value > INT4_MAX) throw notFound();
          params[name] = value;
        }
        const checkedQuery = call.query ? check(call.query, c.req.query(), options.strict) : undefined;
        if (checkedQuery && !checkedQuery.ok) throw invalid(checkedQuery.fields, checkedQuery.stopped);
        const sent = await bodyOf(c as HonoContext<Vars>, route, options.strict);
        const key = keyOf(c.req.header('idempotency-key'));
        const ifMatch = versionOf(c.req.header('if-match'));

        const context: Omit<Context, 'db'> = {
          prepared: undefined,
          params: params as Context['params'],
          query: checkedQuery?.value as Context['query'],
          body: sent.value as Context['body'],
          record: undefined,
          user: user as Context['user'],
          database: options.database,
          language: c.get('language'),
          requestId: c.get('requestId'),
          ifMatch,
          now: options.clock(),
          headers: c.req.raw.headers,
          address: addressFrom(c as HonoContext<Vars>),
        };
        const run = async (within: Context) => {
          if (implementation.record) within.record = await implementation.record(within);
          return implementation.handle(within);
        };
        const answering =
          call.method === 'GET' || implementation.withoutTransaction
            ? run({ ...context, db: options.database.kysely } as Context)
            : performOnce(options, implementation, context, run, key, async () =>
                createHash('sha256')
                  .update(`${c.req.path}\n${call.unprinted ? '' : await sent.fingerprint()}`)
                  .digest('hex'),
              );
        const answer = await answering.catch((error: unknown) => {
          throw counted(error, user);
        });
        return answer instanceof Response ? answer : jsonOf(c, JSON.stringify(answer));
      },
    );
  }
  return app;
}

/** The caller's address; of `X-Forwarded-For` the entry that the operator's own proxy added, where one is trusted. */
function addressFrom(c: HonoContext): string {
  const forwarded =
    process.env.TRUST_PROXY === 'on' ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming;
  return forwarded ?? incoming?.socket?.remoteAddress ?? 'local';
}
