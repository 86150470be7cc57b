/** Sessions and passwords (decisions 2, 5, 45): what opens them, what ends them, what is kept of them. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { changePassword, loadUser, signIn, signOut, updateUserPassword } from '../../contract/cash.ts';
import { actIndex } from '../../contract/counting/acts.ts';
import { PASSWORD, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const FRESH = 'Yangi-2026!';

const enter = (username: string, password = PASSWORD) =>
  server.current.call(null, signIn, { body: { username, password } });

/** A token of one's own, so that ending it disturbs no other test. */
async function tokenOf(who: PersonName, password = PASSWORD): Promise<{ token: string }> {
  const answer = await enter(who, password);
  expect(answer.status).toBe(200);
  return answer.body;
}

const works = async (token: { token: string }) => (await server.current.call(token, loadUser)).status;

beforeEach(async () => {
  await server.current.db.kysely.deleteFrom('rate_limit').execute();
});

describe('sign-in', () => {
  it('answers a token and whether the password is expired', async () => {
    const answer = await enter('keeper');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expired: false });
    expect((await enter('newcomer')).body.expired).toBe(true);
  });

  it('takes the name in any case, with spaces around it', async () => {
    expect((await enter('  KEEPER ')).status).toBe(200);
  });

  it('answers a wrong name like a wrong password', async () => {
    const name = await enter('nobody-of-that-name');
    const password = await enter('keeper', 'Boshqa-2026!');
    for (const answer of [name, password]) {
      expect(answer.status).toBe(422);
      expect(answer.error.errors).toEqual({ password: ['Login yoki parol notoʻgʻri.'] });
    }
    const { request_id: _, ...first } = name.error;
    const { request_id: __, ...second } = password.error;
    expect(first).toEqual(second);
  });

  it('does not let in one who no longer works here, and ends what was open', async () => {
    const token = await tokenOf('viewer');
    const { db } = server.current;
    await db.kysely.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', PEOPLE.viewer.id).execute();
    expect((await enter('viewer')).status).toBe(422);
    expect(await works(token)).toBe(401);
    await db.kysely.updateTable('app_user').set({ status: 'active' }).where('id', '=', PEOPLE.viewer.id).execute();
  });

  it('answers 429 after three failures, to the right password too, with the time to wait', async () => {
    for (let n = 0; n < 3; n += 1) expect((await enter('counter1', 'x')).status).toBe(422);
    const wrong = await enter('counter1', 'x');
    const right = await enter('counter1');
    for (const answer of [wrong, right]) {
      expect(answer.status).toBe(429);
      expect(answer.error.code).toBe('rate_limited');
      expect(answer.error.message).toContain('15 daqiqa');
    }
    // Another name from the same address goes on; a name that nobody has is limited alike.
    expect((await enter('counter2')).status).toBe(200);
    for (let n = 0; n < 3; n += 1) await enter('no-one', 'x');
    expect((await enter('no-one', 'x')).status).toBe(429);
  });

  it('counts tries that are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => enter('counter3', `x${n}`)));
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5);
  });

  it('forgets the failures of a name that then signs in', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 2; n += 1) expect((await enter('counter2', 'x')).status).toBe(422);
      expect((await enter('counter2')).status).toBe(200);
    }
  });

  it('limits one name in the other call that takes a password, too', async () => {
    const change = { username: 'counter1', password: 'x', new_password: FRESH, new_password_confirmation: FRESH };
    for (let n = 0; n < 3; n += 1) {
      const answer = await server.current.call(null, updateUserPassword, { body: change });
      expect(answer.status).toBe(422);
      expect(answer.error.errors).toHaveProperty('password');
    }
    expect((await server.current.call(null, updateUserPassword, { body: change })).status).toBe(429);
  });
});

describe('the token', () => {
  it('is kept as a hash alone', async () => {
    const { token } = await tokenOf('keeper');
    const { db } = server.current;
    const row = await db.kysely
      .selectFrom('session_token')
      .selectAll()
      .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
      .executeTakeFirstOrThrow();
    expect(row.user_id).toBe(PEOPLE.keeper.id);
    const everything = JSON.stringify([
      await db.kysely.selectFrom('session_token').selectAll().execute(),
      await db.kysely.selectFrom('app_user').selectAll().execute(),
      await db.kysely.selectFrom('event_log').selectAll().execute(),
    ]);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(PASSWORD);
  });

  it('is another one each time', async () => {
    expect((await tokenOf('keeper')).token).not.toBe((await tokenOf('keeper')).token);
  });

  it('ends by itself after twelve hours', async () => {
    const token = await tokenOf('keeper');
    const { db } = server.current;
    const hash = createHash('sha256').update(token.token).digest('hex');
    const of = () => db.kysely.selectFrom('session_token').selectAll().where('token_hash', '=', hash);
    const { created_at, expires_at } = await of().executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(12 * 3_600_000);
    expect(await works(token)).toBe(200);
    await db.kysely
      .updateTable('session_token')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('token_hash', '=', hash)
      .execute();
    expect(await works(token)).toBe(401);
  });

  it('ends by sign-out, alone', async () => {
    const [one, two] = [await tokenOf('keeper'), await tokenOf('keeper')];
    expect(await server.current.call(one, signOut)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect(await works(one)).toBe(401);
    expect((await server.current.call(one, signOut)).status).toBe(401);
    expect(await works(two)).toBe(200);
  });

  it('is taken only as a Bearer', async () => {
    const { token } = await tokenOf('keeper');
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token} more`, 'Bearer ', `Bearer ${token}x`]) {
      const answer = await fetch(`${server.current.url}/cash/api/v1_0/user`, {
        method: 'POST',
        headers: { authorization },
      });
      expect(answer.status, authorization.slice(0, 7)).toBe(401);
    }
  });
});

describe('user info', () => {
  it('answers who is signed in, in their language', async () => {
    const { data } = await server.current.do('keeper', loadUser);
    expect(data).toMatchObject({
      id: 1,
      username: 'keeper',
      fullname: 'Dilnoza Karimova',
      organization_id: 1,
      organization: 'Chilonzor filiali',
      expired: false,
      practice_day: { date: '2026-11-21' },
      practice_month: { year: 2026, month_humanize: 'noyabr' },
      rules: { act_of_count: { show: true, add: true, edit: true } },
      favorite_pages: [],
    });
    const ru = await server.current.do('keeper', loadUser, { language: 'ru' });
    expect(ru.data.practice_month?.month_humanize).toBe('ноябрь');
    expect((await server.current.do('nobody', loadUser)).data.rules).toEqual({});
  });

  it('follows rules given to and taken from a person, from the next call on', async () => {
    const { db } = server.current;
    await db.kysely
      .insertInto('user_rule')
      .values([
        { user_id: PEOPLE.stranger.id, resource: 'act_of_count', action: 'show', granted: false, until: null },
        { user_id: PEOPLE.stranger.id, resource: 'act_of_count', action: 'edit', granted: true, until: '2001-01-01' },
        { user_id: PEOPLE.nobody.id, resource: 'act_of_count', action: 'show', granted: true, until: null },
      ])
      .execute();
    expect((await server.current.do('stranger', loadUser)).data.rules).toEqual({
      act_of_count: { add: true },
      practice_day: { show: true, add: true },
    });
    expect((await server.current.call('stranger', actIndex)).status).toBe(403);
    expect((await server.current.call('nobody', actIndex)).status).toBe(200);
    await db.kysely.deleteFrom('user_rule').execute();
    expect((await server.current.call('stranger', actIndex)).status).toBe(200);
    expect((await server.current.call('nobody', actIndex)).status).toBe(403);
  });
});

describe('a new password', () => {
  const change = (who: { token: string }, body: Record<string, unknown>) =>
    server.current.call(who, changePassword, {
      body: { password: PASSWORD, new_password: FRESH, new_password_confirmation: FRESH, ...body },
    });
  const both = (new_password: string) => ({ new_password, new_password_confirmation: new_password });

  it.each([
    ['Aa1!aaa', 'Kamida 8 ta belgi kerak.'],
    ['PAROL-2026!', 'Kamida bitta kichik harf kerak.'],
    ['parol-2026!', 'Kamida bitta katta harf kerak.'],
    ['Parol-parol!', 'Kamida bitta raqam kerak.'],
    ['Parol12026', 'Kamida bitta maxsus belgi kerak.'],
    ['Parol 12026', 'Kamida bitta maxsus belgi kerak.'],
    [PASSWORD, 'Yangi parol eskisidan farq qilsin.'],
  ])('%s: %s', async (password, message) => {
    const token = await tokenOf('counter2');
    for (const answer of [
      await change(token, both(password)),
      await server.current.call(null, updateUserPassword, {
        body: { username: 'counter2', password: PASSWORD, ...both(password) },
      }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.error.errors).toEqual({ new_password: [message] });
    }
    expect(await works(token)).toBe(200);
    expect((await enter('counter2')).status).toBe(200);
  });

  it('limits guesses of the old one by whoever holds the token', async () => {
    const token = await tokenOf('counter2');
    for (let n = 0; n < 3; n += 1) expect((await change(token, { password: 'x' })).status).toBe(422);
    expect((await change(token, {})).status).toBe(429);
    expect((await enter('counter2')).status).toBe(200);
  });

  it('sent again after a lost answer is answered as the first time', async () => {
    const token = await tokenOf('counter3');
    const body = { password: PASSWORD, ...both(FRESH) };
    const once = () => server.current.call(token, changePassword, { body, key: 'change-1' });
    const first = await once();
    expect(first.status).toBe(200);
    expect((await once()).status).toBe(200);
    const back = { password: FRESH, ...both(PASSWORD) };
    expect((await server.current.call(token, changePassword, { body: back })).status).toBe(200);
  });

  it('names every rule that is not met, and a confirmation that differs, at once', async () => {
    const token = await tokenOf('counter2');
    const answer = await change(token, { new_password: 'aaa', new_password_confirmation: 'bbb' });
    expect(answer.status).toBe(422);
    expect(answer.error.errors?.new_password).toHaveLength(4);
    expect(answer.error.errors?.new_password_confirmation).toEqual(['Parollar bir xil emas.']);
  });

  it('asks for the old one', async () => {
    const token = await tokenOf('counter2');
    const answer = await change(token, { password: 'Notogri-2026!' });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toEqual({ password: ['Hozirgi parol notoʻgʻri.'] });
    expect((await enter('counter2')).status).toBe(200);
  });

  it('ends every other session of that person and no one else’s', async () => {
    const [here, there, other] = [await tokenOf('counter3'), await tokenOf('counter3'), await tokenOf('counter2')];
    const answer = await change(here, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ data: { id: PEOPLE.counter3.id }, message: 'Parol oʻzgartirildi.' });
    expect(await works(here)).toBe(200);
    expect(await works(there)).toBe(401);
    expect(await works(other)).toBe(200);
    expect((await enter('counter3')).status).toBe(422);
    expect((await enter('counter3', FRESH)).status).toBe(200);
  });

  it('a newcomer’s expired one is changed on the sign-in page, without a token', async () => {
    const held = await tokenOf('newcomer');
    expect((await server.current.call(held, actIndex)).error.code).toBe('password_expired');
    const answer = await server.current.call(null, updateUserPassword, {
      body: { username: 'newcomer', password: PASSWORD, ...both(FRESH) },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Parol oʻzgartirildi.' });
    expect(await works(held)).toBe(401);
    const again = await enter('newcomer', FRESH);
    expect(again.body.expired).toBe(false);
    expect((await server.current.call(again.body, actIndex)).status).toBe(200);
  });

  it('a newcomer’s expired one is changed with a stored token, too', async () => {
    const { db } = server.current;
    await db.kysely
      .updateTable('app_user')
      .set({ password_expired: true })
      .where('id', '=', PEOPLE.newcomer.id)
      .execute();
    const held = await tokenOf('newcomer', FRESH);
    expect((await server.current.call(held, loadUser)).body.data.expired).toBe(true);
    expect((await server.current.call(held, actIndex)).status).toBe(403);
    const answer = await change(held, { password: FRESH, ...both('Uchinchi-2026!') });
    expect(answer.status).toBe(200);
    expect(answer.body.data.expired).toBe(false);
    expect((await server.current.call(held, actIndex)).status).toBe(200);
  });

  it('is kept as a salted scrypt hash', async () => {
    const rows = await server.current.db.kysely.selectFrom('app_user').select('password_hash').execute();
    for (const row of rows) expect(row.password_hash).toMatch(/^scrypt\$ln=\d+,r=8,p=3\$[\w+/=]+\$[\w+/=]+$/);
    const changed = rows.map((row) => row.password_hash);
    // The world gives everyone one hash; whoever changed has a salt of their own.
    expect(new Set(changed).size).toBe(3);
  });
});
