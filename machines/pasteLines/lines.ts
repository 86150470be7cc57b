/** What the rows of a pasted block become: lines of the invoice, or rows with every reason why they cannot. */
import type { VariantInSelect } from '../../contract/invoices/choices.ts';
import type { LineBody } from '../../contract/invoices/lines.ts';
import { MAX_LINE_COUNT, MAX_VALUE } from '../../contract/invoices/shared.ts';
import { searchKey } from '../../contract/search.ts';
import { lineSum, sellingPrice, valueFault } from '../invoice/sellingPrice.ts';
import type { Meaning, Row } from './columns.ts';
import { currencyIn, isAmbiguous, type Point, parseFigure, pointOf } from './figures.ts';

/** A currency as in the answer of `currencyGetAll`. */
export interface Currency {
  id: number;
  abbrevation: string;
  /** Soʻm for one; null when the practice day has none. */
  rate: number | null;
}

export const BAD_REASONS = [
  'total',
  'noProduct',
  'unknown',
  'several',
  'countMissing',
  'countNotWhole',
  'countZero',
  'countMost',
  'priceMissing',
  'priceNotNumber',
  'priceZero',
  'priceFine',
  'priceNotWhole',
  'sumNotWhole',
  'priceMost',
  'sumMost',
  'currencyUnknown',
  'noRate',
] as const;
export type BadReason = (typeof BAD_REASONS)[number];

export type PastedField = 'product' | 'count' | 'value' | 'currency';

export interface Bad {
  field: PastedField;
  reason: BadReason;
}

/** What the person put right in a row; an empty text is an empty cell. */
export interface Fix {
  product?: VariantInSelect;
  count?: string;
  value?: string;
  /** Abbreviation. */
  currency?: string;
  /** Not to be added. */
  left?: boolean;
}

export interface Block {
  rows: readonly Row[];
  meanings: readonly Meaning[];
  headAt: number;
  /** Of prices that name none. */
  currency: string;
  /** By the place of the row. */
  fixes: Readonly<Record<number, Fix>>;
  /** Products by the word that was asked. */
  found: Readonly<Record<string, readonly VariantInSelect[]>>;
  currencies: readonly Currency[];
}

export interface PastedLine {
  /** Place of the row in the block; `line` is its number for the eye. */
  row: number;
  line: number;
  /** What is in the block of the product. */
  words: string[];
  product: VariantInSelect | null;
  /** To choose from, when the words mean several. */
  matches: readonly VariantInSelect[];
  /** As written or put right. */
  count: string;
  value: string;
  /** As written. */
  sum: string;
  currency: string;
  left: boolean;
  bad: Bad[];
  /** The line that names the product first. */
  twin: number | null;
  /** Count × price, where it is not the sum of the list; `rounded`: the price is that sum divided, and does not come out. */
  differs: { ours: number; theirs: number; rounded: boolean } | null;
  /** Figures that can be read in two ways, and that nothing in the list settles: what was read. */
  doubtful: readonly { written: string; read: number }[];
  /** Null while something is bad. */
  body: LineBody | null;
}

const TOTALS = /^(?:itogo|vsego|jami|total)(?: |$)/;
const PRODUCT: readonly Meaning[] = ['barcode', 'sku', 'name'];
/** What `variantRecognize` takes of a word. */
const MOST_LETTERS = 300;

const cellAt = (block: Pick<Block, 'meanings'>, row: Row, meaning: Meaning): string => {
  const at = block.meanings.indexOf(meaning);
  return at === -1 ? '' : (row.cells[at] ?? '');
};

/** A code is the surer word, so it is looked at first. */
const wordsOf = (block: Pick<Block, 'meanings'>, row: Row): string[] =>
  PRODUCT.map((meaning) => cellAt(block, row, meaning).slice(0, MOST_LETTERS)).filter((word) => word !== '');

const bodyRows = (block: Pick<Block, 'rows' | 'headAt'>): [number, Row][] =>
  block.rows.flatMap((row, at): [number, Row][] => (at > block.headAt ? [[at, row]] : []));

/** Every word that the products of the block are known by, once. */
export function wordsAsked(block: Pick<Block, 'rows' | 'headAt' | 'meanings'>): string[] {
  return [...new Set(bodyRows(block).flatMap(([, row]) => wordsOf(block, row)))];
}

function countOf(written: string, point: Point | null): { count: number | null; bad: BadReason | null } {
  if (written === '') return { count: null, bad: 'countMissing' };
  const count = parseFigure(written, point);
  if (count === null || !Number.isInteger(count)) return { count: null, bad: 'countNotWhole' };
  if (count <= 0) return { count: null, bad: 'countZero' };
  return count > MAX_LINE_COUNT ? { count: null, bad: 'countMost' } : { count, bad: null };
}

/** @param decimals of the currency: soʻm have none (decision 27). */
function priceOf(
  written: string,
  point: Point | null,
  decimals: 0 | 2,
): { value: number | null; bad: BadReason | null } {
  if (written === '') return { value: null, bad: 'priceMissing' };
  const value = parseFigure(written, point);
  if (value === null) return { value: null, bad: 'priceNotNumber' };
  if (value <= 0) return { value: null, bad: 'priceZero' };
  if (value > MAX_VALUE) return { value: null, bad: 'priceMost' };
  if (Number(value.toFixed(decimals)) === value) return { value, bad: null };
  return { value: null, bad: decimals === 0 ? 'priceNotWhole' : 'priceFine' };
}

/** What every row is read with, beside itself: of one block the same until a part of it changes. */
interface Reading extends Pick<Block, 'headAt' | 'meanings' | 'currency' | 'found' | 'currencies'> {
  point: Point | null;
  /** The currency that the head names. */
  inHead: string | null;
  known: ReadonlyMap<string, Currency>;
}

interface Kept {
  reading: Reading;
  fix: Fix | undefined;
  line: PastedLine;
}

/**
 * Lines are asked for with every key of a preview, and of a thousand rows one has changed: what was read of the same row
 * with the same words is handed out again. A line that is the same is the same object, so its row is not drawn again.
 */
const readings = new WeakMap<Block['rows'], Reading>();
const kept = new WeakMap<Row, Kept>();

function readingOf(block: Block): Reading {
  const { rows, headAt, meanings, currency, found, currencies } = block;
  const before = readings.get(rows);
  if (
    before !== undefined &&
    before.headAt === headAt &&
    before.meanings === meanings &&
    before.currency === currency &&
    before.found === found &&
    before.currencies === currencies
  )
    return before;
  const figures: readonly Meaning[] = ['count', 'price', 'sum'];
  const columns = figures.map((meaning) => meanings.indexOf(meaning)).filter((at) => at !== -1);
  const head = rows[headAt];
  const reading: Reading = {
    headAt,
    meanings,
    currency,
    found,
    currencies,
    point: pointOf(bodyRows(block).flatMap(([, row]) => columns.map((at) => row.cells[at] ?? ''))),
    inHead:
      head === undefined ? null : currencyIn([cellAt(block, head, 'price'), cellAt(block, head, 'sum')].join(' ')),
    known: new Map(currencies.map((one) => [one.abbrevation, one])),
  };
  readings.set(rows, reading);
  return reading;
}

/** A row by itself: whether another line has the same product is not asked here. */
function lineOf(reading: Reading, at: number, row: Row, fix: Fix): PastedLine {
  const { point, inHead, known } = reading;
  const words = wordsOf(reading, row);
  const bad: Bad[] = [];
  const isTotal = TOTALS.test(searchKey(row.cells.find((cell) => cell !== '') ?? '')) && fix.product === undefined;
  const matches = words.map((word) => reading.found[word] ?? []).find((some) => some.length > 0) ?? [];
  const product = fix.product ?? (matches.length === 1 ? (matches[0] ?? null) : null);
  if (product === null) {
    const reason =
      isTotal && matches.length === 0
        ? 'total'
        : words.length === 0
          ? 'noProduct'
          : matches.length > 1
            ? 'several'
            : 'unknown';
    bad.push({ field: 'product', reason });
  }

  const price = cellAt(reading, row, 'price');
  const written = cellAt(reading, row, 'currency');
  const named = currencyIn(written) ?? (known.has(written.toUpperCase()) ? written.toUpperCase() : null);
  const signed = currencyIn(price) ?? currencyIn(cellAt(reading, row, 'sum'));
  const said = written === '' ? (signed ?? inHead ?? reading.currency) : (named ?? written);
  const currency = fix.currency ?? said;
  const money = known.get(currency);
  const rate = currency === 'UZS' ? 1 : (money?.rate ?? null);
  const decimals = currency === 'UZS' ? 0 : 2;

  const count = fix.count ?? cellAt(reading, row, 'count');
  const units = countOf(count, fix.count === undefined ? point : null);
  const sumWritten = cellAt(reading, row, 'sum');
  const sum = parseFigure(sumWritten, point);
  // without a price it follows from the sum
  const parted = fix.value === undefined && price === '' ? sum : null;
  const sumNotWhole = parted !== null && decimals === 0 && !Number.isInteger(parted);
  const divided =
    parted !== null && !sumNotWhole && units.count !== null ? (parted / units.count).toFixed(decimals) : price;
  const value = fix.value ?? divided;
  const cost = sumNotWhole
    ? { value: null, bad: 'sumNotWhole' as const }
    : priceOf(value, fix.value === undefined && price !== '' ? point : null, decimals);

  // for a total row only that is reported
  if (!bad.some(({ reason }) => reason === 'total')) {
    if (units.bad !== null) bad.push({ field: 'count', reason: units.bad });
    if (cost.bad !== null) bad.push({ field: 'value', reason: cost.bad });
    if (money === undefined) bad.push({ field: 'currency', reason: 'currencyUnknown' });
    else if (rate === null) bad.push({ field: 'currency', reason: 'noRate' });
  }

  const left = fix.left === true;
  let body: LineBody | null = null;
  if (bad.length === 0 && product && money && rate !== null && units.count !== null && cost.value !== null) {
    const figuresOfLine = { value: cost.value, currency_change: rate, ...product.defaults };
    const selling = sellingPrice(figuresOfLine);
    // the server's limits
    if (selling === null || selling > MAX_VALUE * 1000 || valueFault(figuresOfLine, currency) !== null)
      bad.push({ field: 'value', reason: 'priceMost' });
    else if (lineSum({ value: cost.value, count: units.count }) > MAX_VALUE)
      bad.push({ field: 'count', reason: 'sumMost' });
    else {
      const names = { product_variant_id: product.id, currency_id: money.id, count: units.count };
      body = { ...names, ...figuresOfLine, selling_price: selling };
    }
  }
  const ours = cost.value === null || units.count === null ? null : lineSum({ value: cost.value, count: units.count });
  const differs =
    sum !== null && ours !== null && Math.abs(ours - sum) >= 0.01
      ? { ours, theirs: sum, rounded: parted !== null }
      : null;
  // a sum that comes out settles it, and soʻm have no fractions
  const settled = sum !== null && ours !== null && differs === null;
  const doubtful = [
    ...(fix.count === undefined && point !== null ? [] : [{ written: count, read: units.count }]),
    ...((fix.value === undefined && point !== null) || decimals === 0 ? [] : [{ written: value, read: cost.value }]),
  ].flatMap(({ written: words, read }) =>
    read === null || settled || !isAmbiguous(words) ? [] : [{ written: words, read }],
  );
  const asWritten = { count, value, sum: sumWritten, currency };
  return {
    row: at,
    line: row.line,
    words,
    product,
    matches,
    ...asWritten,
    left,
    bad,
    twin: null,
    differs,
    doubtful,
    body,
  };
}

/** Rows below the head as lines: the same for the same block, and whole. */
export function linesOf(block: Block): PastedLine[] {
  const reading = readingOf(block);
  const first = new Map<number, number>();
  return bodyRows(block).map(([at, row]): PastedLine => {
    const fix = block.fixes[at];
    const before = kept.get(row);
    const line =
      before?.reading === reading && before.fix === fix && before.line.row === at
        ? before.line
        : lineOf(reading, at, row, fix ?? {});
    const { product, left } = line;
    const twin = product === null || left ? null : (first.get(product.id) ?? null);
    if (product !== null && !left && twin === null) first.set(product.id, row.line);
    const whole = line.twin === twin ? line : { ...line, twin };
    if (whole !== before?.line) kept.set(row, { reading, fix, line: whole });
    return whole;
  });
}

/** The server's words by row: it refused the row as it stands. */
export type Refused = Readonly<Record<number, readonly string[]>>;

const isGood = (line: PastedLine, refused: Refused): boolean =>
  line.body !== null && !line.left && refused[line.row] === undefined;

/** Lines that can be added as they are. */
export const goodOf = (lines: readonly PastedLine[], refused: Refused): PastedLine[] =>
  lines.filter((line) => isGood(line, refused));

/** What stays: bad ones, those that the server refused and those that the person left out. */
export const restOf = (lines: readonly PastedLine[], refused: Refused): PastedLine[] =>
  lines.filter((line) => !isGood(line, refused));

/** Lines with a fault, be it found here or by the server. */
export const badOf = (lines: readonly PastedLine[], refused: Refused): PastedLine[] =>
  lines.filter((line) => !line.left && (line.bad.length > 0 || refused[line.row] !== undefined));

const quoted = (cell: string): string => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows as they were, with their head, for the clipboard: cells parted by tabs. */
export function blockText(block: Pick<Block, 'rows' | 'headAt'>, rows: readonly number[]): string {
  const places = block.headAt === -1 ? rows : [block.headAt, ...rows];
  return places.map((at) => (block.rows[at]?.cells ?? []).map(quoted).join('\t')).join('\n');
}
