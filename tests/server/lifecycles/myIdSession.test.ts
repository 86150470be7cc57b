/** Sessions of MyID (areas 3.4, decisions 82, 83, 86): their lifecycle, what an answer does to a card, how often one may ask. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../contract/directories/client.ts';
import { clientChange } from '../../../contract/directories/clientChange.ts';
import { myidClient, myidSessionCreate, myidSessionShow, myidSessionStart } from '../../../contract/myid.ts';
import { saidByPinfl } from '../../../contract/persons.ts';
import { myIdSessionMachine } from '../../../machines/myIdSession/myIdSession.machine.ts';
import { daysAfter, tashkentDay } from '../../../server/http/days.ts';
import { answerDue, answerSession } from '../../../server/myid/answer.ts';
import { verificationOf } from '../../../server/myid/identity.ts';
import { myIdSessionOracle } from '../../oracle/myIdSession.ts';
import { myidStep } from '../myidKit.ts';
import { newDocument, newPinfl, pinflWith } from '../scoringKit.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const today = tashkentDay(new Date());
let on: Server;
beforeAll(() => {
  on = server.current;
});

runApiLayer({
  machine: myIdSessionMachine,
  oracle: myIdSessionOracle,
  server,
  kind: 'myid_session',
  async open(watched) {
    const seen = watched.server;
    const body = { client_id: null, pinfl: newPinfl(), consent: true };
    const { id } = (await seen.do('director', myidSessionCreate, { body })).data;
    const params = { id };
    return {
      id,
      async send(verb) {
        if (verb === 'is started') return seen.call('director', myidSessionStart, { params });
        await myidStep(seen.db, id, verb);
        return { status: 200 } as Answer<unknown>;
      },
      async look() {
        const whole = (await seen.do('director', myidSessionShow, { params })).data;
        return { state: whole.status, version: whole.version, whole };
      },
      async make({ consent }) {
        await sql`UPDATE myid_session SET consent = ${consent} WHERE id = ${id}`.execute(on.db.kysely);
      },
    };
  },
});

interface Card {
  pinfl?: string | null;
  fullname?: string;
  document?: string | null;
}
async function card({ pinfl = newPinfl(), fullname = 'Sinov Mijoz', document = newDocument() }: Card = {}) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO client (pinfl, fullname, birth_date, gender, consent, created_by)
    VALUES (${pinfl}, ${fullname}, '1985-06-15', 'male', true, 13) RETURNING id`.execute(on.db.kysely);
  const id = rows[0]?.id as number;
  if (document !== null)
    await sql`INSERT INTO client_document (client_id, number) VALUES (${id}, ${document})`.execute(on.db.kysely);
  return { id, pinfl, document };
}
const made = async (body: { client_id: number | null; pinfl: string | null; consent?: boolean }) =>
  (await on.do('director', myidSessionCreate, { body: { consent: true, ...body } })).data;
const show = async (id: number) => (await on.do('director', myidSessionShow, { params: { id } })).data;
const cardOf = async (id: number) => (await on.do('director', client.calls.show, { params: { id } })).data;
/** Written, started, and answered as the server answers it. */
async function asked(body: { client_id: number | null; pinfl: string | null }) {
  const { id } = await made(body);
  await on.do('director', myidSessionStart, { params: { id } });
  await answerSession(on.db, id);
  return show(id);
}
const verified = async (id: number) => (await on.do('director', myidClient, { params: { id } })).data.verified;
const logOf = async (id: number) =>
  (
    await sql<{ event: string; user_id: number; payload: { myIdSession?: number } }>`
      SELECT event, user_id, payload FROM record_log WHERE kind = 'client' AND record_id = ${id} ORDER BY id`.execute(
      on.db.kysely,
    )
  ).rows;

describe('a session about a card', () => {
  it('identifies the client for thirty days, says that a stand-in answered, and is in the card’s log', async () => {
    const { id } = await card();
    expect(await verified(id)).toBeNull();
    const session = await asked({ client_id: id, pinfl: null });
    expect(session).toMatchObject({ status: 'passed', differences: [], stand_in: true, person: null });
    expect(await verified(id)).toMatchObject({ until: daysAfter(today, 30), stand_in: true });
    expect(await verificationOf(on.db.kysely, id, daysAfter(today, 31))).toBeNull();
    expect(await logOf(id)).toMatchObject([
      { event: 'record.update', user_id: PEOPLE.director.id, payload: { myIdSession: session.id } },
    ]);
  });

  it('fills an empty PINFL and an empty document without a second person', async () => {
    const { id } = await card({ pinfl: null, document: 'AC3999801' });
    await asked({ client_id: id, pinfl: null });
    const { pinfl } = await cardOf(id);
    expect(saidByPinfl(pinfl as string)).toEqual({ birth_date: '1985-06-15', gender: 'male' });
    const without = await card({ document: null });
    await asked({ client_id: without.id, pinfl: null });
    expect((await cardOf(without.id)).documents).toMatchObject([{ number: `AF${without.pinfl?.slice(-7)}` }]);
  });

  it('that says otherwise changes nothing, and says what differs', async () => {
    // the stand-in knows the card; here the card has changed while it was asked
    const { id } = await card();
    const { id: session } = await made({ client_id: id, pinfl: null });
    await on.do('director', myidSessionStart, { params: { id: session } });
    const before = await cardOf(id);
    await sql`UPDATE client SET birth_date = '1985-06-16' WHERE id = ${id}`.execute(on.db.kysely);
    await answerSession(on.db, session);
    expect((await show(session)).differences).toEqual(['birth_date']);
    expect(await verified(id)).toBeNull();
    expect((await cardOf(id)).version).toBe(before.version);
  });

  it('without a PINFL and a document asks nothing, nor about a card that there is not', async () => {
    const { id } = await card({ pinfl: null, document: null });
    const body = { client_id: id, pinfl: null, consent: true };
    expect((await on.call('director', myidSessionCreate, { body })).error.errors).toHaveProperty('client_id');
    expect((await on.call('director', myidSessionCreate, { body: { ...body, client_id: 2_000_000_000 } })).status).toBe(
      404,
    );
    expect((await on.call('director', myidSessionCreate, { body: { ...body, client_id: null } })).status).toBe(422);
    expect((await on.call('keeper', myidSessionCreate, { body })).status).toBe(403);
  });

  it('ends with the correction of the card by an approved request', async () => {
    const { id } = await card();
    await asked({ client_id: id, pinfl: null });
    await sql`INSERT INTO file (kind, role, name, type, size, sha256, content, created_by)
      VALUES ('clientChange', 'image', 'a.png', 'image/png', 1, repeat('a', 64), '\\x00', 13)`.execute(on.db.kysely);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO client_change (client_id, asked_on, fullname, reason, proof_id, status, owner_id, created_by)
      VALUES (${id}, ${today}, 'Boshqa Familiya', 'Sinov', (SELECT max(id) FROM file), 'sent', 14, 14) RETURNING id`.execute(
      on.db.kysely,
    );
    const approve = clientChange.steps['request.approve'] as never;
    await on.do('director', approve, { params: { id: rows[0]?.id } } as never);
    expect((await cardOf(id)).fullname).toBe('Boshqa Familiya');
    expect(await verified(id)).toBeNull();
  });
});

describe('a stand-in answers by the digits', () => {
  it('999 is not recognised, 997 is another person, 998 gives no answer until its time is over', async () => {
    const of = (digits: number) => asked({ client_id: null, pinfl: pinflWith(digits) });
    expect(await of(999)).toMatchObject({ status: 'failed', failure: 'not_recognised', person: null });
    expect(await of(997)).toMatchObject({ status: 'failed', failure: 'other_person', person: null });
    const silent = await of(998);
    expect(silent.status).toBe('in_progress');
    await answerDue(on.db);
    expect((await show(silent.id)).status).toBe('in_progress');
    await answerDue(on.db, new Date(Date.now() + 11 * 60_000));
    expect((await show(silent.id)).status).toBe('expired');
  });

  it('a session that is left behind is answered by the next round, once', async () => {
    const { id } = await made({ client_id: null, pinfl: newPinfl() });
    await on.do('director', myidSessionStart, { params: { id } });
    await Promise.all([answerDue(on.db), answerSession(on.db, id)]);
    const { rows } =
      await sql`SELECT 1 FROM record_log WHERE kind = 'myid_session' AND record_id = ${id} AND event = 'myid.pass'`.execute(
        on.db.kysely,
      );
    expect(rows).toHaveLength(1);
  });
});

describe('of a new client', () => {
  it('its author alone reads who the person is, and the card that is made of it is identified', async () => {
    const session = await asked({ client_id: null, pinfl: newPinfl() });
    const person = session.person as NonNullable<typeof session.person>;
    expect(person).toMatchObject({ birth_date: '1985-06-15', gender: 'male' });
    expect((await on.call('accountant', myidSessionShow, { params: { id: session.id } })).status).toBe(404);
    const { document, ...who } = person;
    const phones = [{ phone: '+998901112233', owner: 'self' as const, relation: null }];
    const body = { ...who, documents: [document], phones, consent: true, doubles_checked: true };
    const { data } = await on.do('director', client.calls.create, { body: body as never });
    expect(await verified(data.id)).toMatchObject({ until: daysAfter(today, 30) });
  });

  it('is not, where something else was written', async () => {
    const session = await asked({ client_id: null, pinfl: newPinfl() });
    const { document, ...who } = session.person as NonNullable<typeof session.person>;
    const phones = [{ phone: '+998901112234', owner: 'self' as const, relation: null }];
    const written = {
      ...who,
      fullname: 'Boshqa Odam',
      documents: [document],
      phones,
      consent: true,
      doubles_checked: true,
    };
    const { data } = await on.do('director', client.calls.create, { body: written as never });
    expect(await verified(data.id)).toBeNull();
    expect((await show(session.id)).differences).toEqual(['fullname']);
  });
});

it('a fourth try in a day is for who confirms contracts (decision 82)', async () => {
  const pinfl = pinflWith(999);
  for (let tries = 0; tries < 2; tries += 1) await asked({ client_id: null, pinfl });
  const { id } = await made({ client_id: null, pinfl });
  const params = { id };
  const taken = { user_id: PEOPLE.director.id, resource: 'contract', action: 'confirm', granted: false, until: null };
  await on.db.tx((trx) => trx.insertInto('user_rule').values(taken).execute());
  // one of 999 was asked above
  const shown = await show(id);
  expect(shown.allowed_events).toEqual([]);
  expect(shown.refused['myid.start']).toContain('MyID');
  expect((await on.call('director', myidSessionStart, { params })).status).toBe(403);
  await sql`DELETE FROM user_rule WHERE resource = 'contract'`.execute(on.db.kysely);
  expect((await on.call('director', myidSessionStart, { params })).status).toBe(200);
});
