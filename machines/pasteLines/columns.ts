/**
 * A pasted block of a supplier's list: its cells and what its columns mean. Figures are read by `figures.ts`.
 *
 * Columns are known by their headings (Uzbek in both scripts, Russian, English), and without headings by what is in
 * them. Of two that mean the same the plainer heading is taken; what is no cost or no count of pieces never is.
 */
import { searchKey } from '../../contract/search.ts';
import { currencyIn, type Point, parseFigure, pointOf } from './figures.ts';

export const MEANINGS = ['barcode', 'sku', 'name', 'count', 'price', 'sum', 'currency', 'skip'] as const;
export type Meaning = (typeof MEANINGS)[number];

export interface Row {
  /** The line of the block, from 1, empty ones counted: as a sheet numbers it. */
  line: number;
  cells: string[];
}

/** Spaces inside a cell, of every width, are one plain space; ends are cut. */
const cellOf = (text: string): string => text.replace(/[\s\u00a0\u2009\u202f]+/g, ' ').trim();

const lettersIn = (text: string): boolean => /\p{L}/u.test(text);

// ---------------------------------------------------------------------------------------------- cells

/** What parts cells: a tab, a semicolon, a comma, or two spaces and more. */
const PARTINGS = {
  tab: /\t/y,
  semicolon: /;/y,
  comma: /,/y,
  spaces: / *(?: {2}|\u00a0{2}) */y,
  none: /(?!)/y,
} as const;
type Parting = keyof typeof PARTINGS;

/** A cell in quotes, with quotes doubled inside; the sign of inches ends no cell. */
const QUOTED = /"((?:[^"]|"")*)"/y;
const LINE_END = /\r\n|\n|\r/y;

function cellsOf(text: string, parting: Parting): string[][] {
  const between = PARTINGS[parting];
  const rows: string[][] = [[]];
  let cell = '';
  let begins = true;
  const matched = (pattern: RegExp, at: number): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const endOfCell = (at: number) =>
    at >= text.length || matched(LINE_END, at) !== null || matched(between, at) !== null;
  for (let at = 0; at < text.length; ) {
    const quoted = begins && text[at] === '"' ? matched(QUOTED, at) : null;
    if (quoted !== null && endOfCell(at + quoted.length)) {
      cell = quoted.slice(1, -1).replaceAll('""', '"');
      at += quoted.length;
      begins = false;
      continue;
    }
    const ending = matched(LINE_END, at);
    const parted = ending ?? matched(between, at);
    if (parted === null) {
      cell += text[at];
      at += 1;
      begins = false;
      continue;
    }
    rows.at(-1)?.push(cellOf(cell));
    if (ending !== null) rows.push([]);
    cell = '';
    begins = true;
    at += parted.length;
  }
  rows.at(-1)?.push(cellOf(cell));
  return rows;
}

/** A comma also occurs in figures: it separates cells only where every line has as many of them and the first one words. */
function partedByCommas(text: string): boolean {
  const rows = cellsOf(text, 'comma').filter((row) => row.some((cell) => cell !== ''));
  const width = rows[0]?.length ?? 0;
  return width > 2 && rows.every((row) => row.length === width) && (rows[0]?.filter(lettersIn).length ?? 0) > 1;
}

function partingOf(text: string): Parting {
  if (text.includes('\t')) return 'tab';
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const share = (wanted: (line: string) => boolean) => lines.filter(wanted).length / Math.max(1, lines.length);
  if (share((line) => line.includes(';')) > 0.5) return 'semicolon';
  if (partedByCommas(text)) return 'comma';
  return share((line) => /\S(?: {2}|\u00a0{2})/.test(line.trim())) > 0 ? 'spaces' : 'none';
}

/** Rows of cells as numbered lines; empty ones go, all get the width of the widest. */
export function rowsOf(cells: readonly (readonly string[])[]): Row[] {
  const numbered = cells.map((row, index) => ({ line: index + 1, cells: row.map(cellOf) }));
  const filled = numbered.filter((row) => row.cells.some((cell) => cell !== ''));
  const last = (row: Row) => row.cells.findLastIndex((cell) => cell !== '') + 1;
  const width = Math.max(0, ...filled.map(last));
  return filled.map(({ line, cells: own }) => ({
    line,
    cells: Array.from({ length: width }, (_, at) => own[at] ?? ''),
  }));
}

/** Cells of a block of the clipboard, or of the text of a `.csv`, line by line. */
export function cellsIn(text: string): string[][] {
  const whole = text.replace(/^\ufeff/, '');
  const parting = partingOf(whole);
  // an indented line has no empty cell before it
  return cellsOf(parting === 'spaces' ? whole.replace(/^[ \u00a0]+/gm, '') : whole, parting);
}

export const splitBlock = (text: string): Row[] => rowsOf(cellsIn(text));

/** EAN-8, UPC-A, EAN-13 or GTIN-14 with its right check digit. */
export function isBarcode(text: string): boolean {
  const digits = text.replace(/\s/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

// ---------------------------------------------------------------------------------------------- columns

const any = (...words: string[]): RegExp => new RegExp(`(?:^| )(?:${words.join('|')})`, 'u');

const VAT = '(?:nds|kks|vat)';
const PRICE = ['narh', 'sena', 'sen(?: |$)', 'price', 'cost', 'tannarh', 'sebestoim', 'baho', 'zakup'] as const;
const isPrice = any(...PRICE);

/**
 * Columns that are beside the one that is meant and would be taken for it: packages are no count, a price to sell at,
 * to recommend or of before is no cost, and the code of a tax class is no code of goods. They are never taken by
 * themselves: a line that lacks its count says so, one with a wrong count does not. Keys are written as `searchKey`
 * makes them: q is k, x is h, w is v.
 */
const NEVER: readonly RegExp[] = [
  /^(?:n|no|nomer|t r|p p|n p p|tr)(?: (?:p ?p|t ?r|tr|stroki|po poryadku))?$/,
  any('tartib|poryadk'),
  any('prodaj|sotish|sotuv|sotiladigan|rozn|realiz|selling|retail|chakana|list price'),
  any('rekomend|recommend|tavsiya|rrs(?: |$)|mrs(?: |$)|rrp|msrp|srp(?: |$)'),
  any('star(?:aya|iy|oe)(?: |$)|eski|oldingi|avvalgi|prejn|predidush|proshl|old(?: |$)|previous'),
  any('mest(?:a?|o)(?: |$)|upak|korob|karob|pachk|pachek|yashik|pallet|blok(?: |$|i|lar|ov)'),
  any('kuti|kadok|kop(?:lar)?(?: |$)|joy(?:lar)?(?: |$)|orin(?:lar)?(?: |$)|boh(?: |$|e)|carton|ctn|pack'),
  any('ostat|koldik|nalich|rezerv|stock(?: |$)(?!code)|min(?:imal|imum)?(?: |$)'),
  any('ikpu|mhik|tn ?ved|tif ?tn|hs ?code|markirov|seriy|seriya|imei|s n(?: |$)'),
  any('kategor|categor|grupp|group|guruh|turkum|toifa|brend|brand|strana|davlat|mamlakat'),
  any('proizvodit|ishlab chikar|manufactur|postavshik|etkazib|supplier|foto|rasm|izobraj|ssilk'),
  any('ves(?: |$)|massa|netto|brutto|obem|obyom|ogirlig|vazn|veight|volume|garant|kafolat'),
  /(?:^| )(?:kol|k vo|kolich\S*|soni?|mikdori?) .*(?:sklad|ombor)|^(?:na )?(?:sklad|ombor)/,
  // of a discount only what is left to pay is meant
  /(?:^| )(?:bez skid|do skid)|chegirmasiz/,
  /^(?!.*(?:^| )(?:s|so|vith) )(?!.*(?:chegirmali|bilan|discounted)).*(?:^| )(?:skid|chegirm|discount)/,
  // the tax by itself
  new RegExp(
    `^(?!.*(?:^| )(?:s|bez|bilan|siz|vith|vithout|incl|vkl|vkluchaya)(?: |$))(?!.*bilan|.*siz).*(?:^| )(?:${VAT}|aksiz)`,
  ),
];

/**
 * Tried in this order on the key of a heading: `Jami soni` is a count, `Umumiy narx` a sum, `Tovar kodi` a code. Of two
 * that mean the same the one of the lesser number is meant.
 */
const HEADINGS: readonly (readonly [Meaning, RegExp, number])[] = [
  ['barcode', any('sh?trih', 'sh?trikod', 'bar ?kod', 'bar ?code', 'ean(?: |$|\\d)', 'upc', 'gtin', 'shk(?: |$)'), 0],
  ['count', any('soni?(?: |$)', 'mikdor', 'kol ?vo', 'kol(?: |$)', 'k ?vo(?: |$)', 'kolichestv', 'kty', 'kuantity'), 0],
  ['count', any('count', 'chislo'), 0],
  ['count', new RegExp(`^(?:sht|dona|pcs)(?!.*(?:${PRICE.join('|')}|sum))|^(?:ta|zakaz|zakazano|buyurtma)$`), 1],
  ['price', /(?:^| )stoimost.*(?: za | ed(?: |inis|$))/, 1],
  ['sum', any('summa', 'jami', 'umumiy', 'itogo', 'vsego', 'total', 'amount', 'stoimost', 'kiymat', 'obshaya'), 0],
  ['sum', /^sum$/, 0],
  ['price', isPrice, 0],
  ['currency', any('valyut', 'valut', 'currency'), 0],
  ['sku', any('artikul', 'art(?: |$)', 'sku', 'article'), 0],
  ['sku', any('kodi?(?: |$)', 'code', 'shifr', 'nomenkl\\p{L}* (?:nomer|no?|kod)'), 1],
  ['name', any('naimen', 'nazvan', 'nomi?(?: |$)', 'nomenkl', 'name', 'title'), 0],
  ['name', any('tovar', 'mahsulot', 'product', 'item'), 1],
  ['name', any('opisan', 'descript', 'model'), 2],
];

/** What makes a heading of the same meaning less, or more, than the plain one. */
const QUALIFIED: readonly (readonly [RegExp, number])[] = [
  // what is paid
  [/(?:^| )(?:so skid|s uchetom skid)|chegirmali|chegirma bilan|discounted/, -2],
  [any('nov(?:aya|iy)(?: |$)', 'yangi', 'nev(?: |$)', 'zakup', 'kirim', 'harid', 'tannarh', 'sebestoim', 'kelish'), -1],
  [new RegExp(`(?:^| )(?:bez|vithout) ${VAT}|${VAT} ?siz`), 2],
  [new RegExp(`(?:^| )${VAT}`), 1],
];

interface HeadingMatch {
  meaning: Meaning;
  /** The lesser one is meant. */
  rank: number;
}

/** The meaning of a heading and its rank; null when it is unknown. */
function matchHeading(heading: string): HeadingMatch | null {
  const key = searchKey(heading);
  if (key === '') return /№|#/.test(heading) ? { meaning: 'skip', rank: 0 } : null;
  if (NEVER.some((pattern) => pattern.test(key)))
    // `Наименование, бренд` is a name still
    return /^(?:naimen|nazvan|nomenkl|opisan)/.test(key) ? { meaning: 'name', rank: 3 } : { meaning: 'skip', rank: 0 };
  const found = HEADINGS.find(([, pattern]) => pattern.test(key));
  if (found === undefined) return null;
  const qualified = QUALIFIED.filter(([pattern]) => pattern.test(key)).reduce((sum, [, more]) => sum + more, 0);
  return { meaning: found[0], rank: found[2] + qualified };
}

/** The meaning alone. */
export const meaningOf = (heading: string): Meaning | null => matchHeading(heading)?.meaning ?? null;

export interface Columns {
  meanings: Meaning[];
  /** The heading's place among the rows; -1 without one. Rows above it are no lines. */
  headAt: number;
}

const LOOKED_AT = 20;

/** Each meaning is used once: of two prices the plainer one is meant, of two that are alike the first. */
const once = (all: readonly (HeadingMatch | null)[]): Meaning[] =>
  all.map((match, at) => {
    if (match === null) return 'skip';
    const other = all.findIndex((one, place) => {
      if (one?.meaning !== match.meaning || place === at) return false;
      return one.rank < match.rank || (one.rank === match.rank && place < at);
    });
    return other === -1 ? match.meaning : 'skip';
  });

function byHeading(rows: readonly Row[]): Columns | null {
  let best: { columns: Columns; known: number } | null = null;
  for (const [headAt, { cells }] of rows.slice(0, LOOKED_AT).entries()) {
    // a line with a figure is a line of goods
    if (cells.some((cell) => parseFigure(cell) !== null)) continue;
    const meanings = once(cells.map(matchHeading));
    const known = meanings.filter((meaning) => meaning !== 'skip').length;
    if (known > (best?.known ?? 0)) best = { columns: { meanings, headAt }, known };
  }
  // one word may occur in a product's name; a heading of several columns has at least two known ones
  const least = (rows[0]?.cells.length ?? 0) > 1 ? 2 : 1;
  const { columns, known } = best ?? { columns: null, known: 0 };
  const unnamed = known === 1 && columns !== null && !/^\S+(?: \S+)?$/.test(rows[columns.headAt]?.cells[0] ?? '');
  return known < least || unnamed || (known === 1 && rows.length === 1) ? null : columns;
}

interface Column {
  at: number;
  cells: string[];
  figures: (number | null)[];
  kind: 'barcode' | 'currency' | 'whole' | 'figure' | 'code' | 'words' | 'numbering' | 'empty';
  length: number;
}

const shareOf = <T>(all: readonly T[], wanted: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(wanted).length / all.length;

function columnOf(rows: readonly Row[], at: number, point: Point | null): Column {
  const all = rows.map((row) => row.cells[at] ?? '');
  const cells = all.filter((cell) => cell !== '');
  const figures = all.map((cell) => parseFigure(cell, point));
  const length = cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length);
  const kind = (): Column['kind'] => {
    if (cells.length === 0) return 'empty';
    // tens of millions of soʻm are as long as a short barcode, but round
    const round = cells.every((cell) => /^\d{1,8}00$/.test(cell));
    if (!round && shareOf(cells, isBarcode) >= 0.6) return 'barcode';
    if (shareOf(cells, (cell) => lettersIn(cell) || /[$€₽]/.test(cell)) >= 0.6) {
      const alone = (cell: string) => cell.length <= 8 && !/\d/.test(cell) && currencyIn(cell) !== null;
      if (shareOf(cells, alone) >= 0.6) return 'currency';
    }
    if (!round && shareOf(cells, (cell) => /^\d{8,}$/.test(cell)) >= 0.6)
      return shareOf(cells, (cell) => cell.length <= 14) >= 0.6 ? 'barcode' : 'code';
    if (shareOf(cells, (cell) => parseFigure(cell, point) !== null) >= 0.6) {
      const whole = figures.every((figure) => figure === null || Number.isInteger(figure));
      // a list is numbered in its first column; further in the same figures are counts
      const numbering = at === 0 && all.length > 2 && figures.every((figure, index) => figure === index + 1);
      // nobody counts goods in a currency
      const money = shareOf(cells, (cell) => currencyIn(cell) !== null) >= 0.6;
      return numbering ? 'numbering' : whole && !money ? 'whole' : 'figure';
    }
    return length <= 24 && shareOf(cells, (cell) => !cell.includes(' ') && /\d/.test(cell)) >= 0.6 ? 'code' : 'words';
  };
  return { at, cells, figures, kind: kind(), length };
}

const typical = ({ figures }: Column): number => {
  const known = figures.filter((figure) => figure !== null).sort((one, other) => one - other);
  return known[Math.floor(known.length / 2)] ?? 0;
};

/** Soʻm have no prices below it, and few goods come in thousands. */
const LEAST_SUM = 1000;
/** Figures closer than this are not compared. */
const ALIKE = 3;

/** The smallest of the whole columns; of two that are alike the first: lists name the count before the price. */
function likeliestCount(whole: readonly Column[]): Column | undefined {
  const [least] = whole.toSorted((one, other) => typical(one) - typical(other));
  if (least === undefined) return undefined;
  const isAlike = (one: Column) =>
    typical(one) <= typical(least) * ALIKE && typical(one) < LEAST_SUM === typical(least) < LEAST_SUM;
  return whole.find(isAlike);
}

/** Count, price and sum: by what multiplies into what, else the count is the smallest of the whole ones. */
function figuresOf(columns: readonly Column[]): Map<number, Meaning> {
  const multiplies = (count: Column, price: Column, sum: Column) =>
    shareOf(
      count.figures.map((figure, at) => [figure, price.figures[at] ?? null, sum.figures[at] ?? null] as const),
      ([n, value, all]) => n !== null && value !== null && all !== null && Math.abs(n * value - all) <= n * 0.01,
    ) >= 0.6;
  const whole = columns.filter(({ kind }) => kind === 'whole');
  const found = new Map<number, Meaning>();
  for (const count of whole.toSorted((one, other) => typical(one) - typical(other))) {
    for (const price of columns) {
      for (const sum of columns) {
        if (new Set([count, price, sum]).size < 3 || !multiplies(count, price, sum)) continue;
        return found.set(count.at, 'count').set(price.at, 'price').set(sum.at, 'sum');
      }
    }
  }
  const least = likeliestCount(whole);
  // a lone column of thousands is a price
  if (least !== undefined && (columns.length > 1 || typical(least) < LEAST_SUM)) found.set(least.at, 'count');
  const price = columns.find(({ at }) => !found.has(at));
  if (price !== undefined) found.set(price.at, 'price');
  return found;
}

function byContent(rows: readonly Row[]): Columns {
  const point = pointOf(rows.flatMap((row) => row.cells));
  const columns = (rows[0]?.cells ?? []).map((_, at) => columnOf(rows, at, point));
  const isFigures = ({ kind }: Column) => kind === 'whole' || kind === 'figure';
  const [first, ...others] = columns;
  // two lines are numbered too, where count and price stand besides
  const counted = first?.kind === 'whole' && first.figures.every((figure, index) => figure === index + 1);
  if (counted && others.filter(isFigures).length > 1) first.kind = 'numbering';
  const figures = figuresOf(columns.filter(isFigures));
  const [name] = columns.filter(({ kind }) => kind === 'words').toSorted((one, other) => other.length - one.length);
  const meanings = columns.map(({ at, kind }): Meaning => {
    if (kind === 'barcode' || kind === 'currency') return kind;
    if (kind === 'code') return 'sku';
    return at === name?.at ? 'name' : (figures.get(at) ?? 'skip');
  });
  return { meanings: once(meanings.map((meaning) => ({ meaning, rank: 0 }))), headAt: -1 };
}

/** What the columns of a block mean. */
export const columnsOf = (rows: readonly Row[]): Columns => byHeading(rows) ?? byContent(rows);
