/** Two people changed one invoice's head, or one line: what is whose, and what is saved of it. */
import type { InvoiceHead } from '../../contract/invoices/heads.ts';
import { type Merge, mergeOf, type ThreeSides } from '../kit/threeWay.ts';
import { changed, type LineFigures } from './lines.ts';

export const HEAD_FIELDS = [
  'partner_id',
  'partner_firm_id',
  'number_invoice',
  'invoice_date',
  'warehouse_list_id',
  'type',
  'comment',
] as const satisfies readonly (keyof InvoiceHead)[];

type Heads = ThreeSides<InvoiceHead>;

/** A firm is of its partner: where the partners differ it follows the one that is taken. */
export function mergeOfHead(heads: Heads): Merge<keyof InvoiceHead> {
  const together = heads.mine.partner_id === heads.theirs.partner_id;
  const merge = mergeOf<InvoiceHead, keyof InvoiceHead>(
    HEAD_FIELDS.filter((key) => key !== 'partner_firm_id' || together),
    heads,
  );
  if (together || (heads.mine.partner_firm_id ?? null) === (heads.theirs.partner_firm_id ?? null)) return merge;
  for (const side of ['mine', 'theirs'] as const)
    if (merge[side].includes('partner_id')) merge[side].push('partner_firm_id');
  return merge;
}

export function mergedHead(
  { mine, theirs }: Heads,
  merge: Merge<keyof InvoiceHead>,
  takesTheirs: (key: keyof InvoiceHead) => boolean,
): InvoiceHead {
  const own = [...merge.mine, ...merge.conflicts.filter((key) => !takesTheirs(key))];
  const head: InvoiceHead = { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) };
  return own.includes('partner_id') ? { ...head, partner_firm_id: mine.partner_firm_id } : head;
}

export const LINE_FIELDS = [
  'currency_id',
  'value',
  'count',
  'no_cash',
  'additional',
  'other_additional',
  'currency_change',
  'selling_price',
] as const satisfies readonly (keyof LineFigures)[];

type Lines = ThreeSides<LineFigures>;

/** A price that follows the rule on both sides is nobody's: it follows the figures that are chosen. */
export function mergeOfLine(lines: Lines): Merge<keyof LineFigures> {
  const follows = !lines.mine.overridden && !lines.theirs.overridden;
  return mergeOf<LineFigures, keyof LineFigures>(
    LINE_FIELDS.filter((key) => key !== 'selling_price' || !follows),
    lines,
  );
}

export function mergedLine(
  { seen, mine, theirs }: Lines,
  merge: Merge<keyof LineFigures>,
  takesTheirs: (key: keyof LineFigures) => boolean,
): LineFigures {
  const own = [...merge.mine, ...merge.conflicts.filter((key) => !takesTheirs(key))];
  const figures: LineFigures = { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) };
  return changed(
    {
      ...figures,
      // the price was set by hand on the side that it is taken from; where by none, it follows what was chosen
      overridden: own.includes('selling_price') ? mine.overridden : theirs.overridden,
      print: mine.print === seen.print ? theirs.print : mine.print,
      print_count: mine.print_count === seen.print_count ? theirs.print_count : mine.print_count,
    },
    {},
  );
}
