/**
 * A counter's Excel sheet: a product by barcode, code or name, its count, serial numbers. Every line is read before
 * anything is taken, and all bad ones are named with their numbers. A blank count is left alone: blank is not zero.
 */
import type { CountableProduct } from '../../contract/counting/entries.ts';
import { MAX_COUNT } from '../../contract/counting/shared.ts';
import { searchKey } from '../../contract/search.ts';
import { serialKey } from '../../contract/serial.ts';
import { type Catalogue, parseWhole, serialFault } from './scan.ts';

export type BadReason =
  | 'unknown'
  | 'outside'
  | 'several'
  | 'noProduct'
  | 'notWhole'
  | 'tooMany'
  | 'twice'
  | 'serialsNeeded'
  | 'serialsDiffer'
  | 'noSerials'
  | 'serialTwice'
  | 'imeiLength'
  | 'imeiCheck'
  | 'serialLength';

export interface SheetLine {
  /** As Excel numbers it. */
  line: number;
  productId: number;
  count: number;
  serials: string[];
}

export interface BadLine {
  line: number;
  reason: BadReason;
  value: string;
  /** The line where it occurred first. */
  other?: number;
}

export interface SheetPreview {
  name: string;
  /** Why the file as a whole cannot be read. */
  fault: 'unreadable' | 'noCountColumn' | 'noProductColumn' | 'empty' | null;
  good: SheetLine[];
  bad: BadLine[];
  /** Lines without a count. */
  blank: number;
}

type Column = 'barcode' | 'sku' | 'name' | 'count' | 'serials';

const HEADS: Record<Column, readonly string[]> = {
  barcode: ['shtrix-kod', 'shtrixkod', 'shtrix kodi', 'barcode', 'штрихкод', 'штрих-код', 'ean'],
  sku: ['sku', 'kodi', 'kod', 'tovar kodi', 'artikul', 'код', 'артикул', 'код товара'],
  name: ['tovar', 'nomi', 'tovar nomi', 'name', 'title', 'товар', 'наименование', 'название'],
  count: ['soni', 'son', 'miqdor', 'miqdori', 'count', 'quantity', 'qty', 'количество', 'кол-во', 'число'],
  serials: [
    'seriya raqamlari',
    'seriya raqami',
    'seriya',
    'serial',
    'serials',
    'serial number',
    'serial numbers',
    'imei',
    'серийные номера',
    'серийный номер',
  ],
};

const columnByHead = new Map(
  (Object.entries(HEADS) as [Column, readonly string[]][]).flatMap(([column, heads]) =>
    heads.map((head) => [searchKey(head), column] as const),
  ),
);

const wordsOf = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell).trim());

type Columns = Partial<Record<Column, number>>;

/** A head may have lines above it: the first line with a known column and one more is the head. */
function headOf(rows: readonly (readonly unknown[])[]): { at: number; columns: Columns } {
  const LOOKED_AT = 20;
  let best: { at: number; columns: Columns } = { at: -1, columns: {} };
  rows.slice(0, LOOKED_AT).forEach((row, at) => {
    const columns: Columns = {};
    row.forEach((cell, index) => {
      const column = columnByHead.get(searchKey(wordsOf(cell)));
      if (column !== undefined && columns[column] === undefined) columns[column] = index;
    });
    if (Object.keys(columns).length > Object.keys(best.columns).length) best = { at, columns };
  });
  return best;
}

/** Serial numbers of one cell, parted by commas, semicolons, spaces or lines. */
const serialsIn = (cell: string): string[] =>
  cell
    .split(/[\s,;]+/)
    .map(serialKey)
    .filter((serial) => serial !== '');

function productsOf(row: readonly unknown[], columns: Columns, catalogue: Catalogue) {
  const at = (column: Column) => (columns[column] === undefined ? '' : wordsOf(row[columns[column]]));
  for (const code of [at('barcode'), at('sku')]) {
    if (code !== '') return { value: code, products: catalogue.byCode(code) };
  }
  const name = at('name');
  return { value: name, products: name === '' ? [] : catalogue.byName(name) };
}

/** Why a line is invalid, which part of it, and the line of the first occurrence. */
type Fault = [reason: BadReason, value: string, other?: number];

export function readSheet(name: string, rows: readonly (readonly unknown[])[], catalogue: Catalogue): SheetPreview {
  const preview: SheetPreview = { name, fault: null, good: [], bad: [], blank: 0 };
  const { at, columns } = headOf(rows);
  if (rows.length === 0) return { ...preview, fault: 'empty' };
  if (columns.barcode === undefined && columns.sku === undefined && columns.name === undefined) {
    return { ...preview, fault: 'noProductColumn' };
  }
  if (columns.count === undefined && columns.serials === undefined) return { ...preview, fault: 'noCountColumn' };

  const lineOfProduct = new Map<number, SheetLine>();
  const lineOfSerial = new Map<string, number>();
  const readLine = (row: readonly unknown[], line: number): Fault | null => {
    const written = columns.count === undefined ? '' : wordsOf(row[columns.count]);
    const serials = columns.serials === undefined ? [] : serialsIn(wordsOf(row[columns.serials]));
    const { value, products } = productsOf(row, columns, catalogue);
    if (value === '' && written === '' && serials.length === 0) return null;
    if (written === '' && serials.length === 0) {
      preview.blank += 1;
      return null;
    }
    if (value === '') {
      return ['noProduct', written];
    }
    if (products.length === 0 && catalogue.outside !== null) {
      const [elsewhere] = productsOf(row, columns, catalogue.outside).products;
      if (elsewhere !== undefined) return ['outside', elsewhere.title];
    }
    if (products.length !== 1) {
      return [products.length === 0 ? 'unknown' : 'several', value];
    }
    const product = products[0] as CountableProduct;
    const count = written === '' ? serials.length : parseWhole(written);
    if (count === null) {
      return ['notWhole', written];
    }
    if (count > MAX_COUNT) {
      return ['tooMany', written];
    }
    if (product.is_serial_number) {
      if (count > 0 && serials.length === 0) {
        return ['serialsNeeded', value];
      }
      if (count !== serials.length) {
        return ['serialsDiffer', `${count} ≠ ${serials.length}`];
      }
    } else if (serials.length > 0) {
      return ['noSerials', serials.join(', ')];
    }
    const seen = new Set<string>();
    for (const serial of serials) {
      const fault = serialFault(product, serial);
      if (fault !== null) {
        return [fault, serial];
      }
      const key = `${product.imei_count > 0 ? '' : product.id}:${serial}`;
      const other = lineOfSerial.get(key) ?? (seen.has(key) ? line : undefined);
      if (other !== undefined) {
        return ['serialTwice', serial, other];
      }
      seen.add(key);
    }
    const twin = lineOfProduct.get(product.id);
    // serial goods may come one unit a line; of other goods two lines would be a guess
    if (twin !== undefined && !(product.is_serial_number && count > 0 && twin.count > 0)) {
      return ['twice', value, twin.line];
    }
    for (const key of seen) lineOfSerial.set(key, line);
    if (twin !== undefined) {
      twin.count += count;
      twin.serials.push(...serials);
      return null;
    }
    const good = { line, productId: product.id, count, serials };
    lineOfProduct.set(product.id, good);
    preview.good.push(good);
    return null;
  };
  for (let index = at + 1; index < rows.length; index += 1) {
    const fault = readLine(rows[index] ?? [], index + 1);
    if (fault === null) continue;
    const [reason, value, other] = fault;
    preview.bad.push({ line: index + 1, reason, value, ...(other !== undefined && { other }) });
  }
  if (preview.good.length + preview.bad.length + preview.blank === 0) return { ...preview, fault: 'empty' };
  return preview;
}
