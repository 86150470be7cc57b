import { sellingPrice } from '../../../machines/invoice/sellingPrice.ts';
import type { MarkupFigures, RevisionFields } from './revisions.ts';

/** What a unit costs in the example, soʻm. */
export const EXAMPLE_COST = 1_000_000;

/** The selling price that the rule of invoices makes of it, by the server's own reckoning. */
export const exampleOf = ({ in_force }: { in_force: MarkupFigures | null }): number =>
  (in_force && sellingPrice({ value: EXAMPLE_COST, currency_change: 1, ...in_force })) ?? EXAMPLE_COST;

/** The same while figures are typed; null while they make no price. */
export const exampleWhile = ({ no_cash, additional, other_additional }: RevisionFields): number | null =>
  no_cash === null || additional === null || other_additional === null
    ? null
    : sellingPrice({ value: EXAMPLE_COST, currency_change: 1, no_cash, additional, other_additional });
