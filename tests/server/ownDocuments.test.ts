/** An open document of a client's own shows its owner the client's numbers (decision 85). */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { clientOpenings } from '../../contract/clients.ts';
import { client } from '../../contract/directories/client.ts';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { questionnaireResult } from '../../contract/questionnaires.ts';
import { orderCancel, orderShow } from '../../contract/sale/orders.ts';
import { newBuyer, openShop } from './contractsKit.ts';
import { newOrder } from './saleKit.ts';
import { pinflWith, TWO_SOURCES, withModel } from './scoringKit.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const pinfl = pinflWith(411);
const phone = '+998901234567';
let id = 0;

beforeAll(async () => {
  const on = server.current;
  await openShop(on);
  await withModel(on.db, TWO_SOURCES);
  id = await newBuyer(on, { pinfl, salary: 4_000_000, phones: [{ phone, owner: 'self' }] });
  for (const [name, resource, action] of [
    ['seller', 'questionnaire', 'show'],
    ['seller', 'questionnaire', 'add'],
    ['viewer', 'client', 'show'],
    ['viewer', 'questionnaire', 'allshow'],
  ] as const)
    await sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE[name].id}, ${resource}, ${action}, true)
      ON CONFLICT DO NOTHING`.execute(on.db.kysely);
});

const card = async (who: PersonName) => (await server.current.do(who, client.calls.show, { params: { id } })).data;
const WHOLE = { pinfl, salary: 4_000_000, phones: [expect.objectContaining({ phone })] };
const MASKED = {
  ...{ pinfl: `3*********${pinfl.slice(-4)}`, salary: null },
  phones: [expect.objectContaining({ phone: '+998*******67' })],
};

it('the card is whole for the owner of an open order, as long as it is open, and for nobody else', async () => {
  const on = server.current;
  expect(await card('seller')).toMatchObject(MASKED);
  const order = await newOrder(on, { client_id: id });
  expect(await card('seller')).toMatchObject(WHOLE);
  expect(await card('viewer')).toMatchObject(MASKED);
  const listed = await on.do('seller', client.calls.index, { query: { per_page: 100 } });
  expect(listed.data.find((one) => one.id === id)).toMatchObject(MASKED);
  const other = await newBuyer(on, { pinfl: pinflWith(412) });
  const { data } = await on.do('seller', client.calls.show, { params: { id: other } });
  expect(data.pinfl).toMatch(/\*/);

  const { version } = (await on.do('seller', orderShow, { params: { id: order.id } })).data;
  await on.do('seller', orderCancel, {
    params: { id: order.id },
    body: { reason: 'Mijoz fikridan qaytdi' },
    version,
  } as never);
  expect(await card('seller')).toMatchObject(MASKED);
});

it('so is an application of the client, by whomever, and who opened either is kept', async () => {
  const on = server.current;
  const terms = { goods: 5_000_000, first_payment: 1_000_000, term: 12, employment: 'none' };
  const made = await on.do('director', questionnaire.calls.create, { body: { client_id: id, ...terms } as never });
  const applicant = async (who: PersonName) =>
    (await on.do(who, questionnaireResult, { params: { id: made.data.id } })).data.applicant;
  expect(await applicant('seller')).toMatchObject({ masked: true, salary: null });
  await newOrder(on, { client_id: id });
  expect(await applicant('seller')).toMatchObject({ masked: false, pinfl, salary: 4_000_000, phones: [phone] });
  const { data } = await on.do('director', clientOpenings, { params: { id } });
  expect(new Set(data.map(({ user }) => user.id))).toEqual(new Set([PEOPLE.seller.id, PEOPLE.viewer.id]));
});
