/**
 * Requests to correct a client (areas 3.4 "client change request", 4.18; decision 83): what approving writes on the card and keeps
 * of it, what is refused and why. Steps by state and person: `unblockRequests.test.ts`, the same chart.
 */

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientFind } from '../../contract/clients.ts';
import { client } from '../../contract/directories/client.ts';
import { clientChange } from '../../contract/directories/clientChange.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { imageUpload } from '../../contract/images.ts';
import { noticeIndex } from '../../contract/notices.ts';
import { contractAddendum } from '../../contract/sale/addenda.ts';
import { contractForm, contractShow } from '../../contract/sale/contracts.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { newBuyer, newContract, openShop, signed } from './contractsKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { keysOf } from './listedRefusals.ts';
import { newPinfl } from './scoringKit.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const { calls, steps } = clientChange;
type Body = DirectoryBody<typeof clientChange>;
type Step = (typeof clientChange.steps)[string];
const stepOf = (verb: string) => steps[`request.${verb}`] as Step;
const today = tashkentDay(new Date());
const why = { body: { reason: 'Hujjat oʻqilmaydi' } };

let people = 0;
/** A card with one document. */
async function card({ pinfl = newPinfl() as string | null } = {}) {
  people += 1;
  const { kysely } = server.current.db;
  const fullname = `Sinov Mijoz${people}`;
  const number = `AC${String(4_000_000 + people)}`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO client (pinfl, fullname, birth_date, gender, consent, created_by, search_key)
    VALUES (${pinfl}, ${fullname}, '1985-06-15', 'male', true, 13, ${fullname.toLowerCase()}) RETURNING id`.execute(
    kysely,
  );
  const id = rows[0]?.id as number;
  await sql`INSERT INTO client_document (client_id, number, issued_by) VALUES (${id}, ${number}, 'IIB')`.execute(
    kysely,
  );
  await sql`INSERT INTO client_phone (client_id, phone, owner) VALUES (${id}, '+998901234567', 'self')`.execute(kysely);
  return { id, pinfl, number, fullname };
}
let proof = 0;
async function body(more: Partial<Body>): Promise<Body> {
  proof ||= (
    await server.current.do('director', imageUpload, { form: fileForm({ of: 'clientChange' }, new Uint8Array(PNG)) })
  ).data.id;
  return { asked_on: today, reason: 'Nikohdan soʻng familiyasi oʻzgardi', proof_id: proof, ...more } as Body;
}
const made = async (more: Partial<Body>) =>
  (await server.current.do('director', calls.create, { body: await body(more) })).data;
const faults = async (more: Partial<Body>) => {
  const { status, error } = await server.current.call('director', calls.create, { body: await body(more) });
  return [status, Object.keys(error?.errors ?? {})];
};
const take = (who: PersonName, verb: string, id: number, sent: object = {}) =>
  server.current.call(who, stepOf(verb), { params: { id }, ...sent } as never);
async function approved(more: Partial<Body>): Promise<number> {
  const { id } = await made(more);
  await take('director', 'send', id);
  expect((await take('accountant', 'approve', id)).status).toBe(200);
  return id;
}
const show = async (id: number) => (await server.current.do('director', client.calls.show, { params: { id } })).data;

beforeAll(async () => {
  const grants = ['show', 'confirm'].map((action) => ({
    ...{ user_id: PEOPLE.accountant.id, resource: 'client_change', action, granted: true, until: null },
  }));
  await server.current.db.kysely.insertInto('user_rule').values(grants).execute();
});

describe('an approved request', () => {
  it('writes name and document on the card, keeps the older document, and the card’s log has who approved', async () => {
    const { id, number, fullname } = await card();
    const before = await show(id);
    const request = await approved({
      client_id: id,
      fullname: 'Yangi Familiya Otasi',
      document: 'AD5555501',
      issued_by: 'Chilonzor IIB',
      issued_on: '2026-01-10',
      replaces: true,
    });
    const after = await show(id);
    expect(after).toMatchObject({ fullname: 'Yangi Familiya Otasi', pinfl: before.pinfl, version: before.version + 1 });
    expect(after.documents.map((one) => [one.number, one.active])).toEqual([
      ['AD5555501', true],
      [number, false],
    ]);
    expect(after.phones).toEqual(before.phones);
    // an older document still finds the person
    const { data: found } = await server.current.do('director', clientFind, { body: { number } });
    expect(found.clients.map((one) => one.id)).toEqual([id]);
    const { rows } = await sql<{ event: string; user_id: number; payload: { clientChange?: number } }>`
      SELECT event, user_id, payload FROM record_log WHERE kind = 'client' AND record_id = ${id}`.execute(
      server.current.db.kysely,
    );
    expect(rows).toMatchObject([
      { event: 'record.update', user_id: PEOPLE.accountant.id, payload: { clientChange: request } },
    ]);
    // what was is kept, with masked numbers, when the card goes on changing
    const shown = (await server.current.do('director', calls.show, { params: { id: request } })).data;
    expect(shown.changes.slice(0, 2)).toEqual([
      { field: 'fullname', old: fullname, now: 'Yangi Familiya Otasi' },
      { field: 'document', old: `*******${number.slice(-2)}`, now: '*******01' },
    ]);
    // the search of clients knows the new name
    const { data: listed } = await server.current.do('director', client.calls.index, {
      query: { search: 'yangi familiya' },
    });
    expect(listed.map((one) => one.id)).toContain(id);
  });

  it('fills an empty PINFL; a document of the card is corrected in its place', async () => {
    const { id, number } = await card({ pinfl: null });
    const pinfl = newPinfl();
    await approved({ client_id: id, pinfl, document: number, expires_on: '2031-01-01' });
    const after = await show(id);
    expect(after.pinfl).toBe(pinfl);
    expect(after.documents).toMatchObject([{ number, issued_by: 'IIB', expires_on: '2031-01-01', active: true }]);
  });

  it('is of another person than who wrote it, who is notified; numbers are masked in the list', async () => {
    const { id: clientId } = await card();
    const { id } = await made({ client_id: clientId, document: 'AD5555502' });
    await take('director', 'send', id);
    expect((await take('director', 'approve', id)).status).toBe(403);
    expect((await take('keeper', 'approve', id)).status).toBe(403);
    const { data: notices } = await server.current.do('accountant', noticeIndex, {});
    expect(JSON.stringify(notices)).toContain('clientChange');
    const { data } = await server.current.do('director', calls.index, {
      query: { status: 'sent', client_id: clientId },
    });
    expect(data.map((one) => [one.id, one.document])).toEqual([[id, '*******02']]);
    expect((await server.current.do('director', calls.choices, { query: {} })).data).toBeInstanceOf(Array);
  });
});

it('shows the number whole to its author, to who decides and to who sees it on the card, masked to others (decision 85)', async () => {
  const { id: clientId } = await card();
  const rights: readonly (readonly [PersonName, readonly string[], string])[] = [
    ['keeper', ['client_change.show', 'client_change.add'], '*******04'],
    ['counter1', ['client_change.show', 'client_change.confirm'], 'AD5555504'],
    ['counter2', ['client_change.show', 'client.show', 'client.edit'], 'AD5555504'],
    ['counter3', ['client_change.show', 'client.show'], '*******04'],
  ];
  await server.current.db.kysely
    .insertInto('user_rule')
    .values(
      rights.flatMap(([who, rules]) =>
        rules.map((rule) => {
          const [resource = '', action = ''] = rule.split('.');
          return { user_id: PEOPLE[who].id, resource, action, granted: true, until: null };
        }),
      ),
    )
    .onConflict((row) => row.doNothing())
    .execute();
  const { id } = await made({ client_id: clientId, document: 'AD5555504' });
  const seen = async (who: PersonName) => (await server.current.do(who, calls.show, { params: { id } })).data.document;
  for (const [who, , number] of rights) expect([who, await seen(who)]).toEqual([who, number]);
  const { data: own } = await server.current.do('keeper', calls.create, {
    body: await body({ client_id: (await card()).id, document: 'AD5555505' }),
  });
  expect((await server.current.do('keeper', calls.show, { params: { id: own.id } })).data.document).toBe('AD5555505');
});

describe('a request is refused', () => {
  it('where nothing differs, a value disagrees with the PINFL, or a number is another client’s', async () => {
    const { id, fullname } = await card();
    const other = await card();
    expect(await faults({ client_id: id })).toEqual([422, ['fullname']]);
    expect(await faults({ client_id: id, fullname })).toEqual([422, ['fullname']]);
    expect(await faults({ client_id: id, fullname: 'Birsoʻz' })).toEqual([422, ['fullname']]);
    expect(await faults({ client_id: id, birth_date: '1985-06-16' })).toEqual([422, ['birth_date']]);
    const later = { asked_on: daysAfter(today, 1), fullname: 'Yangi Ism Otasi' };
    expect(await faults({ client_id: id, ...later })).toEqual([422, ['asked_on']]);
    const ahead = { document: 'AD5555777', issued_on: daysAfter(today, 1) };
    expect(await faults({ client_id: id, ...ahead })).toEqual([422, ['issued_on']]);
    expect(await faults({ client_id: id, gender: 'female' })).toEqual([422, ['gender']]);
    expect(await faults({ client_id: id, pinfl: other.pinfl as string })).toEqual([422, ['pinfl']]);
    expect(await faults({ client_id: id, document: other.number })).toEqual([422, ['document']]);
    expect(await faults({ client_id: id, issued_by: 'IIB' })).toEqual([422, ['document']]);
    expect(await faults({ client_id: id, fullname: 'Boshqa Ism', proof_id: undefined as never })).toEqual([
      422,
      ['proof_id'],
    ]);
  });

  it('while another about the same client is not finished', async () => {
    const { id } = await card();
    const { id: first } = await made({ client_id: id, fullname: 'Boshqa Ism' });
    expect(await faults({ client_id: id, fullname: 'Uchinchi Ism' })).toEqual([422, ['client_id']]);
    await take('director', 'cancel', first, why);
    expect(await faults({ client_id: id, fullname: 'Uchinchi Ism' })).toEqual([200, []]);
  });

  it('at its approval, where the number has become another client’s: nothing is written', async () => {
    const { id } = await card({ pinfl: null });
    const pinfl = newPinfl();
    const request = await made({ client_id: id, pinfl });
    await take('director', 'send', request.id);
    await card({ pinfl });
    const answer = await take('accountant', 'approve', request.id);
    expect([answer.status, keysOf(answer.error.message)]).toEqual([409, ['errors.change_over']]);
    expect((await show(id)).pinfl).toBeNull();
    expect((await take('accountant', 'refuse', request.id, why)).status).toBe(200);
  });
});

it('is changed and taken back by who wrote it, and its history names each step', async () => {
  const { id: clientId } = await card();
  const { id, version } = await made({ client_id: clientId, fullname: 'Boshqa Ism' });
  const params = { id };
  const changed = await body({ client_id: clientId, fullname: 'Toʻgʻri Ism' });
  expect(
    (await server.current.call('director', calls.update, { params, body: changed, ifMatch: version })).status,
  ).toBe(200);
  for (const verb of ['send', 'withdraw', 'send']) expect((await take('director', verb, id)).status).toBe(200);
  expect((await take('accountant', 'approve', id)).status).toBe(200);
  expect((await show(clientId)).fullname).toBe('Toʻgʻri Ism');
  const history = await server.current.do('director', calls.history, { params });
  expect(history.data.map(({ event }) => event)).toEqual([
    ...['request.approve', 'request.send', 'request.withdraw', 'request.send'],
    ...['request.update', 'request.create'],
  ]);
});

it('by the form of a client these fields stay as they are', async () => {
  const { id } = await card();
  const { frozen, allowed_events: _, ...shown } = await show(id);
  expect(Object.keys(frozen)).toEqual(expect.arrayContaining(['fullname', 'pinfl', 'birth_date', 'documents']));
  const sent = { fullname: 'Boshqa Ism', birth_date: shown.birth_date, gender: shown.gender } as never;
  const answer = await server.current.call('director', client.calls.update, { params: { id }, body: sent });
  expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['fullname']]);
});

it('an approved correction makes an addendum of each open contract of the client, and of no other', async () => {
  await openShop(server.current);
  const buyer = await newBuyer(server.current);
  const made = await signed(server.current, { client_id: buyer });
  const draft = await newContract(server.current, { client_id: buyer });
  const other = await signed(server.current);
  const number = 'KZ7654321';
  const id = await approved({ client_id: buyer, fullname: 'Yangi Familiya Ismi', document: number, replaces: true });
  const read = async (contract: number) =>
    (await server.current.do('director', contractShow, { params: { id: contract } })).data.addenda;
  const [addendum, ...rest] = await read(made.contract.id);
  expect([rest, await read(draft.contract.id), await read(other.contract.id)]).toEqual([[], [], []]);
  expect(addendum).toMatchObject({ number: 1, kind: 'client', contract: made.contract.number });
  const { data: request } = await server.current.do('director', calls.show, { params: { id } });
  expect(request.addenda).toEqual([addendum]);
  const { data } = await server.current.do('director', contractAddendum, { params: { id: addendum?.id ?? 0 } });
  expect(data).toMatchObject({
    ...{ number: 1, released: null, guarantor: null, amount: null, contract: { number: made.contract.number } },
    buyer: { fullname: 'Yangi Familiya Ismi', document: { number } },
  });
  expect(data.changes.map(({ field, now }) => [field, now])).toEqual([
    ['fullname', 'Yangi Familiya Ismi'],
    ['document', number],
  ]);
  // what was signed stays as it was
  const { data: form } = await server.current.do('director', contractForm, { params: { id: made.contract.id } });
  expect(form.buyer.fullname).not.toBe('Yangi Familiya Ismi');
  const { status } = await server.current.call('keeper', contractAddendum, { params: { id: addendum?.id ?? 0 } });
  expect(status).toBe(403);
});
