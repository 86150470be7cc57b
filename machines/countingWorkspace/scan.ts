/**
 * Reading what a scanner typed. A barcode scanner is a keyboard that ends a code with Enter: a line is a code, with a
 * quantity before it when the person typed one (`12*4780012345671`). Nothing is guessed: an unknown code, a code of
 * two products, a serial number scanned twice are reported, not counted.
 */
import { imeiFault, isBarcode } from '../../contract/checkDigits.ts';
import type { CountableProduct } from '../../contract/counting/entries.ts';
import { MAX_COUNT } from '../../contract/counting/shared.ts';
import { searchKey, searchKeys } from '../../contract/search.ts';
import { inLatin, serialKey } from '../../contract/serial.ts';

export type RefusedScan =
  | 'unknown'
  | 'outside'
  | 'serialFirst'
  | 'several'
  | 'serialTwice'
  | 'imeiLength'
  | 'imeiCheck'
  | 'serialLength'
  | 'serialsOneByOne'
  | 'tooMany'
  | 'nothingChosen'
  /** Its beginning was scanned before the page listened. */
  | 'cut'
  | 'notNow';

/**
 * What is the matter with a unit or the quantity of one product: that product stays the chosen one. Any other code may have been
 * another product's barcode, so that the units scanned after it are not counted as units of the product before it.
 */
export const KEEPS_PRODUCT: ReadonlySet<RefusedScan> = new Set([
  'serialTwice',
  'imeiLength',
  'imeiCheck',
  'serialLength',
  'serialsOneByOne',
  'tooMany',
]);

export type Scan =
  | { kind: 'empty' }
  | { kind: 'add'; product: CountableProduct; count: number; serial?: string }
  /** The barcode of serial goods: its units are scanned next, one by one. */
  | { kind: 'choose'; product: CountableProduct }
  | { kind: 'refused'; reason: RefusedScan; code: string; product?: CountableProduct; at?: string };

/** `*` parts a quantity from its code; without a code it is a quantity of the product chosen last. */
export function parseScan(text: string): { code: string; quantity: number | null } {
  const line = text.trim();
  const before = /^(\d+)\s*\*\s*(.*)$/.exec(line) ?? /^\*\s*(\d+)()$/.exec(line);
  if (before === null) return { code: line, quantity: null };
  return { code: (before[2] ?? '').trim(), quantity: Number(before[1]) };
}

const codeKey = (code: string): string => code.trim().toLowerCase();

/** Products by what people scan and type. Built once, then asked on every scan and keystroke. */
export class Catalogue {
  readonly products: readonly CountableProduct[];
  /** Products that a limited act does not count: known by name, counted never. */
  readonly outside: Catalogue | null;
  readonly #byId = new Map<number, CountableProduct>();
  readonly #byCode = new Map<string, CountableProduct[]>();
  readonly #byName = new Map<string, CountableProduct[]>();
  readonly #keys: string[] = [];

  constructor(products: readonly CountableProduct[], outside: Catalogue | null = null) {
    this.products = products;
    this.outside = outside;
    for (const product of products) {
      this.#byId.set(product.id, product);
      const codes = new Set(
        [product.sku, product.barcode ?? '', ...(product.barcodes ?? [])].map(codeKey).filter((code) => code !== ''),
      );
      for (const code of codes) put(this.#byCode, code, product);
      const name = searchKey(product.title);
      put(this.#byName, name, product);
      this.#keys.push(`${name} ${searchKey(product.sku)} ${[...codes].join(' ')}`);
    }
  }

  byId(id: number): CountableProduct | undefined {
    return this.#byId.get(id);
  }

  /** Of a product that is counted here, or is not. */
  titleOf(id: number): string | undefined {
    return (this.byId(id) ?? this.outside?.byId(id))?.title;
  }

  /** Products of a barcode or code; a UPC-A is an EAN-13 without its leading zero. */
  byCode(code: string): readonly CountableProduct[] {
    const key = codeKey(code);
    const spellings = [key, inLatin(key)];
    if (/^\d{12}$/.test(key)) spellings.push(`0${key}`);
    if (/^0\d{12}$/.test(key)) spellings.push(key.slice(1));
    for (const spelling of spellings) {
      const found = this.#byCode.get(spelling);
      if (found !== undefined) return found;
    }
    return [];
  }

  byName(name: string): readonly CountableProduct[] {
    return this.#byName.get(searchKey(name)) ?? [];
  }

  /**
   * Products whose name, code or barcode answers the query: first what is called so, however many others have its words
   * somewhere, then those that begin with it.
   */
  find(query: string, limit: number): CountableProduct[] {
    const keys = searchKeys(query);
    const readings = keys.map((reading) => reading.split(' '));
    if (readings.length === 0) return [];
    const exact = keys.flatMap((key) => this.#byName.get(key) ?? []);
    const first: CountableProduct[] = [];
    const rest: CountableProduct[] = [];
    for (let at = 0; at < this.products.length && first.length < limit; at += 1) {
      const key = this.#keys[at] as string;
      const words = readings.find((reading) => reading.every((word) => key.includes(word)));
      if (words === undefined) continue;
      const product = this.products[at] as CountableProduct;
      if (key.startsWith(words[0] as string)) first.push(product);
      else if (rest.length < limit) rest.push(product);
    }
    return [...new Set([...exact, ...first, ...rest])].slice(0, limit);
  }
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [value]);
  else there.push(value);
}

/** What is known at the moment of a scan, entries being written to the disk included. */
export interface Counted {
  totalOf(productId: number): number;
  /** When this serial number, in its one form, was counted; null when it was not. Of a phone it is looked for under every product. */
  serialAt(product: CountableProduct, serial: string): string | null;
}

/** An IMEI, or letters and digits as long as makers write them: a unit’s number, scanned before its product. */
const looksLikeSerial = (code: string): boolean =>
  imeiFault(code) === null || /^(?=.*\d)(?=.*\p{L})[\p{L}\d/-]{8,}$/u.test(code);

const MAX_SERIAL = 64;

/** Why a code cannot be a serial number of these goods; null when it can. */
export function serialFault(
  product: CountableProduct,
  serial: string,
): 'serialLength' | 'imeiLength' | 'imeiCheck' | null {
  if (serial.length === 0 || serial.length > MAX_SERIAL) return 'serialLength';
  return product.imei_count > 0 ? imeiFault(serial) : null;
}

function readSerial(code: string, product: CountableProduct, counted: Counted): Scan {
  const serial = serialKey(code);
  const fault = serialFault(product, serial);
  if (fault !== null) return { kind: 'refused', reason: fault, code, product };
  const at = counted.serialAt(product, serial);
  if (at !== null) return { kind: 'refused', reason: 'serialTwice', code: serial, product, at };
  return { kind: 'add', product, count: 1, serial };
}

export interface ScanWorld {
  catalogue: Catalogue;
  counted: Counted;
  /** The product of the last scan or choice. */
  chosen: CountableProduct | undefined;
}

/** What one line means. `asSerial`: the person confirmed that a code that looks like a barcode is a serial number. */
export function readScan(text: string, { catalogue, counted, chosen }: ScanWorld, asSerial = false): Scan {
  const { code, quantity } = parseScan(text);
  if (code === '' && quantity === null) return { kind: 'empty' };
  const refused = (reason: RefusedScan, product?: CountableProduct): Scan => ({
    kind: 'refused',
    reason,
    code: text.trim(),
    ...(product && { product }),
  });
  const found = asSerial ? [] : catalogue.byCode(code);
  if (code !== '' && found.length > 1) return refused('several');
  const product = code === '' ? chosen : found[0];
  if (product !== undefined) {
    if (product.is_serial_number) {
      return quantity === null ? { kind: 'choose', product } : refused('serialsOneByOne', product);
    }
    const count = quantity ?? 1;
    if (counted.totalOf(product.id) + count > MAX_COUNT) return refused('tooMany', product);
    return { kind: 'add', product, count };
  }
  if (code === '') return refused('nothingChosen');
  const elsewhere = asSerial ? undefined : catalogue.outside?.byCode(code)[0];
  if (elsewhere !== undefined) return refused('outside', elsewhere);
  if (chosen?.is_serial_number !== true) {
    if (looksLikeSerial(code)) return refused('serialFirst');
    // words are typed, and the list under the field has said what they find
    const [named, other] = (/\p{L}/u.test(code) ? catalogue.outside?.find(code, 2) : undefined) ?? [];
    if (named === undefined) return refused('unknown');
    // words of several products name none of them: the refusal repeats the words
    return refused('outside', other === undefined ? named : undefined);
  }
  if (quantity !== null) return refused('serialsOneByOne', chosen);
  // a barcode that no product has must not become a serial number by mistake
  if (!asSerial && isBarcode(code)) return refused('unknown', chosen);
  return readSerial(code, chosen, counted);
}

/** A whole number, with its thousands apart or not; null when it is none: `1 234` is one, `1 2` is two. */
export function parseWhole(text: string): number | null {
  return /^\s*(\d+|\d{1,3}(\s\d{3})+)\s*$/.test(text) ? Number(text.replace(/\s/g, '')) : null;
}

/** A typed quantity: whole, 0 to 9,999,999; null when it is none. A blank is not a zero. */
export function parseQuantity(text: string): number | null {
  const whole = parseWhole(text);
  // more digits are a code, whatever number they make
  return whole !== null && text.replace(/\s/g, '').length <= String(MAX_COUNT).length ? whole : null;
}
