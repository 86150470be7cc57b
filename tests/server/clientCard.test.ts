/** What the card of a client shows beside its record: checked incomes, and files of the client's documents, by the rights of each. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientChecked, clientDocumentFiles } from '../../contract/clientCard.ts';
import { clientOpenings } from '../../contract/clients.ts';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { orderAttached } from '../../contract/sale/orders.ts';
import { newBuyer, openShop } from './contractsKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { newOrder } from './saleKit.ts';
import { pinflWith, TWO_SOURCES, withModel } from './scoringKit.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const pinfl = pinflWith(421);
let id = 0;

beforeAll(async () => {
  const on = server.current;
  await openShop(on);
  await withModel(on.db, TWO_SOURCES);
  id = await newBuyer(on, { pinfl });
  const rules: [PersonName, string, string][] = [
    ['seller', 'incomes', 'show'],
    ['viewer', 'client', 'show'],
    ['viewer', 'questionnaire', 'allshow'],
  ];
  for (const [name, resource, action] of rules)
    await sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE[name].id}, ${resource}, ${action}, true)
      ON CONFLICT DO NOTHING`.execute(on.db.kysely);
  for (const [month, status, amount] of [
    ['2026-09-15', 'approved', 4_000_000],
    ['2026-10-15', 'approved', 5_000_000],
    ['2026-08-15', 'sent', 9_000_000],
  ] as const)
    await sql`INSERT INTO client_income (pinfl, fullname, source, month, amount, status, created_by, owner_id, search_key)
      VALUES (${pinfl}, 'Sinov Odam', 'official', ${month}, ${amount}, ${status}, 1, 1, '')`.execute(on.db.kysely);
});

describe('checked incomes', () => {
  const ask = (who: PersonName, of = id) => server.current.call(who, clientChecked, { params: { id: of } });
  const sums = async (who: PersonName) =>
    (await server.current.do(who, clientChecked, { params: { id } })).data.map(({ month, amount }) => [month, amount]);

  it('are those that were checked, the newest first; a sum is hidden from who may not see it', async () => {
    expect(await sums('director')).toEqual([
      ['2026-10-15', 5_000_000],
      ['2026-09-15', 4_000_000],
    ]);
    expect(await sums('seller')).toEqual([
      ['2026-10-15', null],
      ['2026-09-15', null],
    ]);
    const { data } = await server.current.do('director', clientOpenings, { params: { id } });
    expect(data.map(({ user }) => user.id)).toEqual([PEOPLE.director.id]);
    await newOrder(server.current, { client_id: id });
    expect((await sums('seller')).map(([, amount]) => amount)).toEqual([5_000_000, 4_000_000]);
  });
  it('need the right to incomes, and a client', async () => {
    expect([(await ask('viewer')).status, (await ask('director', 999_999)).status]).toEqual([403, 404]);
  });
});

describe('files', () => {
  const names = async (who: PersonName) =>
    (await server.current.do(who, clientDocumentFiles, { params: { id } })).data.map(({ name, document }) => [
      name,
      document.machine,
      document.kind,
    ]);

  it('are those of the documents that the person may see', async () => {
    const on = server.current;
    expect(await names('director')).toEqual([]);
    const order = await newOrder(on, { client_id: id });
    const terms = { goods: 5_000_000, first_payment: 1_000_000, term: 12, employment: 'none' };
    const { data: application } = await on.do('director', questionnaire.calls.create, {
      body: { client_id: id, ...terms } as never,
    });
    const file = (name: string) => ({ form: fileForm({}, new Uint8Array(PNG), name) });
    await on.do('seller', orderAttached.upload, { params: { id: order.id }, ...file('pasport.png') } as never);
    await on.do('director', questionnaire.attached.upload, {
      params: { id: application.id },
      ...file('rozilik.png'),
    } as never);
    const seen = [
      ['rozilik.png', 'questionnaire', 'Anketa'],
      ['pasport.png', 'saleOrder', 'Buyurtma'],
    ];
    expect(await names('director')).toEqual(seen);
    expect(await names('viewer')).toEqual(seen.slice(0, 1));
    const other = await newBuyer(on, { pinfl: pinflWith(422) });
    expect((await on.do('director', clientDocumentFiles, { params: { id: other } })).data).toEqual([]);
    const { status } = await on.call('director', clientDocumentFiles, { params: { id: 999_999 } });
    expect([status, (await on.call('nobody', clientDocumentFiles, { params: { id } })).status]).toEqual([404, 403]);
  });
});
