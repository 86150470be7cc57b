/**
 * Orders, contracts and runs of the scoring as everybody's work: in the queue of who moves them on, in the bell of whose they
 * are, with the heir of who leaves, played on their charts, and what hangs on them.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileDownload } from '../../contract/counting/acts.ts';
import { myDay } from '../../contract/day.ts';
import { searchEverywhere } from '../../contract/everywhere.ts';
import { noticeIndex } from '../../contract/notices.ts';
import {
  contractAmend,
  contractAttached,
  contractCancel,
  contractHistory,
  contractIndex,
  contractShow,
  contractSign,
} from '../../contract/sale/contracts.ts';
import {
  orderAttached,
  orderCancel,
  orderHistory,
  orderIndex,
  orderReserve,
  orderShow,
} from '../../contract/sale/orders.ts';
import { workflowDocuments, workflowLog } from '../../contract/workflows.ts';
import { cancelOverdue } from '../../server/contracts/contracts.ts';
import { findError, fixError, knownErrors } from '../../server/directories/contractError.ts';
import { expireOrders } from '../../server/orders/orders.ts';
import { handOver, ownWorkOf } from '../../server/people/handOver.ts';
import { concernOfRun } from '../../server/scoring/concerns.ts';
import { newContract, openShop, signed } from './contractsKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { lineFor, newGoods, newOrder } from './saleKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const kysely = () => on().db.kysely;
const waiting = async (who: PersonName, chart: string, id: number) =>
  (await on().do(who, myDay)).data.queue.find((item) => item.chart === chart && item.id === id);
const bell = async (who: PersonName) =>
  (await on().do(who, noticeIndex)).data.map(({ machine, event, by, words }) => ({
    machine,
    event,
    by: by?.id,
    words,
  }));

const give = (who: PersonName, ...rules: string[]) =>
  kysely()
    .insertInto('user_rule')
    .values(
      rules.map((rule) => {
        const [resource = '', action = ''] = rule.split('.');
        return { user_id: PEOPLE[who].id, resource, action, granted: true, until: null };
      }),
    )
    .execute();

beforeAll(async () => {
  await openShop(on());
  await give('counter1', 'contract.show', 'contract.add', 'order.add', 'order.edit');
  await give('counter2', 'error.show', 'error.edit');
  await give('stranger', 'contract.allshow', 'contract.add', 'contract.edit', 'order.add');
  await kysely()
    .updateTable('app_user')
    .set({ organization_id: OTHER_ORGANIZATION })
    .where('id', '=', PEOPLE.stranger.id)
    .execute();
});
beforeEach(async () => {
  await kysely().deleteFrom('notice').execute();
});

const order = async (more: object = {}) => newOrder(on(), { lines: [lineFor(await newGoods(on()))], ...more });

describe('an order', () => {
  it('waits for who keeps its goods, then for who writes its contract, and no more once there is one', async () => {
    const draft = await order();
    expect(await waiting('counter1', 'saleOrder', draft.id)).toMatchObject({
      ...{ state: 'draft', event: 'order.reserve', name: draft.number, about: draft.client },
      sums: { UZS: draft.total },
    });
    expect(await waiting('stranger', 'saleOrder', draft.id)).toBeUndefined();
    await on().do('seller', orderReserve, { params: { id: draft.id } });
    expect(await waiting('counter1', 'saleOrder', draft.id)).toMatchObject({ event: 'order.convert', look: 'waiting' });
    const { contract } = await newContract(on());
    expect(await waiting('counter1', 'saleOrder', contract.order.id)).toBeUndefined();
    await on().do('seller', contractCancel, { params: { id: contract.id }, body: { reason: 'Adashildi' } });
    expect(await waiting('counter1', 'saleOrder', contract.order.id)).toMatchObject({ state: 'reserved' });
  });

  it('concerns whose it is: what others and the clock did, with the reason', async () => {
    const one = await order({ reserve: true });
    await on().do('counter1', orderCancel, { params: { id: one.id }, body: { reason: 'Mijoz kelmadi' } });
    expect(await bell('seller')).toEqual([
      { machine: 'saleOrder', event: 'order.cancel', by: PEOPLE.counter1.id, words: 'Mijoz kelmadi' },
    ]);
    const late = await order({ reserve: true });
    await sql`UPDATE sale_order SET reserved_until = now() - interval '1 minute' WHERE id = ${late.id}`.execute(
      kysely(),
    );
    await on().db.tx((db) => expireOrders(db, new Date()));
    expect((await bell('seller'))[0]).toEqual({
      machine: 'saleOrder',
      event: 'order.expire',
      by: undefined,
      words: null,
    });
    expect(await bell('counter1')).toEqual([]);
  });
});

describe('a contract', () => {
  const terms = { first_payment: 300_000, term: 3, payment_day: 15 };

  it('waits as a draft for who may sign in its branch', async () => {
    const { contract } = await newContract(on());
    expect(await waiting('counter1', 'contract', contract.id)).toMatchObject({
      ...{ state: 'draft', event: 'contract.sign', name: `#${contract.id}`, about: contract.client },
      sums: { UZS: contract.total },
    });
    expect(await waiting('stranger', 'contract', contract.id)).toBeUndefined();
    await on().do('seller', contractSign, { params: { id: contract.id } });
    expect(await waiting('counter1', 'contract', contract.id)).toBeUndefined();
  });

  it('is found by its id while it has no number, as lists call it', async () => {
    const { contract } = await newContract(on());
    const find = async (search: string) =>
      (await on().do('seller', searchEverywhere, { body: { search } })).data.find(({ group }) => group === 'documents')
        ?.hits;
    for (const words of [`#${contract.id}`, String(contract.id), `договор #${contract.id}`])
      expect(await find(words), words).toContainEqual(
        expect.objectContaining({ kind: 'contract', id: contract.id, title: `#${contract.id}`, exact: true }),
      );
    // one that has its number is called by it alone
    expect(await find(`#${contract.order.id}`)).toBeUndefined();
  });

  it('waits as a draft for nobody while its goods are kept no more or its client is archived, and says so', async () => {
    const [late, archived] = [await newContract(on()), await newContract(on())];
    const items = async () => (await on().do('counter1', myDay)).data;
    const before = (await items()).held.count;
    await sql`UPDATE sale_order SET reserved_until = now() - interval '1 minute'
      WHERE id = ${late.contract.order.id}`.execute(kysely());
    await sql`UPDATE client SET active = false WHERE id = ${archived.contract.client_id}`.execute(kysely());
    for (const { contract } of [late, archived]) {
      expect(await waiting('counter1', 'contract', contract.id)).toBeUndefined();
      const { data } = await on().do('counter1', contractIndex, { query: { search: contract.client } });
      expect(data.map(({ id, allowed_events }) => [id, allowed_events.includes('contract.sign')])).toEqual([
        [contract.id, false],
      ]);
    }
    const { held } = await items();
    expect(held.count).toBe(before + 2);
    const reasons = held.first.filter(({ chart }) => chart === 'contract').map(({ reason }) => reason);
    expect(reasons).toContain(
      'Bron muddati tugagan, tovar boʻshatilgan: qoralamani bekor qiling va yangi buyurtma oching.',
    );
  });

  it('waits as a draft for nobody while a condition of its signing does not hold, and says which', async () => {
    const { contract } = await newContract(on());
    const ask = (value: boolean) =>
      sql`UPDATE organization SET scoring_required = ${value} WHERE id = ${ORGANIZATION}`.execute(kysely());
    const mayBeSigned = async () => {
      const { data } = await on().do('counter1', contractIndex, { query: { search: contract.client } });
      return data.map(({ id, allowed_events }) => [id, allowed_events.includes('contract.sign')]);
    };
    await ask(true);
    expect(await waiting('counter1', 'contract', contract.id)).toBeUndefined();
    expect(await mayBeSigned()).toEqual([[contract.id, false]]);
    const { held } = (await on().do('counter1', myDay)).data;
    expect(held.first.map(({ reason }) => reason)).toContain('Bu filialda skoring kerak: amaldagi ijobiy natija yoʻq.');
    await ask(false);
    expect(await waiting('counter1', 'contract', contract.id)).toMatchObject({ event: 'contract.sign' });
    expect(await mayBeSigned()).toEqual([[contract.id, true]]);
  });

  it('concerns whose it is: other terms, the signature, the end by the clock', async () => {
    const { contract } = await newContract(on());
    const params = { id: contract.id };
    await on().do('director', contractAmend, { params, body: terms });
    await on().do('counter1', contractSign, { params });
    expect((await bell('seller')).map(({ event, by }) => [event, by])).toEqual([
      ['contract.sign', PEOPLE.counter1.id],
      ['contract.amend', PEOPLE.director.id],
    ]);
    await sql`UPDATE document SET since = now() - interval '73 hours' WHERE id = ${contract.id}`.execute(kysely());
    await on().db.tx((db) => cancelOverdue(db, new Date()));
    const [last] = await bell('seller');
    expect([last?.event, last?.by, last?.words]).toEqual(['contract.cancel', undefined, expect.stringContaining('72')]);
  });

  it('of who signs it oneself is in nobody’s bell', async () => {
    await signed(on());
    expect(await bell('seller')).toEqual([]);
  });
});

describe('who leaves', () => {
  it('leaves orders and contracts to the heir until the goods have left', async () => {
    const draft = await order({ who: 'counter1' });
    const { contract } = await signed(on(), { who: 'counter1' });
    await kysely()
      .updateTable('document')
      .set({ owner_id: PEOPLE.counter1.id })
      .where('id', '=', contract.id)
      .execute();
    const work = await ownWorkOf(kysely(), PEOPLE.counter1.id, 'uz');
    expect(work.map(({ chart, state, look }) => [chart, state, look])).toEqual(
      expect.arrayContaining([
        ['saleOrder', 'draft', 'new'],
        ['contract', 'signed', 'waiting'],
      ]),
    );
    const user = { id: PEOPLE.director.id, office: true, rules: {} } as never;
    const asked = { user, now: new Date(), language: 'uz' as const };
    await on().db.tx((db) => handOver({ ...asked, db }, PEOPLE.counter1.id, PEOPLE.seller.id));
    const { rows } = await sql<{ owner_id: number }>`SELECT owner_id FROM document
      WHERE id IN (${draft.id}, ${contract.id})`.execute(kysely());
    expect(rows.map(({ owner_id }) => owner_id)).toEqual([PEOPLE.seller.id, PEOPLE.seller.id]);
  });
});

describe('the gallery', () => {
  it('plays orders and contracts that the person’s lists show', async () => {
    const { contract } = await signed(on());
    const of = (who: PersonName, machine: 'contract' | 'saleOrder') =>
      on().do(who, workflowDocuments, { query: { machine } });
    const { data } = await of('director', 'contract');
    expect(data).toContainEqual(expect.objectContaining({ id: contract.id, title: contract.number, state: 'signed' }));
    expect((await of('director', 'saleOrder')).data.map(({ id }) => id)).toContain(contract.order.id);
    const log = await on().do('director', workflowLog, { params: { id: contract.id }, query: { machine: 'contract' } });
    expect(log.data.steps.map(({ event }) => event)).toEqual(['contract.create', 'contract.sign']);
  });
});

describe('what hangs on one', () => {
  const comment = { comment: 'Mijoz ertaga keladi' };

  it.each([
    ['order', orderAttached, orderShow, orderHistory],
    ['contract', contractAttached, contractShow, contractHistory],
  ] as const)(
    '%s: comments and files of the branch, a line of the log each, neither version nor state',
    async (kind, attached, show, history) => {
      const { contract } = await newContract(on());
      const id = kind === 'order' ? contract.order.id : contract.id;
      const params = { id };
      const call = <T>(who: PersonName, one: object, sent: object = {}) =>
        on().do(who, one as never, { params, ...sent } as never) as Promise<{ data: T }>;
      const before = (await call<{ version: number; status: string }>('seller', show)).data;
      const made = await call<object>('counter1', attached.comment, { body: comment });
      expect(made.data).toMatchObject({ ...comment, created_by: { id: PEOPLE.counter1.id } });
      expect((await call<object[]>('seller', attached.comments)).data).toHaveLength(1);
      const form = fileForm({}, new Uint8Array(PNG), 'pasport.png');
      const { data: file } = await call<{ id: number }>('seller', attached.upload, { form });
      expect((await call<{ name: string }[]>('seller', attached.files)).data[0]?.name).toBe('pasport.png');
      expect((await on().call('counter1', fileDownload, { params: { id: file.id } })).status).toBe(200);
      // who reads every branch writes in the own one alone
      for (const [one, sent] of [
        [attached.comment, { body: comment }],
        [attached.upload, { form: fileForm({}, new Uint8Array(PNG)) }],
      ] as const)
        expect((await on().call('stranger', one as never, { params, ...sent } as never)).status).toBe(403);
      expect((await on().call('viewer', attached.comments as never, { params } as never)).status).toBe(403);
      const off = { params: { id: file.id } };
      expect((await on().call('counter1', attached.deleteFile as never, off as never)).status).toBe(403);
      await on().do('seller', attached.deleteFile as never, off as never);
      const { data: lines } = await call<{ event: string }[]>('seller', history);
      expect(lines.slice(0, 3).map(({ event }) => event)).toEqual(['file.remove', 'file.add', 'comment.add']);
      const after = (await call<{ version: number; status: string }>('seller', show)).data;
      expect([after.version, after.status]).toEqual([before.version, before.status]);
    },
  );
});

describe('an error of a contract', () => {
  it('concerns who corrects contracts in its branch, then who has taken it', async () => {
    const { contract } = await signed(on());
    const finding = {
      contract_id: contract.id,
      code: 'schedule_total' as const,
      expected: 5,
      actual: 4,
      subject: null,
    };
    await on().db.tx((db) => findError({ db, now: new Date() }, finding));
    expect((await bell('counter2')).map(({ machine, event }) => [machine, event])).toEqual([
      ['contractError', 'error.find'],
    ]);
    expect(await bell('counter1')).toEqual([]);
    const [error] = await knownErrors(kysely(), [contract.id]);
    const id = error?.id ?? 0;
    await sql`UPDATE document SET status = 'fixing', owner_id = ${PEOPLE.counter2.id} WHERE id = ${id}`.execute(
      kysely(),
    );
    await on().db.tx((db) => fixError({ db, now: new Date() }, id));
    expect((await bell('counter2')).map(({ event }) => event)).toEqual(['error.fix', 'error.find']);
  });
});

describe('a run of the scoring', () => {
  const run = { id: 1, created_by: PEOPLE.seller.id, questionnaire_id: null } as never;

  it('that is left to a person concerns who decides as another notice than a decision; one of an application none', () => {
    expect(concernOfRun(run, 'run.decide', { decision: 'manual' })).toMatchObject({ as: 'run.leave' });
    expect(concernOfRun(run, 'run.decide', { decision: 'approved' })).not.toHaveProperty('as');
    expect(concernOfRun({ ...(run as object), questionnaire_id: 5 } as never, 'run.decide', {})).toBeUndefined();
  });
});

it('lists are of the branch still', async () => {
  const { data } = await on().do('counter1', contractIndex);
  expect(data.every(({ organization_id }) => organization_id === ORGANIZATION)).toBe(true);
  expect((await on().do('counter1', orderIndex)).data.length).toBeGreaterThan(0);
});
