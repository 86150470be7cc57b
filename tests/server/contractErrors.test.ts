/** Tokens, the order of errors (decision 54), answers and languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { changePassword, loadUser, signIn, signOut } from '../../contract/cash.ts';
import { PAGE_SIZES } from '../../contract/common.ts';
import { actCancel, actComplete, actCreate, actIndex, actShow, actUpdate } from '../../contract/counting/acts.ts';
import { calls } from '../../contract/index.ts';
import { bytesOf } from '../../contract/serverSide.ts';
import { countingAct, fingerprintOf, NOTHING, openAct } from './acts.ts';
import { each, paramsOf } from './contractKit.ts';
import { PASSWORD, withServer } from './world.ts';

const server = withServer();

describe('token', () => {
  const guarded = calls.filter((call) => call.rule !== 'public');
  const session = async (username: string) =>
    (await server.current.call(null, signIn, { body: { username, password: PASSWORD } })).body;
  let revoked: Awaited<ReturnType<typeof session>>;
  let newcomer: typeof revoked;
  beforeAll(async () => {
    revoked = await session('stranger');
    await server.current.call(revoked, signOut);
    newcomer = await session('newcomer');
    expect(newcomer.expired).toBe(true);
  });

  it.each(each(guarded))('401 without a token, with an unknown and with a revoked one: $name', async ({ call }) => {
    // The shape is wrong as well, and the record is not there: the token comes first.
    const sent = {
      params: paramsOf(call, NOTHING),
      query: { nonsense: 1 },
      ...(call.method === 'GET' ? {} : { body: { nonsense: 1 } }),
    };
    for (const who of [null, { token: 'nobody-knows-this' }, revoked]) {
      const answer = await server.current.call(who, call, sent as never);
      expect(answer.status).toBe(401);
      expect(answer.error.code).toBe('unauthorized');
    }
  });

  it.each(each(guarded))('403 password_expired, but where the password is changed: $name', async ({ call }) => {
    const answer = await server.current.call(newcomer, call, { params: paramsOf(call, NOTHING) } as never);
    if (call.whileExpired) {
      expect(answer.status).toBe(call.id === changePassword.id ? 422 : 200);
      // one of them ends the session
      newcomer = await session('newcomer');
    } else {
      expect([answer.status, answer.error.code]).toEqual([403, 'password_expired']);
    }
  });

  it('only the three session calls are open to an expired password', () => {
    expect(calls.filter((call) => call.whileExpired).map((call) => call.id)).toEqual([
      signOut.id,
      loadUser.id,
      changePassword.id,
    ]);
  });
});

describe('order of errors: token, general right, size, shape, record, finer right, state, values', () => {
  const ruled = calls.filter((call) => call.rule !== 'public' && call.rule !== 'signedIn');

  it.each(each(ruled))('general right before size, shape and record: $name', async ({ call }) => {
    const answer = await server.current.call('nobody', call, {
      params: paramsOf(call, NOTHING),
      query: { nonsense: 1 },
      ...(call.method === 'GET' ? {} : { body: ' '.repeat(call.multipart ? 100 : bytesOf(call) + 1) }),
    } as never);
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
  });

  it('size before shape', async () => {
    const answer = await server.current.call('keeper', actUpdate, {
      params: { id: NOTHING },
      body: { nonsense: 'x'.repeat(64_000) },
    });
    expect([answer.status, answer.error.code]).toEqual([413, 'too_large']);
  });

  it('shape before record', async () => {
    const answer = await server.current.call('keeper', actUpdate, { params: { id: NOTHING }, body: { comment: 'a' } });
    expect(answer.status).toBe(422);
  });

  it('record before finer right: who may not see an act learns nothing', async () => {
    const id = await openAct(server.current);
    for (const who of ['stranger', 'counter1'] as const) {
      expect((await server.current.call(who, actComplete, { params: { actId: id } })).status).toBe(404);
      expect((await server.current.call(who, actComplete, { params: { actId: NOTHING } })).status).toBe(404);
    }
  });

  it('finer right before state', async () => {
    const id = await openAct(server.current);
    // Completing is not allowed yet, but the viewer may not complete at all.
    expect((await server.current.call('viewer', actComplete, { params: { actId: id } })).status).toBe(403);
    expect((await server.current.call('keeper', actComplete, { params: { actId: id } })).status).toBe(409);
  });

  it('state before values', async () => {
    const id = await openAct(server.current);
    await server.current.do('keeper', actCancel, { params: { id }, body: { reason: 'Xato' } });
    const answer = await server.current.call('keeper', actUpdate, {
      params: { id },
      body: { organization_id: NOTHING, comment: 'Boshqa' },
    });
    expect(answer.status).toBe(409);
    const open = await openAct(server.current);
    const values = await server.current.call('deputy', actUpdate, {
      params: { id: open },
      body: { organization_id: NOTHING, comment: 'Boshqa' },
    });
    expect(values.status).toBe(422);
    expect(values.error.errors).toHaveProperty('organization_id');
  });

  it('a refused step is 409 with state and allowed, and changes nothing', async () => {
    const id = await openAct(server.current);
    const before = await fingerprintOf(server.current);
    const answer = await server.current.call('keeper', actComplete, { params: { actId: id } });
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({ code: 'not_allowed_now', state: 'created' });
    expect(answer.error.allowed).toEqual(expect.arrayContaining(['residues.load', 'counter.add', 'act.cancel']));
    expect(answer.error.allowed).not.toContain('act.complete');
    expect(answer.error.allowed).not.toContain('counters.allSubmitted');
    expect(await fingerprintOf(server.current)).toBe(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999999', '1e3', '%00'])('404 for the id "%s"', async (id) => {
    const answer = await fetch(`${server.current.url}/warehouse/api/act_of_count/show/${id}`, {
      headers: { authorization: `Bearer ${await server.current.tokenOf('keeper')}` },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('404 in the shape of errors for a path that no call has', async () => {
    const answer = await fetch(`${server.current.url}/warehouse/api/no/such/call`, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found', message: expect.any(String) });
  });
});

describe('answers', () => {
  it('one thing, a list, a command, a sign-in', async () => {
    const { id } = await countingAct(server.current);
    const one = await server.current.do('keeper', actShow, { params: { id } });
    expect(Object.keys(one)).toEqual(['data']);
    const list = await server.current.do('keeper', actIndex, { query: { page: 2 } });
    expect(Object.keys(list)).toEqual(['data', 'meta']);
    expect(list.meta).toMatchObject({ current_page: 2, total: expect.any(Number), per_page: 15 });
    const opened = await server.current.call(null, signIn, { body: { username: 'keeper', password: PASSWORD } });
    expect(Object.keys(opened.body).sort()).toEqual(['expired', 'token']);
    const out = await server.current.call(opened.body, signOut);
    expect(Object.keys(out.body)).toEqual(['message']);
  });

  it('pages: 15 a page, every act once, the newest first', async () => {
    for (let n = 0; n < 17; n += 1) await openAct(server.current, 'stranger');
    const pages = await Promise.all(
      [1, 2, 3].map((page) => server.current.do('stranger', actIndex, { query: { page } })),
    );
    expect(pages.map((page) => page.data.length)).toEqual([15, 2, 0]);
    const ids = pages.flatMap((page) => page.data.map((act) => act.id));
    expect(new Set(ids).size).toBe(17);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(pages[0]?.meta).toMatchObject({ current_page: 1, total: 17, per_page: 15 });
    for (const per_page of PAGE_SIZES) {
      const wide = await server.current.do('stranger', actIndex, { query: { per_page } });
      expect(wide.data).toHaveLength(Math.min(17, per_page));
      expect(wide.meta.per_page).toBe(per_page);
    }
  });

  it('speaks the language of Accept-Language', async () => {
    const said = async (language?: string) =>
      (
        await server.current.call('keeper', actCreate, {
          body: {},
          ...(language ? { headers: { 'accept-language': language } } : {}),
        })
      ).error;
    const [uz, ru, wide, other] = [await said(), await said('ru'), await said('ru-RU,ru;q=0.9'), await said('fr')];
    expect(uz.message).toBe('Maʼlumotlarda xato bor.');
    expect(ru.message).toMatch(/[а-я]/i);
    expect(ru.errors?.comment?.[0]).toMatch(/[а-я]/i);
    expect(wide.message).toBe(ru.message);
    expect(other.message).toBe(uz.message);
    const nowhere = await server.current.call(null, actIndex, { language: 'ru' });
    expect(nowhere.error.message).toMatch(/[а-я]/i);
  });

  it('gives each request a name that the header repeats', async () => {
    const answer = await server.current.call('keeper', actShow, { params: { id: NOTHING } });
    expect(answer.error.request_id).toBe(answer.headers.get('x-request-id'));
  });
});
