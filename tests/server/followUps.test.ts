/**
 * Who has no contract, and who has a first one (areas 4.19 `/clients/not-clients`, `/clients/new-client`; decision 96): who comes
 * into the lists and out of them, what is shown masked, what is written of them.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { client } from '../../contract/directories/client.ts';
import { newClient } from '../../contract/directories/newClient.ts';
import { notClient } from '../../contract/directories/notClient.ts';
import { scoringRunCreate } from '../../contract/scoringRuns.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { newDocument, newPinfl, runBody, TWO_SOURCES, withModel } from './scoringKit.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const today = tashkentDay(new Date());

let cards = 0;
async function card(pinfl = newPinfl()) {
  cards += 1;
  const fullname = `Kuzatuv Mijozi${cards}`;
  const phones = [{ phone: `+99890555${String(1000 + cards)}`, owner: 'self', relation: null }];
  const documents = [{ number: newDocument(), issued_by: null, issued_on: null, expires_on: null }];
  const body = { pinfl, fullname, birth_date: '1985-06-15', gender: 'male', consent: true, doubles_checked: true };
  const { data } = await server.current.do('director', client.calls.create, {
    body: { ...body, phones, documents } as never,
  });
  return { id: data.id, fullname, pinfl };
}
const notClients = async (search: string) =>
  (await server.current.do('director', notClient.calls.index, { query: { search } })).data;
const newClients = async (search: string) =>
  (await server.current.do('director', newClient.calls.index, { query: { search } })).data;

/** A contract of the client, as signing and hand-over leave it. */
async function contract(clientId: number, signed: string | null, charged: string | null): Promise<number> {
  return server.current.db.tx(async (trx) => {
    const ids: number[] = [];
    for (const kind of ['sale_order', 'contract']) {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO document (kind, number, organization_id, status, created_by, owner_id)
        VALUES (${kind}, ${`S-${clientId}-${kind}`}, ${ORGANIZATION}, 'draft', 13, 13) RETURNING id`.execute(trx);
      ids.push(rows[0]?.id as number);
    }
    const [order = 0, id = 0] = ids;
    const { rows } = await sql<{ id: number }>`SELECT id FROM warehouse_list ORDER BY id LIMIT 1`.execute(trx);
    const warehouse = rows[0]?.id as number;
    await sql`INSERT INTO sale_order (id, client_id, warehouse_id) VALUES (${order}, ${clientId}, ${warehouse})`.execute(
      trx,
    );
    await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, goods, first_payment, term, markup,
      total, payment_day, signed_on, charged_on)
      VALUES (${id}, ${clientId}, ${order}, 13, ${warehouse}, 100000, 0, 6, 0, 120000, 10, ${signed}, ${charged})`.execute(
      trx,
    );
    await sql`INSERT INTO instalment (contract_id, number, due, amount)
      VALUES (${id}, 1, ${daysAfter(today, -40)}, 20000), (${id}, 2, ${daysAfter(today, 20)}, 20000)`.execute(trx);
    return id;
  });
}

/** The client's application was handed in: a run of the scoring answers it. */
async function applied(clientId: number): Promise<void> {
  await server.current.db.tx(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO document (kind, number, organization_id, status, created_by, owner_id)
      VALUES ('questionnaire', ${`A-${clientId}`}, ${ORGANIZATION}, 'submitted', 13, 13) RETURNING id`.execute(trx);
    const id = rows[0]?.id as number;
    await sql`INSERT INTO questionnaire (id, client_id, goods, first_payment, term, employment)
      VALUES (${id}, ${clientId}, 5000000, 1000000, 12, 'none')`.execute(trx);
    await sql`INSERT INTO scoring_run (client_id, questionnaire_id, pinfl, document, fullname, birth_date, consent, goods,
        first_payment, term, guarantor, status, created_by)
      SELECT id, ${id}, pinfl, ${newDocument()}, fullname, birth_date, true, 5000000, 1000000, 12, false, 'created', 13
      FROM client WHERE id = ${clientId}`.execute(trx);
  });
}

describe('who has no contract', () => {
  it('is in the list with a card; numbers are masked; why not and what is next is written, with its log', async () => {
    const { id, fullname, pinfl } = await card();
    const [row] = await notClients(fullname);
    expect(row).toMatchObject({
      ...{ fullname, source: 'card', client: id, run: null, decision: null, reason: null },
      ...{ pinfl: `3*********${pinfl.slice(-4)}` },
    });
    expect(row?.phone).toMatch(/^\+998\*{7}\d\d$/);
    const params = { id: row?.id as number };
    const body = {
      last_contact: today,
      reason: 'price',
      next_step: 'Chegirma taklif qilish',
      next_on: daysAfter(today, 7),
    };
    const { data } = await server.current.do('director', notClient.calls.update, {
      params,
      body: body as never,
      ifMatch: 1,
    });
    expect(data).toMatchObject({ ...body, version: 2 });
    expect((await server.current.do('director', notClient.calls.show, { params })).data).toMatchObject(body);
    const { data: lines } = await server.current.do('director', notClient.calls.history, { params });
    expect(lines.map(({ event, user }) => [event, user?.id])).toEqual([['record.update', PEOPLE.director.id]]);
    expect((await server.current.call('nobody', notClient.calls.show, { params })).status).toBe(403);
    expect((await server.current.do('director', notClient.calls.choices, { query: {} })).data).toBeInstanceOf(Array);
    // what is given is not written by hand
    const named = { ...body, fullname: 'Boshqa' } as never;
    expect((await server.current.call('director', notClient.calls.update, { params, body: named })).status).toBe(422);
  });

  it('was scored without a card, once by PINFL; the card that is made later is the same row', async () => {
    await withModel(server.current.db, TWO_SOURCES);
    const body = runBody({ fullname: 'Skoringdagi Odam Odilovich' });
    await server.current.do('director', scoringRunCreate, { body });
    await server.current.do('director', scoringRunCreate, { body: { ...body, document: newDocument() } });
    const found = await notClients('skoringdagi');
    expect(found).toMatchObject([{ source: 'scored', client: null, pinfl: `3*********${body.pinfl.slice(-4)}` }]);
    expect(found[0]?.run).toBeTypeOf('number');
    const { id, fullname } = await card(body.pinfl);
    expect(await notClients(fullname)).toMatchObject([{ id: found[0]?.id, source: 'scored', client: id }]);
    expect(await notClients('skoringdagi')).toEqual([]);
  });

  it('applied, once an application of the card was handed in; of who has bought it says nothing', async () => {
    const [one, buyer] = [await card(), await card()];
    await contract(buyer.id, today, null);
    for (const { id } of [one, buyer]) await applied(id);
    expect(await notClients(one.fullname)).toMatchObject([{ source: 'applied', client: one.id }]);
    const query = { search: one.fullname, source: 'applied' } as never;
    expect((await server.current.do('director', notClient.calls.index, { query })).data).toHaveLength(1);
    const { rows } = await sql`SELECT source FROM not_client WHERE client_id = ${buyer.id}`.execute(
      server.current.db.kysely,
    );
    expect(rows).toEqual([{ source: 'card' }]);
  });

  it('is not in it any more once a contract is signed, and a draft changes nothing', async () => {
    const one = await card();
    await contract(one.id, null, null);
    expect(await notClients(one.fullname)).toHaveLength(1);
    const other = await card();
    await contract(other.id, today, null);
    expect(await notClients(other.fullname)).toEqual([]);
  });
});

describe('a new client', () => {
  it('is one whose first contract was handed over: its month, what was due, and the delay', async () => {
    const { id, fullname } = await card();
    expect(await newClients(fullname)).toEqual([]);
    const contractId = await contract(id, daysAfter(today, -45), daysAfter(today, -45));
    const [row] = await newClients(fullname);
    expect(row).toMatchObject({
      ...{ client: { id, title: fullname }, began_on: daysAfter(today, -45), month: 2, due: 1, paid: 0 },
      contract: { id: contractId, number: `S-${id}-contract` },
    });
    const params = { id: row?.id as number };
    const body = { called_on: today, said: 'Oyning 10-kuni toʻlaydi', risk: 'low' } as never;
    const { data } = await server.current.do('director', newClient.calls.update, { params, body, ifMatch: 1 });
    expect(data).toMatchObject({ called_on: today, risk: 'low', version: 2 });
    expect((await server.current.do('director', newClient.calls.show, { params })).data.said).toContain('10-kuni');
    const { data: lines } = await server.current.do('director', newClient.calls.history, { params });
    expect(lines.map(({ event }) => event)).toEqual(['record.update']);
    expect((await server.current.call('nobody', newClient.calls.index, {})).status).toBe(403);
    expect((await server.current.do('director', newClient.calls.choices, { query: {} })).data).toBeInstanceOf(Array);
  });

  it('is watched for six months', async () => {
    const { id, fullname } = await card();
    await contract(id, daysAfter(today, -190), daysAfter(today, -190));
    expect(await newClients(fullname)).toEqual([]);
  });
});
