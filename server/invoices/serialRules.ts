/** Which serial numbers a line takes, and why not (decisions 23, 47). */
import { type Kysely, sql } from 'kysely';
import { imeiFault } from '../../contract/checkDigits.ts';
import type { NewSerial, SerialPlace, SerialRefusal, SerialRefusalReason } from '../../contract/invoices/serials.ts';
import type { Schema } from '../db/schema.ts';
import type { InvoiceRecord } from './access.ts';
import type { LineRow } from './answers.ts';

type Db = Kysely<Schema>;

/** IMEIs of a phone at most (decision 23). */
const MOST_IMEIS = 2;

/** The unit as it would be saved: a phone without a number of its own is known by its first IMEI. */
function unitOf(entry: NewSerial, phone: boolean): NewSerial {
  const imeis = [...new Set(entry.imei_numbers.filter((imei) => imei !== ''))];
  const [first = ''] = imeis;
  const serial = entry.serial_number === '' && phone ? first : entry.serial_number;
  return {
    serial_number: serial,
    imei_numbers: imeis.length === 0 && phone && imeiFault(serial) === null ? [serial] : imeis,
  };
}

/** What is wrong with a unit by itself. */
function faultOf(unit: NewSerial, phone: boolean): { reason: SerialRefusalReason; where: string | null } | null {
  if (unit.serial_number === '') return { reason: 'empty', where: null };
  if (!phone) return unit.imei_numbers.length > 0 ? { reason: 'imei_too_many', where: null } : null;
  if (unit.imei_numbers.length === 0) return { reason: 'imei_missing', where: null };
  if (unit.imei_numbers.length > MOST_IMEIS) return { reason: 'imei_too_many', where: null };
  const wrong = unit.imei_numbers.find((imei) => imeiFault(imei) !== null);
  return wrong === undefined ? null : { reason: 'imei_wrong', where: wrong };
}

const codesOf = (unit: NewSerial): string[] => [...new Set([unit.serial_number, ...unit.imei_numbers])];

/** Which codes are on the invoice already, or in stock in some warehouse. Units in `leaving` hold nothing. */
async function placesOf(
  db: Db,
  invoiceId: number,
  codes: readonly string[],
  leaving: { variantId: number; serials: readonly string[] },
): Promise<SerialPlace[]> {
  const { rows } = await sql<SerialPlace>`
    SELECT c.code, 'on_invoice' AS reason, v.title AS where
    FROM input_serial_code c
    JOIN input_serial s ON s.id = c.input_serial_id
    JOIN input_product l ON l.id = s.input_product_id
    JOIN product_variant v ON v.id = l.product_variant_id
    WHERE c.product_invoice_id = ${invoiceId} AND c.code = ANY(${[...codes]}::text[])
    UNION ALL
    SELECT c.code, 'in_stock', concat_ws(', ', o.short_name, w.name)
    FROM serial_code c
    JOIN serial_number n ON n.id = c.serial_id
    JOIN warehouse_list w ON w.id = n.warehouse_id
    JOIN organization o ON o.id = w.organization_id
    WHERE c.in_stock AND c.code = ANY(${[...codes]}::text[])
      AND NOT (n.product_variant_id = ${leaving.variantId} AND n.serial_number = ANY(${[...leaving.serials]}::text[]))`.execute(
    db,
  );
  return rows;
}

/** Where codes are before they are saved, each once. */
export async function knownPlaces(db: Db, invoiceId: number, codes: readonly string[]): Promise<SerialPlace[]> {
  const places = await placesOf(db, invoiceId, codes, { variantId: 0, serials: [] });
  return [...new Map(places.map((place) => [place.code, place])).values()];
}

export interface CheckedSerials {
  good: NewSerial[];
  refused: SerialRefusal[];
  /** By what a person knows each refused one: the IMEI that is the matter, else its first IMEI, else its number. */
  names: string[];
}

/**
 * The good ones, and each other one with its reason: faulty, twice in the list, on this invoice already, in stock
 * somewhere, or more than the line has units. Units of the line that leave in the same action hold nothing.
 */
export async function checkSerials(
  db: Db,
  invoice: InvoiceRecord,
  line: Pick<LineRow, 'product_variant_id' | 'imei_count' | 'count' | 'saved'>,
  entries: readonly NewSerial[],
  leaving: readonly string[] = [],
): Promise<CheckedSerials> {
  if (entries.length === 0) return { good: [], refused: [], names: [] };
  const phone = line.imei_count > 0;
  const units = entries.map((entry) => unitOf(entry, phone));
  const codes = [...new Set(units.flatMap(codesOf))];
  const places = await placesOf(db, invoice.id, codes, { variantId: line.product_variant_id, serials: leaving });
  const known = new Map(places.map((row) => [row.code, row]));
  const seen = new Map<string, string>();
  const good: NewSerial[] = [];
  const refused: SerialRefusal[] = [];
  const names: string[] = [];
  units.forEach((unit, at) => {
    const own = codesOf(unit);
    const repeated = own.find((code) => seen.has(code));
    const place = own.map((code) => known.get(code)).find((found) => found !== undefined);
    const fault =
      faultOf(unit, phone) ??
      (repeated !== undefined ? { reason: 'repeated' as const, where: seen.get(repeated) ?? null } : null) ??
      (place ? { reason: place.reason, where: place.where } : null) ??
      (line.saved + good.length >= line.count ? { reason: 'too_many' as const, where: null } : null);
    for (const code of own) if (!seen.has(code)) seen.set(code, unit.serial_number);
    if (!fault) {
      good.push(unit);
      return;
    }
    const { imei_numbers: imeis } = unit;
    const serial_number = unit.serial_number || (entries[at]?.imei_numbers[0] ?? '');
    refused.push({ serial_number, ...fault });
    const matter = imeis.find((imei) => imei === repeated || imei === fault.where || known.has(imei));
    names.push(matter ?? imeis[0] ?? serial_number);
  });
  return { good, refused, names };
}

/** Writes units that were checked; their codes stand once on the invoice. */
export async function saveSerials(
  db: Db,
  invoice: InvoiceRecord,
  lineId: number,
  units: readonly NewSerial[],
  userId: number,
): Promise<void> {
  if (units.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO input_serial (input_product_id, serial_number, imei_numbers, created_by)
    SELECT ${lineId}::integer, u.serial, string_to_array(u.imeis, ' '), ${userId}::integer
    FROM unnest(${units.map((unit) => unit.serial_number)}::text[],
                ${units.map((unit) => unit.imei_numbers.join(' '))}::text[]) WITH ORDINALITY AS u (serial, imeis, place)
    ORDER BY u.place RETURNING id`.execute(db);
  const codes = units.flatMap((unit, at) => codesOf(unit).map((code) => ({ code, id: rows[at]?.id ?? 0 })));
  await sql`INSERT INTO input_serial_code (product_invoice_id, code, input_serial_id)
    SELECT ${invoice.id}::integer, * FROM unnest(${codes.map((one) => one.code)}::text[],
      ${codes.map((one) => one.id)}::integer[])`.execute(db);
}
