/** Clients: what must agree, doubles, what the setting asks for, who sees numbers, and who opened a card. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientFind, clientOpenings } from '../../contract/clients.ts';
import { clientTerms } from '../../contract/clientTerms.ts';
import { client } from '../../contract/directories/client.ts';
import { inForceNow } from './contractsKit.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;

/** Born on 15.06.1985, a man; areas 2 and decision 88. */
const PINFL = '31506850000017';
let made = 0;
/** A document and a phone of nobody else. */
const fresh = () => {
  made += 1;
  const digits = String(made).padStart(7, '0');
  return { document: `AC${digits}`, phone: `+99890${digits}` };
};

function body(more: object = {}) {
  const { document, phone } = fresh();
  return {
    ...{ fullname: `Qodirov Sherzod${made}`, birth_date: '1985-06-15', gender: 'male' as const, consent: true },
    documents: [{ number: document, issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2030-01-14' }],
    phones: [{ phone, owner: 'self' as const }],
    ...more,
  };
}
const create = (more: object = {}, who: PersonName = 'director', language: 'uz' | 'ru' = 'uz') =>
  on().call(who, client.calls.create, { body: body(more), language } as never);
const errorsOf = async (more: object, language: 'uz' | 'ru' = 'uz') =>
  (await create(more, 'director', language)).error.errors;
const madeOf = async (more: object = {}) => (await on().do('director', client.calls.create, { body: body(more) })).data;

beforeAll(async () => {
  // a seller reads and adds, and sees no numbers
  await on().db.tx((trx) =>
    trx
      .insertInto('user_rule')
      .values(
        ['show', 'add'].map((action) => ({
          ...{ user_id: PEOPLE.keeper.id, resource: 'client', action, granted: true, until: null },
        })),
      )
      .execute(),
  );
});

describe('PINFL, day of birth and gender agree', () => {
  it('each fault stands at what was typed and names both values, in either language', async () => {
    expect(await errorsOf({ pinfl: PINFL, birth_date: '1985-06-16' })).toEqual({
      birth_date: ['JSHSHIRda 15.06.1985, bu yerda 16.06.1985.'],
    });
    expect(await errorsOf({ pinfl: PINFL, gender: 'female' }, 'ru')).toEqual({
      gender: ['ПИНФЛ мужской, а здесь женский пол.'],
    });
  });

  it('nobody is born tomorrow', async () => {
    expect(Object.keys((await errorsOf({ birth_date: '2099-01-01' })) ?? {})).toEqual(['birth_date']);
  });
});

describe('doubles', () => {
  it('the same PINFL or document is refused with the card that has it', async () => {
    const { document } = fresh();
    const one = await madeOf({ pinfl: '31506850000024', documents: [{ number: document }] });
    const again = await errorsOf({ pinfl: '31506850000024' });
    expect(again?.pinfl?.[0]).toContain(String(one.id));
    const other = await errorsOf({ documents: [{ number: document }] });
    expect(other).toEqual({
      'documents.0.number': [`Bu hujjat boshqa mijozniki: ${one.fullname} (№ ${one.id}).`],
    });
  });

  it('two at once: one is made, the other is refused', async () => {
    const answers = await Promise.all([create({ pinfl: '31506850000031' }), create({ pinfl: '31506850000031' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('the same name in another script and the same birthday are a question until it is answered', async () => {
    const person = { birth_date: '1990-04-16' };
    const one = await madeOf({ ...person, fullname: 'Eshonqulov Jahongir Rustam oʻgʻli' });
    const asked = await errorsOf({ ...person, fullname: 'Эшонқулов Жаҳонгир' });
    expect(asked?.doubles_checked?.[0]).toContain(`№ ${one.id}`);
    const answered = await create({ ...person, fullname: 'Эшонқулов Жаҳонгир', doubles_checked: true });
    expect(answered.status).toBe(200);
  });

  it('who has another PINFL is another person', async () => {
    const person = { fullname: 'Saidov Akmal', birth_date: '1985-06-15' };
    await madeOf({ ...person, pinfl: '31506850000048' });
    expect((await create({ ...person, pinfl: '31506850000055' })).status).toBe(200);
  });
});

describe('what a card needs', () => {
  it.each([
    ['consent', { consent: false }],
    ['fullname', { fullname: 'Sherzod' }],
    ['phones', { phones: [] }],
    ['phones.1.phone', { phones: [1, 2].map(() => ({ phone: '+998901112233', owner: 'self' })) }],
    [
      'documents.0.expires_on',
      { documents: [{ number: 'AB7654321', issued_on: '2020-01-15', expires_on: '2020-01-15' }] },
    ],
    ['documents.0.issued_on', { documents: [{ number: 'AB7654322', issued_on: '2099-01-15' }] }],
    ['works_since', { works_since: '2099-01-15' }],
    ['region_id', { street: 'Navoiy koʻchasi, 5' }],
  ])('%s', async (field, more) => {
    expect(Object.keys((await errorsOf(more)) ?? {})).toEqual([field]);
  });

  it('after it was saved the person is who it is, and phones change', async () => {
    const one = await madeOf();
    const sent = {
      ...{ fullname: one.fullname, birth_date: one.birth_date, gender: one.gender, consent: true },
      phones: [{ ...one.phones[0], phone: '+998935072160' }],
    };
    const change = (more: object = {}) =>
      on().call('director', client.calls.update, { params: { id: one.id }, body: { ...sent, ...more } } as never);
    expect(Object.keys((await change({ fullname: 'Boshqa Odam' })).error.errors ?? {})).toEqual(['fullname']);
    expect((await change()).status).toBe(200);
    const { data } = await on().do('director', client.calls.show, { params: { id: one.id } });
    expect(data.phones).toEqual([{ ...one.phones[0], phone: '+998935072160' }]);
  });
});

describe('what the setting in force asks for', () => {
  it('is said to who adds clients, as the server refuses it', async () => {
    expect((await on().do('keeper', clientTerms, {})).data).toBeNull();
    const asked = { age_from: 21, age_to: 65, needed: ['pinfl', 'address'], photo: false };
    await inForceNow(on(), 'client_setting', { ...asked, myid: false, document_days: 90 });
    const { data } = await on().do('keeper', clientTerms, {});
    const refused = Object.keys((await errorsOf({ pinfl: null })) ?? {});
    // what is in force is of everybody: the other tests ask for nothing
    await on().db.tx((trx) => sql`DELETE FROM client_setting`.execute(trx));
    expect(data).toEqual(asked);
    expect(refused).toEqual(['pinfl', 'region_id']);
    expect((await on().call('nobody', clientTerms, {})).status).toBe(403);
  });
});

describe('who sees numbers', () => {
  it('lists and the log are masked for everybody, a card for who may not change it', async () => {
    const { document, phone } = fresh();
    const more = { pinfl: '31506850000062', documents: [{ number: document }], phones: [{ phone, owner: 'self' }] };
    const one = await madeOf({ ...more, salary: 5_000_000 });
    const masked = {
      pinfl: '3*********0062',
      documents: [expect.objectContaining({ number: `*******${document.slice(-2)}` })],
      phones: [expect.objectContaining({ phone: `+998*******${phone.slice(-2)}` })],
      salary: null,
    };
    const { data: listed } = await on().do('director', client.calls.index, { query: { per_page: 100 } });
    expect(listed.find(({ id }) => id === one.id)).toMatchObject(masked);
    const { data: opened } = await on().do('keeper', client.calls.show, { params: { id: one.id } });
    expect(opened).toMatchObject(masked);
    const { data: whole } = await on().do('director', client.calls.show, { params: { id: one.id } });
    expect(whole).toMatchObject({ pinfl: '31506850000062', salary: 5_000_000 });
    const { data: log } = await on().do('director', client.calls.history, { params: { id: one.id } });
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`31506850000062|${document}|${phone.slice(1)}|5000000`));
  });

  it('a number finds whole only, and its kind is said', async () => {
    const { document, phone } = fresh();
    const { id } = await madeOf({
      ...{ pinfl: '31506850000079', documents: [{ number: document }] },
      phones: [{ phone, owner: 'self' }],
    });
    const found = async (number: string) => (await on().do('keeper', clientFind, { body: { number } })).data;
    expect(await found('31506850000079')).toMatchObject({ kind: 'pinfl', clients: [{ id }] });
    expect(await found(`${document.slice(0, 2).toLowerCase()} ${document.slice(2)}`)).toMatchObject({
      ...{ kind: 'document', clients: [{ id }] },
    });
    expect(await found(phone.slice(4))).toMatchObject({ kind: 'phone', clients: [{ id }] });
    const part = await on().call('keeper', clientFind, { body: { number: '3150685' } });
    expect([part.status, Object.keys(part.error.errors ?? {})]).toEqual([422, ['number']]);
  });

  it('who opened a card is kept, once a visit', async () => {
    const { id } = await madeOf();
    for (const _ of [1, 2]) await on().do('keeper', client.calls.show, { params: { id } });
    await on().do('director', client.calls.show, { params: { id } });
    const { data } = await on().do('director', clientOpenings, { params: { id } });
    expect(data.map(({ user }) => user.id)).toEqual([PEOPLE.director.id, PEOPLE.keeper.id]);
  });

  it('who has no right opens nothing', async () => {
    const { id } = await madeOf();
    const statuses = await Promise.all([
      on().call('nobody', client.calls.show, { params: { id } }),
      on().call('nobody', clientFind, { body: { number: PINFL } }),
      on().call('nobody', clientOpenings, { params: { id } }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
