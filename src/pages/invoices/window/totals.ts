/** The foot of the line grid, of what it shows: lines that are typed and not saved yet count as well. */
import type { GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { type CurrencyChoice, currencyOf } from './cells.ts';
import { serialsOf, standingOf } from './problems.ts';

export interface Totals {
  lines: number;
  /** Lines with an error or an empty figure: no sum has them. */
  leftOut: number;
  units: number;
  /** What the partner is paid, by currency. */
  cost: Readonly<Record<string, number>>;
  /** At selling prices, in soʻm. */
  selling: number;
  serials: { saved: number; needed: number };
}

export function totalsOf(rows: readonly GridRow[], currencies: readonly CurrencyChoice[]): Totals {
  const there = rows.filter(({ draft }) => draft?.removed !== true);
  const counted = there.filter((row) => standingOf(row) === 'good');
  // in hundredths: sums of fractions are exact
  const cost = new Map<string, number>();
  let units = 0;
  let selling = 0;
  for (const row of counted) {
    const { value, count, selling_price } = row.figures;
    const currency = currencyOf(currencies, row) ?? '';
    units += count ?? 0;
    selling += (count ?? 0) * (selling_price ?? 0);
    cost.set(currency, (cost.get(currency) ?? 0) + Math.round((value ?? 0) * 100) * (count ?? 0));
  }
  const serials = { saved: 0, needed: 0 };
  for (const row of counted) {
    const { saved, needed } = serialsOf(row);
    serials.saved += saved;
    serials.needed += needed;
  }
  return {
    lines: there.length,
    leftOut: there.length - counted.length,
    units,
    cost: Object.fromEntries([...cost].map(([currency, hundredths]) => [currency, hundredths / 100])),
    selling,
    serials,
  };
}
