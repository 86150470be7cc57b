/**
 * The worked examples of the sale ("Allocation", "Closing and reopening", "Two contracts, limits of a payment") through the
 * API and the database: each line is what the desk answers after a step, read again.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cashDocumentShow, prepaidMove } from '../../contract/cashDocuments.ts';
import { calls } from '../../contract/index.ts';
import { type Contract, daysLate, overdueOf, paidOf, unpaidOf } from '../../contract/sale/allocation.ts';
import { K, type Signed, Till } from './moneyKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
let client = 0;

beforeAll(() => till.desks());

const contractOf = async (id: number): Promise<Contract> =>
  (await till.book(client)).contracts.find((one) => one.id === id) as Contract;
/** Unpaid of each instalment, the first payment first. */
const unpaid = async (id: number) => (await contractOf(id)).debts.map(unpaidOf);
const late = async (id: number) => (await contractOf(id)).debts.map(daysLate);
/** Prepaid of a contract and free. */
async function prepaid(id: number | null): Promise<number> {
  const { prepaid: money } = await till.book(client);
  return money.filter((one) => one.contract === id).reduce((sum, { amount }) => sum + amount, 0);
}
async function owes(id: number): Promise<[owed: number, prepaid: number]> {
  const { charged, debts } = await contractOf(id);
  return [charged ? debts.reduce((sum, debt) => sum + unpaidOf(debt), 0) : 0, await prepaid(id)];
}
async function overdue(id: number, day: string): Promise<[days: number, sum: number, stage: string]> {
  const { days, sum, stage } = overdueOf(await contractOf(id), day);
  return [days, sum, stage];
}
const closedOn = async (id: number) =>
  (await sql<{ closed_on: string | null }>`SELECT closed_on FROM contract WHERE id = ${id}`.execute(till.kysely))
    .rows[0]?.closed_on;

/** What the receipt of a document names: contract, instalment (null: prepaid), its due date, sum. */
const receipt = async (id: number) =>
  (await server.current.do('director', cashDocumentShow, { params: { id } })).data.paid.map(
    ({ contract, instalment, amount }) => [contract?.id, instalment?.number ?? null, instalment?.due ?? null, amount],
  );

describe('Allocation, Closing and reopening: contract K', () => {
  let k = 0;
  const id = { d1: 0, d2: 0, d3: 0, d4: 0 };
  let before = 0;
  const cash = async () => (await till.cash()) - before;

  beforeAll(async () => {
    client = await till.client();
    before = await till.cash();
    await till.day('2026-11-23');
    k = await till.sign(client, K);
  });

  it('23.11 signed; payment D1 200,000: not charged, debt 0, prepaid 200,000; the goods may be handed over', async () => {
    expect(await unpaid(k)).toEqual([200_000, 306_000, 306_000, 308_000]);
    id.d1 = await till.paid(client, [k], 200_000);
    expect(await owes(k)).toEqual([0, 200_000]);
    expect(await till.status(k)).toBe('awaiting_handover');
    expect(await till.entries(id.d1)).toEqual([
      { kind: 'prepaid_in', contract_id: k, amount: 200_000, source_id: id.d1 },
    ]);
  });
  it('24.11 handed over: 306 / 306 / 308, debt 920,000, prepaid 0', async () => {
    await till.day('2026-11-24');
    await till.handOver(client, k);
    expect([await unpaid(k), await owes(k), await till.status(k)]).toEqual([
      [0, 306_000, 306_000, 308_000],
      [920_000, 0],
      'active',
    ]);
    expect(await till.entries(k)).toEqual([{ kind: 'charge', contract_id: k, amount: 1_120_000, source_id: null }]);
  });
  it('10.12 payment D2 500,000: the same, prepaid 500,000', async () => {
    await till.day('2026-12-10');
    id.d2 = await till.paid(client, [k], 500_000);
    expect([await unpaid(k), await owes(k)]).toEqual([
      [0, 306_000, 306_000, 308_000],
      [920_000, 500_000],
    ]);
  });
  it('15.12 day opened: offset 306,000: 0 / 306 / 308, debt 614,000, prepaid 194,000', async () => {
    await till.day('2026-12-15');
    expect([await unpaid(k), await owes(k)]).toEqual([
      [0, 0, 306_000, 308_000],
      [614_000, 194_000],
    ]);
  });
  it('16.01 day opened (none on 15.01): offset 194,000: 0 / 112 / 308, debt 420,000; overdue 1 day, 112,000', async () => {
    await till.day('2027-01-16');
    expect([await unpaid(k), await owes(k)]).toEqual([
      [0, 0, 112_000, 308_000],
      [420_000, 0],
    ]);
    expect(await overdue(k, '2027-01-16')).toEqual([1, 112_000, 'soft']);
  });
  it('18.01 payment D3 150,000: 0 / 0 / 308, debt 308,000, prepaid 38,000', async () => {
    await till.day('2027-01-18');
    id.d3 = await till.paid(client, [k], 150_000);
    expect([await unpaid(k), await owes(k), await late(k)]).toEqual([
      [0, 0, 0, 308_000],
      [308_000, 38_000],
      [0, 0, 3, null],
    ]);
  });

  it('each receipt names the instalments that its payment reached on its day, whatever came later', async () => {
    expect(await receipt(id.d1)).toEqual([[k, null, null, 200_000]]);
    expect(await receipt(id.d2)).toEqual([[k, null, null, 500_000]]);
    expect(await receipt(id.d3)).toEqual([
      [k, 2, '2027-01-15', 112_000],
      [k, null, null, 38_000],
    ]);
  });

  it('20.01 D2 reversed as its preview said: 268 / 194 / 308, debt 770,000; 36 days, 462,000, hard; cash 350,000', async () => {
    await till.day('2027-01-20');
    const { data: preview } = await till.preview(id.d2);
    expect(preview.contracts).toEqual([
      {
        id: k,
        number: preview.contracts[0]?.number,
        before: { owed: 308_000, prepaid: 38_000, overdue_days: 0, overdue_sum: 0, stage: 'none', over: null },
        after: { owed: 770_000, prepaid: 0, overdue_days: 36, overdue_sum: 462_000, stage: 'hard', over: null },
        instalments: [
          { number: 1, due: '2026-12-15', amount: 306_000, paid_before: 306_000, paid_after: 38_000, written_off: 0 },
          { number: 2, due: '2027-01-15', amount: 306_000, paid_before: 306_000, paid_after: 112_000, written_off: 0 },
        ],
        first_payment_gone: false,
        certificates: [],
        given_back: null,
      },
    ]);
    expect([preview.balance_before - before, preview.balance_after - before]).toEqual([850_000, 350_000]);
    const { status, body } = await till.reverse(id.d2, preview.mark);
    expect([status, await receipt(body.data.reversed_by?.id ?? 0), await receipt(id.d3)]).toEqual([
      200,
      [
        [k, 1, '2026-12-15', -306_000],
        [k, 2, '2027-01-15', -194_000],
      ],
      [
        [k, 2, '2027-01-15', 112_000],
        [k, null, null, 38_000],
      ],
    ]);
    expect([await unpaid(k), await owes(k)]).toEqual([
      [0, 268_000, 194_000, 308_000],
      [770_000, 0],
    ]);
    expect([await overdue(k, '2027-01-20'), await cash()]).toEqual([[36, 462_000, 'hard'], 350_000]);
  });

  it('20.01: payment D4 770,000 → closed on 20.01, debt 0', async () => {
    id.d4 = await till.paid(client, [k], 770_000);
    expect(await receipt(id.d4)).toEqual([
      [k, 1, '2026-12-15', 268_000],
      [k, 2, '2027-01-15', 194_000],
      [k, 3, '2027-02-15', 308_000],
    ]);
    expect([await owes(k), await till.status(k), await closedOn(k)]).toEqual([[0, 0], 'closed', '2027-01-20']);
  });
  it('22.01: D4 reversed → active, closing date empty, 38 days, overdue 462,000; reversed again: 409', async () => {
    await till.day('2027-01-22');
    expect((await till.reverse(id.d4)).status).toBe(200);
    expect([await unpaid(k), await till.status(k), await closedOn(k)]).toEqual([
      [0, 268_000, 194_000, 308_000],
      'active',
      null,
    ]);
    expect(await overdue(k, '2027-01-22')).toEqual([38, 462_000, 'hard']);
    const again = await till.reverse(id.d4, await till.mark(client));
    expect([again.status, again.error.code]).toEqual([409, 'not_allowed_now']);
  });
  it('25.01: 800,000 in cash takes 770,000, change 30,000, closed on 25.01; days late 41 / 10 / 0; cash 1,120,000 = T', async () => {
    await till.day('2027-01-25');
    const payment = await till.paid(client, [k], 770_000, 800_000);
    const { data } = await server.current.do('director', cashDocumentShow, { params: { id: payment } });
    expect([data.amount, data.change]).toEqual([770_000, 30_000]);
    expect([await till.status(k), await closedOn(k), await late(k), await cash()]).toEqual([
      'closed',
      '2027-01-25',
      [0, 41, 10, 0],
      1_120_000,
    ]);
    expect((await contractOf(k)).debts.reduce((sum, debt) => sum + paidOf(debt), 0)).toBe(1_120_000);
    await till.clean();
  });
});

describe('Apart', () => {
  let k = 0;
  let d1 = 0;
  beforeEach(async () => {
    client = await till.client();
    await till.day('2027-02-01');
    k = await till.sign(client, K);
    d1 = await till.paid(client, [k], 200_000);
  });

  it('D1 reversed before the goods left → awaiting_handover → signed, prepaid 0', async () => {
    expect(await till.status(k)).toBe('awaiting_handover');
    const { data: preview } = await till.preview(d1);
    expect(preview.contracts[0]?.first_payment_gone).toBe(true);
    expect((await till.reverse(d1)).status).toBe(200);
    expect([await till.status(k), await owes(k)]).toEqual(['signed', [0, 0]]);
  });
  it('with 1,120,000 paid in, handed over: 0 / 0 / 0, debt 0, prepaid 0, closed; at most 1,120,000 was taken', async () => {
    const more = await till.pay(client, [k], 920_001);
    expect([more.status, more.error.errors?.amount]).toEqual([422, ['Koʻpi bilan 920\u202f000 soʻm olinadi.']]);
    await till.paid(client, [k], 920_000);
    await till.day('2026-11-24');
    await till.handOver(client, k);
    expect([await unpaid(k), await owes(k), await till.status(k)]).toEqual([[0, 0, 0, 0], [0, 0], 'closed']);
  });
});

describe('D1 reversed on 20.01 instead of D2', () => {
  it('162,000 / 0 / 0 / 308,000 unpaid, 58 days, stage hard: the prepaid 38,000 goes to the first payment', async () => {
    client = await till.client();
    await till.day('2026-11-23');
    const k = await till.sign(client, K);
    const d1 = await till.paid(client, [k], 200_000);
    await till.day('2026-11-24');
    await till.handOver(client, k);
    await till.day('2026-12-10');
    await till.paid(client, [k], 500_000);
    await till.day('2026-12-15');
    await till.day('2027-01-16');
    await till.day('2027-01-18');
    await till.paid(client, [k], 150_000);
    await till.day('2027-01-20');
    expect((await till.reverse(d1)).status).toBe(200);
    expect(await unpaid(k)).toEqual([162_000, 0, 0, 308_000]);
    expect([await overdue(k, '2027-01-20'), await prepaid(k)]).toEqual([[58, 162_000, 'hard'], 0]);
  });
});

describe('Two contracts, limits of a payment', () => {
  const A: Signed = {
    ...{ signed: '2026-09-01', firstPayment: 0 },
    instalments: [
      { due: '2027-01-10', amount: 100_000 },
      { due: '2027-02-10', amount: 100_000 },
    ],
  };
  const B: Signed = {
    ...{ signed: '2026-09-01', firstPayment: 0 },
    instalments: [
      { due: '2027-01-15', amount: 50_000 },
      { due: '2027-02-15', amount: 50_000 },
    ],
  };
  /** B that is signed on 12.01 and not handed over. */
  const waiting: Signed = {
    ...{ signed: '2027-01-12', firstPayment: 80_000 },
    instalments: [{ due: '2027-02-15', amount: 200_000 }],
  };
  let a = 0;
  let b = 0;
  const left = async (id: number) => (await unpaid(id)).slice(1);

  beforeEach(async () => {
    client = await till.client();
    await till.day('2026-09-02');
    a = await till.sign(client, A);
    b = await till.sign(client, B);
    await till.handOver(client, a);
    await till.handOver(client, b);
    await till.day('2027-01-20');
  });

  it('50,000 → A 10.01 alone: the document names A, which its money reached, and not B, which was chosen too', async () => {
    const { status, body } = await till.pay(client, [a, b], 50_000);
    expect([status, body.data.contracts.map(({ id }) => id)]).toEqual([200, [a]]);
    const shown = await till.on.do('director', cashDocumentShow, { params: { id: body.data.id } });
    expect(shown.data.contracts.map(({ id }) => id)).toEqual([a]);
  });

  it('150,000 → A 10.01 whole, B 15.01 whole, prepaid 0', async () => {
    await till.paid(client, [a, b], 150_000);
    expect([await left(a), await left(b), await prepaid(a), await prepaid(b)]).toEqual([
      [0, 100_000],
      [0, 50_000],
      0,
      0,
    ]);
  });
  it('230,000 → the due 150,000, B closes, 30,000 prepaid of A', async () => {
    const id = await till.paid(client, [a, b], 230_000);
    expect(await receipt(id)).toEqual([
      [a, 1, '2027-01-10', 100_000],
      [b, 1, '2027-01-15', 50_000],
      [b, 2, '2027-02-15', 50_000],
      [a, null, null, 30_000],
    ]);
    expect([await left(a), await left(b), await prepaid(a), await till.status(b)]).toEqual([
      [0, 100_000],
      [0, 0],
      30_000,
      'closed',
    ]);
  });
  it('300,000 → both close; 300,001 in cash gives change 1; on the terminal, or as the sum taken: 422', async () => {
    const terminal = await till.pay(client, [a, b], 300_000, { channel: 'terminal', tendered: 300_001 });
    expect([terminal.status, Object.keys(terminal.error.errors ?? {})]).toEqual([422, ['tendered']]);
    const over = await till.pay(client, [a, b], 300_001);
    expect([over.status, Object.keys(over.error.errors ?? {})]).toEqual([422, ['amount']]);
    const answer = await till.pay(client, [a, b], 300_000, { tendered: 300_001 });
    expect([answer.status, answer.body.data.change]).toEqual([200, 1]);
    expect([await till.status(a), await till.status(b)]).toEqual(['closed', 'closed']);
  });
  it('only B ticked, 60,000: B 15.01 whole, 10,000 prepaid of B; A stays overdue', async () => {
    await till.paid(client, [b], 60_000);
    expect([await left(a), await left(b), await prepaid(b)]).toEqual([[100_000, 100_000], [0, 50_000], 10_000]);
    expect(await overdue(a, '2027-01-20')).toEqual([10, 100_000, 'soft']);
  });
  it('A overdue; B signed with F 80,000, only B ticked: prepaid of B 80,000, A stays overdue, the hand-over of B passes', async () => {
    const other = await till.sign(client, waiting);
    await till.paid(client, [other], 80_000);
    expect([await prepaid(other), await left(a)]).toEqual([80_000, [100_000, 100_000]]);
    await till.handOver(client, other);
    expect([await till.status(other), await unpaid(other)]).toEqual(['active', [0, 200_000]]);
    expect(await overdue(a, '2027-01-20')).toEqual([10, 100_000, 'soft']);
  });
  it('A and the waiting B ticked, 150,000: A 10.01 whole, 50,000 prepaid of B', async () => {
    const other = await till.sign(client, waiting);
    await till.paid(client, [a, other], 150_000);
    expect([await left(a), await prepaid(a), await prepaid(other)]).toEqual([[0, 100_000], 0, 50_000]);
  });
  it('change of 1,000,000 is given; one soʻm more, and 10^12, are refused and nothing is taken', async () => {
    const before = await till.cash();
    for (const tendered of [1_300_001, 10 ** 12]) {
      const refused = await till.pay(client, [a, b], 300_000, { tendered });
      expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['tendered']]);
    }
    expect(await till.cash()).toBe(before);
    const answer = await till.pay(client, [a, b], 300_000, { tendered: 1_300_000 });
    expect([answer.status, answer.body.data.change, (await till.cash()) - before]).toEqual([200, 1_000_000, 300_000]);
  });
  it('prepaid of one contract is moved to another, and pays at once what is due of it', async () => {
    const other = await till.sign(client, waiting);
    const payment = await till.paid(client, [other], 280_000);
    const body = { client_id: client, from_contract_id: other, to_contract_id: a, reason: 'Mijoz arizasi' };
    const most = await server.current.call('director', prepaidMove, {
      body: { ...body, amount: 280_001, mark: await till.mark(client) },
    });
    expect([most.status, most.error.errors?.amount]).toEqual([422, ['Koʻpi bilan 200\u202f000 soʻm koʻchiriladi.']]);
    await server.current.do('director', prepaidMove, {
      body: { ...body, amount: 150_000, mark: await till.mark(client) },
    });
    expect([await left(a), await prepaid(a), await prepaid(other)]).toEqual([[0, 100_000], 50_000, 130_000]);
    // what was moved goes back with its payment
    expect((await till.reverse(payment)).status).toBe(200);
    expect([await left(a), await prepaid(a), await prepaid(other)]).toEqual([[100_000, 100_000], 0, 0]);
    await till.clean();
  });
});

it('what money did to contracts is declared by the calls that did it', async () => {
  // by the document that a step of a contract follows from; an offset is the system’s own, with whatever it goes
  const { rows } = await sql<{ by: string; event: string }>`
    SELECT DISTINCT coalesce(k.type, d.kind) AS by, l.event FROM event_log l
    JOIN contract c ON c.id = l.document_id JOIN document d ON d.id = (l.payload ->> 'document')::integer
    LEFT JOIN cash_document k ON k.id = d.id WHERE k.type IS DISTINCT FROM 'prepaid_offset' ORDER BY 1, 2`.execute(
    till.kysely,
  );
  const ofCalls = (...ids: string[]) =>
    calls.flatMap(({ id, alsoFires = [] }) =>
      ids.includes(id) ? alsoFires.flatMap(({ machine, type }) => (machine === 'contract' ? [type] : [])) : [],
    );
  const declared: Record<string, readonly string[]> = {
    payment: ofCalls('cashDocumentPay', 'prepaidMove'),
    reversal: ofCalls('cashDocumentReverse'),
    // goods leave here without an output
    contract: ofCalls('outputHandOver'),
  };
  expect(rows.filter(({ by, event }) => declared[by]?.includes(event) !== true)).toEqual([]);
  expect(rows.map(({ by, event }) => `${by} ${event}`)).toEqual([
    'contract debt.settle',
    'contract goods.handOver',
    'payment debt.settle',
    'payment firstPayment.receive',
    'payment payment.allocate',
    'reversal debt.reopen',
    'reversal firstPayment.revoke',
  ]);
  expect(ofCalls('cashDocumentConfirm')).toEqual(ofCalls('cashDocumentPay'));
});
