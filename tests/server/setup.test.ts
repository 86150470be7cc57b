/** From an empty machine to the first day of work, and people made, given a password and closed from a terminal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { addressOf } from '../../contract/call.ts';
import { changePassword, loadUser, signIn } from '../../contract/cash.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { practiceDayCreate } from '../../contract/practiceDay.ts';
import { createApp } from '../../server/app.ts';
import { migrate } from '../../server/db/migrations/index.ts';
import { type Database, openDatabase, type Trx } from '../../server/db/open.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { addPerson, disablePerson, type NewPerson, resetPassword } from '../../server/people/accounts.ts';
import { oneTimePassword } from '../../server/people/oneTimePassword.ts';
import { holdsDemo } from '../../server/seed/index.ts';
import { type Setup, setUp } from '../../server/seed/setup.ts';

let db: Database;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  db = await openDatabase({ memory: true });
  await migrate(db.kysely);
  app = createApp({ database: db, production: false, log: () => {}, signInLimits: { perName: 100, perAddress: 1000 } });
}, 120_000);
afterAll(() => db.close());

const FIRST: Setup = {
  organization: 'Navbahor savdo',
  code: 'NAV',
  kind: 'shop',
  username: 'aziza',
  fullname: 'Karimova Aziza',
};
const CHOSEN = 'Yangi-Parol-7';
const today = {
  date: tashkentDay(new Date()),
  rates: [
    { currency: 'USD', rate: 11_800 },
    { currency: 'EUR', rate: 13_700 },
    { currency: 'RUB', rate: 137 },
  ],
};

async function send(
  call: Call,
  body?: object,
  token?: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await app.request(addressOf(call, undefined), {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const enter = (username: string, password: string) => send(signIn, { username, password });
const tx = <T>(work: (trx: Trx) => Promise<T>) => db.tx(work);
const person = (more: Partial<NewPerson> = {}): NewPerson => ({
  username: 'bobur',
  fullname: 'Aliyev Bobur',
  position: 'omborchi',
  office: false,
  ...more,
});

describe('an empty database', () => {
  it.each([
    ['a code of small letters', { code: 'nav' }, '"nav" cannot be a code'],
    ['a user name of capitals', { username: 'Aziza' }, '"Aziza" cannot be a user name'],
    ['no full name', { fullname: '' }, 'The full name is 1 to 120 characters.'],
    ['no name of the organization', { organization: '' }, 'The organization'],
  ])('is left empty by %s', async (_, wrong, words) => {
    await expect(setUp(db, { ...FIRST, ...wrong })).rejects.toThrow(words);
    expect(await db.kysely.selectFrom('rule').select('resource').execute()).toEqual([]);
  });

  it('takes no person before its first organization, and says what makes that', async () => {
    const message = 'There is no organization yet: npm run setup makes the first one.';
    await expect(tx((trx) => addPerson(trx, person()))).rejects.toThrow(message);
    await expect(tx((trx) => addPerson(trx, person({ organization: 'NAV' })))).rejects.toThrow(message);
  });

  it('gets its first organization and a person who chooses a password and opens the first day', async () => {
    const { password } = await setUp(db, FIRST);
    expect(password).toMatch(/^([A-HJ-NP-Z2-9]{3}-){3}[A-HJ-NP-Z2-9]{3}$/);
    const first = await enter('aziza', password);
    expect([first.status, first.body.expired]).toEqual([200, true]);
    // until the password is changed nothing else is answered
    const early = await send(practiceDayCreate, { organization_id: 1, ...today }, String(first.body.token));
    expect(early.status).toBe(403);
    const words = { password, new_password: CHOSEN, new_password_confirmation: CHOSEN };
    expect((await send(changePassword, words, String(first.body.token))).status).toBe(200);
    expect((await enter('aziza', password)).status).toBe(422);
    const token = String((await enter('aziza', CHOSEN)).body.token);
    const { body } = await send(loadUser, undefined, token);
    expect(body.data).toMatchObject({
      fullname: 'Karimova Aziza',
      organization: 'Navbahor savdo',
      office: true,
      position: 'Direktor',
      expired: false,
    });
    const { organization_id } = body.data as { organization_id: number };
    const kept = await send(
      warehouse.calls.create as Call,
      { name: 'Asosiy ombor', organization_id, kind: 'main' },
      token,
    );
    expect([kept.status, kept.body.message]).toEqual([200, undefined]);
    const opened = await send(practiceDayCreate, { organization_id, ...today }, token);
    expect([opened.status, opened.body.data]).toMatchObject([200, { status: 'open' }]);
    expect(await holdsDemo(db.kysely)).toBe(false);
  });

  it('is set up once', async () => {
    await expect(setUp(db, { ...FIRST, code: 'NAW' })).rejects.toThrow('The database has an organization already');
  });
});

describe('a person', () => {
  it('is made with a position in either language, in the only organization', async () => {
    const { password } = await tx((trx) => addPerson(trx, person({ position: 'Кладовщик' })));
    expect((await enter('bobur', password)).body.expired).toBe(true);
  });

  it.each([
    ['of a name that is taken', { username: 'aziza' }, '"aziza" is that of Karimova Aziza'],
    [
      'of a position that is not there',
      { username: 'salim', position: 'Shoh' },
      'There is no position "Shoh"; there are Administrator',
    ],
    [
      'of an organization that is not there',
      { username: 'salim', organization: 'CHL' },
      'There is no organization "CHL"; there are NAV.',
    ],
    ['with half a phone number', { username: 'salim', phone: '+99890' }, '"+99890" is no phone number'],
  ])('%s is refused by name', async (_, more, words) => {
    await expect(tx((trx) => addPerson(trx, person(more)))).rejects.toThrow(words);
  });

  it('with a new first password is signed out, and signs in with that one alone', async () => {
    const { password } = await tx((trx) => addPerson(trx, person({ username: 'salim' })));
    const token = String((await enter('salim', password)).body.token);
    const reset = await tx((trx) => resetPassword(trx, 'salim', new Date()));
    expect([reset.fullname, reset.sessions]).toEqual(['Aliyev Bobur', 1]);
    expect((await send(loadUser, undefined, token)).status).toBe(401);
    expect((await enter('salim', password)).status).toBe(422);
    expect((await enter('salim', reset.password)).body.expired).toBe(true);
  });

  it('who is disabled is out at once, gets no password, and leaves the name to nobody', async () => {
    const { password } = await tx((trx) => addPerson(trx, person({ username: 'zafar' })));
    const token = String((await enter('zafar', password)).body.token);
    expect(await tx((trx) => disablePerson(trx, 'zafar', new Date()))).toEqual({
      fullname: 'Aliyev Bobur',
      sessions: 1,
    });
    expect((await send(loadUser, undefined, token)).status).toBe(401);
    expect((await enter('zafar', password)).status).toBe(422);
    await expect(tx((trx) => disablePerson(trx, 'zafar', new Date()))).rejects.toThrow('is disabled already');
    await expect(tx((trx) => resetPassword(trx, 'zafar', new Date()))).rejects.toThrow(
      'is disabled and cannot sign in',
    );
    await expect(tx((trx) => addPerson(trx, person({ username: 'zafar' })))).rejects.toThrow('it is never given again');
  });

  it('who is the last to give rights is not disabled; with another one it is', async () => {
    await expect(tx((trx) => disablePerson(trx, 'aziza', new Date()))).rejects.toThrow(
      'Karimova Aziza ("aziza") is the last who may give rights and make people',
    );
    // one who sees the own branch alone does not count
    await tx((trx) => addPerson(trx, person({ username: 'near', position: 'Direktor' })));
    await expect(tx((trx) => disablePerson(trx, 'aziza', new Date()))).rejects.toThrow('is the last');
    await tx((trx) => addPerson(trx, person({ username: 'second', position: 'Direktor', office: true })));
    expect((await tx((trx) => disablePerson(trx, 'aziza', new Date()))).fullname).toBe('Karimova Aziza');
  });

  it('whose name is not there is refused', async () => {
    await expect(tx((trx) => resetPassword(trx, 'nobody', new Date()))).rejects.toThrow('There is no user "nobody".');
  });
});

it('no two first passwords are alike', () => {
  expect(new Set(Array.from({ length: 200 }, oneTimePassword)).size).toBe(200);
});
