/** Ways that go through another document: its own steps and what it waits for, then sent over the API as they are named. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { contractCreate, contractShow, contractSign } from '../../contract/sale/contracts.ts';
import { orderShow } from '../../contract/sale/orders.ts';
import { type WayMachine, type WorkflowWay, workflowWay } from '../../contract/workflowWay.ts';
import { inForceNow, newBuyer, newContract, openShop } from './contractsKit.ts';
import { leadTerms } from './leadKit.ts';
import { newUnit, Warehouse } from './outputKit.ts';
import { lineFor, newGoods, newOrder } from './saleKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, PHONE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const db = () => on().db.kysely;
beforeAll(() => openShop(on()));

const wayOf = async (machine: WayMachine, id: number, goal: string, who: PersonName = 'director') =>
  (await on().do(who, workflowWay, { params: { id }, query: { machine, goal }, language: 'uz' })).data;
/** The step with the document whose it is, what it waits for, and whether that blocks it. */
const lines = ({ steps }: WorkflowWay): string[] =>
  steps.map(({ event, of, after, facts, blocked }) =>
    [
      of === undefined ? '' : `${of.machine}: `,
      event,
      after === null ? '' : ` > ${after}`,
      facts.length === 0 ? '' : ` · ${blocked ? 'waits: ' : ''}`,
      facts
        .map(({ fact, of: condition, in: there }) => [there?.machine, condition ?? fact].join(' ').trim())
        .join(', '),
    ].join(''),
  );
const asksForScoring = (value: boolean) =>
  sql`UPDATE organization SET scoring_required = ${value} WHERE id = ${ORGANIZATION}`.execute(db());
const statusOf = async (order: number) => (await on().do('seller', orderShow, { params: { id: order } })).data.status;
const sign = (id: number) => on().call('seller', contractSign, { params: { id } });

describe('an order', () => {
  it('that has a draft of its contract waits for what the signing waits for, with the draft beside it', async () => {
    const { contract } = await newContract(on());
    const { id: order } = contract.order;
    await asksForScoring(true);
    const way = await wayOf('saleOrder', order, 'converted');
    expect(lines(way)).toEqual(['order.convert > converted · waits: contract scoring']);
    const draft = { machine: 'contract', id: contract.id, branch: ORGANIZATION };
    const beside = { client: contract.client_id, order };
    expect(way.steps[0]?.facts[0]?.in).toEqual({ ...draft, beside });
    expect(way.steps[0]?.through).toEqual({
      machine: 'contract',
      event: 'contract.sign',
      document: { ...draft, beside },
    });
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, way.steps[0]?.facts[0]?.text]);
    await asksForScoring(false);
    expect(lines(await wayOf('saleOrder', order, 'converted'))).toEqual(['order.convert > converted']);
    expect((await sign(contract.id)).status).toBe(200);
    expect(await statusOf(order)).toBe('converted');
  });

  it('without a contract gets one first, and what its client lacks is said before', async () => {
    const goods = await newGoods(on());
    const client_id = await newBuyer(on());
    const order = await newOrder(on(), { client_id, lines: [lineFor(goods)], reserve: true });
    await asksForScoring(true);
    const way = await wayOf('saleOrder', order.id, 'converted');
    expect(lines(way)).toEqual(['contract: contract.create', 'order.convert > converted · waits: contract scoring']);
    expect(way.steps[1]?.facts[0]?.in).toMatchObject({ id: null, beside: { client: client_id, order: order.id } });
    const body = { order_id: order.id, first_payment: 200_000, term: 3, payment_day: 15 };
    const { data: contract } = await on().do('seller', contractCreate, { body });
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, way.steps[1]?.facts[0]?.text]);
    await asksForScoring(false);
    expect((await sign(contract.id)).status).toBe(200);
    expect(await statusOf(order.id)).toBe('converted');
  });

  it('of somebody who always needs a guarantor says so before there is a contract', async () => {
    await asksForScoring(false);
    const id = await inForceNow(on(), 'informal_setting', {
      ...{ max_limit: 5_000_000, max_term: 24, first_payment: 0, guarantors: 1, documents: [] },
    });
    const client_id = await newBuyer(on());
    const order = await newOrder(on(), { client_id, lines: [lineFor(await newGoods(on()))], reserve: true });
    const way = await wayOf('saleOrder', order.id, 'converted');
    expect(lines(way)).toEqual(['contract: contract.create', 'order.convert > converted · waits: contract guarantor']);
    const body = { order_id: order.id, first_payment: 200_000, term: 3, payment_day: 15 };
    const { data: contract } = await on().do('seller', contractCreate, { body });
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, way.steps[1]?.facts[0]?.text]);
    // of every sum, so no sum is named
    expect(way.steps[1]?.facts[0]?.text).toMatch(/Kafil kerak: 1 ta\.$/);
    await sql`UPDATE informal_setting SET status = 'dropped' WHERE id = ${id}`.execute(db());
  });

  it('in draft is kept on its way, so that its reservation keeps nothing', async () => {
    const goods = await newGoods(on());
    const order = await newOrder(on(), { client_id: await newBuyer(on()), lines: [lineFor(goods)] });
    expect(lines(await wayOf('saleOrder', order.id, 'converted'))).toEqual([
      'order.reserve > reserved',
      'contract: contract.create',
      'order.convert > converted',
    ]);
  });
});

describe('a contract', () => {
  it('says all that its signing waits for', async () => {
    const { contract } = await newContract(on());
    await asksForScoring(true);
    await sql`UPDATE branch_seal SET until = '2026-11-20'`.execute(db());
    const [first] = lines(await wayOf('contract', contract.id, 'active'));
    expect(first).toBe('contract.sign > signed · waits: scoring, requisites');
    await sql`UPDATE branch_seal SET until = NULL`.execute(db());
    await asksForScoring(false);
  });

  it('that waits for its goods goes through picking them, which blocks what the output waits for', async () => {
    const store = new Warehouse(on);
    await store.till.desks();
    const serial = await newUnit(on(), PHONE, '2020-01-01');
    const { client, contract, output } = await store.waiting([{ variant: PHONE, qty: 1 }]);
    const way = await wayOf('contract', contract, 'active');
    expect(lines(way)).toEqual([
      'output: output.pick > picking',
      'output: serial.scan · allPicked',
      'goods.handOver > active',
    ]);
    expect(way.steps.map(({ of, through }) => of?.id ?? through?.document?.id)).toEqual([output, output, output]);
    // who may not open the output learns what it waits for all the same, without a link to it
    const seen = await wayOf('contract', contract, 'active', 'seller');
    expect(lines(seen)).toEqual(lines(way));
    expect(seen.steps[0]?.of?.id).toBeNull();
    expect((await store.handOver(output)).status).toBe(409);
    expect((await store.pick(output)).status).toBe(200);
    expect((await store.scan(output, serial)).status).toBe(200);
    const last = await wayOf('contract', contract, 'active');
    expect(lines(last)).toEqual(['goods.handOver > active']);
    // goods that are picked are found by the contract, and the contract by them
    expect(last.beside.output).toBe(output);
    expect((await wayOf('output', output, 'handed_over')).beside).toEqual({ contract });
    expect((await store.handOver(output)).status).toBe(200);
    expect((await on().do('director', contractShow, { params: { id: contract } })).data.status).toBe('active');
    expect(client).toBeGreaterThan(0);
  });
});

describe('an application', () => {
  /** Of a client, in a state of its chart. */
  async function application(client: number, status: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      WITH d AS (INSERT INTO document (kind, organization_id, status, created_by, owner_id)
        VALUES ('questionnaire', ${ORGANIZATION}, ${status}, ${PEOPLE.director.id}, ${PEOPLE.director.id}) RETURNING id)
      INSERT INTO questionnaire (id, client_id, goods, first_payment, term, employment)
      SELECT id, ${client}, 5000000, 1000000, 12, 'none' FROM d RETURNING id`.execute(db());
    return rows[0]?.id ?? 0;
  }

  it('is used by the client’s draft, else by the order, else by both that are to be made', async () => {
    await asksForScoring(false);
    const client = await newBuyer(on());
    const id = await application(client, 'approved');
    expect(lines(await wayOf('questionnaire', id, 'used'))).toEqual([
      'saleOrder: order.create',
      'saleOrder: order.reserve > reserved',
      'contract: contract.create',
      'questionnaire.use > used',
    ]);
    const goods = await newGoods(on());
    await newOrder(on(), { client_id: client, lines: [lineFor(goods)] });
    expect(lines(await wayOf('questionnaire', id, 'used'))).toEqual([
      'saleOrder: order.reserve > reserved',
      'contract: contract.create',
      'questionnaire.use > used',
    ]);
    const { contract } = await newContract(on(), { client_id: client });
    await sql`UPDATE branch_seal SET until = '2026-11-20'`.execute(db());
    const way = await wayOf('questionnaire', id, 'used');
    expect(lines(way)).toEqual(['questionnaire.use > used · waits: contract requisites']);
    expect((await sign(contract.id)).error.message).toBe(way.steps[0]?.facts[0]?.text);
    await sql`UPDATE branch_seal SET until = NULL`.execute(db());
    expect(lines(await wayOf('questionnaire', id, 'used'))).toEqual(['questionnaire.use > used']);
    expect((await sign(contract.id)).status).toBe(200);
    expect((await wayOf('questionnaire', id, 'used')).none).toBe('there');
  });

  it('says each thing that its submission lacks, with its client beside it', async () => {
    const client = await newBuyer(on());
    const id = await application(client, 'draft');
    await sql`UPDATE client_phone SET active = false WHERE client_id = ${client}`.execute(db());
    const way = await wayOf('questionnaire', id, 'approved');
    expect(lines(way)[0]).toBe('questionnaire.submit > submitted · waits: questionnaire_consent, questionnaire_phone');
    expect(way.beside).toEqual({ client });
    const { refused } = (await on().do('director', questionnaire.calls.show, { params: { id } })).data;
    expect(refused?.['questionnaire.submit']).toBe(way.steps[0]?.facts[0]?.text);
  });
});

it('somebody who was brought has the client and the contract beside, once they are there', async () => {
  await leadTerms(on());
  const partner = {
    name: 'Hamkor',
    kind: 'person',
    phone: '+998901110022',
    pinfl: '31506850000017',
    terms: null,
  } as const;
  const { id: partner_id } = (await on().do('director', initiativePartner.calls.create, { body: partner })).data;
  const lead = { partner_id, fullname: 'Keltirilgan', phone: '+998901110033' };
  const { id } = (await on().do('director', initiativeClient.calls.create, { body: lead })).data;
  await sql`UPDATE document SET status = 'client' WHERE id = ${id}`.execute(db());
  const beside = async () => (await wayOf('initiativeClient', id, 'rewarded')).beside;
  expect(await beside()).toEqual({});
  const client = await newBuyer(on());
  await sql`UPDATE initiative_client SET client_id = ${client} WHERE id = ${id}`.execute(db());
  expect(await beside()).toEqual({ client });
  const { contract } = await newContract(on(), { client_id: client });
  const way = await wayOf('initiativeClient', id, 'rewarded');
  expect(way.beside).toEqual({ client, contract: contract.id });
  expect(lines(way)).toEqual(['lead.reward > rewarded · waits: isEarned']);
});
