/**
 * Models by the first eight digits of an IMEI, from an operator's CSV (decision 23). The file replaces what was loaded
 * before, in one transaction; it is never shipped.
 */
import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { bytesToText } from '../stock/catalogueRows.ts';
import { type CsvRecord, parseCsv } from '../stock/csv.ts';
import { type ImportProblem, ImportRefused } from '../stock/importRefused.ts';

export interface TacReport {
  rows: number;
  bad: ImportProblem[];
  loaded: number;
  /** Models that were there before and are removed. */
  replaced: number;
}

/** Lists are published under several names; the first that a file has counts. */
const NAMES = {
  tac: ['tac', 'tac_code'],
  brand: ['brand', 'brand_name', 'manufacturer'],
  model: ['model', 'model_name', 'marketing_name', 'name'],
  code: ['model_code', 'model_number'],
} as const;
type Column = keyof typeof NAMES;

const LONGEST = 200;
/** Rows of one statement: an embedded database takes each as one message. */
const PART = 20_000;

function columnsOf(header: CsvRecord | undefined): Partial<Record<Column, number>> {
  if (!header) throw new ImportRefused('The file is empty.');
  if (header.error) throw new ImportRefused(`Line ${header.line}: ${header.error}.`);
  const names = header.fields.map((field) => field.trim().toLowerCase());
  const at: Partial<Record<Column, number>> = {};
  for (const column of ['tac', 'brand', 'model', 'code'] as const) {
    const name = NAMES[column].find((one) => names.includes(one));
    if (name === undefined) continue;
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      throw new ImportRefused(`The column "${name}" is there twice.`);
    }
    at[column] = names.indexOf(name);
  }
  if (at.tac === undefined) throw new ImportRefused('There is no column "tac".');
  if (at.brand === undefined) throw new ImportRefused('There is no column "brand".');
  if (at.model === undefined && at.code === undefined) throw new ImportRefused('There is no column "model".');
  return at;
}

interface TacRow {
  tac: string;
  brand: string;
  model: string;
}

/** Why a row is not taken; null when it is. */
function faultOf({ tac, brand, model }: TacRow, before: { row: TacRow; line: number } | undefined): string | null {
  if (!/^\d{8}$/.test(tac)) return `tac is "${tac}", not eight digits`;
  if (brand === '') return 'brand is missing';
  if (model === '') return 'model is missing';
  if (brand.length > LONGEST || model.length > LONGEST) return `a name has more than ${LONGEST} characters`;
  if (before && (before.row.brand !== brand || before.row.model !== model)) {
    return `tac ${tac} stands on line ${before.line} with another model (${before.row.brand} ${before.row.model})`;
  }
  return null;
}

/** Replaces the list by the good rows of the file; with none of them nothing is changed. Throws `ImportRefused`. */
export async function importTac(db: Pick<Database, 'tx'>, content: Uint8Array): Promise<TacReport> {
  const [header, ...records] = parseCsv(bytesToText(content));
  const at = columnsOf(header);
  const bad: ImportProblem[] = [];
  const taken = new Map<string, { row: TacRow; line: number }>();
  for (const { line, fields, error } of records) {
    const cell = (column: Column) => (fields[at[column] ?? -1] ?? '').trim().replace(/\s+/g, ' ');
    // without a name that is sold under, the maker's own code is better than nothing
    const row = { tac: cell('tac'), brand: cell('brand'), model: cell('model') || cell('code') };
    const fault = error ?? faultOf(row, taken.get(row.tac));
    if (fault !== null) bad.push({ line, message: fault });
    else if (!taken.has(row.tac)) taken.set(row.tac, { row, line });
  }
  const rows = [...taken.values()].map((one) => one.row);
  if (rows.length === 0) return { rows: records.length, bad, loaded: 0, replaced: 0 };
  const replaced = await db.tx(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('tac').executeTakeFirstOrThrow();
    for (let from = 0; from < rows.length; from += PART) {
      const part = rows.slice(from, from + PART);
      await sql`INSERT INTO tac (tac, brand, model)
        SELECT * FROM unnest(${part.map((row) => row.tac)}::text[], ${part.map((row) => row.brand)}::text[],
          ${part.map((row) => row.model)}::text[])`.execute(trx);
    }
    return Number(numDeletedRows);
  });
  return { rows: records.length, bad, loaded: rows.length, replaced };
}
