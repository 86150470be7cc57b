import type { MarkupOfCategory } from '../../../contract/markups.ts';
import { sellingPrice } from '../../../machines/invoice/sellingPrice.ts';

/** What a unit costs in the example, soʻm. */
export const EXAMPLE_COST = 1_000_000;

/** The selling price that the rule of invoices makes of it, by the server's own reckoning. */
export const exampleOf = ({ in_force }: Pick<MarkupOfCategory, 'in_force'>): number =>
  (in_force && sellingPrice({ value: EXAMPLE_COST, currency_change: 1, ...in_force })) ?? EXAMPLE_COST;
