/** What is typed into the cells of the line grid. */
import type { FIGURES } from '../../../../machines/invoiceWorkspace/lines.ts';

/** A column that is typed in; that of the rate stands only where a line is not in soʻm. */
export type TypedField = (typeof FIGURES)[number];

/** Digits after the comma. */
export const DECIMALS: Readonly<Record<TypedField, number>> = {
  value: 2,
  count: 0,
  no_cash: 2,
  additional: 2,
  other_additional: 0,
  currency_change: 4,
  selling_price: 0,
};

/** Words that stand for a figure; undefined when they stand for none. */
export function figureOf(field: TypedField, figure: number | null): number | null | undefined {
  if (figure === null) return null;
  const power = 10 ** DECIMALS[field];
  return Number.isFinite(figure) && Math.abs(figure * power - Math.round(figure * power)) < 1e-6 ? figure : undefined;
}
