/**
 * Products with their stock from a CSV (decision 39). Every bad row is reported at once with its line; the stock enters
 * as one opening document whose identity is the file and the branch, so that a second run changes nothing.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { sameBarcode } from '../../contract/barcode.ts';
import { searchKey } from '../../contract/search.ts';
import { serialKey } from '../../contract/serial.ts';
import type { Database, Trx } from '../db/open.ts';
import { barcodeError, nextInternalBarcodes } from './barcode.ts';
import { type CsvRecord, parseCsv } from './csv.ts';
import { type Opening, postOpening } from './opening.ts';
import { openDay, type ReceiveLine, stockWarehouses, whereIs } from './posting.ts';

export interface ImportOptions {
  content: Uint8Array;
  fileName: string;
  organizationId: number;
  userId: number;
  /** Without a quantity column: quantities and costs made from this seed. */
  demoStock?: number;
  /** One bad row keeps everything out. */
  allOrNothing?: boolean;
}

export interface ImportProblem {
  line: number;
  message: string;
}

export interface ImportReport {
  rows: number;
  bad: ImportProblem[];
  warnings: ImportProblem[];
  unknownColumns: string[];
  /** False when bad rows kept everything out. */
  imported: boolean;
  created: number;
  /** Products that were here before, known by their sku. */
  reused: number;
  lines: number;
  units: number;
  opening?: { number: string; posted: boolean };
}

/** The file or the place is not fit for an import at all. */
export class ImportRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefused';
  }
}

const COLUMNS = [
  'sku',
  'id',
  'title',
  'category',
  'brand',
  'barcode',
  'is_serial_number',
  'serial_numbers',
  'cost',
  'price',
  'quantity',
  'unit',
  'currency',
] as const;
type Column = (typeof COLUMNS)[number];

const MAX_QUANTITY = 9_999_999;
const MAX_MONEY = 1e12;
const MAX_LENGTH: Partial<Record<Column, number>> = {
  sku: 64,
  id: 64,
  title: 500,
  category: 200,
  brand: 100,
  unit: 20,
};
const NO_CATEGORY = { uz: 'Turkumsiz', ru: 'Без категории' };

interface Row {
  line: number;
  sku: string;
  title: string;
  category: string;
  brand: string;
  barcode: string | undefined;
  serial: boolean;
  serials: string[];
  unit: string;
  currency: string;
  /** In that currency; undefined where the file has none. */
  value: number | undefined;
  cost: number | undefined;
  price: number | undefined;
  quantity: number;
}

type Cells = Partial<Record<Column, string>>;

/** The text of a file that must be UTF-8. Throws `ImportRefused`. */
export function bytesToText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new ImportRefused('The file is not UTF-8 text; save it as "CSV UTF-8" and try again.');
  }
}

/** Whose columns the file has, in whatever order. */
function readHeader(header: CsvRecord | undefined): { at: Map<Column, number>; unknown: string[] } {
  if (!header) throw new ImportRefused('The file is empty.');
  if (header.error) throw new ImportRefused(`Line ${header.line}: ${header.error}.`);
  const at = new Map<Column, number>();
  const unknown: string[] = [];
  header.fields.forEach((field, index) => {
    const name = field.trim().toLowerCase();
    const column = COLUMNS.find((one) => one === name);
    if (!column) unknown.push(field.trim() || `(column ${index + 1} has no name)`);
    else if (at.has(column)) throw new ImportRefused(`The column "${column}" is there twice.`);
    else at.set(column, index);
  });
  if (!at.has('sku') && !at.has('id')) throw new ImportRefused('There is no column "sku" (nor "id" in its place).');
  if (!at.has('title')) throw new ImportRefused('There is no column "title".');
  return { at, unknown };
}

/** Without the spaces between thousands; another space stays, and `1 2` is no number. */
const ungrouped = (text: string): string => text.replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, '');

/** `1234`, `1234.50`, `1234,50` and `1 234.50`; nothing else, so that 1,234 is never read as one and a bit. */
function readMoney(text: string): number | undefined {
  const plain = ungrouped(text);
  if (!/^\d+([.,]\d{1,2})?$/.test(plain)) return undefined;
  const value = Number(plain.replace(',', '.'));
  return value <= MAX_MONEY ? value : undefined;
}

const TRUE = new Set(['1', 'true', 'yes', 'ha', 'да', 'y', 't']);
const FALSE = new Set(['', '0', 'false', 'no', 'yoʻq', "yo'q", 'нет', 'n', 'f']);

type Problem = (message: string) => void;

function readRow(cells: Cells, line: number, rates: ReadonlyMap<string, number>, day: string, problem: Problem): Row {
  for (const [column, most] of Object.entries(MAX_LENGTH)) {
    const length = cells[column as Column]?.length ?? 0;
    if (length > most) problem(`${column} has ${length} characters, at most ${most} are allowed`);
  }
  const sku = cells.sku || cells.id || '';
  if (!sku) problem('sku is missing (and so is id)');
  const title = (cells.title ?? '').replace(/\s+/g, ' ');
  if (!title) problem('title is missing');

  const barcode = cells.barcode || undefined;
  const wrong = barcode && barcodeError(barcode);
  if (wrong) problem(`barcode ${barcode} ${wrong}`);

  const flag = (cells.is_serial_number ?? '').toLowerCase();
  if (!TRUE.has(flag) && !FALSE.has(flag))
    problem(`is_serial_number is "${cells.is_serial_number}", not true or false`);

  const currency = (cells.currency || 'UZS').toUpperCase();
  const rate = rates.get(currency);
  if (rate === undefined) problem(`currency ${currency} has no rate on ${day}`);

  const money = (column: 'cost' | 'price'): number | undefined => {
    const text = cells[column];
    if (!text) return undefined;
    const value = readMoney(text);
    if (value === undefined) problem(`${column} is "${text}", not a sum of money`);
    return value;
  };
  const inUzs = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * (rate ?? 1)));
  const cost = money('cost');
  const price = money('price');

  let quantity = 0;
  if (cells.quantity) {
    const plain = ungrouped(cells.quantity).replace(/[.,]0+$/, '');
    if (/^\d{1,7}$/.test(plain)) quantity = Number(plain);
    else problem(`quantity is "${cells.quantity}", not a whole number from 0 to ${MAX_QUANTITY}`);
  }
  const serials = (cells.serial_numbers ?? '')
    .split(/[;|\s]+/)
    .map(serialKey)
    .filter(Boolean);
  return {
    line,
    sku,
    title,
    category: cells.category || '',
    brand: cells.brand || '',
    barcode,
    serial: TRUE.has(flag),
    serials,
    unit: cells.unit || 'dona',
    currency,
    value: cost,
    cost: inUzs(cost),
    price: inUzs(price),
    quantity,
  };
}

/** Numbers for a demonstration: the same for the same seed and product, whatever else the file holds. */
function demoNumbers(seed: number, sku: string): { quantity: number; share: number; base: number } {
  const hash = createHash('sha256').update(`${seed}:${sku}`).digest();
  return {
    // One product in eight is sold out.
    quantity: hash[0]! % 8 === 0 ? 0 : 1 + (hash.readUInt16BE(1) % 40),
    share: 0.72 + (hash.readUInt16BE(3) / 65_536) * 0.16,
    base: 50_000 + (hash.readUInt32BE(5) % 4_950) * 1_000,
  };
}

export async function importCatalogue(db: Pick<Database, 'tx'>, options: ImportOptions): Promise<ImportReport> {
  const records = parseCsv(bytesToText(options.content));
  const { at, unknown } = readHeader(records[0]);
  if (options.demoStock !== undefined && at.has('quantity')) {
    throw new ImportRefused('The file has a quantity column, so --demo-stock has nothing to make up.');
  }
  const hash = createHash('sha256').update(options.content).digest('hex');
  return db.tx((trx) => importRecords(trx, options, records.slice(1), records[0]!.fields.length, at, unknown, hash));
}

async function importRecords(
  trx: Trx,
  options: ImportOptions,
  records: readonly CsvRecord[],
  width: number,
  at: ReadonlyMap<Column, number>,
  unknownColumns: string[],
  hash: string,
): Promise<ImportReport> {
  const organization = await trx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', '=', options.organizationId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!organization) throw new ImportRefused(`There is no branch ${options.organizationId}.`);
  const warehouses = await stockWarehouses(trx, organization.id);
  const warehouse = warehouses.find(({ kind }) => kind === 'shop') ?? warehouses.find(({ kind }) => kind === 'main');
  if (!warehouse) throw new ImportRefused(`${organization.name} has no warehouse of kind shop or main.`);
  const day = await openDay(trx, organization.id);
  // One import at a time: two files may bring the same category or barcode.
  await sql`select pg_advisory_xact_lock(hashtext('idora catalogue import'))`.execute(trx);

  const rates = await ratesOn(trx, day.date);
  const bad: ImportProblem[] = [];
  const warnings: ImportProblem[] = [];
  const rows: Row[] = [];
  const skus = new Map<string, number>();
  const barcodes = new Map<string, { line: number; sku: string }>();
  const codes = new Map<string, number>();
  for (const record of records) {
    const { line } = record;
    const found = bad.length;
    const problem: Problem = (message) => bad.push({ line, message });
    if (record.error) {
      problem(record.error);
      continue;
    }
    // Spreadsheets leave separators behind after the last column.
    if (record.fields.length < width || record.fields.slice(width).some((field) => field.trim() !== '')) {
      problem(`has ${record.fields.length} fields, the header has ${width}`);
      continue;
    }
    const cells: Cells = {};
    for (const [column, index] of at) cells[column] = record.fields[index]?.trim() ?? '';
    const row = readRow(cells, line, rates, day.date, problem);
    if (row.sku) {
      const first = skus.get(row.sku);
      if (first !== undefined) problem(`sku ${row.sku} is on line ${first} already`);
      else skus.set(row.sku, line);
    }
    if (row.barcode) {
      const first = barcodes.get(sameBarcode(row.barcode));
      if (first) problem(`barcode ${row.barcode} is on line ${first.line} already`);
      else barcodes.set(sameBarcode(row.barcode), { line, sku: row.sku });
    }
    for (const code of row.serials) {
      const first = codes.get(code);
      if (first !== undefined) problem(`serial number ${code} is on line ${first} already`);
      else codes.set(code, line);
    }
    if (bad.length === found) rows.push(row);
  }

  const existing = await existingVariants(trx, rows);
  const before = await openingOf(trx, organization.id, hash);
  await checkAgainstStored(trx, rows, existing, before !== undefined, (line, message) => bad.push({ line, message }));
  for (const row of rows) {
    const stored = existing.get(row.sku);
    const serial = stored?.is_serial_number ?? row.serial;
    if (options.demoStock !== undefined) giveDemoStock(row, serial, options.demoStock);
    if (serial && row.serials.length !== row.quantity) {
      bad.push({
        line: row.line,
        message: `has ${row.quantity} units of serial goods and ${row.serials.length} serial numbers (column serial_numbers)`,
      });
    } else if (!serial && row.serials.length) {
      bad.push({ line: row.line, message: 'has serial numbers, but its product is not serial' });
    } else if (row.quantity > 0 && row.cost === undefined && !before) {
      const known = stored?.last_cost ?? 0;
      row.cost = known;
      row.currency = 'UZS';
      if (known === 0) warnings.push({ line: row.line, message: 'has stock but no cost: it enters at cost 0' });
    }
  }

  bad.sort((a, b) => a.line - b.line);
  const badLines = new Set(bad.map((problem) => problem.line));
  const good = rows.filter((row) => !badLines.has(row.line));
  const report: ImportReport = {
    rows: records.length,
    bad,
    warnings: warnings.filter((warning) => !badLines.has(warning.line)),
    unknownColumns,
    imported: !(options.allOrNothing && bad.length) && good.length > 0,
    created: 0,
    reused: 0,
    lines: 0,
    units: 0,
  };
  if (!report.imported) return report;

  const fresh = good.filter((row) => !existing.has(row.sku));
  const ids = await createVariants(trx, fresh, new Set(good.map((row) => row.barcode ?? '')));
  for (const [sku, variant] of existing) ids.set(sku, variant.id);
  report.created = fresh.length;
  report.reused = good.length - fresh.length;

  const lines = good.filter((row) => row.quantity > 0).map((row) => receiveLine(row, ids.get(row.sku)!));
  if (lines.length) {
    const opening: Opening = {
      organizationId: organization.id,
      userId: options.userId,
      sourceHash: hash,
      sourceName: options.fileName,
      receipts: [{ warehouseId: warehouse.id, lines }],
    };
    const posted = await postOpening(trx, opening);
    report.opening = { number: posted.number, posted: posted.posted };
    report.lines = posted.lines;
    report.units = posted.units;
  }
  return report;
}

function receiveLine(row: Row, variantId: number): ReceiveLine {
  const cost = row.cost ?? 0;
  return {
    variantId,
    qty: row.quantity,
    cost,
    currency: row.currency,
    value: row.value ?? cost,
    ...(row.serials.length
      ? { serials: row.serials.map((serial_number) => ({ serial_number, imei_numbers: [] })) }
      : {}),
  };
}

function giveDemoStock(row: Row, serial: boolean, seed: number): void {
  const { quantity, share, base } = demoNumbers(seed, row.sku);
  row.quantity = serial ? Math.min(quantity, 3) : quantity;
  if (serial)
    row.serials = Array.from({ length: row.quantity }, (_, at) => serialKey(`DEMO${seed}-${row.sku}-${at + 1}`));
  if (row.cost !== undefined) return;
  row.cost = row.price === undefined ? base : Math.max(1, Math.round(row.price * share));
  row.value = row.cost;
  row.currency = 'UZS';
}

/** Soʻm for one unit of each currency: the newest rate that is not of a day to come. */
async function ratesOn(trx: Trx, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ currency: string; rate: number }>`
    select distinct on (currency) currency, uzs_per_unit as rate from currency_rate
    where date <= ${day}::date order by currency, date desc`.execute(trx);
  return new Map([['UZS', 1], ...rows.map((row) => [row.currency, row.rate] as const)]);
}

interface StoredVariant {
  id: number;
  sku: string;
  is_serial_number: boolean;
  last_cost: number;
}

async function existingVariants(trx: Trx, rows: readonly Row[]): Promise<Map<string, StoredVariant>> {
  const stored = await trx
    .selectFrom('product_variant')
    .select(['id', 'sku', 'is_serial_number', 'last_cost'])
    .where(sql<boolean>`sku = any(${rows.map((row) => row.sku)}::text[])`)
    .execute();
  return new Map(stored.map((variant) => [variant.sku, variant]));
}

/** What only the database knows: barcodes of other products, serial numbers in stock. */
async function checkAgainstStored(
  trx: Trx,
  rows: readonly Row[],
  existing: ReadonlyMap<string, StoredVariant>,
  posted: boolean,
  problem: (line: number, message: string) => void,
): Promise<void> {
  const wanted = new Map<string, Row>();
  for (const row of rows) if (row.barcode && !existing.has(row.sku)) wanted.set(sameBarcode(row.barcode), row);
  const { rows: taken } = await sql<{ barcode: string; sku: string }>`
    select barcode, sku from product_variant
    where lpad(barcode, 14, '0') = any(${[...wanted.keys()]}::text[])`.execute(trx);
  for (const { barcode, sku } of taken) {
    const row = wanted.get(sameBarcode(barcode));
    if (row) problem(row.line, `barcode ${row.barcode} belongs to the product with sku ${sku}`);
  }
  // Of a file that was posted before they are in stock by this very file.
  if (posted) return;
  const lines = new Map(rows.flatMap((row) => row.serials.map((code) => [code, row.line] as const)));
  const places = await whereIs(trx, [...lines.keys()]);
  for (const { code, organization } of places) {
    if (organization) problem(lines.get(code)!, `serial number ${code} is in stock in ${organization}`);
  }
}

/** The document by which this file was posted into this branch before. */
function openingOf(trx: Trx, organizationId: number, hash: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('stock_opening')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('source_hash', '=', hash)
    .executeTakeFirst();
}

/** Categories, brands, products and variants that are not there yet; the id of each by its sku. */
async function createVariants(
  trx: Trx,
  rows: readonly Row[],
  barcodesOfFile: ReadonlySet<string>,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const categories = await categoriesOf(trx, rows);
  const names = [...new Set(rows.map((row) => row.brand).filter(Boolean))];
  await sql`insert into brand (name) select unnest(${names}::text[]) on conflict (name) do nothing`.execute(trx);
  const brands = await trx
    .selectFrom('brand')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute();
  const brandIds = new Map(brands.map((brand) => [brand.name, brand.id]));

  const missing = rows.filter((row) => !row.barcode);
  const given = await nextInternalBarcodes(trx, missing.length, barcodesOfFile);
  missing.forEach((row, at) => {
    row.barcode = given[at]!;
  });

  const taken = await sql<{ id: number }>`
    select nextval(s.name)::int as id
    from (select pg_get_serial_sequence('product', 'id')::regclass as name offset 0) s,
         generate_series(1, ${rows.length}::int)`.execute(trx);
  const productIds = taken.rows.map((row) => row.id);
  await sql`
    insert into product (id, name, category_id, brand_id)
    select * from unnest(${productIds}::int[], ${rows.map((row) => row.title)}::text[],
                         ${rows.map((row) => categories.get(row.category)!.id)}::int[],
                         ${rows.map((row) => brandIds.get(row.brand) ?? null)}::int[])`.execute(trx);
  const { rows: variants } = await sql<{ id: number; sku: string }>`
    insert into product_variant (product_id, title, sku, barcode, unit, is_serial_number, last_cost, search_key)
    select * from unnest(${productIds}::int[], ${rows.map((row) => row.title)}::text[],
                         ${rows.map((row) => row.sku)}::text[], ${rows.map((row) => row.barcode)}::text[],
                         ${rows.map((row) => row.unit)}::text[], ${rows.map((row) => row.serial)}::boolean[],
                         ${rows.map((row) => row.cost ?? 0)}::numeric[],
                         ${rows.map((row) =>
                           searchKey(
                             `${row.title} ${row.sku} ${row.barcode} ${row.brand} ${categories.get(row.category)!.name_ru}`,
                           ),
                         )}::text[])
    returning id, sku`.execute(trx);
  const ids = new Map(variants.map((variant) => [variant.sku, variant.id]));
  const priced = rows.filter((row) => row.price !== undefined);
  await sql`
    insert into price (product_variant_id, price)
    select * from unnest(${priced.map((row) => ids.get(row.sku))}::int[],
                         ${priced.map((row) => row.price)}::numeric[])`.execute(trx);
  return ids;
}

interface Category {
  id: number;
  name_ru: string;
}

/** A category of the file is one known by its Uzbek or Russian name, however it is spelt, else a new one. */
async function categoriesOf(trx: Trx, rows: readonly Row[]): Promise<Map<string, Category>> {
  const stored = await trx.selectFrom('product_category').select(['id', 'name_uz', 'name_ru']).orderBy('id').execute();
  const byKey = new Map<string, Category>();
  for (const category of stored) {
    for (const key of [searchKey(category.name_uz), searchKey(category.name_ru)]) {
      if (!byKey.has(key)) byKey.set(key, category);
    }
  }
  const found = new Map<string, Category>();
  const fresh = new Map<string, { uz: string; ru: string }>();
  const names = new Set(rows.map((row) => row.category));
  for (const name of names) {
    const names = name ? { uz: name, ru: name } : NO_CATEGORY;
    const known = byKey.get(searchKey(names.uz));
    if (known) found.set(name, known);
    else fresh.set(searchKey(names.uz), names);
  }
  const made = [...fresh.values()];
  const { rows: created } = await sql<Category & { name_uz: string }>`
    insert into product_category (name_uz, name_ru, search_key)
    select * from unnest(${made.map((name) => name.uz)}::text[], ${made.map((name) => name.ru)}::text[],
                         ${made.map((name) => searchKey(`${name.uz} ${name.ru}`))}::text[])
    returning id, name_uz, name_ru`.execute(trx);
  const createdByKey = new Map(created.map((category) => [searchKey(category.name_uz), category]));
  for (const name of names) {
    if (found.has(name)) continue;
    const category = createdByKey.get(searchKey(name || NO_CATEGORY.uz));
    if (category) found.set(name, category);
  }
  return found;
}
