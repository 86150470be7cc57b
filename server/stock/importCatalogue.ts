/**
 * Products with their stock from a CSV (decision 39). Every bad row is reported at once with its line; the stock enters
 * as one opening document whose identity is the file and the branch, so that a second run changes nothing.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { sameBarcode } from '../../contract/barcode.ts';
import { serialKey } from '../../contract/serial.ts';
import type { Database, Trx } from '../db/open.ts';
import { bytesToText, type Cells, type Column, type Problem, type Row, readHeader, readRow } from './catalogueRows.ts';
import { checkAgainstStored, createVariants, existingVariants } from './catalogueVariants.ts';
import { type CsvRecord, parseCsv } from './csv.ts';
import { type ImportProblem, ImportRefused } from './importRefused.ts';
import { type Opening, postOpening } from './opening.ts';
import { openDay, stockWarehouses } from './posting.ts';
import type { ReceiveLine } from './receiving.ts';

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

/** The document by which this file was posted into this branch before. */
function openingOf(trx: Trx, organizationId: number, hash: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('stock_opening')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('source_hash', '=', hash)
    .executeTakeFirst();
}
