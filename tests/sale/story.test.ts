/**
 * "Why this number?" on contract K of the worked examples: the story of each figure as a client would hear it, with what was
 * taken back. Then random histories: every balance is made by its lines.
 */
import { describe, expect, it } from 'vitest';
import {
  type LedgerEntry,
  monthsOf,
  type Scheduled,
  type StoryLine,
  sumWithout,
  tellCash,
  tellMoney,
} from '../../contract/sale/story.ts';
import { proveBalances } from './proofs.ts';

const SCHEDULE: readonly Scheduled[] = [
  { contract: 1, number: 0, due: '2026-11-23', amount: 200_000 },
  { contract: 1, number: 1, due: '2026-12-15', amount: 306_000 },
  { contract: 1, number: 2, due: '2027-01-15', amount: 306_000 },
  { contract: 1, number: 3, due: '2027-02-15', amount: 308_000 },
];

type Row = readonly [
  day: string,
  kind: LedgerEntry['kind'],
  by: LedgerEntry['by'],
  document: number,
  source: number | null,
  instalment: number | null,
  amount: number,
];
/** K by hand: D1 = 11, hand-over 20, D2 = 12, offsets 31–33, D3 = 13, the reversal of D2 = 14. */
const ROWS: readonly Row[] = [
  ['2026-11-23', 'prepaid_in', 'payment', 11, 11, null, 200_000],
  ['2026-11-24', 'charge', 'handover', 20, null, null, 1_120_000],
  ['2026-11-24', 'prepaid_out', 'prepaid_offset', 31, 11, null, 200_000],
  ['2026-11-24', 'payment', 'prepaid_offset', 31, 11, 0, 200_000],
  ['2026-12-10', 'prepaid_in', 'payment', 12, 12, null, 500_000],
  ['2026-12-15', 'prepaid_out', 'prepaid_offset', 32, 12, null, 306_000],
  ['2026-12-15', 'payment', 'prepaid_offset', 32, 12, 1, 306_000],
  ['2027-01-16', 'prepaid_out', 'prepaid_offset', 33, 12, null, 194_000],
  ['2027-01-16', 'payment', 'prepaid_offset', 33, 12, 2, 194_000],
  ['2027-01-18', 'payment', 'payment', 13, 13, 2, 112_000],
  ['2027-01-18', 'prepaid_in', 'payment', 13, 13, null, 38_000],
  ['2027-01-20', 'payment', 'reversal', 14, 12, 1, -306_000],
  ['2027-01-20', 'payment', 'reversal', 14, 12, 2, -194_000],
  ['2027-01-20', 'prepaid_out', 'prepaid_offset', 34, 13, null, 38_000],
  ['2027-01-20', 'payment', 'prepaid_offset', 34, 13, 1, 38_000],
];
const ENTRIES: readonly LedgerEntry[] = ROWS.map(([day, kind, by, document, source, instalment, amount]) => ({
  ...{ day, kind, by, document, source, instalment, amount, contract: 1 },
}));
const tell = (figure: Parameters<typeof tellMoney>[0], day: string) =>
  tellMoney(figure, ENTRIES, SCHEDULE, { contracts: new Set([1]), free: false }, day);
const short = (lines: readonly StoryLine[]) =>
  lines.map(({ day, what, change, balance, undone }) => [day, what, change, balance, ...(undone ? ['undone'] : [])]);

describe('prepaid money that passes from one to another', () => {
  const row = (kind: LedgerEntry['kind'], contract: number | null, document: number): LedgerEntry => ({
    ...{ day: '2026-12-01', kind, by: 'contract', document, source: 11, instalment: null, amount: 300_000, contract },
  });
  const passed = (from: number | null, to: number | null) => [row('prepaid_out', from, 21), row('prepaid_in', to, 21)];
  const first: LedgerEntry = { ...row('prepaid_in', 1, 11), by: 'payment' };
  const told = (entries: readonly LedgerEntry[], contracts: readonly number[], free = false) =>
    tellMoney('prepaid', entries, [], { contracts: new Set(contracts), free }, '2026-12-02').lines.map(
      ({ what, change }) => [what, change],
    );

  it('says whether it was free, is free now, or was another contract’s', () => {
    const laid = ['laid', 300_000];
    expect(told([first, ...passed(1, 2)], [1])).toEqual([laid, ['moved', -300_000]]);
    expect(told([first, ...passed(1, 2)], [2])).toEqual([['moved', 300_000]]);
    expect(told([first, ...passed(1, null)], [1])).toEqual([laid, ['freed', -300_000]]);
    expect(told([first, ...passed(1, null), ...passed(null, 2)], [2])).toEqual([['tied', 300_000]]);
    expect(told([first, ...passed(1, null), ...passed(null, 2)], [], true)).toEqual([
      ['freed', 300_000],
      ['tied', -300_000],
    ]);
  });
});

describe('contract K', () => {
  it('owes 770,000 on 20.01: seven lines, and four without what was taken back', () => {
    const { total, lines, parts } = tell('owed', '2027-01-20');
    expect(total).toBe(770_000);
    expect(short(lines)).toEqual([
      ['2026-11-24', 'charged', 1_120_000, 1_120_000],
      ['2026-11-24', 'offset', -200_000, 920_000],
      ['2026-12-15', 'offset', -306_000, 614_000, 'undone'],
      ['2027-01-16', 'offset', -194_000, 420_000, 'undone'],
      ['2027-01-18', 'paid', -112_000, 308_000],
      ['2027-01-20', 'reversed', 500_000, 808_000, 'undone'],
      ['2027-01-20', 'offset', -38_000, 770_000],
    ]);
    expect(lines[5]).toMatchObject({ document: 14, source: 12, instalments: [1, 2] });
    expect(sumWithout(lines)).toBe(770_000);
    expect(parts.map(({ instalment, amount, days }) => [instalment, amount, days])).toEqual([
      [1, 268_000, 36],
      [2, 194_000, 5],
      [3, 308_000, 0],
    ]);
  });
  it('owed 308,000 on 19.01, when nothing was taken back yet', () => {
    const { total, lines } = tell('owed', '2027-01-19');
    expect([total, lines.some(({ undone }) => undone)]).toEqual([308_000, false]);
  });
  it('is overdue by 462,000 since 15.12, 36 days', () => {
    const overdue = tell('overdue', '2027-01-20');
    expect([overdue.total, overdue.since]).toEqual([462_000, '2026-12-15']);
    expect(short(overdue.lines)).toEqual([
      ['2026-12-15', 'due', 306_000, 306_000],
      ['2026-12-15', 'offset', -306_000, 0, 'undone'],
      ['2027-01-20', 'reversed', 306_000, 306_000, 'undone'],
      ['2027-01-20', 'offset', -38_000, 268_000],
      ['2027-01-15', 'due', 306_000, 574_000],
      ['2027-01-16', 'offset', -194_000, 380_000, 'undone'],
      ['2027-01-18', 'paid', -112_000, 268_000],
      ['2027-01-20', 'reversed', 194_000, 462_000, 'undone'],
    ]);
    const days = tell('days', '2027-01-20');
    expect([days.total, days.sum, days.lines.length]).toEqual([36, 268_000, 4]);
    expect([tell('days', '2027-01-15').total, tell('days', '2027-01-16').total]).toEqual([0, 1]);
  });
  it('had 194,000 prepaid on 15.12, of payment D2, and nothing on 20.01', () => {
    const { total, lines, parts } = tell('prepaid', '2026-12-15');
    expect([total, parts.map(({ source, amount }) => [source, amount])]).toEqual([194_000, [[12, 194_000]]]);
    expect(lines.map(({ what }) => what)).toEqual(['laid', 'used', 'laid', 'used']);
    expect([tell('prepaid', '2027-01-20').total, tell('prepaid', '2026-11-22').lines]).toEqual([0, []]);
  });
});

it('a long story of an account is told by spans, and folds by month', () => {
  const move = (day: string, amount: number, document: number | null, count = 1) => ({
    ...{ day, until: document === null ? `${day.slice(0, 8)}28` : null, amount, count, document, source: document },
    undone: false,
  });
  const { total, lines } = tellCash([
    move('2026-11-01', 900, null, 40),
    move('2026-12-01', 100, 1),
    move('2026-12-02', -50, 2),
  ]);
  expect([total, lines.map(({ what }) => what)]).toEqual([950, ['span', 'received', 'given_back']]);
  expect(monthsOf(lines).map(({ month, change, lines: own }) => [month, change, own.length])).toEqual([
    ['2026-11', 900, 1],
    ['2026-12', 50, 2],
  ]);
});

it('of random histories every balance on every day is made by its lines, to the soʻm', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`stories of 1,000 balances, seed ${seed}\n`);
  const { difference, made } = proveBalances(1_000, seed);
  expect(difference, `seed ${seed}`).toBeNull();
  expect(made).toBeGreaterThanOrEqual(1_000);
});
