/** Employees beyond their lifecycle: one-time passwords, sessions, who may give what, and how somebody leaves. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { announcementCreate, announcementUpdate } from '../../contract/announcements.ts';
import { blackListWithdraw } from '../../contract/blackList.ts';
import { loadUser, signIn } from '../../contract/cash.ts';
import { actCreate, actShow } from '../../contract/counting/acts.ts';
import { counterCreate } from '../../contract/counting/counters.ts';
import { branchUser } from '../../contract/directories/branchUser.ts';
import { branchUserLeaving, branchUserSessions } from '../../contract/people.ts';
import { keysOf } from './listedRefusals.ts';
import {
  ORGANIZATION,
  OTHER_ORGANIZATION,
  PASSWORD,
  PEOPLE,
  type PersonName,
  type Server,
  withServer,
} from './world.ts';

const server = withServer();
const { calls, steps } = branchUser;
let on: Server;
let made = 0;

type Position = keyof typeof PEOPLE;
const bodyOf = (position: Position = 'counter1', more: object = {}) => {
  made += 1;
  return {
    fullname: `Ishchi ${made}`,
    username: `ishchi${made}`,
    position_id: PEOPLE[position].id as number,
    organization_id: ORGANIZATION,
    office: false,
    ...more,
  };
};

/** A new employee with the first password. */
async function hire(position?: Position, more?: object) {
  const body = bodyOf(position, more);
  const answer = await on.do('director', calls.create, { body });
  const { data, once } = answer as typeof answer & { once: { password: string } };
  return { id: data.id, body, password: once.password };
}

const enter = (username: string, password: string) => on.call('director', signIn, { body: { username, password } });
const step = (who: PersonName, event: string, id: number, body: object = {}) =>
  on.call(who, steps[event] as never, { params: { id }, body } as never);
const hold = (who: PersonName, action: string, resource = 'branch_setting_users') =>
  on.db.kysely
    .insertInto('user_rule')
    .values({ user_id: PEOPLE[who].id, resource, action, granted: true, until: null })
    .execute();

afterAll(() => vi.unstubAllEnvs());
beforeAll(async () => {
  vi.stubEnv('PASSWORD_LOG_N', '4');
  on = server.current;
  // looks after people of the own branch, and holds what a counter holds
  for (const action of ['show', 'add', 'edit']) await hold('keeper', action);
});

describe('a one-time password', () => {
  it('lets in once, and must be changed then', async () => {
    const { body, password } = await hire();
    const entered = await enter(body.username, password);
    expect([entered.status, entered.body.expired]).toEqual([200, true]);
    const early = await on.call({ token: entered.body.token }, branchUserSessions, { params: { id: 1 } });
    expect([early.status, early.error.code]).toEqual([403, 'password_expired']);
  });

  it('of a reset ends the sessions and the old password, and is in no log, no record and no kept answer', async () => {
    const { id, body, password } = await hire();
    const { body: first } = await enter(body.username, password);
    const key = crypto.randomUUID();
    const reset = () => on.call('director', steps['user.resetPassword'] as never, { params: { id }, key } as never);
    const told = (await reset()) as unknown as { status: number; body: { once?: { password: string } } };
    const next = told.body.once?.password as string;
    expect(next).toMatch(/^([A-Z2-9]{3}-){3}[A-Z2-9]{3}$/);
    expect((await on.call({ token: first.token }, loadUser)).status).toBe(401);
    expect((await enter(body.username, password)).status).toBe(422);
    expect((await enter(body.username, next)).body.expired).toBe(true);
    // the same key again: the same answer without what is told once
    const again = (await reset()) as unknown as { status: number; body: { data: { id: number }; once?: unknown } };
    expect([again.status, again.body.data.id, again.body.once]).toEqual([200, id, undefined]);
    for (const table of ['idempotency', 'record_log', 'app_user'] as const) {
      const rows = await on.db.kysely.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(next);
    }
  });
});

describe('an employee', () => {
  it('is offered to choose from while the person has access', async () => {
    const { id, body } = await hire();
    const offered = async () =>
      (await on.do('director', calls.choices, { query: { search: body.fullname } as never })).data.map((one) => one.id);
    expect(await offered()).toContain(id);
    expect((await step('director', 'user.suspend', id)).status).toBe(200);
    expect(await offered()).not.toContain(id);
  });
});

describe('the session of somebody whose access is closed', () => {
  it('ends at the next request, and again after the access is back only the password lets in', async () => {
    const { body } = await hire();
    const id = made;
    await on.db.kysely
      .updateTable('app_user')
      .set({ password_expired: false, password_hash: (await hashOf('keeper')) as string })
      .where('username', '=', body.username)
      .execute();
    const { body: open } = await enter(body.username, PASSWORD);
    const person = await idOf(body.username);
    expect(id).toBeGreaterThan(0);
    expect((await on.do('director', branchUserSessions, { params: { id: person } })).data).toHaveLength(1);
    expect((await step('director', 'user.suspend', person)).status).toBe(200);
    expect((await on.call({ token: open.token }, loadUser)).status).toBe(401);
    expect((await enter(body.username, PASSWORD)).status).toBe(422);
    expect((await on.do('director', branchUserSessions, { params: { id: person } })).data).toEqual([]);
    await step('director', 'user.restore', person);
    expect((await enter(body.username, PASSWORD)).status).toBe(200);
  });

  it('can be ended alone: the access stays', async () => {
    const { id, body, password } = await hire();
    const { body: open } = await enter(body.username, password);
    await step('director', 'user.endSessions', id);
    expect((await on.call({ token: open.token }, loadUser)).status).toBe(401);
    expect((await enter(body.username, password)).status).toBe(200);
    const { data } = await on.do('director', calls.history, { params: { id } });
    expect(data[0]).toMatchObject({ event: 'user.endSessions', after: { sessions: 1 } });
  });
});

const idOf = async (username: string): Promise<number> =>
  (await on.db.kysely.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id;
const hashOf = async (username: string) =>
  (
    await on.db.kysely
      .selectFrom('app_user')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).password_hash;

describe('who gives what', () => {
  it('nobody looks after the own access, and the pane says so', async () => {
    const { id } = PEOPLE.director;
    for (const event of ['user.suspend', 'user.dismiss', 'user.resetPassword', 'user.endSessions']) {
      const { status, error } = await step('director', event, id);
      expect([event, status]).toEqual([event, 403]);
      expect(error.message).toContain('Oʻz kirishingizni');
    }
    const { data } = await on.do('director', calls.show, { params: { id } });
    expect(data.allowed_events).toEqual([]);
    expect(Object.keys(data.refused ?? {})).toContain('user.dismiss');
  });

  it('a position with rules that the giver lacks is refused, and so are all branches', async () => {
    const create = (position: Position, more: object = {}) =>
      on.call('keeper', calls.create, { body: bodyOf(position, more) });
    expect((await create('counter1')).status).toBe(200);
    const above = await create('purchaser');
    expect([above.status, above.error.message]).toEqual([
      403,
      'Bu lavozimda sizda yoʻq ruxsatlar bor, shuning uchun uni tayinlay olmaysiz.',
    ]);
    expect((await create('counter1', { office: true })).status).toBe(403);
    expect((await create('counter1', { organization_id: OTHER_ORGANIZATION })).status).toBe(403);
  });

  it('the access of somebody who holds more is not touched: nobody comes to it by a new password', async () => {
    const { id, body } = await hire('purchaser');
    const reset = await step('keeper', 'user.resetPassword', id);
    expect([reset.status, reset.error.message]).toEqual([
      409,
      'Bu xodimda sizda yoʻq ruxsatlar bor. Uning kirishini faqat shunday ruxsati bor xodim oʻzgartiradi.',
    ]);
    expect(
      (await on.call('keeper', calls.update, { params: { id }, body: { ...body, fullname: 'Boshqa' } })).status,
    ).toBe(409);
    const { data } = await on.do('keeper', calls.show, { params: { id } });
    expect(data.allowed_events).toEqual([]);
    expect(data.refused?.['user.resetPassword']).toContain('sizda yoʻq ruxsatlar');
  });

  it('people of another branch are not seen', async () => {
    const { id } = await hire('counter1', { organization_id: OTHER_ORGANIZATION });
    expect((await on.call('keeper', calls.show, { params: { id } })).status).toBe(404);
    expect((await on.call('keeper', branchUserSessions, { params: { id } })).status).toBe(404);
    expect(
      (await on.call('keeper', branchUserLeaving, { params: { id }, body: { event: 'user.dismiss' } })).status,
    ).toBe(404);
    const { data } = await on.do('keeper', calls.index, { query: { per_page: 100 } as never });
    expect(data.map((one) => one.id)).not.toContain(id);
  });

  it('a name is small letters and digits, is once whatever becomes of its person, and stays', async () => {
    for (const username of ['Ishchi', '1shchi', 'is', 'ish/chi']) {
      const { status, error } = await on.call('director', calls.create, { body: { ...bodyOf(), username } });
      expect([username, status, Object.keys(error.errors ?? {})]).toEqual([username, 422, ['username']]);
    }
    const { id, body } = await hire();
    await step('director', 'user.dismiss', id);
    const taken = await on.call('director', calls.create, { body: { ...bodyOf(), username: body.username } });
    expect([taken.status, taken.error.errors?.username?.[0]]).toEqual([422, expect.stringContaining(body.fullname)]);
    const other = await hire();
    const renamed = await on.call('director', calls.update, {
      params: { id: other.id },
      body: { ...other.body, username: 'boshqa.nom' },
    });
    expect([renamed.status, Object.keys(renamed.error.errors ?? {})]).toEqual([422, ['username']]);
  });
});

describe('somebody who leaves', () => {
  /** Two acts of a leaver, one with a list of a counter who has not begun. */
  async function withWork() {
    const { id, body } = await hire('stranger');
    await on.db.kysely
      .updateTable('app_user')
      .set({ password_expired: false, password_hash: await hashOf('keeper') })
      .where('id', '=', id)
      .execute();
    const { token } = (await enter(body.username, PASSWORD)).body;
    const act = async () =>
      (await on.call({ token }, actCreate, { body: { organization_id: ORGANIZATION, comment: 'Sanoq' } })).body.data;
    const [first, second] = [await act(), await act()];
    const others = (await on.do('keeper', actCreate, { body: { organization_id: ORGANIZATION, comment: 'Sanoq' } }))
      .data;
    await on.do('keeper', counterCreate, { params: { actId: others.id }, body: { title: 'Zal', user_id: id } });
    return { id, body, first, second, others };
  }
  const leaving = async (id: number, heir_id?: number) =>
    (
      await on.do('director', branchUserLeaving, {
        params: { id },
        body: { event: 'user.dismiss', ...(heir_id !== undefined && { heir_id }) },
      })
    ).data;

  it('is shown with the own open work, which goes to a named person; the name stays where it was', async () => {
    const { id, body, first, second, others } = await withWork();
    const { work, stuck } = await leaving(id);
    expect(work.map(({ chart, state, count }) => [chart, state, count])).toEqual([
      ['countingAct', 'created', 2],
      ['counter', 'assigned', 1],
    ]);
    // who sees all acts and changes them can go on
    expect(stuck.lines).toEqual([]);

    const alone = await step('director', 'user.dismiss', id);
    expect([alone.status, Object.keys(alone.error.errors ?? {})]).toEqual([422, ['heir_id']]);
    for (const heir_id of [id, 99_999]) {
      const wrong = await step('director', 'user.dismiss', id, { heir_id });
      expect([wrong.status, Object.keys(wrong.error.errors ?? {})]).toEqual([422, ['heir_id']]);
    }
    expect((await step('director', 'user.dismiss', id, { heir_id: PEOPLE.stranger.id })).status).toBe(200);

    for (const { id: actId } of [first, second]) {
      const { data } = await on.do('stranger', actShow, { params: { id: actId } });
      expect(data.created_by.fullname).toBe(body.fullname);
      expect(data.allowed_events).toContain('act.cancel');
    }
    const lists = await on.db.kysely
      .selectFrom('computing_act_user')
      .select(['user_id', 'status'])
      .where('act_of_count_id', '=', others.id)
      .execute();
    expect(lists).toEqual([{ user_id: PEOPLE.stranger.id, status: 'assigned' }]);
    const { data: lines } = await on.do('director', calls.history, { params: { id } });
    expect(lines[0]).toMatchObject({
      event: 'user.dismiss',
      user: { id: PEOPLE.director.id },
      after: { heir: expect.stringMatching(/^Otabek Sodiqov: .*, .*, .* · Zal$/) },
    });
    const { data } = await on.do('director', calls.show, { params: { id } });
    expect([data.status, data.active, data.allowed_events]).toEqual(['dismissed', false, []]);
  });

  it('has drafts of announcements, which the heir goes on with', async () => {
    const { id } = await hire('stranger');
    const now = Date.now();
    const draft = {
      ...{ title_uz: 'Kassa tartibi', title_ru: '', body_uz: '', body_ru: '', everyone: true, must_confirm: false },
      ...{ position_ids: [], organization_ids: [], from: new Date(now).toISOString() },
      to: new Date(now + 86_400_000).toISOString(),
    };
    const made = await on.do('director', announcementCreate, { body: draft });
    await on.db.kysely
      .updateTable('announcement')
      .set({ created_by: id, owner_id: id })
      .where('id', '=', made.data.id)
      .execute();
    expect((await leaving(id)).work.map(({ chart, state, count }) => [chart, state, count])).toEqual([
      ['announcement', 'draft', 1],
    ]);
    await hold('keeper', 'add', 'announcement');
    const change = () =>
      on.call('keeper', announcementUpdate, { params: { id: made.data.id }, body: { ...draft, title_ru: 'Касса' } });
    expect((await change()).status).toBe(403);
    expect((await step('director', 'user.dismiss', id, { heir_id: PEOPLE.keeper.id })).status).toBe(200);
    expect((await change()).status).toBe(200);
    const { data: lines } = await on.do('director', calls.history, { params: { id } });
    expect(lines[0]?.after.heir).toBe(`${PEOPLE.keeper.fullname}: Kassa tartibi`);
  });

  it('has requests in draft, which only their owner sends: an heir who may not is named before saving', async () => {
    const { id } = await hire('stranger');
    await on.db.kysely
      .insertInto('black_list_entry')
      .values({
        ...{ fullname: 'Aliyev Vali', status: 'draft' as const },
        ...{ listed_from: '2026-01-01', created_by: id, owner_id: id },
      })
      .execute();
    for (const action of ['show', 'add']) await hold('keeper', action, 'black_list');
    const ofRequests = async (heir: number) =>
      (await leaving(id, heir)).stuck.lines.filter(({ chart }) => chart === 'approval').map(({ count }) => count);
    // who decides calls it off
    expect(await ofRequests(PEOPLE.nobody.id)).toEqual([]);
    await on.db.kysely
      .deleteFrom('position_rule')
      .where('resource', '=', 'black_list')
      .where('action', '=', 'confirm')
      .execute();
    expect(await ofRequests(PEOPLE.keeper.id)).toEqual([]);
    expect(await ofRequests(PEOPLE.nobody.id)).toEqual([1]);
  });

  it('has requests that were sent, too: whose they are takes them back', async () => {
    const { id } = await hire('stranger');
    const { rows } = await sql<{ id: number }>`
      INSERT INTO black_list_entry (fullname, status, listed_from, created_by, owner_id)
      VALUES ('Aliyev Gʻani', 'sent', '2026-01-01', ${id}, ${id}) RETURNING id`.execute(on.db.kysely);
    expect((await leaving(id)).work.map(({ chart, state, count }) => [chart, state, count])).toEqual([
      ['approval', 'sent', 1],
    ]);
    expect((await step('director', 'user.dismiss', id, { heir_id: PEOPLE.keeper.id })).status).toBe(200);
    const params = { id: rows[0]?.id ?? 0 };
    expect((await on.do('keeper', blackListWithdraw, { params })).data.status).toBe('draft');
  });

  it('has no work to hand over, and needs nobody', async () => {
    const { id } = await hire();
    expect((await leaving(id)).work).toEqual([]);
    expect((await step('director', 'user.dismiss', id)).status).toBe(200);
  });

  it('a list that is being counted is handed in as it is; who counts in the act already gets no second one', async () => {
    const { id, others } = await withWork();
    const started = await hire('counter1');
    await on.do('keeper', counterCreate, {
      params: { actId: others.id },
      body: { title: 'Ombor', user_id: started.id },
    });
    await on.db.kysely.updateTable('document').set({ status: 'counting' }).where('id', '=', others.id).execute();
    await on.db.kysely
      .updateTable('computing_act_user')
      .set({ status: 'counting', started_at: new Date() })
      .where('user_id', '=', started.id)
      .execute();
    expect((await step('director', 'user.dismiss', started.id, { heir_id: id })).status).toBe(200);
    const lists = async () =>
      on.db.kysely
        .selectFrom('computing_act_user')
        .select(['user_id', 'status', 'released'])
        .where('act_of_count_id', '=', others.id)
        .orderBy('id')
        .execute();
    expect(await lists()).toEqual([
      { user_id: id, status: 'assigned', released: false },
      { user_id: started.id, status: 'submitted', released: true },
    ]);
  });

  it('who gets another position leaves nobody without a way out unnoticed either', async () => {
    const { id, body } = await withWork();
    const readers = [PEOPLE.deputy.id, PEOPLE.viewer.id];
    const setReaders = (status: 'active' | 'suspended') =>
      on.db.kysely.updateTable('app_user').set({ status }).where('id', 'in', readers).execute();
    await setReaders('suspended');
    const position_id = PEOPLE.nobody.id as number;
    const preview = async (more: object) =>
      (await on.do('director', branchUserLeaving, { params: { id }, body: { event: 'user.update', ...more } })).data;
    expect((await preview({ position_id: body.position_id })).stuck.lines).toEqual([]);
    const { stuck } = await preview({ position_id });
    expect(stuck.lines.filter(({ chart }) => chart === 'countingAct')).toMatchObject([
      { organization: { id: ORGANIZATION }, state: 'created', count: 2 },
    ]);
    const { data: before } = await on.do('director', calls.show, { params: { id } });
    expect(before.position.id).toBe(body.position_id);
    const move = (more: object) =>
      on.call('director', calls.update, { params: { id }, body: { ...body, position_id, ...more } as never });
    const unseen = await move({});
    expect([unseen.status, keysOf(unseen.error.message)]).toEqual([409, ['errors.stuck_unseen']]);
    const changed = await move({ seen: 'another', reason: 'Boshqa lavozimga oʻtkazildi' });
    expect([changed.status, keysOf(changed.error.message)]).toEqual([409, ['errors.stuck_changed']]);
    const short = await move({ seen: stuck.seen, reason: 'koʻchdi' });
    expect([short.status, Object.keys(short.error.errors ?? {})]).toEqual([422, ['reason']]);
    const reason = 'Boshqa lavozimga oʻtkazildi';
    const moved = await move({ seen: stuck.seen, reason });
    expect([moved.status, moved.body.data.position.id]).toEqual([200, position_id]);
    const { data: lines } = await on.do('director', calls.history, { params: { id } });
    expect(lines[0]).toMatchObject({ event: 'user.update', after: { reason } });
    expect(lines[0]?.after).not.toHaveProperty('seen');
    await setReaders('active');
  });

  it('leaves nobody without a way out unnoticed: a reason is asked for, by who saw what stays', async () => {
    const { id, first } = await withWork();
    const readers = await on.db.kysely
      .updateTable('app_user')
      .set({ status: 'suspended' })
      .where('id', 'in', [PEOPLE.deputy.id, PEOPLE.viewer.id])
      .returning('id')
      .execute();
    expect(readers).toHaveLength(2);
    // a heir who may not count moves nothing on
    const { stuck } = await leaving(id, PEOPLE.nobody.id);
    const acts = stuck.lines.filter(({ chart }) => chart === 'countingAct');
    expect(acts).toMatchObject([{ organization: { id: ORGANIZATION }, state: 'created', count: 2 }]);
    const dismiss = (more: object) => step('director', 'user.dismiss', id, { heir_id: PEOPLE.nobody.id, ...more });
    const unseen = await dismiss({ reason: 'Ishdan oʻz xohishi bilan ketdi' });
    expect([unseen.status, keysOf(unseen.error.message)]).toEqual([409, ['errors.stuck_unseen']]);
    const short = await dismiss({ seen: stuck.seen, reason: 'ketdi' });
    expect([short.status, Object.keys(short.error.errors ?? {})]).toEqual([422, ['reason']]);
    const { rows } = await ownerOf(first.id);
    expect(rows).toEqual([{ owner_id: id }]);
    expect((await dismiss({ seen: stuck.seen, reason: 'Ishdan oʻz xohishi bilan ketdi' })).status).toBe(200);
    const { data: lines } = await on.do('director', calls.history, { params: { id } });
    expect(lines[0]?.after.reason).toBe('Ishdan oʻz xohishi bilan ketdi');
    await on.db.kysely
      .updateTable('app_user')
      .set({ status: 'active' })
      .where('id', 'in', [PEOPLE.deputy.id, PEOPLE.viewer.id])
      .execute();
  });

  const ownerOf = async (id: number) => ({
    rows: await on.db.kysely.selectFrom('document').select('owner_id').where('id', '=', id).execute(),
  });
});
