/** Payment discipline in points: rows written by hand, and a second way to count over random histories. */
import { expect, it } from 'vitest';
import { disciplineOf, type Lateness } from '../../contract/scoring/discipline.ts';
import type { Discipline } from '../../contract/scoring/score.ts';
import { Random } from '../../server/seed/random.ts';

const row = (days_from: number, days_to: number | null, score: number, months_back = 12): Discipline => ({
  ...{ days_from, days_to, score, months_back },
});
const ROWS = [row(0, 0, 100), row(1, 5, 80), row(6, 30, 20, 6), row(31, 90, 0)];
const DAY = '2026-08-31';

it.each<[string, [due: string, late: number][], number | null]>([
  ['without a history there is nothing to say', [], null],
  [
    'all on their days',
    [
      ['2026-07-15', 0],
      ['2026-08-15', 0],
    ],
    100,
  ],
  [
    'one of two five days late',
    [
      ['2026-07-15', 0],
      ['2026-08-15', 5],
    ],
    90,
  ],
  [
    'thirds are rounded half up to three decimals',
    [
      ['2026-06-15', 0],
      ['2026-07-15', 0],
      ['2026-08-15', 6],
    ],
    73.333,
  ],
  ['later than every row is no points', [['2026-08-01', 91]], 0],
  ['a year ago to the day counts', [['2025-08-31', 0]], 100],
  ['a day longer ago does not', [['2025-08-30', 0]], null],
  [
    'its row looks back six months, to the last day of a shorter one',
    [
      ['2026-02-28', 6],
      ['2026-07-01', 0],
    ],
    60,
  ],
  [
    'and not further',
    [
      ['2026-02-27', 6],
      ['2026-07-01', 0],
    ],
    100,
  ],
])('%s', (_, history, points) => {
  expect(
    disciplineOf(
      ROWS,
      DAY,
      history.map(([due, late]) => ({ due, late })),
    ),
  ).toBe(points);
});

it('what is better than the first row is not counted; without rows there is nothing to say', () => {
  expect(disciplineOf([row(3, null, 10)], DAY, [{ due: '2026-08-01', late: 2 }])).toBeNull();
  expect(disciplineOf([], DAY, [{ due: '2026-08-01', late: 2 }])).toBeNull();
});

it('of random histories it is the mean that counting one by one gives', () => {
  const random = new Random(`discipline ${Date.now()}`);
  for (let times = 0; times < 2_000; times += 1) {
    const rows = [0, 1, 6, 15, 31]
      .filter(() => random.whole(0, 3) > 0)
      .map((from) =>
        row(from, random.pick([null, from, from + 8]), random.whole(0, 100_000) / 1_000, random.whole(1, 30)),
      );
    const history: Lateness[] = Array.from({ length: random.whole(0, 20) }, () => ({
      due: `${random.whole(2024, 2026)}-0${random.whole(1, 8)}-${random.pick(['01', '15', '28'])}`,
      late: random.whole(0, 60),
    }));
    const points = history.flatMap(({ due, late }) => {
      const [last] = rows.filter((one) => one.days_from <= late).sort((one, other) => other.days_from - one.days_from);
      // 31 August so many months ago, in months of years: the days of these histories never lie on a border
      const ago = (2026 - Number(due.slice(0, 4))) * 12 + 8 - Number(due.slice(5, 7));
      if (last === undefined || ago > last.months_back || (ago === last.months_back && due.slice(8) < '28')) return [];
      return [BigInt(last.days_to !== null && late > last.days_to ? 0 : Math.round(last.score * 1_000))];
    });
    const sum = points.reduce((all, one) => all + one, 0n);
    const count = BigInt(points.length);
    const mean = count === 0n ? null : Number((sum * 2n + count) / (count * 2n)) / 1_000;
    const found = disciplineOf(rows, '2026-08-28', history);
    expect(found, JSON.stringify({ rows, history })).toBe(mean);
  }
});
