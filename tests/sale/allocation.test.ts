/**
 * Worked examples for the sale: "Allocation", "Closing and reopening", "Two contracts, limits of a payment", each a table
 * that a cashier can read: after each step the whole schedule (due, paid, unpaid, days late), debt and prepaid. Then random
 * histories against the naive second implementation.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Contract, isFirstPaid, tender } from '../../contract/sale/allocation.ts';
import { contractOf, Desk, kept, plainContract } from './kit.ts';
import { proveHistories } from './proofs.ts';

/** Contract K: P 1,000,000; F 200,000; n 3; markup 15 %; signed 23.11.2026, payment day 15. */
const K = contractOf(1, { goods: 1_000_000, firstPayment: 200_000, term: 3, markup: 15, paymentDay: 15 }, '2026-11-23');

/** Schedule, debt and prepaid as they are after a step. */
type Line = readonly [due: string, paid: number, unpaid: number, late: number | null];
function stands(desk: Desk, lines: readonly Line[], debt: number, prepaid: number, id = 1): void {
  expect(desk.schedule(id)).toEqual(lines);
  expect([desk.debt(id), desk.prepaid(id)]).toEqual([debt, prepaid]);
}

const signedAndPaid = () => new Desk().on('23.11.2026').sign(K).pay(1, 200_000);
const handedOver = () => signedAndPaid().on('24.11.2026').handOver();
const paidAhead = () => handedOver().on('10.12.2026').pay(2, 500_000);
const atTheFirst = () => paidAhead().on('15.12.2026').begin();
const atTheSecond = () => atTheFirst().on('16.01.2027').begin();
const paidAgain = () => atTheSecond().on('18.01.2027').pay(3, 150_000);
const reversed = () => paidAgain().on('20.01.2027').reverse(2, 500_000);

describe('Allocation: contract K', () => {
  it('T 1,120,000; instalments 306,000 (15.12.2026), 306,000 (15.01.2027), 308,000 (15.02.2027)', () => {
    stands(
      new Desk().on('23.11.2026').sign(K),
      [
        ['23.11.2026', 0, 200_000, null],
        ['15.12.2026', 0, 306_000, null],
        ['15.01.2027', 0, 306_000, null],
        ['15.02.2027', 0, 308_000, null],
      ],
      0,
      0,
    );
  });

  it('23.11 signed; payment D1 200,000: not charged, prepaid 200,000', () => {
    const desk = signedAndPaid();
    expect([desk.debt(), desk.prepaid(), isFirstPaid(desk.book, desk.contract())]).toEqual([0, 200_000, true]);
    expect(desk.entries).toEqual([{ kind: 'prepaid_in', source: 1, contract: 1, amount: 200_000 }]);
  });

  it('24.11 handed over: 306 / 306 / 308, debt 920,000; charge T, prepaid_out and payment in one', () => {
    const desk = handedOver();
    stands(
      desk,
      [
        ['23.11.2026', 200_000, 0, 0],
        ['15.12.2026', 0, 306_000, null],
        ['15.01.2027', 0, 306_000, null],
        ['15.02.2027', 0, 308_000, null],
      ],
      920_000,
      0,
    );
    expect(desk.entries).toEqual([
      { kind: 'charge', contract: 1, amount: 1_120_000 },
      { kind: 'prepaid_out', source: 1, contract: 1, amount: 200_000 },
      { kind: 'payment', source: 1, contract: 1, instalment: 0, amount: 200_000, on: '2026-11-23' },
    ]);
  });

  it('10.12 payment D2 500,000: the same, prepaid 500,000', () => {
    const desk = paidAhead();
    expect(desk.schedule().map(([, , unpaid]) => unpaid)).toEqual([0, 306_000, 306_000, 308_000]);
    expect([desk.debt(), desk.prepaid()]).toEqual([920_000, 500_000]);
  });

  it('15.12 day opened: offset 306,000: 0 / 306 / 308, debt 614,000, prepaid 194,000', () => {
    const desk = atTheFirst();
    stands(
      desk,
      [
        ['23.11.2026', 200_000, 0, 0],
        ['15.12.2026', 306_000, 0, 0],
        ['15.01.2027', 0, 306_000, null],
        ['15.02.2027', 0, 308_000, null],
      ],
      614_000,
      194_000,
    );
    expect(desk.entries).toEqual([
      { kind: 'prepaid_out', source: 2, contract: 1, amount: 306_000 },
      { kind: 'payment', source: 2, contract: 1, instalment: 1, amount: 306_000, on: '2026-12-15' },
    ]);
  });

  it('16.01 day opened (none on 15.01): offset 194,000: 0 / 112 / 308, debt 420,000; overdue 1 day, 112,000', () => {
    const desk = atTheSecond();
    stands(
      desk,
      [
        ['23.11.2026', 200_000, 0, 0],
        ['15.12.2026', 306_000, 0, 0],
        ['15.01.2027', 194_000, 112_000, null],
        ['15.02.2027', 0, 308_000, null],
      ],
      420_000,
      0,
    );
    expect(desk.overdue()).toEqual([1, 112_000, 'soft']);
  });

  it('18.01 payment D3 150,000: 0 / 0 / 308, debt 308,000, prepaid 38,000', () => {
    stands(
      paidAgain(),
      [
        ['23.11.2026', 200_000, 0, 0],
        ['15.12.2026', 306_000, 0, 0],
        ['15.01.2027', 306_000, 0, 3],
        ['15.02.2027', 0, 308_000, null],
      ],
      308_000,
      38_000,
    );
  });

  it('20.01 D2 reversed; offset 38,000: 268 / 194 / 308, debt 770,000; 36 days, 462,000, stage hard; cash 350,000', () => {
    const desk = reversed();
    stands(
      desk,
      [
        ['23.11.2026', 200_000, 0, 0],
        ['15.12.2026', 38_000, 268_000, null],
        ['15.01.2027', 112_000, 194_000, null],
        ['15.02.2027', 0, 308_000, null],
      ],
      770_000,
      0,
    );
    expect(desk.overdue()).toEqual([36, 462_000, 'hard']);
    expect(desk.cash).toBe(350_000);
  });
});

describe('Closing and reopening', () => {
  const closed = () => reversed().pay(4, 770_000);

  it('20.01: payment D4 770,000 → closed on 20.01, debt 0', () => {
    const desk = closed();
    expect([desk.debt(), desk.contract().over, desk.closed]).toEqual([0, true, [1]]);
  });

  it('22.01: D4 reversed → active, 268 / 194 / 308, 38 days, overdue 462,000', () => {
    const desk = closed().on('22.01.2027').reverse(4, 770_000);
    expect([desk.contract().over, desk.reopened]).toEqual([false, [1]]);
    expect(desk.schedule().map(([, , unpaid]) => unpaid)).toEqual([0, 268_000, 194_000, 308_000]);
    expect(desk.overdue()).toEqual([38, 462_000, 'hard']);
  });

  it('25.01: 800,000 in cash takes 770,000, change 30,000, closed on 25.01; days late 41 / 10 / 0; cash 1,120,000 = T', () => {
    const desk = closed().on('22.01.2027').reverse(4, 770_000).on('25.01.2027');
    expect(tender('cash', 800_000, desk.most(1))).toEqual({ taken: 770_000, change: 30_000 });
    desk.pay(5, 770_000);
    expect([desk.contract().over, desk.cash]).toEqual([true, 1_120_000]);
    expect(desk.schedule()).toEqual([
      ['23.11.2026', 200_000, 0, 0],
      ['15.12.2026', 306_000, 0, 41],
      ['15.01.2027', 306_000, 0, 10],
      ['15.02.2027', 308_000, 0, 0],
    ]);
  });

  it('apart: D1 reversed on 23.11 → the first payment is no longer there, prepaid 0', () => {
    const desk = signedAndPaid().reverse(1, 200_000);
    expect([isFirstPaid(desk.book, desk.contract()), desk.prepaid(), desk.cash]).toEqual([false, 0, 0]);
  });

  it('apart: D1 reversed on 20.01 instead of D2: 162,000 / 0 / 0 / 308,000 unpaid, 58 days, stage hard', () => {
    const desk = paidAgain().on('20.01.2027').reverse(1, 200_000);
    expect(desk.schedule().map(([, , unpaid]) => unpaid)).toEqual([162_000, 0, 0, 308_000]);
    expect(desk.overdue()).toEqual([58, 162_000, 'hard']);
    expect(desk.prepaid()).toBe(0);
  });

  it('apart: 306,000 due 15.01 wholly covered by prepaid since 10.12, no day on 15.01: on 16.01 paid, 0 days late', () => {
    const desk = new Desk().on('23.11.2026').sign(
      plainContract(1, '2026-11-23', 0, [
        { due: '2027-01-15', amount: 306_000 },
        { due: '2027-02-15', amount: 306_000 },
      ]),
    );
    desk.on('24.11.2026').handOver().on('10.12.2026').pay(1, 306_000).on('16.01.2027').begin();
    expect(desk.schedule()[1]).toEqual(['15.01.2027', 306_000, 0, 0]);
    expect(desk.contract().debts[1]?.parts).toEqual([{ source: 1, amount: 306_000, on: '2027-01-15' }]);
    expect(desk.overdue()).toEqual([0, 0, 'none']);
  });
});

describe('Two contracts, limits of a payment', () => {
  const A: Contract = plainContract(1, '2026-09-01', 0, [
    { due: '2027-01-10', amount: 100_000 },
    { due: '2027-02-10', amount: 100_000 },
  ]);
  const B: Contract = plainContract(2, '2026-09-01', 0, [
    { due: '2027-01-15', amount: 50_000 },
    { due: '2027-02-15', amount: 50_000 },
  ]);
  let desk: Desk;
  const left = (id: number) =>
    desk
      .schedule(id)
      .map(([, , unpaid]) => unpaid)
      .slice(1);

  beforeEach(() => {
    desk = new Desk().on('02.09.2026').sign(A).sign(B).handOver(1).handOver(2).on('20.01.2027').begin();
  });

  it('150,000 → A 10.01 whole, B 15.01 whole, prepaid 0', () => {
    desk.pay(1, 150_000, [1, 2]);
    expect([left(1), left(2), desk.prepaid(1), desk.prepaid(2)]).toEqual([[0, 100_000], [0, 50_000], 0, 0]);
  });
  it('230,000 → the due 150,000; A’s remaining 100,000 is not covered, B’s remaining 50,000 is: B closes; 30,000 prepaid of A', () => {
    desk.pay(1, 230_000, [1, 2]);
    expect([left(1), left(2), desk.prepaid(1), desk.prepaid(2), desk.closed]).toEqual([
      [0, 100_000],
      [0, 0],
      30_000,
      0,
      [2],
    ]);
  });
  it('300,000 → both close', () => {
    desk.pay(1, 300_000, [1, 2]);
    expect([desk.contract(1).over, desk.contract(2).over, desk.debt(1) + desk.debt(2)]).toEqual([true, true, 0]);
  });
  it('300,001 tendered in cash: 300,000 taken, change 1; on the terminal, or as the sum taken, refused', () => {
    expect(desk.most(1, 2)).toBe(300_000);
    expect(tender('cash', 300_001, desk.most(1, 2))).toEqual({ taken: 300_000, change: 1 });
    expect(tender('terminal', 300_001, desk.most(1, 2))).toEqual({ fault: 'more_than_owed' });
    expect(() => desk.pay(1, 300_001, [1, 2])).toThrow(RangeError);
  });
  it('A has 100,000 due 10.01 and B, not charged, signed 12.01, F 80,000: 150,000 → A 10.01 whole, 50,000 prepaid of B', () => {
    const uncharged = plainContract(2, '2027-01-12', 80_000, [{ due: '2027-02-15', amount: 200_000 }]);
    desk = new Desk().on('02.09.2026').sign(A).handOver(1).on('12.01.2027').begin().sign(uncharged).on('20.01.2027');
    desk.pay(1, 150_000, [1, 2]);
    expect([left(1), desk.prepaid(1), desk.prepaid(2)]).toEqual([[0, 100_000], 0, 50_000]);
  });
  it('only B ticked, 60,000: B 15.01 whole, 10,000 prepaid of B; A stays overdue', () => {
    desk.pay(1, 60_000, [2]);
    expect([left(1), left(2), desk.prepaid(2)]).toEqual([[100_000, 100_000], [0, 50_000], 10_000]);
    expect(desk.overdue(1)).toEqual([10, 100_000, 'soft']);
  });
  it('A overdue by 100,000; B signed, only B ticked, 80,000 (its F): prepaid of B 80,000, A stays overdue, hand-over of B passes', () => {
    const uncharged = plainContract(2, '2027-01-12', 80_000, [{ due: '2027-02-15', amount: 200_000 }]);
    desk = new Desk().on('02.09.2026').sign(A).handOver(1).on('20.01.2027').begin().sign(uncharged);
    desk.pay(1, 80_000, [2]);
    expect([desk.prepaid(2), left(1)]).toEqual([80_000, [100_000, 100_000]]);
    desk.handOver(2);
    expect([desk.contract(2).charged, desk.schedule(2).map(([, , unpaid]) => unpaid)]).toEqual([true, [0, 200_000]]);
    expect(desk.overdue(1)).toEqual([10, 100_000, 'soft']);
  });
  it('owed 770,000: tendered 1,770,000 gives change 1,000,000; 1,770,001 and 10^12 are refused', () => {
    expect(tender('cash', 1_770_000, 770_000)).toEqual({ taken: 770_000, change: 1_000_000 });
    expect(tender('cash', 1_770_001, 770_000)).toEqual({ fault: 'change_too_large' });
    expect(tender('cash', 10 ** 12, 770_000)).toEqual({ fault: 'change_too_large' });
    for (const wrong of [0, -1, 0.5]) expect(tender('cash', wrong, 770_000)).toEqual({ fault: 'nothing_tendered' });
    expect(tender('cash', 1, 0)).toEqual({ fault: 'nothing_owed' });
  });
  it('uncharged K takes 200,000 (its F) and at most 1,120,000; with that paid in it is handed over and closed on 24.11', () => {
    desk = new Desk().on('23.11.2026').sign(K);
    expect(desk.most(1)).toBe(1_120_000);
    desk.pay(1, 200_000);
    expect([desk.prepaid(1), desk.most(1)]).toEqual([200_000, 920_000]);
    desk.pay(2, 920_000);
    expect(desk.contract().over).toBe(false);
    desk.on('24.11.2026').handOver();
    expect([desk.debt(), desk.prepaid(), desk.contract().over, desk.closed]).toEqual([0, 0, true, [1]]);
    expect(desk.schedule().map(([, , unpaid]) => unpaid)).toEqual([0, 0, 0, 0]);
  });
});

describe('beyond the examples', () => {
  it('prepaid of a contract that is called off becomes free, and pays what is due of another (decision 57)', () => {
    const B = plainContract(2, '2026-11-23', 0, [
      { due: '2026-12-15', amount: 150_000 },
      { due: '2027-01-15', amount: 150_000 },
    ]);
    const desk = signedAndPaid().sign(B).handOver(2).callOff(1);
    expect([desk.prepaid(1), desk.prepaid(null)]).toEqual([0, 200_000]);
    desk.on('15.12.2026').begin();
    expect([desk.schedule(2).map(([, , unpaid]) => unpaid), desk.prepaid(null)]).toEqual([[0, 0, 150_000], 50_000]);
  });
  it('moved money keeps its source: reversing its payment takes it out of the other contract (decision 59)', () => {
    const B = plainContract(2, '2026-11-23', 0, [{ due: '2026-12-15', amount: 300_000 }]);
    const desk = signedAndPaid().sign(B).handOver(2).move(1, 2, 150_000);
    expect([desk.prepaid(1), desk.prepaid(2)]).toEqual([50_000, 150_000]);
    desk.on('15.12.2026').begin();
    expect(desk.schedule(2)[1]).toEqual(['15.12.2026', 150_000, 150_000, null]);
    desk.reverse(1, 200_000);
    expect([desk.schedule(2)[1], desk.prepaid(1), desk.cash]).toEqual([['15.12.2026', 0, 300_000, null], 0, 0]);
  });
  it('moved money pays at once what is due of the other contract (areas 3.2, allocation.move)', () => {
    const B = plainContract(2, '2026-11-23', 0, [
      { due: '2026-12-15', amount: 120_000 },
      { due: '2027-01-15', amount: 120_000 },
    ]);
    const desk = signedAndPaid().sign(B).handOver(2).on('20.12.2026').begin().move(1, 2, 150_000);
    expect(desk.schedule(2).slice(1)).toEqual([
      ['15.12.2026', 120_000, 0, 0],
      ['15.01.2027', 0, 120_000, null],
    ]);
    expect([desk.prepaid(1), desk.prepaid(2)]).toEqual([50_000, 30_000]);
  });
  it('a move that covers all that is unpaid of a charged contract closes it, due or not (decision 57)', () => {
    const B = plainContract(2, '2026-11-23', 0, [{ due: '2027-06-15', amount: 120_000 }]);
    const desk = signedAndPaid().sign(B).handOver(2).move(1, 2, 120_000);
    expect([desk.contract(2).over, desk.closed, desk.prepaid(1)]).toEqual([true, [2], 80_000]);
    expect(() => desk.move(1, 2, 1)).toThrow(RangeError);
  });
  it.each([
    ['15.12.2026', 0, 'none'],
    ['16.12.2026', 1, 'soft'],
    ['14.01.2027', 30, 'soft'],
    ['15.01.2027', 31, 'hard'],
    ['13.02.2027', 60, 'hard'],
    ['14.02.2027', 61, 'pre_court'],
    ['15.03.2027', 90, 'pre_court'],
    ['16.03.2027', 91, 'court'],
  ])('unpaid since 15.12.2026: on %s %i days, stage %s', (day, days, stage) => {
    const desk = handedOver().on(day);
    expect([desk.overdue()[0], desk.overdue()[2]]).toEqual([days, stage]);
    expect(kept(day)).toBe(desk.day);
  });
});

it('random histories, with reversals, moved prepaid, cancellations and missing days, are those of the naive book', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { difference, made } = proveHistories(300, seed);
  expect(difference, `seed ${seed}`).toBeNull();
  expect(made).toBeGreaterThan(500);
});
