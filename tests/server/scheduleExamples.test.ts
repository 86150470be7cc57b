/** The worked examples of the sale, "Schedule" (A, B, C), over the server: goods ordered, terms chosen, contracts signed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contractCreate, contractSign } from '../../contract/sale/contracts.ts';
import { inForceNow, newBank, newBuyer, openFirm } from './contractsKit.ts';
import { Till } from './moneyKit.ts';
import { lineFor, newGoods, newOrder } from './saleKit.ts';
import { ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const till = new Till(on);

/** In force for every kind of client since that day. */
async function terms(term: number, markup: number, from = '2026-01-01'): Promise<void> {
  for (const client of ['informal', 'new', 'repeat'])
    await inForceNow(on(), 'value_setting', { client, term, markup, first_payment: 0 }, from);
}

beforeAll(async () => {
  await openFirm(on(), ORGANIZATION, await newBank(on()));
  await terms(6, 27.5);
  await terms(12, 38.5);
  await terms(18, 10);
  await terms(24, 10);
});

interface Example {
  price: number;
  first_payment: number;
  term: number;
  payment_day: number;
}

/** @returns what a contract is made of, over a reserved order */
async function drafted({ price, ...more }: Example) {
  const goods = await newGoods(on(), { price });
  const order = await newOrder(on(), {
    client_id: await newBuyer(on()),
    lines: [lineFor(goods, { price })],
    reserve: true,
  });
  return { body: { order_id: order.id, ...more } };
}
const refusedOf = async (example: Example) => {
  const { status, error } = await on().call('seller', contractCreate, await drafted(example));
  return { status, error };
};

/** @returns total, amounts and due dates as signed */
async function sign(example: Example) {
  const { data } = await on().do('seller', contractCreate, await drafted(example));
  const signed = (await on().do('seller', contractSign, { params: { id: data.id } })).data;
  const instalments = signed.instalments.filter(({ number }) => number > 0);
  return {
    total: signed.total,
    amounts: instalments.map(({ amount }) => amount),
    dues: instalments.map(({ due }) => due),
  };
}
const times = (count: number, amount: number): number[] => Array.from({ length: count }, () => amount);

describe('examples A and B, to the soʻm', () => {
  it('A. T 6,539,862; eleven of 461,000, the last 468,862; 10.01.2027 to 10.12.2027', async () => {
    await till.day('2026-11-23');
    const { total, amounts, dues } = await sign({
      ...{ price: 4_999_900, first_payment: 1_000_000, term: 12, payment_day: 10 },
    });
    expect([total, amounts]).toEqual([6_539_862, [...times(11, 461_000), 468_862]]);
    expect([dues[0], dues.at(-1)]).toEqual(['2027-01-10', '2027-12-10']);
  });

  it('B. 18 months: T 102,000, seventeen of 1,000, the last 5,000; 24 months are refused', async () => {
    const b = { price: 100_000, first_payment: 80_000, payment_day: 10 };
    const { total, amounts } = await sign({ ...b, term: 18 });
    expect([total, amounts]).toEqual([102_000, [...times(17, 1_000), 5_000]]);
    const refused = await refusedOf({ ...b, term: 24 });
    // 20,000 × 1.1 = 22,000, less than 24 × 1,000
    const term = ['Oylik toʻlov 1 000 soʻmdan kam chiqadi: qisqaroq muddat tanlang.'];
    expect([refused.status, refused.error.errors]).toEqual([422, { term }]);
  });

  it('B. P − F 1,310,900 at 27.5 % is 1,671,398, no soʻm less', async () => {
    const { total } = await sign({ price: 1_310_900, first_payment: 0, term: 6, payment_day: 1 });
    expect(total).toBe(1_671_398);
  });

  it('B. F 0, markup 0, 24 months: twenty-three of 4,000, the last 8,000', async () => {
    await terms(24, 0, '2026-02-01');
    const { amounts } = await sign({ price: 100_000, first_payment: 0, term: 24, payment_day: 10 });
    expect(amounts).toEqual([...times(23, 4_000), 8_000]);
  });
});

describe('example C, by the practice day on which it is signed', () => {
  it.each([
    ['2026-11-30', 20, '2026-12-20'],
    ['2026-12-01', 20, '2027-01-20'],
    ['2027-01-31', 20, '2027-02-20'],
    ['2027-02-01', 20, '2027-03-20'],
    ['2027-02-08', 28, '2027-02-28'],
    ['2027-02-09', 28, '2027-03-28'],
    ['2028-02-08', 28, '2028-02-28'],
    ['2028-02-09', 28, '2028-03-28'],
  ])('signed on %s, payment day %i: first due %s', async (day, payment_day, due) => {
    await till.day(day);
    const { dues } = await sign({ price: 1_000_000, first_payment: 200_000, term: 12, payment_day });
    expect(dues[0]).toBe(due);
  });

  it.each([0, 29, 31])('payment day %i: 422 at its field', async (payment_day) => {
    const refused = await refusedOf({ price: 1_000_000, first_payment: 200_000, term: 12, payment_day });
    expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['payment_day']]);
  });
});
