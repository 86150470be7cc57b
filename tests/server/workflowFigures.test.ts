/** Figures of where work gets stuck: kept as steps are taken, by branch, person, month and both clocks. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { counterStart } from '../../contract/counting/counters.ts';
import { invoiceConfirm } from '../../contract/invoices/heads.ts';
import { REPLAYED, workflowFigures } from '../../contract/workflows.ts';
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { tashkentDay } from '../../server/http/days.ts';
import { countingAct } from './acts.ts';
import { newContract, openShop } from './contractsKit.ts';
import { confirm, draft, send, sent, sum } from './invoiceKit.ts';
import { newUnit, Warehouse } from './outputKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PHONE, withServer } from './world.ts';

const server = withServer();
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const write = (statement: ReturnType<typeof sql>) => statement.execute(server.current.db.kysely);
const cameIn = (id: number, hours: number) => write(sql`UPDATE document SET since = ${ago(hours)} WHERE id = ${id}`);

const figuresOf = async (who: PersonName = 'director', query: object = {}) =>
  (await server.current.do(who, workflowFigures, { query: { machine: 'invoice', ...query } })).data;
type Figures = Awaited<ReturnType<typeof figuresOf>>;
const stateIn = ({ states }: Figures, name: string) => states.find(({ state }) => state === name);
const taken = ({ arrows }: Figures, event: string) =>
  arrows.filter((arrow) => arrow.event === event).reduce((all, { count }) => all + count, 0);

/** The branch worked two hours the day before yesterday, and since an hour ago. */
async function workingDays() {
  await write(sql`DELETE FROM practice_day WHERE organization_id = ${ORGANIZATION} AND status = 'closed'`);
  await write(sql`UPDATE practice_day SET date = (now() AT TIME ZONE 'Asia/Tashkent')::date, opened_at = ${ago(1)}
    WHERE organization_id = ${ORGANIZATION}`);
  await write(sql`INSERT INTO practice_day (organization_id, practice_month_id, date, status, opened_at, closed_at)
    VALUES (${ORGANIZATION}, 1, (now() AT TIME ZONE 'Asia/Tashkent')::date - 2, 'closed', ${ago(48)}, ${ago(46)})`);
}

it('a stay that ends is counted on both clocks, and one that goes on with its time so far', async () => {
  await workingDays();
  await write(sql`DELETE FROM stay_figure`);
  const before = stateIn(await figuresOf(), 'sent')?.working.count ?? 0;
  const id = await sent(server.current, [sum()]);
  // an hour of the first day and an hour of today
  await cameIn(id, 47);
  await confirm(server.current, id);
  const ended = stateIn(await figuresOf(), 'sent');
  expect(ended?.working.count).toBe(before + 1);
  expect(ended?.rests).toBe(false);
  expect(ended?.working.median).toBeGreaterThan(120 * 0.95);
  expect(ended?.working.median).toBeLessThan(120 * 1.05);
  expect(ended?.calendar.median).toBeGreaterThan(47 * 60 * 0.95);
  expect(ended?.calendar.median).toBeLessThan(47 * 60 * 1.05);
  expect(stateIn(await figuresOf(), 'confirmed')).toMatchObject({ rests: true });

  const waits = await sent(server.current, [sum()]);
  await cameIn(waits, 0.5);
  const goesOn = stateIn(await figuresOf(), 'sent');
  expect(goesOn).toMatchObject({ working: { count: before + 2 }, now: 1 });
});

it('are narrowed to a branch, to who ended the stay, and to a month', async () => {
  const id = await sent(server.current, [sum()]);
  await confirm(server.current, id);
  const all = await figuresOf();
  const person = all.people.find(({ id: one }) => one === PEOPLE.accountant.id);
  expect(person).toBeDefined();
  const month = all.months[0];
  const count = async (query: object) => stateIn(await figuresOf('director', query), 'sent')?.working.count ?? 0;
  expect(await count({ branch: ORGANIZATION })).toBe(stateIn(all, 'sent')?.working.count);
  expect(await count({ branch: OTHER_ORGANIZATION })).toBe(0);
  // what rests there now, too
  const now = async (query: object) => stateIn(await figuresOf('director', query), 'confirmed')?.now ?? 0;
  expect(await now({ branch: ORGANIZATION })).toBeGreaterThan(0);
  expect(await now({ branch: OTHER_ORGANIZATION })).toBe(0);
  expect(await count({ person: PEOPLE.accountant.id })).toBeGreaterThan(0);
  expect(await count({ person: PEOPLE.counter1.id })).toBe(0);
  // who ends what waits now, and when, is not known: of a person and of a past month nothing is counted as of now
  await sent(server.current, [sum()]);
  const nowIn = async (query: object) => (await figuresOf('director', query)).states.map((one) => one.now);
  expect(await nowIn({ person: PEOPLE.accountant.id })).toEqual([null]);
  expect(stateIn(await figuresOf('director', { month }), 'sent')?.now).toBe(stateIn(await figuresOf(), 'sent')?.now);
  await write(sql`INSERT INTO stay_figure (chart, kind, state, month, organization_id, user_id, clock, span, count)
    VALUES ('invoice', '', 'draft', '2020-02-01', ${ORGANIZATION}, ${PEOPLE.director.id}, 'working', 3, 1)`);
  expect(await nowIn({ month: '2020-02' })).toEqual([null]);
  await write(sql`DELETE FROM stay_figure WHERE month = '2020-02-01'`);
  expect(await count({ month })).toBeGreaterThan(0);
  expect(await count({ month: '2020-01' })).toBe(0);
  expect(all.branches).toContainEqual({ id: ORGANIZATION, name: expect.any(String) });
  const refused = await server.current.call('director', workflowFigures, {
    query: { machine: 'invoice', month: '2020-13' },
  });
  expect(refused.status).toBe(422);
});

it('steps are counted by arrow, refusals by branch with their words and their share of the attempts', async () => {
  const before = await figuresOf();
  const id = await draft(server.current, [sum()]);
  const refusal = await server.current.call('accountant', invoiceConfirm, { params: { id }, body: { value: true } });
  expect(refusal.status).toBe(409);
  await send(server.current, id);
  await confirm(server.current, id);
  await expect
    .poll(async () => (await figuresOf()).refusals.find(({ event }) => event === 'invoice.confirm'))
    .toMatchObject({
      state: 'draft',
      reason: 'not_allowed_now',
      count: 1,
      tried: 1,
      words: expect.stringMatching(/\S/),
    });
  const after = await figuresOf();
  for (const event of ['invoice.create', 'invoice.send', 'invoice.confirm'])
    expect(taken(after, event)).toBe(taken(before, event) + 1);
  expect(after.arrows).toContainEqual({
    ...{ state: 'sent', event: 'invoice.confirm', after: 'confirmed' },
    count: expect.any(Number),
  });
});

it('who waits longer than nine of ten is named with what is waited for and who can end it', async () => {
  await workingDays();
  await write(sql`DELETE FROM state_stay`);
  const id = await sent(server.current, [sum()]);
  await cameIn(id, 47);
  expect((await figuresOf()).waiting).toEqual([]);
  await write(sql`INSERT INTO state_stay (chart, state, span, count) VALUES ('invoice', 'sent', stay_span(30), 10)`);
  const { waiting, waiting_total } = await figuresOf();
  const late = waiting.find((one) => one.id === id);
  expect(waiting_total).toBeGreaterThan(0);
  expect(late).toMatchObject({ state: 'sent', event: 'invoice.confirm' });
  expect(late?.minutes).toBeGreaterThan(late?.usual ?? Number.POSITIVE_INFINITY);
  const names = late?.people.map((one) => one.id) ?? [];
  expect(names).toContain(PEOPLE.accountant.id);
  expect(names).not.toContain(PEOPLE.counter1.id);
  await write(sql`DELETE FROM state_stay`);
});

it('a document that waits for another one names that one, its event and who may take it', async () => {
  await workingDays();
  await write(sql`DELETE FROM state_stay`);
  const store = new Warehouse(() => server.current);
  await store.till.desks();
  await newUnit(server.current, PHONE, '2020-01-01');
  const signed = await store.signed([{ variant: PHONE, qty: 1 }]);
  const { contract, output } = await store.waiting([{ variant: PHONE, qty: 1 }]);
  for (const id of [signed.contract, contract]) await cameIn(id, 47);
  await write(sql`INSERT INTO state_stay (chart, state, span, count)
    VALUES ('contract', 'signed', stay_span(30), 10), ('contract', 'awaiting_handover', stay_span(30), 10)`);
  const { waiting } = await figuresOf('director', { machine: 'contract' });
  const endOf = (id: number) => {
    const { event, through, people = [] } = waiting.find((one) => one.id === id) ?? {};
    return { event, through, people: people.map((one) => one.id) };
  };
  const named = (...names: PersonName[]) => expect.arrayContaining(names.map((name) => PEOPLE[name].id));
  expect(endOf(signed.contract)).toEqual({
    event: 'firstPayment.receive',
    through: { machine: 'cashDocument', id: null },
    people: named('cashier', 'director'),
  });
  expect(endOf(contract)).toEqual({
    event: 'goods.handOver',
    through: { machine: 'output', id: output },
    people: named('warehouseman', 'director'),
  });
  expect(endOf(contract).people).not.toContain(PEOPLE.counter1.id);
  await write(sql`DELETE FROM state_stay`);
});

it('an order waits for the signing of the draft over it, and for whoever may sign that', async () => {
  await workingDays();
  await write(sql`DELETE FROM state_stay`);
  await openShop(server.current);
  const { contract } = await newContract(server.current);
  await cameIn(contract.order.id, 47);
  await write(sql`INSERT INTO state_stay (chart, state, span, count)
    VALUES ('saleOrder', 'reserved', stay_span(30), 10)`);
  const { waiting } = await figuresOf('director', { machine: 'saleOrder' });
  const { event, through, people } = waiting.find(({ id }) => id === contract.order.id) ?? {};
  expect([event, through]).toEqual(['order.convert', { machine: 'contract', id: contract.id }]);
  expect(people?.map(({ id }) => id)).toEqual(expect.arrayContaining([PEOPLE.seller.id, PEOPLE.director.id]));
  await write(sql`DELETE FROM state_stay`);
});

it('refusals of a part count for the branch of its whole, and are narrowed to a month', async () => {
  const { counters } = await countingAct(server.current, ['counter1', 'counter2']);
  const [own = 0] = counters;
  // a document of another branch has the number of the counter
  await write(sql`INSERT INTO document (id, kind, number, organization_id, status, created_by)
    SELECT ${own}, kind, 'X-1', ${OTHER_ORGANIZATION}, status, created_by FROM document ORDER BY id LIMIT 1
    ON CONFLICT (id) DO UPDATE SET organization_id = excluded.organization_id`);
  const refused = await server.current.call('counter2', counterStart, { params: { id: own } });
  expect(refused.status).toBe(403);
  const refusalsOf = async (query: object = {}) =>
    (await figuresOf('director', { machine: 'counter', ...query })).refusals.filter(
      ({ event }) => event === 'counter.start',
    );
  await expect
    .poll(() => refusalsOf({ branch: ORGANIZATION }))
    .toMatchObject([{ count: 1, reason: 'counter_not_yours' }]);
  expect(await refusalsOf({ branch: OTHER_ORGANIZATION })).toEqual([]);
  const month = tashkentDay(new Date()).slice(0, 7);
  expect(await refusalsOf({ month })).toHaveLength(1);
  expect(await refusalsOf({ month: '2020-01' })).toEqual([]);
});

it('a refusal of signing has the words of the app', async () => {
  await write(sql`INSERT INTO refused_step (chart, state, event, reason, organization_id, position_id, day, count)
    VALUES ('contract', 'draft', 'contract.sign', 'signing.scoring.none', ${ORGANIZATION},
      (SELECT position_id FROM app_user WHERE id = ${PEOPLE.director.id}), current_date, 2)`);
  const { refusals } = await figuresOf('director', { machine: 'contract' });
  expect(refusals.find(({ reason }) => reason === 'signing.scoring.none')?.words).toBe(uz.signing.scoring.none);
});

it('who is no office person has the figures of the own branch', async () => {
  await write(sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE.purchaser.id}, 'workflows', 'show', true)
    ON CONFLICT DO NOTHING`);
  const own = await figuresOf('purchaser', { branch: OTHER_ORGANIZATION });
  expect(own.branches.map(({ id }) => id)).not.toContain(OTHER_ORGANIZATION);
  expect((await server.current.call('counter1', workflowFigures, { query: { machine: 'invoice' } })).status).toBe(403);
});

it('are there for every workflow that has a log', async () => {
  for (const machine of REPLAYED) {
    const { states, waiting } = await figuresOf('director', { machine });
    for (const { working, calendar } of states) expect(working.count, machine).toBe(calendar.count);
    expect(waiting.length).toBeLessThanOrEqual(50);
  }
});
