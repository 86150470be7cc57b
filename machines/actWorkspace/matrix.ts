/**
 * The counter matrix: what is shown of its rows, in which order, and what they add up to. Counts are pieces, money is
 * whole soʻm (decision 27); a blank is not a zero (decision 19).
 */
import type { CountRow } from '../../contract/counting/matrix.ts';
import { searchKey, searchKeys } from '../../contract/search.ts';

export const MATRIX_FILTERS = [
  'all',
  'differences',
  'disagreements',
  'notCounted',
  'serials',
  'moved',
  'elsewhere',
] as const;
export type MatrixFilter = (typeof MATRIX_FILTERS)[number];

export const MATRIX_SORTS = ['sum', 'difference', 'final', 'residue', 'title'] as const;
export type MatrixSort = (typeof MATRIX_SORTS)[number];

export const idOf = (row: CountRow): number => row.product_variant.id;

/** Nobody entered the product and nobody decided it. */
export const isNotCounted = (row: CountRow): boolean =>
  row.manual === null && row.final_count === null && Object.values(row.counts).every((count) => count === null);

/** Stock moved since loading and nobody chose which figure to keep (decision 20). */
export const isMovedUnresolved = (row: CountRow): boolean =>
  row.moved_since !== 0 && row.final_count !== null && row.keep === null;

/** Something on this row still closes the act's completion. */
export const isToDecide = (row: CountRow): boolean =>
  row.disagreement || isMovedUnresolved(row) || row.elsewhere.length > 0;

const TESTS: Record<MatrixFilter, (row: CountRow) => boolean> = {
  all: () => true,
  differences: (row) => row.difference !== null && row.difference !== 0,
  disagreements: (row) => row.disagreement,
  notCounted: isNotCounted,
  serials: (row) => row.product_variant.is_serial_number,
  moved: (row) => row.moved_since !== 0,
  elsewhere: (row) => row.elsewhere.length > 0,
};

export function filterCounts(rows: readonly CountRow[]): Record<MatrixFilter, number> {
  const counts = Object.fromEntries(MATRIX_FILTERS.map((filter) => [filter, 0])) as Record<MatrixFilter, number>;
  for (const row of rows) {
    for (const filter of MATRIX_FILTERS) if (TESTS[filter](row)) counts[filter] += 1;
  }
  return counts;
}

const entered = (row: CountRow): number[] => Object.values(row.counts).filter((count) => count !== null);

/**
 * The number that most counters entered; of equally frequent ones the nearest to the residue, then the smaller one.
 * `null` when nobody entered the product.
 */
export function likelyCount(row: CountRow): number | null {
  const votes = new Map<number, number>();
  for (const count of entered(row)) votes.set(count, (votes.get(count) ?? 0) + 1);
  let best: { count: number; votes: number } | null = null;
  for (const [count, number] of votes) {
    const closer = Math.abs(count - row.residue) - Math.abs((best?.count ?? 0) - row.residue);
    const wins =
      best === null ||
      number > best.votes ||
      (number === best.votes && (closer < 0 || (closer === 0 && count < best.count)));
    if (wins) best = { count, votes: number };
  }
  return best?.count ?? null;
}

/**
 * Counters whose number is the matter of a disagreement: those who differ from what most entered. When all numbers are
 * the same the serial numbers differ, and every counter is meant.
 */
export function disagreeing(row: CountRow): Set<string> {
  if (!row.disagreement) return new Set();
  const likely = likelyCount(row);
  const counters = Object.entries(row.counts).filter(([, count]) => count !== null);
  const different = counters.filter(([, count]) => count !== likely);
  return new Set((different.length > 0 ? different : counters).map(([id]) => id));
}

/** A count that a manual decision set aside. */
export const isOverruled = (row: CountRow, count: number | null): boolean =>
  row.manual !== null && count !== null && count !== row.manual;

/**
 * Difference in soʻm; of a row that is not decided yet, the largest that one of its counts would give (of equal ones
 * the shortage): the weight of a row for sorting.
 */
export function possibleSum(row: CountRow): number {
  if (row.difference_sum !== null) return row.difference_sum;
  const differences = entered(row)
    .map((count) => count - row.residue)
    .sort((one, other) => one - other);
  return row.cost * differences.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
}

export interface MatrixView {
  filter: MatrixFilter;
  query: string;
  sort: MatrixSort;
  descending: boolean;
}

/** Search keys of rows, made once for a reading. */
export const matrixKeys = (rows: readonly CountRow[]): string[] =>
  rows.map(({ product_variant: { title, sku, barcode } }) => searchKey(`${title} ${sku} ${barcode ?? ''}`));

const value = (row: CountRow, sort: MatrixSort): number | null => {
  if (sort === 'difference') return row.difference;
  if (sort === 'final') return row.final_count;
  if (sort === 'residue') return row.residue;
  return possibleSum(row);
};

/**
 * Rows of a filter and a query in their order. By money the undecided stand first, then the largest amounts whichever
 * their sign; in other orders a row without the figure comes last. Equal rows keep the order of the server.
 * @param titleOrder place of each row when all are sorted by title; the browser's own alphabet knows it.
 */
export function matrixRows(
  rows: readonly CountRow[],
  keys: readonly string[],
  { filter, query, sort, descending }: MatrixView,
  titleOrder: (rows: readonly CountRow[]) => readonly number[],
): CountRow[] {
  const readings = searchKeys(query).map((key) => key.split(' '));
  const shown: number[] = [];
  rows.forEach((row, at) => {
    const key = keys[at] ?? '';
    const found = readings.length === 0 || readings.some((words) => words.every((word) => key.includes(word)));
    if (found && TESTS[filter](row)) shown.push(at);
  });
  const places = sort === 'title' ? titleOrder(rows) : [];
  const figures = rows.map((row, at) => (sort === 'title' ? (places[at] ?? 0) : value(row, sort)));
  const way = descending ? -1 : 1;
  const order = (one: number, other: number): number => {
    if (sort === 'sum') {
      const undecided = Number(rows[other]?.disagreement ?? false) - Number(rows[one]?.disagreement ?? false);
      if (undecided !== 0) return undecided;
    }
    const a = figures[one] ?? null;
    const b = figures[other] ?? null;
    if (a === null || b === null) return a === b ? one - other : a === null ? 1 : -1;
    const difference = sort === 'sum' ? Math.abs(a) - Math.abs(b) : a - b;
    return difference === 0 ? one - other : difference * way;
  };
  return shown.sort(order).map((at) => rows[at] as CountRow);
}

/** Units and money of differences: what is missing (below zero), what is over, and the two netted. */
export interface Netted {
  units: number;
  sum: number;
}

export interface MatrixTotals {
  rows: number;
  counts: Record<string, number>;
  residue: number;
  final: number;
  shortage: Netted;
  surplus: Netted;
  difference: Netted;
  /** Rows without a final count: their residue is in the sum of residues, and no difference is. */
  open: { rows: number; residue: number };
}

const NOTHING: Netted = { units: 0, sum: 0 };
const plus = (one: Netted, units: number, sum: number): Netted => ({ units: one.units + units, sum: one.sum + sum });

/** Totals over the filter, not over what is on the screen: of each column what it shows. */
export function matrixTotals(rows: readonly CountRow[]): MatrixTotals {
  const totals: MatrixTotals = {
    rows: rows.length,
    counts: {},
    residue: 0,
    final: 0,
    shortage: NOTHING,
    surplus: NOTHING,
    difference: NOTHING,
    open: { rows: 0, residue: 0 },
  };
  for (const row of rows) {
    for (const [counter, count] of Object.entries(row.counts)) {
      totals.counts[counter] = (totals.counts[counter] ?? 0) + (count ?? 0);
    }
    totals.residue += row.residue;
    totals.final += row.final_count ?? 0;
    if (row.final_count === null)
      totals.open = { rows: totals.open.rows + 1, residue: totals.open.residue + row.residue };
    const [units, sum] = [row.difference ?? 0, row.difference_sum ?? 0];
    const side = units < 0 ? 'shortage' : 'surplus';
    totals[side] = plus(totals[side], units, sum);
    totals.difference = plus(totals.difference, units, sum);
  }
  return totals;
}

/**
 * The next row of this order that must be decided, after `from`, going round; `null` when there is none but the row
 * itself. `filter` narrows it to disagreements for the key N.
 */
export function nextToDecide(
  rows: readonly CountRow[],
  from: number | null,
  test: (row: CountRow) => boolean = isToDecide,
): number | null {
  const at = from === null ? -1 : rows.findIndex((row) => idOf(row) === from);
  for (let step = 1; step <= rows.length; step += 1) {
    const row = rows[(at + step) % rows.length];
    if (row !== undefined && idOf(row) !== from && test(row)) return idOf(row);
  }
  return null;
}

/** The row `step` places on; the first one when nothing is selected. Stays within the rows. */
export function neighbour(rows: readonly CountRow[], from: number | null, step: number): number | null {
  if (rows.length === 0) return null;
  const at = from === null ? -1 : rows.findIndex((row) => idOf(row) === from);
  const to = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
  return idOf(rows[to] as CountRow);
}

/** The counts that were entered, each with who entered it, the most frequent first: what may be chosen at once. */
export function choices(
  counters: readonly { title: string; count: number | null }[],
): { count: number; titles: string[] }[] {
  const byCount = new Map<number, string[]>();
  for (const { title, count } of counters) {
    if (count === null) continue;
    byCount.set(count, [...(byCount.get(count) ?? []), title]);
  }
  return [...byCount]
    .map(([count, titles]) => ({ count, titles }))
    .sort((one, other) => other.titles.length - one.titles.length || one.count - other.count);
}

/** All serial numbers that somebody found, a manual list or the residue knows, with the counters who found each. */
export function serialUnion(
  counters: readonly { id: number; serial_numbers: readonly string[] }[],
  residue: readonly string[],
): { serial: string; found: number[]; expected: boolean }[] {
  const expected = new Set(residue);
  const union = new Map<string, number[]>();
  for (const { id, serial_numbers } of counters) {
    for (const serial of serial_numbers) union.set(serial, [...(union.get(serial) ?? []), id]);
  }
  for (const serial of residue) if (!union.has(serial)) union.set(serial, []);
  return [...union]
    .map(([serial, found]) => ({ serial, found, expected: expected.has(serial) }))
    .sort((one, other) => other.found.length - one.found.length || (one.serial < other.serial ? -1 : 1));
}
