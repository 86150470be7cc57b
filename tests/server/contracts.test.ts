/** Contracts: terms, what signing waits for, what it leaves, calling off, the server's jobs, form, rights, list. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  contractAmend,
  contractCancel,
  contractCreate,
  contractForm,
  contractHistory,
  contractIndex,
  contractShow,
  contractSign,
  saleTerms,
} from '../../contract/sale/contracts.ts';
import { orderCancel, orderEdit, orderReserve, orderShow, orderUpdate } from '../../contract/sale/orders.ts';
import { workflowWay } from '../../contract/workflowWay.ts';
import { cancelOverdue } from '../../server/contracts/contracts.ts';
import { inForceNow, newBuyer, newContract, newPinfl, openShop, signed, type Wish } from './contractsKit.ts';
import { documentOf, keptOf, lineFor, list, newGoods, newOrder, SHOP } from './saleKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const db = () => on().db.kysely;
beforeAll(() => openShop(on()));

const sign = (id: number, who: PersonName = 'seller') => on().call(who, contractSign, { params: { id } });
const show = async (id: number, who: PersonName = 'director') =>
  (await on().do(who, contractShow, { params: { id } })).data;
const fieldsOf = ({ error }: { error: { errors?: Record<string, unknown> } }) => Object.keys(error.errors ?? {});

describe('a draft', () => {
  it('is made over a reserved order: T, schedule and what signing waits for are those of the rules', async () => {
    const { contract } = await newContract(on());
    expect(contract).toMatchObject({
      ...{ status: 'draft', number: null, goods: 1_000_000, first_payment: 200_000, total: 1_120_000, markup: 15 },
      ...{ signed_on: null, title: expect.stringContaining('Savdo tovari'), units: 1, version: 1 },
    });
    expect(contract.instalments).toEqual([
      { number: 0, due: '2026-11-21', amount: 200_000, paid: 0, written_off: 0 },
      { number: 1, due: '2026-12-15', amount: 306_000, paid: 0, written_off: 0 },
      { number: 2, due: '2027-01-15', amount: 306_000, paid: 0, written_off: 0 },
      { number: 3, due: '2027-02-15', amount: 308_000, paid: 0, written_off: 0 },
    ]);
    expect(contract.conditions.filter(({ holds }) => !holds)).toEqual([]);
    expect(contract.allowed_events).toEqual(['contract.amend', 'contract.sign', 'contract.cancel']);
  });

  it('needs an order that is kept and has no other contract', async () => {
    const { contract } = await newContract(on());
    const body = { order_id: contract.order.id, first_payment: 200_000, term: 3, payment_day: 15 };
    const second = await on().call('seller', contractCreate, { body });
    expect([second.status, second.error.message]).toEqual([409, expect.stringContaining(`№ ${contract.id}`)]);
    const goods = await newGoods(on());
    const draft = await newOrder(on(), { lines: [lineFor(goods)] });
    const unkept = await on().call('seller', contractCreate, { body: { ...body, order_id: draft.id } });
    expect([unkept.status, unkept.error.code]).toEqual([409, 'reservation_expired']);
  });

  it('a term that is not offered, too small sums, a first payment of all and a discount of all are faults of their fields', async () => {
    const goods = await newGoods(on(), { price: 100_000 });
    const order = await newOrder(on(), { lines: [lineFor(goods, { price: 100_000 })], reserve: true });
    for (const [more, field] of [
      [{ term: 7 }, 'term'],
      [{ term: 24, first_payment: 90_000 }, 'term'],
      [{ first_payment: 100_000 }, 'first_payment'],
      [{ discount: 100_000 }, 'discount'],
      [{ payment_day: 29 }, 'payment_day'],
    ] as const) {
      const body = { order_id: order.id, first_payment: 20_000, term: 3, payment_day: 15, ...more };
      const answer = await on().call('seller', contractCreate, { body });
      expect([answer.status, fieldsOf(answer)], JSON.stringify(more)).toEqual([422, [field]]);
    }
  });

  it('is amended by its owner or who edits; the discount is spread on the lines', async () => {
    const { contract } = await newContract(on(), { who: 'director' });
    const params = { id: contract.id };
    const body = { first_payment: 300_000, term: 12, payment_day: 10, discount: 50_000 };
    expect((await on().call('seller', contractAmend, { params, body })).status).toBe(403);
    const { data } = await on().do('director', contractAmend, { params, body });
    expect(data).toMatchObject({ goods: 950_000, first_payment: 300_000, term: 12, version: 2 });
    expect(data.total).toBe(300_000 + Math.round(650_000 * 1.385));
    expect(data.lines.map(({ discount, sum }) => [discount, sum])).toEqual([[50_000, 950_000]]);
    const lines = (await on().do('director', contractHistory, { params })).data;
    expect(lines[0]?.payload).toMatchObject({ before: { total: 1_120_000 }, after: { discount: 50_000 } });
    const stale = await on().call('director', contractAmend, { params, body, ifMatch: 1 });
    expect([stale.status, stale.error.code]).toEqual([409, 'stale']);
  });
});

describe('signing', () => {
  it('gives number, day and schedule, passes on what is kept, converts the order, in one step with one line each', async () => {
    const { contract, goods } = await newContract(on());
    const { data, message } = await on().do('seller', contractSign, { params: { id: contract.id } });
    expect(data).toMatchObject({ status: 'signed', signed_on: '2026-11-21', total: 1_120_000, version: 2 });
    expect(data.number).toMatch(/^CHL-26-\d{4}$/);
    expect(message).toContain(data.number);
    const { rows } =
      await sql`SELECT number, amount FROM instalment WHERE contract_id = ${contract.id} ORDER BY number`.execute(db());
    expect(rows).toEqual([
      { number: 0, amount: 200_000 },
      { number: 1, amount: 306_000 },
      { number: 2, amount: 306_000 },
      { number: 3, amount: 308_000 },
    ]);
    const { rows: kept } = await sql`SELECT document_id, until FROM reservation
      WHERE product_variant_id = ${goods.id} AND ended_at IS NULL`.execute(db());
    expect(kept).toEqual([{ document_id: contract.id, until: null }]);
    const { data: order } = await on().do('seller', orderShow, { params: { id: contract.order.id } });
    expect(order.status).toBe('converted');
    const logOf = async (id: number) =>
      (await sql`SELECT event, user_id FROM event_log WHERE document_id = ${id} ORDER BY id`.execute(db())).rows;
    expect(await logOf(contract.id)).toEqual([
      { event: 'contract.create', user_id: PEOPLE.seller.id },
      { event: 'contract.sign', user_id: PEOPLE.seller.id },
    ]);
    expect((await logOf(order.id)).at(-1)).toEqual({ event: 'order.convert', user_id: null });
  });

  it('a first payment of nothing is there at once', async () => {
    const { contract } = await signed(on(), { first_payment: 0, term: 24 });
    expect(contract.status).toBe('awaiting_handover');
    const { data } = await on().do('seller', contractHistory, { params: { id: contract.id } });
    expect(data.map(({ event, user }) => [event, user?.id ?? null])).toEqual([
      ['firstPayment.receive', null],
      ['contract.sign', PEOPLE.seller.id],
      ['contract.create', PEOPLE.seller.id],
    ]);
  });

  it('numbers have no gap after a refusal', async () => {
    const first = (await signed(on())).contract.number ?? '';
    const { contract } = await newContract(on());
    const end = await list(on(), await documentOf(on(), contract.client_id));
    expect((await sign(contract.id)).status).toBe(409);
    await end();
    const { data } = await on().do('seller', contractSign, { params: { id: contract.id } });
    expect(Number(data.number?.slice(-4))).toBe(Number(first.slice(-4)) + 1);
  });

  /** A condition, terms, what makes it fail, the code of the refusal. */
  const conditions: readonly [
    string,
    Wish,
    ((id: number, contract: { client_id: number; order: { id: number } }) => Promise<unknown>) | null,
    string,
  ][] = [
    ['listed', {}, async (_, { client_id }) => list(on(), await documentOf(on(), client_id)), 'not_allowed_now'],
    [
      'reservation',
      {},
      (_, { order }) => sql`UPDATE sale_order SET reserved_until = now() WHERE id = ${order.id}`.execute(db()),
      'reservation_expired',
    ],
    [
      'document',
      {},
      (_, { client_id }) =>
        sql`UPDATE client_document SET expires_on = '2026-11-20' WHERE client_id = ${client_id}`.execute(db()),
      'not_allowed_now',
    ],
    [
      'client',
      {},
      (_, { client_id }) => sql`UPDATE client SET pinfl = NULL WHERE id = ${client_id}`.execute(db()),
      'not_allowed_now',
    ],
    ['schedule', { first_payment: 199_000 }, null, 'not_allowed_now'],
  ];
  it.each(conditions)('waits for: %s', async (code, wish, breaks, refusal) => {
    const { contract } = await newContract(on(), wish);
    await breaks?.(contract.id, contract);
    const shown = await show(contract.id, 'seller');
    const waits = shown.conditions.filter(({ holds }) => !holds);
    expect(waits.map((one) => one.code)).toEqual([code]);
    const answer = await sign(contract.id);
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([409, refusal, waits[0]?.text]);
    const { rows } = await sql`SELECT 1 FROM instalment WHERE contract_id = ${contract.id}`.execute(db());
    expect([rows.length, (await show(contract.id)).status]).toEqual([0, 'draft']);
  });

  it('waits for a manager where a line is sold below what it cost; nobody is told the cost (V15)', async () => {
    const { contract, goods } = await newContract(on());
    const { rows } = await sql<{
      cost: number;
    }>`SELECT cost FROM stock_batch WHERE product_variant_id = ${goods.id}`.execute(db());
    const cost = Number(rows[0]?.cost);
    await sql`UPDATE stock_batch SET cost = 1000001 WHERE product_variant_id = ${goods.id}`.execute(db());
    expect(cost).toBeLessThan(1_000_000);
    const answer = await sign(contract.id);
    expect([answer.status, JSON.stringify(answer.error).includes('1000001')]).toEqual([409, false]);
    await sql`UPDATE stock_batch SET cost = 1000000 WHERE product_variant_id = ${goods.id}`.execute(db());
    expect((await show(contract.id, 'seller')).conditions.every(({ holds }) => holds)).toBe(true);
    await sql`UPDATE stock_batch SET cost = 1000001 WHERE product_variant_id = ${goods.id}`.execute(db());
    expect((await sign(contract.id, 'director')).status).toBe(200);
  });

  it('waits for scoring where the organization asks for it, for requisites and a seal in force, for an age', async () => {
    const { contract } = await newContract(on());
    const waits = async () =>
      (await show(contract.id, 'seller')).conditions.filter(({ holds }) => !holds).map(({ code }) => code);
    const ask = (value: boolean) =>
      sql`UPDATE organization SET scoring_required = ${value} WHERE id = ${ORGANIZATION}`.execute(db());
    await ask(true);
    expect(await waits()).toEqual(['scoring']);
    // and the way to an end says so, with the records where it is changed
    const asked = { params: { id: contract.id }, query: { machine: 'contract', goal: 'active' } } as const;
    const { steps, beside } = (await on().do('seller', workflowWay, asked)).data;
    expect(beside).toEqual({ client: contract.client_id, order: contract.order.id });
    expect(steps[0]).toMatchObject({ event: 'contract.sign', blocked: true, facts: [{ of: 'scoring' }] });
    // an approval of the day after the one on which the branch still stands is not denied, it is too early for it
    const said = async () =>
      (await show(contract.id, 'seller')).conditions.find(({ code }) => code === 'scoring')?.text;
    expect(await said()).toContain('natija yoʻq');
    await sql`INSERT INTO scoring_run (client_id, pinfl, document, fullname, birth_date, consent, goods, first_payment, term,
        guarantor, attempt, score, decision, credit_limit, decided_on, valid_until, status, created_by)
      SELECT id, pinfl, 'AD1112223', fullname, birth_date, true, 1000000, 200000, 3, false, 1, 80, 'approved', 5000000,
        '2026-11-22', '2026-12-22', 'decided', 13 FROM client WHERE id = ${contract.client_id}`.execute(db());
    expect(await said()).toMatch(/22\.11\.2026.*21\.11\.2026/);
    expect((await sign(contract.id)).status).toBe(409);
    await ask(false);
    await sql`UPDATE branch_seal SET until = '2026-11-20'`.execute(db());
    expect(await waits()).toEqual(['requisites']);
    await sql`UPDATE branch_seal SET until = NULL`.execute(db());
    const id = await inForceNow(on(), 'client_setting', {
      ...{ age_from: 42, age_to: 60, needed: [], myid: false, photo: false, document_days: 30 },
    });
    expect(await waits()).toEqual(['age']);
    await sql`UPDATE client_setting SET status = 'dropped' WHERE id = ${id}`.execute(db());
    expect(await waits()).toEqual([]);
  });

  it('goods that are not those kept for the client are not sold: an order written anew is taken by amending', async () => {
    const { contract } = await newContract(on());
    const params = { id: contract.order.id };
    const others = await newGoods(on(), { price: 1_500_000 });
    await on().do('director', orderEdit, { params });
    const [line] = contract.lines;
    const lines = [lineFor(others, { price: 1_500_000, qty: 2 })];
    await on().do('director', orderUpdate, { params, body: { comment: null, lines } });
    await on().do('director', orderReserve, { params });
    const [waits] = (await show(contract.id, 'seller')).conditions.filter(({ holds }) => !holds);
    expect(waits?.code).toBe('terms');
    const answer = await sign(contract.id);
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([409, 'terms_changed', waits?.text]);
    const terms = { first_payment: 600_000, term: 3, payment_day: 15 };
    const amended = await on().do('seller', contractAmend, { params: { id: contract.id }, body: terms });
    expect(amended.data.lines.map((one) => [one.product_variant_id, one.qty])).toEqual([[others.id, 2]]);
    expect(line?.product_variant_id).not.toBe(others.id);
    expect((await sign(contract.id)).status).toBe(200);
  });

  it('terms that changed since are named with both figures, and taken by amending (decision 80)', async () => {
    const { contract } = await newContract(on());
    const id = await inForceNow(
      on(),
      'value_setting',
      { client: 'informal', term: 3, markup: 20, first_payment: 20 },
      '2026-11-20',
    );
    const answer = await sign(contract.id);
    expect([answer.status, answer.error.code]).toEqual([409, 'terms_changed']);
    expect(answer.error.message).toMatch(/1.120.000.*1.160.000/);
    const body = { first_payment: 200_000, term: 3, payment_day: 15 };
    await on().do('seller', contractAmend, { params: { id: contract.id }, body });
    const { data } = await on().do('seller', contractSign, { params: { id: contract.id } });
    expect(data.total).toBe(1_160_000);
    await sql`UPDATE value_setting SET status = 'dropped' WHERE id = ${id}`.execute(db());
  });

  it('the limit counts what is signed (V11), also of two that are signed at once', async () => {
    const client_id = await newBuyer(on());
    const id = await inForceNow(on(), 'informal_setting', {
      ...{ max_limit: 1_500_000, max_term: 24, first_payment: 0, guarantors: 0, documents: [] },
    });
    const drafts = [await newContract(on(), { client_id }), await newContract(on(), { client_id })];
    const answers = await Promise.all(drafts.map(({ contract }) => sign(contract.id)));
    // 920,000 each: the second one does not fit
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error.message).toMatch(/340.000/);
    await sql`UPDATE informal_setting SET status = 'dropped' WHERE id = ${id}`.execute(db());
  });

  it('and an order that is called off at once: one of both', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { contract } = await newContract(on());
      const [one, other] = await Promise.all([
        sign(contract.id),
        on().call('director', orderCancel, { params: { id: contract.order.id }, body: { reason: 'Fikridan qaytdi' } }),
      ]);
      expect([one.status, other.status].sort()).toEqual([200, 409]);
    }
  });
});

describe('calling off', () => {
  it('frees the goods: of the own draft who made it, of a signed one who confirms', async () => {
    const draft = await newContract(on());
    const cancel = (id: number, who: PersonName, reason = 'Mijoz fikridan qaytdi') =>
      on().call(who, contractCancel, { params: { id }, body: { reason } });
    expect((await cancel(draft.contract.id, 'seller')).status).toBe(200);
    // the draft kept nothing: its order still does
    expect(await keptOf(on(), draft.goods.id)).toBe(1);
    const made = await signed(on());
    expect((await cancel(made.contract.id, 'seller')).status).toBe(403);
    expect(fieldsOf(await cancel(made.contract.id, 'director', ' '))).toEqual(['reason']);
    expect((await cancel(made.contract.id, 'director')).status).toBe(200);
    expect([await keptOf(on(), made.goods.id), (await show(made.contract.id)).cancel_reason]).toEqual([
      0,
      'Mijoz fikridan qaytdi',
    ]);
    expect((await cancel(made.contract.id, 'director')).status).toBe(409);
  });

  it('the server does it 72 hours after the signing, and where the first instalment is due before the hand-over', async () => {
    const [unpaid, fresh] = [await signed(on()), await signed(on())];
    const waiting = await signed(on(), { first_payment: 0, term: 24 });
    const late = await signed(on(), { first_payment: 0, term: 24 });
    await sql`UPDATE document SET since = now() - interval '73 hours' WHERE id = ${unpaid.contract.id}`.execute(db());
    await sql`UPDATE instalment SET due = '2026-11-21' WHERE contract_id = ${late.contract.id} AND number = 1`.execute(
      db(),
    );
    // its goods are being picked: it stays, and keeps no other from being called off
    const picked = await signed(on(), { first_payment: 0, term: 24 });
    await sql`UPDATE instalment SET due = '2026-11-21' WHERE contract_id = ${picked.contract.id} AND number = 1`.execute(
      db(),
    );
    await sql`UPDATE document SET status = 'picking' WHERE id = (
      SELECT o.id FROM product_delivery o WHERE o.contract_id = ${picked.contract.id})`.execute(db());
    await sql`UPDATE contract SET client_id = (SELECT min(client_id) FROM contract) WHERE id = ${picked.contract.id}`.execute(
      db(),
    );
    await on().db.tx((trx) => cancelOverdue(trx, new Date()));
    expect((await show(picked.contract.id)).status).toBe('awaiting_handover');
    const states = [];
    for (const { contract } of [unpaid, fresh, waiting, late]) states.push((await show(contract.id)).status);
    expect(states).toEqual(['cancelled', 'signed', 'awaiting_handover', 'cancelled']);
    expect([await keptOf(on(), unpaid.goods.id), await keptOf(on(), late.goods.id)]).toEqual([0, 0]);
    const { data } = await on().do('director', contractHistory, { params: { id: unpaid.contract.id } });
    expect([data[0]?.event, data[0]?.user, data[0]?.payload.reason]).toEqual([
      'contract.cancel',
      null,
      expect.stringContaining('72 soat'),
    ]);
  });
});

describe('the form', () => {
  it('has the parties whole and the schedule, and is frozen by the signing', async () => {
    const client_id = await newBuyer(on(), { pinfl: newPinfl() });
    const { contract } = await signed(on(), { client_id });
    const read = async () =>
      (await on().do('seller', contractForm, { params: { id: contract.id } })) as never as {
        data: {
          seller: { firm: string };
          buyer: { pinfl: string; phone: string };
          instalments: unknown[];
          total: number;
        };
        number: string;
        seal: string;
      };
    const before = await read();
    expect(before.number).toBe(contract.number);
    expect(before.data).toMatchObject({ total: 1_120_000, seller: { firm: 'Idora Savdo MChJ', mfo: '00445' } });
    expect(before.data.buyer.pinfl).toMatch(/^\d{14}$/);
    expect(before.data.instalments).toHaveLength(4);
    expect(before.seal).toBe(`data:image/png;base64,${Buffer.from([1, 2, 3]).toString('base64')}`);
    await sql`UPDATE requisite SET firm = 'Boshqa MChJ'`.execute(db());
    expect((await read()).data.seller.firm).toBe('Idora Savdo MChJ');
    const { contract: draft } = await newContract(on());
    const { data } = await on().do('seller', contractForm, { params: { id: draft.id } });
    expect(data.seller.firm).toBe('Boshqa MChJ');
    // nobody has signed it yet: neither the seal nor the director's signature stands on its paper
    const unsigned = await on().call('seller', contractForm, { params: { id: draft.id } });
    expect(unsigned.body).toMatchObject({ signed_at: null, cancelled: false, seal: null, signature: null });
    await on().do('director', contractCancel, { params: { id: contract.id }, body: { reason: 'Mijoz aynidi' } });
    expect(await read()).toMatchObject({ cancelled: true, seal: before.seal });
    await sql`UPDATE requisite SET firm = 'Idora Savdo MChJ'`.execute(db());
    // who read the numbers of the person is kept
    const { rows } = await sql`SELECT 1 FROM record_opening WHERE kind = 'client' AND record_id = ${client_id}
      AND user_id = ${PEOPLE.seller.id}`.execute(db());
    expect(rows).toHaveLength(1);
    // no number of the person is in the log
    const { rows: log } = await sql<{
      payload: unknown;
    }>`SELECT payload FROM event_log WHERE document_id = ${contract.id}`.execute(db());
    expect(JSON.stringify(log)).not.toContain(before.data.buyer.pinfl);
  });
});

describe('terms while goods are chosen', () => {
  it('are by term for the client, and without one for a new client', async () => {
    const goods = await newGoods(on());
    const body = { warehouse_id: SHOP, lines: [{ product_variant_id: goods.id, sum: 1_000_000 }] };
    const { data } = await on().do('seller', saleTerms, { body });
    expect([data.day, data.kind, data.goods]).toEqual(['2026-11-21', 'new', 1_000_000]);
    expect(data.terms.map(({ term, markup, least_first, barred }) => [term, markup, least_first, barred])).toEqual([
      [3, 15, 200_000, null],
      [12, 38.5, 200_000, null],
      [24, 60, 0, null],
    ]);
    const client_id = await newBuyer(on());
    const kindOf = async () => (await on().do('seller', saleTerms, { body: { ...body, client_id } })).data.kind;
    expect(await kindOf()).toBe('informal');
    // a workplace is no checked income (decision 76)
    await sql`WITH kind AS (INSERT INTO workplace_category (name_uz, name_ru) VALUES ('Zavod', 'Завод') RETURNING id),
        place AS (INSERT INTO workplace (name, stir, workplace_category_id) SELECT 'Sinov zavodi', '309999004', id FROM kind
          RETURNING id)
      UPDATE client SET workplace_id = (SELECT id FROM place) WHERE id = ${client_id}`.execute(db());
    expect(await kindOf()).toBe('informal');
    // a checked one of the last months is
    const { rows } = await sql<{ pinfl: string }>`SELECT pinfl FROM client WHERE id = ${client_id}`.execute(db());
    const { rows: made } = await sql<{ id: number }>`
      INSERT INTO client_income (pinfl, fullname, source, month, amount, status, owner_id)
      VALUES (${rows[0]?.pinfl}, 'Nafaqa oluvchi', 'pension', '2026-10-01', 1500000, 'sent', 1) RETURNING id`.execute(
      db(),
    );
    const income = made[0]?.id;
    expect(await kindOf()).toBe('informal');
    await sql`UPDATE client_income SET status = 'approved' WHERE id = ${income}`.execute(db());
    expect(await kindOf()).toBe('new');
    await sql`UPDATE client_income SET month = '2026-04-01' WHERE id = ${income}`.execute(db());
    expect(await kindOf()).toBe('informal');
    expect(fieldsOf(await on().call('seller', saleTerms, { body: { ...body, warehouse_id: 999 } }))).toEqual([
      'warehouse_id',
    ]);
  });

  it('a category says its least first payment and its months; the nearest above counts', async () => {
    const { rows } = await sql<{ id: number }>`INSERT INTO product_category (name_uz, name_ru, parent_id)
      VALUES ('Soatlar', 'Часы', 1) RETURNING id`.execute(db());
    const category = rows[0]?.id ?? 0;
    const id = await inForceNow(on(), 'category_setting', {
      ...{ category_id: 1, terms: ['3', '12'], first_payment: 33.33, guarantor_from: 500_000, pledge_from: null },
      ...{ lock: false, delivery: false, installation: false },
    });
    const goods = await newGoods(on(), { category });
    const body = { warehouse_id: SHOP, lines: [{ product_variant_id: goods.id, sum: 1_000_000 }] };
    const { data } = await on().do('seller', saleTerms, { body, language: 'ru' });
    expect(data.terms.map(({ least_first }) => least_first)).toEqual([334_000, 334_000, 334_000]);
    expect(data.terms[2]?.barred).toEqual({ by: 'category', of: 'Товары' });
    expect(data.guarantor_from).toBe(500_000);
    await sql`UPDATE category_setting SET status = 'dropped' WHERE id = ${id}`.execute(db());
  });
});

describe('rights and the list', () => {
  it('is found by number, client, branch, state and day of signing', async () => {
    const client_id = await newBuyer(on(), { fullname: 'Yagonaboyev Temur' });
    const { contract } = await signed(on(), { client_id });
    const ids = async (query: object, who: PersonName = 'director') =>
      (await on().do(who, contractIndex, { query })).data.map(({ id }) => id);
    expect(await ids({ client_id }, 'seller')).toEqual([contract.id]);
    expect(await ids({ search: 'yagonaboyev' })).toEqual([contract.id]);
    expect(await ids({ search: contract.number ?? '' })).toEqual([contract.id]);
    expect(await ids({ client_id, status: 'signed', date: '2026-11-21', organization_id: ORGANIZATION })).toEqual([
      contract.id,
    ]);
    expect(await ids({ client_id, date: '2026-11-22' })).toEqual([]);
    for (const sort of ['-signed_on', 'total', 'created_at']) expect((await ids({ sort })).length).toBeGreaterThan(0);
  });

  it('another branch’s is seen with allshow alone; who may not print gets no form', async () => {
    const { contract } = await newContract(on());
    await sql`UPDATE app_user SET organization_id = 2 WHERE id = ${PEOPLE.stranger.id}`.execute(db());
    const grant = (action: string) =>
      sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE.stranger.id}, 'contract', ${action}, true)`.execute(
        db(),
      );
    const seen = async () => (await on().call('stranger', contractShow, { params: { id: contract.id } })).status;
    expect(await seen()).toBe(403);
    await grant('show');
    expect(await seen()).toBe(404);
    expect((await on().call('stranger', contractForm, { params: { id: contract.id } })).status).toBe(403);
    await grant('allshow');
    expect(await seen()).toBe(200);
    await grant('confirm');
    const cancelled = await on().call('stranger', contractCancel, {
      params: { id: contract.id },
      body: { reason: 'Begona' },
    });
    expect(cancelled.status).toBe(403);
  });
});
