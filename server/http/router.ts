/** Every call of the contract as a route: token, shape, record, right, deed, answer (decision 30's order). */
import { createHash, randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { paramNames } from '../../contract/call.ts';
import { type ErrorBody, MAX_FILE_BYTES, MAX_JSON_BYTES } from '../../contract/common.ts';
import { allows } from '../../contract/rules.ts';
import { DatabaseUnavailable } from '../db/errors.ts';
import type { Database } from '../db/open.ts';
import { personOfToken, type SignedIn } from './auth.ts';
import type { Context, Implementation } from './implement.ts';
import { type Language, languageOf, say } from './messages.ts';
import { invalid, notFound, Refusal, unauthorized } from './refusal.ts';
import { check } from './validate.ts';

export interface RouterOptions {
  database: Database;
  /** Unknown fields are refused by name; off in production. */
  strict: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string, extra?: object) => void;
  clock: () => Date;
}

type Vars = { Variables: { requestId: string; language: Language; user: SignedIn | undefined } };

/** Room for the other parts of a multipart form beside its one file. */
const MULTIPART_OVERHEAD = 1_000_000;
const MOST_READ_AWAY = 200_000_000;
const INT4_MAX = 2_147_483_647;

export function errorBody(error: Refusal, language: Language, requestId: string): ErrorBody {
  const { fields, messageKey, values, state, allowed, current, lines } = error.extra;
  const errors = fields
    ? Object.fromEntries(
        Object.entries(fields).map(([path, faults]) => [
          path,
          faults.map((fault) => say(language, `fields.${fault.key}`, fault.values)),
        ]),
      )
    : undefined;
  return {
    message: say(language, messageKey ?? `errors.${error.code}`, values),
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

/** `If-Match: 7` or `"7"`; anything else is a bad request. */
function versionOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const match = /^"?(\d{1,9})"?$/.exec(header.trim());
  if (!match) throw new Refusal(400, 'bad_request', { messageKey: 'errors.if_match' });
  return Number(match[1]);
}

async function jsonBody(c: HonoContext): Promise<unknown> {
  const text = await c.req.text();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'bad_request', { messageKey: 'errors.not_json' });
  }
}

async function formBody(c: HonoContext): Promise<unknown> {
  if (!c.req.header('content-type')?.toLowerCase().startsWith('multipart/form-data')) {
    throw new Refusal(400, 'bad_request', { messageKey: 'errors.not_multipart' });
  }
  const form = await c.req.formData().catch(() => {
    throw new Refusal(400, 'bad_request', { messageKey: 'errors.not_multipart' });
  });
  return Object.fromEntries(form);
}

/** Reads on without keeping, so that the answer reaches a client that is still sending. */
async function readAway(c: HonoContext): Promise<void> {
  const body = c.req.raw.body;
  if (!body || body.locked) return;
  const reader = body.getReader();
  for (let left = MOST_READ_AWAY; left > 0; ) {
    const chunk = await reader.read().catch(() => undefined);
    if (!chunk || chunk.done) return;
    left -= chunk.value.byteLength;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function fingerprint(address: string, body: unknown): Promise<string> {
  const parts: string[] = [address];
  if (typeof body === 'object' && body !== null) {
    for (const value of Object.values(body)) {
      if (value instanceof File) parts.push(sha256(Buffer.from(await value.arrayBuffer()).toString('base64')));
    }
  }
  return sha256(JSON.stringify([parts, body ?? null]));
}

/** The deed within one transaction, once per `Idempotency-Key` of a person (decision 43). */
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

async function performOnce(
  options: RouterOptions,
  implementation: Implementation,
  context: Omit<Context, 'db'>,
  run: (context: Context) => Promise<unknown>,
  key: string | undefined,
  request: { address: string; body: unknown },
): Promise<unknown> {
  const user = context.user as SignedIn | undefined;
  const print = key !== undefined && user ? await fingerprint(request.address, request.body) : '';
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
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', user.id)
      .where('key', '=', key)
      .execute();
    return answer;
  });
}

export function createRouter(implementations: readonly Implementation[], options: RouterOptions): Hono<Vars> {
  const app = new Hono<Vars>();

  app.use('*', async (c, next) => {
    c.set('requestId', randomUUID().slice(0, 13));
    c.set('language', languageOf(c.req.header('accept-language')));
    c.header('x-request-id', c.get('requestId'));
    await next();
  });

  app.onError((error, c) => {
    const refusal = asRefusal(error) ?? new Refusal(500, 'internal');
    if (refusal.status === 500) {
      options.log('error', 'request failed', { request_id: c.get('requestId'), path: c.req.path, stack: error.stack });
    }
    return c.json(errorBody(refusal, c.get('language'), c.get('requestId')), refusal.status);
  });

  for (const implementation of implementations) {
    const { call } = implementation;
    const pattern = `/${call.service}/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
    const limit = call.multipart ? MAX_FILE_BYTES + MULTIPART_OVERHEAD : MAX_JSON_BYTES;

    const authenticate = async (c: HonoContext<Vars>): Promise<SignedIn | undefined> => {
      if (call.rule === 'public') return undefined;
      const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
      const user = token ? await personOfToken(options.database.kysely, token, options.clock()) : undefined;
      if (!user) throw unauthorized();
      if (user.expired && !call.whileExpired) throw new Refusal(403, 'password_expired');
      return user;
    };

    app.on(
      call.method,
      pattern,
      async (c, next) => {
        c.set('user', await authenticate(c as HonoContext<Vars>));
        await next();
      },
      bodyLimit({
        maxSize: limit,
        onError: async (c) => {
          await readAway(c);
          // What a person may send, not what travels around it.
          throw new Refusal(
            413,
            'too_large',
            call.multipart
              ? { messageKey: 'errors.file_too_large', values: { max: MAX_FILE_BYTES / 1_000_000 } }
              : { values: { max: MAX_JSON_BYTES / 1_000_000 } },
          );
        },
      }),
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
        if (checkedQuery && !checkedQuery.ok) throw invalid(checkedQuery.fields);
        const raw = call.method === 'GET' ? undefined : call.multipart ? await formBody(c) : await jsonBody(c);
        const checkedBody = call.body ? check(call.body, raw ?? {}, options.strict) : undefined;
        if (checkedBody && !checkedBody.ok) throw invalid(checkedBody.fields);
        const ifMatch = versionOf(c.req.header('if-match'));

        const context: Omit<Context, 'db'> = {
          prepared: undefined,
          params: params as Context['params'],
          query: checkedQuery?.value as Context['query'],
          body: checkedBody?.value as Context['body'],
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
          if (call.rule !== 'public' && call.rule !== 'signedIn' && !allows(user?.rules ?? {}, call.rule)) {
            throw new Refusal(403, 'forbidden');
          }
          return implementation.handle(within);
        };

        const answer =
          call.method === 'GET' || implementation.withoutTransaction
            ? await run({ ...context, db: options.database.kysely } as Context)
            : await performOnce(options, implementation, context, run, c.req.header('idempotency-key')?.slice(0, 200), {
                address: c.req.path,
                body: raw,
              });
        return answer instanceof Response ? answer : c.json(answer as object);
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
