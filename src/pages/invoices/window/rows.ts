/** Rows of the line grid: what the server has, with what is being entered over it. */
import type { InputProduct } from '../../../../contract/invoices.ts';
import {
  type FIGURES,
  figuresOf,
  type LineDraft,
  type LineFigures,
  type LineProduct,
  productOf,
} from '../../../../machines/invoiceWorkspace/lines.ts';

export interface GridRow {
  key: string;
  line: InputProduct | null;
  draft: LineDraft | null;
  product: LineProduct;
  figures: LineFigures;
}

export function rowsOf(lines: readonly InputProduct[], drafts: Readonly<Record<string, LineDraft>>): GridRow[] {
  const known = lines.map((line): GridRow => {
    const draft = drafts[String(line.id)] ?? null;
    return {
      key: String(line.id),
      line,
      draft,
      product: draft?.product ?? productOf(line),
      figures: draft?.figures ?? figuresOf(line),
    };
  });
  const ids = new Set(lines.map((line) => String(line.id)));
  const fresh = Object.values(drafts)
    .filter((draft) => !ids.has(draft.key))
    .map((draft): GridRow => ({ key: draft.key, line: null, draft, product: draft.product, figures: draft.figures }));
  return [...known, ...fresh];
}

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
