/** Lines as a person enters them: figures that may still be missing, the price that follows them, what is sent. */

import type { FieldsChange } from '../../contract/change.ts';
import type { InputProduct, NewLineBody } from '../../contract/invoices/lines.ts';
import { sellingPrice } from '../invoice/sellingPrice.ts';

/** The figures of a line while it is entered; null is an empty cell. */
export interface LineFigures {
  currency_id: number;
  /** Price of a unit in that currency. */
  value: number | null;
  count: number | null;
  no_cash: number | null;
  additional: number | null;
  other_additional: number | null;
  /** Soʻm for one unit of the currency. */
  currency_change: number | null;
  selling_price: number | null;
  /** The person set the price by hand: it does not follow the other figures. */
  overridden: boolean;
  print: boolean;
  print_count: number;
}

export interface LineProduct {
  id: number;
  title: string;
  sku: string;
  barcode: string | null;
  is_serial_number: boolean;
  imei_count: number;
}

/** A line that is not as the server has it. */
export interface LineDraft {
  /** The line's id in words, or the key of a new one. */
  key: string;
  lineId: number | null;
  /** Row version when the person began. */
  version: number | null;
  /** Its position among the lines; assigned on entry, and kept. */
  position: number;
  product: LineProduct;
  /** As the server had it when the person began; null for a new line. */
  base: LineFigures | null;
  figures: LineFigures;
  removed: boolean;
  /** Saved serial numbers that the person saw on it: they go with a removed line, others never unseen. */
  serials: number;
  /** Somebody else removed the line: what was typed waits until the person adds it again or gives it up. */
  gone: boolean;
  /** Warnings are pending; false once the person has seen them. */
  check: boolean;
  /** Of the server, by field. */
  faults: Readonly<Record<string, readonly string[]>>;
  /** The faults are warnings: they may be accepted. */
  warned: boolean;
  /** The line as somebody else saved it meanwhile. */
  theirs: InputProduct | null;
  /** Idempotency key: another one for other figures. */
  idem: string;
  /** Made by undoing: once saved it can be redone. */
  undoing: boolean;
  /** What it was before each change since the line was saved last, the last one last. */
  was: readonly EarlierFigures[];
  /** When it was changed last, counted in changes: what was done last is taken back first. Zero: never taken back. */
  turn: number;
}

export interface EarlierFigures {
  figures: LineFigures;
  turn: number;
}

export type LineChange = Partial<Omit<LineFigures, 'overridden'>>;

export const FIGURES = [
  'value',
  'count',
  'no_cash',
  'additional',
  'other_additional',
  'currency_change',
  'selling_price',
] as const;

/** The price by the rule; null while a figure is missing. */
export function rulePrice(figures: LineFigures): number | null {
  const { value, no_cash, additional, other_additional, currency_change } = figures;
  if (value === null || no_cash === null || currency_change === null) return null;
  return sellingPrice({
    value,
    no_cash,
    currency_change,
    additional: additional ?? 0,
    other_additional: other_additional ?? 0,
  });
}

/** The figures after a change; the price follows the rule unless it was set by hand. */
export function changed(figures: LineFigures, change: LineChange): LineFigures {
  const next = { ...figures, ...change };
  const rule = rulePrice(next);
  if ('selling_price' in change && change.selling_price !== null && change.selling_price !== undefined)
    return { ...next, overridden: change.selling_price !== rule };
  const follows = 'selling_price' in change || !next.overridden;
  return follows ? { ...next, selling_price: rule, overridden: false } : next;
}

/** The figures without a change: what somebody else has written since stays, and the price follows. */
export function withoutChange(figures: LineFigures, { before, after }: FieldsChange<LineFigures>): LineFigures {
  const own = (Object.keys(after) as (keyof LineFigures)[]).filter((field) => figures[field] === after[field]);
  const next = { ...figures, ...Object.fromEntries(own.map((field) => [field, before[field]])) };
  return next.overridden ? next : changed(next, {});
}

export const figuresOf = (line: InputProduct): LineFigures => ({
  currency_id: line.currency_id,
  value: line.value,
  count: line.count,
  no_cash: line.no_cash,
  additional: line.additional,
  other_additional: line.other_additional,
  currency_change: line.currency_change,
  selling_price: line.selling_price,
  overridden: line.selling_price_overridden,
  print: line.print,
  print_count: line.print_count,
});

export const productOf = ({ product_variant: { product_variant_title, ...rest } }: InputProduct): LineProduct => ({
  ...rest,
  title: product_variant_title,
});

/** A field that keeps a line from being sent: empty where a figure is needed, or not above zero. */
export function missingIn(figures: LineFigures): (typeof FIGURES)[number][] {
  const least: Readonly<Record<(typeof FIGURES)[number], 'above' | 'zero'>> = {
    value: 'above',
    count: 'above',
    no_cash: 'above',
    additional: 'zero',
    other_additional: 'zero',
    currency_change: 'above',
    selling_price: 'zero',
  };
  return FIGURES.filter((field) => {
    const figure = figures[field];
    return figure === null || (least[field] === 'above' ? figure <= 0 : figure < 0);
  });
}

/** What is sent of a line; null while a figure is missing. The place is asked for a new line only. */
export function bodyOf({
  product,
  figures,
  check,
  lineId,
  position,
}: Pick<LineDraft, 'product' | 'figures' | 'check' | 'lineId' | 'position'>): NewLineBody | null {
  if (missingIn(figures).length > 0) return null;
  const { overridden, currency_id, print, print_count } = figures;
  const figure = (field: (typeof FIGURES)[number]) => figures[field] ?? 0;
  return {
    product_variant_id: product.id,
    currency_id,
    value: figure('value'),
    count: figure('count'),
    no_cash: figure('no_cash'),
    additional: figure('additional'),
    other_additional: figure('other_additional'),
    currency_change: figure('currency_change'),
    selling_price: figure('selling_price'),
    selling_price_overridden: overridden,
    check,
    print,
    print_count,
    ...(lineId === null && { position }),
  };
}

export const isSameLine = (one: LineFigures, other: LineFigures): boolean =>
  (Object.keys(one) as (keyof LineFigures)[]).every((key) => one[key] === other[key]);

/** Only the price labels of a saved line were changed: who may not write lines may print, in every state. */
export const marksOnly = ({ base, figures, removed }: LineDraft): boolean =>
  base !== null && !removed && isSameLine({ ...base, print: figures.print, print_count: figures.print_count }, figures);

const hasFaults = (draft: LineDraft): boolean => Object.keys(draft.faults).length > 0;

/** Whether a draft can go to the server now. */
export const isReady = (draft: LineDraft): boolean =>
  draft.theirs === null && !draft.gone && !hasFaults(draft) && (draft.removed || missingIn(draft.figures).length === 0);
