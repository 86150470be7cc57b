/** The stream of nudges: who is woken by what, without a word of what it is, and what ends it. */
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessionEnd, sessionEndOthers, sessionIndex } from '../../contract/account.ts';
import { announcementCreate, announcementPublish, announcementWithdraw } from '../../contract/announcements.ts';
import { signIn, signOut } from '../../contract/cash.ts';
import { type Database, openDatabase } from '../../server/db/open.ts';
import { nudge } from '../../server/db/pool.ts';
import { hashToken } from '../../server/http/auth.ts';
import { STREAM_PATH } from '../../server/notices/stream.ts';
import { draft, send, sum } from './invoiceKit.ts';
import { PASSWORD, PEOPLE, type PersonName, type Server, withServer } from './world.ts';

const server = withServer();
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
/** Its heart beats so often that a session that is over by the clock is noticed within the test. */
const quick = withServer({ heartbeatMs: 20 });

type Token = { token: string };
const opened: AbortController[] = [];

const ask = (at: Server, token?: string, signal?: AbortSignal) =>
  fetch(at.url + STREAM_PATH, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });

async function enter(at: Server, username: PersonName): Promise<Token> {
  return (await at.call(null, signIn, { body: { username, password: PASSWORD } })).body;
}

/** A stream that is read: its lines so far, and whether the server has ended it. */
async function open(at: Server, token: string) {
  const abort = new AbortController();
  opened.push(abort);
  const answer = await ask(at, token, abort.signal);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const stream = { lines: [] as string[], beats: 0, ended: false };
  const read = async () => {
    for await (const chunk of answer.body ?? []) {
      const lines = new TextDecoder().decode(chunk).split('\n').filter(Boolean);
      stream.beats += lines.filter((one) => one === ':').length;
      stream.lines.push(...lines.filter((one) => one !== ':'));
    }
    stream.ended = true;
  };
  read().catch(() => {});
  await vi.waitFor(() => expect(stream.beats).toBeGreaterThan(0), 20_000);
  return stream;
}
const openOf = async (who: PersonName) => open(server.current, await server.current.tokenOf(who));

/** Comes after whatever was said before it. */
const sayToAll = (db: Database = server.current.db) => db.tx(async () => nudge({ topic: 'announcements' }));
const ALL = 'data: announcements';

// The first stream lets a server begin to listen, and then everything is said once: before that no line can be expected.
beforeAll(async () => {
  const first = await openOf('keeper');
  if (server.current.db.engine !== 'embedded') {
    await vi.waitFor(() => expect(first.lines).toEqual(['data: notices', ALL, 'data: rights']), 20_000);
  }
});

afterEach(() => {
  for (const abort of opened.splice(0)) abort.abort();
});

it('is for who is signed in', async () => {
  expect((await ask(server.current)).status).toBe(401);
  expect((await ask(server.current, 'nonsense')).status).toBe(401);
  const expired = await ask(server.current, (await enter(server.current, 'newcomer')).token);
  expect([expired.status, ((await expired.json()) as { code: string }).code]).toEqual([403, 'password_expired']);
});

it('wakes whom a step concerns, and nobody else, and says only that there is something', async () => {
  const id = await draft(server.current, [sum()]);
  const [accountant, keeper, purchaser] = await Promise.all(
    (['accountant', 'keeper', 'purchaser'] as const).map(openOf),
  );
  await server.current.db.tx(async () => nudge({ topic: 'notices', people: [PEOPLE.purchaser.id] }));
  await eventually(() => purchaser?.lines).toContain('data: notices');
  await send(server.current, id);
  await sayToAll();
  await eventually(() => accountant?.lines.at(-1)).toBe(ALL);
  await eventually(() => keeper?.lines.at(-1)).toBe(ALL);
  expect(accountant?.lines).toEqual(['data: notices', ALL]);
  expect(keeper?.lines).toEqual([ALL]);
});

it('wakes the audience of an announcement when it is published and when it is withdrawn, and nobody else', async () => {
  const [counter, keeper, director] = await Promise.all((['counter1', 'keeper', 'director'] as const).map(openOf));
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const words = { title_uz: 'Sanoq', title_ru: 'Учёт', body_uz: 'Ertaga sanoq', body_ru: 'Завтра учёт' };
  const { data } = await server.current.do('director', announcementCreate, {
    body: {
      ...words,
      ...{ everyone: false, position_ids: [PEOPLE.counter1.id], organization_ids: [] },
      ...{ from: at(-1), to: at(1), must_confirm: false },
    },
  });
  const step = { params: { id: data.id } };
  const before = counter?.lines.length ?? 0;
  await server.current.do('director', announcementPublish, step);
  await server.current.do('director', announcementWithdraw, { ...step, body: { reason: 'Koʻchirildi' } });
  await eventually(() => counter?.lines.slice(before)).toEqual([ALL, ALL]);
  const others = [keeper?.lines.length, director?.lines.length];
  await server.current.db.tx(async () => nudge({ topic: 'notices' }));
  await eventually(() => [keeper?.lines.at(-1), director?.lines.at(-1)]).toEqual(['data: notices', 'data: notices']);
  expect([keeper?.lines.length, director?.lines.length]).toEqual(others.map((n = 0) => n + 1));
});

describe('ends', () => {
  it('with its session alone', async () => {
    const [here, there] = [await enter(server.current, 'counter1'), await enter(server.current, 'counter1')];
    const [stays, ends] = [await open(server.current, here.token), await open(server.current, there.token)];
    const sessions = (await server.current.call(here, sessionIndex)).body.data;
    const other = sessions.find(({ current }) => !current)?.id ?? 0;
    await server.current.call(here, sessionEnd, { params: { id: other } });
    await eventually(() => ends.ended).toBe(true);
    expect(stays.ended).toBe(false);
    expect((await ask(server.current, there.token)).status).toBe(401);
    await server.current.call(here, signOut);
    await eventually(() => stays.ended).toBe(true);
  });

  it('with all other sessions of the person, and of nobody else', async () => {
    const [here, there] = [await enter(server.current, 'counter2'), await enter(server.current, 'counter2')];
    const [own, ends] = [await open(server.current, here.token), await open(server.current, there.token)];
    const foreign = await openOf('keeper');
    await server.current.call(here, sessionEndOthers);
    await eventually(() => ends.ended).toBe(true);
    await sayToAll();
    await eventually(() => [own.lines.at(-1), foreign.lines.at(-1)]).toEqual([ALL, ALL]);
  });

  it('when the session is over by the clock, or its person has left', async () => {
    const { kysely } = quick.current.db;
    const [late, gone] = [await enter(quick.current, 'counter1'), await enter(quick.current, 'counter3')];
    const stays = await open(quick.current, await quick.current.tokenOf('keeper'));
    const [expires, leaves] = [await open(quick.current, late.token), await open(quick.current, gone.token)];
    await kysely
      .updateTable('session_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', hashToken(late.token))
      .execute();
    await kysely.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', PEOPLE.counter3.id).execute();
    await eventually(() => [expires.ended, leaves.ended]).toEqual([true, true]);
    await kysely.updateTable('app_user').set({ status: 'active' }).where('id', '=', PEOPLE.counter3.id).execute();
    expect(stays.ended).toBe(false);
    const { beats } = stays;
    await eventually(() => stays.beats).toBeGreaterThan(beats);
  });

  it('the oldest of a token that has too many', async () => {
    const { token } = await enter(server.current, 'stranger');
    const streams: Awaited<ReturnType<typeof open>>[] = [];
    for (let n = 0; n < 5; n += 1) streams.push(await open(server.current, token));
    await eventually(() => streams.map(({ ended }) => ended)).toEqual([true, false, false, false, false]);
  });
});

const url = process.env.TEST_DATABASE_URL;
describe.runIf(url)('several processes on a PostgreSQL server', () => {
  /** Another process: a database of its own over the same one. */
  async function another(): Promise<Database> {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(server.current.db.kysely);
    const own = new URL(url ?? '');
    own.pathname = `/${rows[0]?.name}`;
    return openDatabase({ databaseUrl: own.href });
  }

  it('hear one another, and everything once more after an interruption', async () => {
    const stream = await openOf('keeper');
    const db = await another();
    try {
      await db.tx(async () => nudge({ topic: 'notices', people: [PEOPLE.keeper.id] }));
      await eventually(() => stream.lines.at(-1)).toBe('data: notices');
      const said = stream.lines.length;
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'idora listen' AND datname = current_database()`.execute(db.kysely);
      await eventually(() => stream.lines.slice(said)).toEqual(['data: notices', ALL, 'data: rights']);
    } finally {
      await db.close();
    }
  });
});

it('ends with the server, and no new one is kept', async () => {
  const stream = await openOf('keeper');
  server.current.db.nudges.close();
  await eventually(() => stream.ended).toBe(true);
  const after = await ask(server.current, await server.current.tokenOf('keeper'));
  expect(await after.text()).not.toContain('data:');
});
