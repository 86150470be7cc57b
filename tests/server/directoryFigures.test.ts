/** Figures that directories have from other parts: clients of employers, devices of consultants, what is in a cash account. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { consultant } from '../../contract/directories/consultant.ts';
import { ministry } from '../../contract/directories/ministry.ts';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';
import { village } from '../../contract/directories/village.ts';
import { workplace } from '../../contract/directories/workplace.ts';
import { directoryWorld } from './directoryWorld.ts';
import { type Signed, Till } from './moneyKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const { create } = directoryWorld(server);
const till = new Till(() => server.current);
const DUE = '2026-11-10';
const OWES: Signed = { signed: '2026-09-01', firstPayment: 0, instalments: [{ due: DUE, amount: 100_000 }] };

it('employers, ministries and villages have their clients; of an employer the share that is late', async () => {
  const above = await create(ministry as never);
  const employer = await create(workplace as never, { ministry_id: above.id });
  const place = await create(village as never);
  const [late, paid] = [await till.client('Kech toʻlaydi'), await till.client('Vaqtida toʻlaydi')];
  const [without, archived] = [await till.client('Shartnomasiz'), await till.client('Arxivdagi')];
  await sql`UPDATE client SET workplace_id = ${employer.id}, village_id = ${place.id}, region_id = ${place.region.id}
    WHERE id = ANY (${[late, paid, without, archived]}::integer[])`.execute(till.kysely);
  await sql`UPDATE client SET active = false WHERE id = ${archived}`.execute(till.kysely);
  const employerNow = async () =>
    (await server.current.do('director', workplace.calls.show, { params: { id: employer.id } })).data;
  expect(await employerNow()).toMatchObject({ clients: 3, overdue: null });

  await till.day('2026-11-01');
  await till.handOver(late, await till.sign(late, OWES));
  const inTime = await till.sign(paid, { ...OWES, instalments: [{ due: '2026-12-10', amount: 100_000 }] });
  await till.handOver(paid, inTime);
  expect(await employerNow()).toMatchObject({ clients: 3, overdue: 0 });
  await till.day(DUE);
  expect(await employerNow()).toMatchObject({ overdue: 0 });
  await till.day('2026-11-11');
  expect(await employerNow()).toMatchObject({ clients: 3, overdue: 50 });

  const { data: over } = await server.current.do('director', ministry.calls.show, { params: { id: above.id } });
  expect(over).toMatchObject({ workplaces: 1, clients: 3 });
  const { data: here } = await server.current.do('director', village.calls.show, { params: { id: place.id } });
  expect(here.clients).toBe(3);
});

it('a consultant has the devices that are allowed to the person', async () => {
  const one = await create(consultant as never);
  const now = async () =>
    (await server.current.do('director', consultant.calls.show, { params: { id: one.id } })).data.device;
  expect(await now()).toBeNull();
  await sql`INSERT INTO mobile_device (device, model, user_id, app_version, status)
    VALUES ('dev-1', 'Redmi 12', ${one.user.id}, '1.0', 'allowed'), ('dev-2', 'Galaxy A15', ${one.user.id}, '1.0', 'allowed'),
      ('dev-3', 'Nokia', ${one.user.id}, '1.0', 'blocked')`.execute(till.kysely);
  expect(await now()).toBe('Galaxy A15, Redmi 12');
});

it('a cash account has what is in it by the ledger, and nothing is said of one that nothing came into', async () => {
  await till.desks();
  const client = await till.client('Toʻlovchi');
  await till.day('2026-11-12');
  const contract = await till.sign(client, { ...OWES, signed: '2026-11-12', firstPayment: 70_000 });
  await till.paid(client, [contract], 70_000);
  const balanceOf = async (id: number) =>
    (await server.current.do('director', cashAccount.calls.show, { params: { id } })).data;
  expect(await balanceOf(1)).toMatchObject({ currency: 'UZS', balance: 70_000 });
  expect((await balanceOf(3)).balance).toBeNull();
});

it('a car that is evaluated has the base price of its model and year, as it is in force today', async () => {
  const one = await create(pledgeEvaluation as never, { year: '2020' });
  const now = async () =>
    (await server.current.do('director', pledgeEvaluation.calls.show, { params: { id: one.id } })).data.base_price;
  expect(await now()).toBeNull();
  const year = Number(one.year);
  await sql`INSERT INTO car_base_price (model_id, year, price, valid_from, status, created_by) VALUES
    (${one.model.id}, ${year}, 90000000, '2020-01-01', 'superseded', ${PEOPLE.director.id}),
    (${one.model.id}, ${year}, 95000000, '2021-01-01', 'valid', ${PEOPLE.director.id}),
    (${one.model.id}, ${year}, 99000000, '2090-01-01', 'planned', ${PEOPLE.director.id}),
    (${one.model.id}, ${year - 1}, 50000000, '2021-01-01', 'valid', ${PEOPLE.director.id})`.execute(till.kysely);
  expect(await now()).toBe(95_000_000);
});
