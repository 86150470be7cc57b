/** The sessions of a person: listed and ended by that person alone (decision 50). */
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionEnd, sessionEndOthers, sessionIndex } from '../../contract/account.ts';
import { loadUser, signIn } from '../../contract/cash.ts';
import { hashToken } from '../../server/http/auth.ts';
import { PASSWORD, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NOBODYS = 2_000_000_000;

type Token = { token: string };

async function enter(who: PersonName, userAgent = CHROME): Promise<Token> {
  const answer = await server.current.call(null, signIn, {
    body: { username: who, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

const works = async (who: Token) => (await server.current.call(who, loadUser)).status;
const list = async (who: Token) => (await server.current.call(who, sessionIndex)).body.data;
const own = async (who: Token) => (await list(who)).find((one) => one.current)?.id ?? NOBODYS;
const end = (who: Token, id: number) => server.current.call(who, sessionEnd, { params: { id } });

beforeEach(async () => {
  await server.current.db.kysely
    .updateTable('session_token')
    .set({ revoked_at: new Date() })
    .where('revoked_at', 'is', null)
    .execute();
});

describe('the list', () => {
  it("holds the person's own open sessions, this one first, then the newest", async () => {
    const [first, second, third] = [await enter('counter1', FIREFOX), await enter('counter1'), await enter('counter1')];
    await enter('counter2');
    const seen = await list(first);
    expect(seen.map((one) => [one.current, one.user_agent])).toEqual([
      [true, FIREFOX],
      [false, CHROME],
      [false, CHROME],
    ]);
    expect(seen[1]?.id).toBe(await own(third));
    expect(seen[2]?.id).toBe(await own(second));
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['created_at', 'current', 'expires_at', 'id', 'user_agent']);
  });

  it('leaves out what has ended', async () => {
    const [here, revoked, expired] = [await enter('counter1'), await enter('counter1'), await enter('counter1')];
    const { kysely } = server.current.db;
    const of = ({ token }: Token) => kysely.updateTable('session_token').where('token_hash', '=', hashToken(token));
    await of(revoked).set({ revoked_at: new Date() }).execute();
    await of(expired)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect(await list(here)).toHaveLength(1);
  });
});

describe('ending', () => {
  it('one: that one alone, once', async () => {
    const [here, there, third] = [await enter('counter1'), await enter('counter1'), await enter('counter1')];
    const id = await own(there);
    const answer = await end(here, id);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Seans tugatildi.' }]);
    expect(await Promise.all([here, there, third].map(works))).toEqual([200, 401, 200]);
    expect((await end(here, id)).status).toBe(404);
  });

  it("somebody else's is not there for one, and goes on", async () => {
    const [mine, theirs] = [await enter('counter1'), await enter('counter2')];
    const answer = await end(mine, await own(theirs));
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    expect((await end(mine, NOBODYS)).status).toBe(404);
    expect(await works(theirs)).toBe(200);
  });

  it('all others: none of somebody else, and not this one', async () => {
    const [here, there, third] = [await enter('counter1'), await enter('counter1'), await enter('counter1')];
    const theirs = await enter('counter2');
    const answer = await server.current.call(here, sessionEndOthers);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Boshqa seanslar tugatildi.' }]);
    expect(await Promise.all([here, there, third, theirs].map(works))).toEqual([200, 401, 401, 200]);
    expect((await list(here)).map((one) => one.current)).toEqual([true]);
    // With nothing to end it is the same action.
    expect((await server.current.call(here, sessionEndOthers)).status).toBe(200);
  });

  it('a session that has expired by itself is not ended again', async () => {
    const [here, there] = [await enter('counter3'), await enter('counter3')];
    const id = await own(there);
    await server.current.db.kysely
      .updateTable('session_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', hashToken(there.token))
      .execute();
    expect((await end(here, id)).status).toBe(404);
    expect(PEOPLE.counter3.id).toBe((await server.current.call(here, loadUser)).body.data.id);
  });
});
