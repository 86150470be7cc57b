/** What counters enter: a ledger of increments (decision 34). Bulk, because a list may hold 10,000 lines. */
import { type Kysely, sql } from 'kysely';
import type { ListedProduct } from '../../contract/bodies.ts';
import type { Entry } from '../../contract/counting/entries.ts';
import { MAX_COUNT } from '../../contract/counting/shared.ts';
import type { Schema } from '../db/schema.ts';
import { conflict, type FieldFault, invalid } from '../http/refusal.ts';
import type { CounterRecord } from './access.ts';
import { among, outsideOf, requireWithinLimit } from './limit.ts';

type Db = Kysely<Schema>;

export type RefusedReason =
  | 'unknown_product'
  | 'outside_limit'
  | 'serial_twice'
  | 'negative'
  | 'too_many'
  | 'serial_needed'
  | 'taken';

export interface Saved {
  saved: string[];
  refused: { entry_id: string; reason: RefusedReason }[];
}

/** Whose entries they are. */
type Counter = Pick<CounterRecord, 'id' | 'act'>;

interface VariantFacts {
  id: number;
  title: string;
  serial: boolean;
}

async function variantsOf(db: Db, ids: readonly number[]): Promise<Map<number, VariantFacts>> {
  const rows = await sql<VariantFacts>`SELECT id, title, is_serial_number AS serial FROM product_variant
    WHERE id = ANY(${[...new Set(ids)]}::integer[])`.execute(db);
  return new Map(rows.rows.map((row) => [row.id, row]));
}

type UnitOf = (variantId: number, code: string) => string;

/** The unit of a product behind a scanned code: an IMEI and the serial number of one phone are one unit. */
export async function unitsOf(db: Db, scanned: readonly { variantId: number; code: string }[]): Promise<UnitOf> {
  if (scanned.length === 0) return (_, code) => code;
  const { rows } = await sql<{ variant_id: number; code: string; serial_number: string }>`
    SELECT DISTINCT ON (s.product_variant_id, k.code) s.product_variant_id AS variant_id, k.code, s.serial_number
    FROM serial_code k JOIN serial_number s ON s.id = k.serial_id
    WHERE k.code = ANY(${[...new Set(scanned.map((one) => one.code))]}::text[])
    ORDER BY s.product_variant_id, k.code, k.in_stock DESC, s.id DESC`.execute(db);
  const known = new Map(rows.map((row) => [`${row.variant_id} ${row.code}`, row.serial_number]));
  return (variantId, code) => known.get(`${variantId} ${code}`) ?? code;
}

export interface Tally {
  variantId: number;
  title: string;
  total: number;
  serials: Map<string, number>;
}

/** Totals of one counter by product, with its serial numbers. */
export async function tallyOf(db: Db, counterId: number, variantIds?: readonly number[]): Promise<Map<number, Tally>> {
  const only = variantIds ? sql`AND e.product_variant_id = ANY(${[...variantIds]}::integer[])` : sql``;
  const rows = await sql<{ variant_id: number; title: string; serial_number: string | null; n: number }>`
    SELECT e.product_variant_id AS variant_id, v.title, e.serial_number, sum(e.count)::integer AS n
    FROM count_entry e JOIN product_variant v ON v.id = e.product_variant_id
    WHERE e.computing_act_user_id = ${counterId} ${only}
    GROUP BY 1, 2, 3`.execute(db);
  const tallies = new Map<number, Tally>();
  for (const row of rows.rows) {
    const tally = tallies.get(row.variant_id) ?? {
      variantId: row.variant_id,
      title: row.title,
      total: 0,
      serials: new Map(),
    };
    tally.total += row.n;
    if (row.serial_number !== null) tally.serials.set(row.serial_number, row.n);
    tallies.set(row.variant_id, tally);
  }
  return tallies;
}

/** The calendar of the database begins with the year 1. */
export function requireMoments(entries: readonly Entry[], pathOf: (index: number) => string): void {
  const faults: Record<string, FieldFault[]> = {};
  entries.forEach(({ entered_at }, index) => {
    if (entered_at.startsWith('0000')) faults[`${pathOf(index)}.entered_at`] = [{ key: 'format_datetime' }];
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/**
 * Saves entries of a counter that is held by the transaction. An entry that is there already counts as saved; one that
 * cannot be true (unknown product, one that the act does not count, a serial number twice, a total below zero or too large) is named and left out, the rest stay.
 */
export async function saveEntriesOf(
  db: Db,
  { id: counterId, act }: Counter,
  entries: readonly Entry[],
): Promise<Saved> {
  if (entries.length === 0) return { saved: [], refused: [] };
  const there = await sql<{ entry_id: string; computing_act_user_id: number }>`
    SELECT entry_id, computing_act_user_id FROM count_entry WHERE entry_id = ANY(${entries.map((entry) => entry.entry_id)}::uuid[])`.execute(
    db,
  );
  const known = new Map(there.rows.map((row) => [row.entry_id, row.computing_act_user_id]));
  const variants = await variantsOf(
    db,
    entries.map((entry) => entry.product_variant_id),
  );
  const outside = new Set((await outsideOf(db, act, among([...variants.keys()]))).map(({ id }) => id));
  const unitOf = await unitsOf(
    db,
    entries.flatMap((entry) =>
      entry.serial_number ? [{ variantId: entry.product_variant_id, code: entry.serial_number }] : [],
    ),
  );
  const tallies = await tallyOf(db, counterId, [...variants.keys()]);

  const saved: string[] = [];
  const refused: Saved['refused'] = [];
  const fresh: { entry: Entry; serial: string | null }[] = [];
  for (const entry of entries) {
    const owner = known.get(entry.entry_id);
    if (owner !== undefined) {
      if (owner === counterId) saved.push(entry.entry_id);
      else refused.push({ entry_id: entry.entry_id, reason: 'taken' });
      continue;
    }
    // what was counted before its category changed may still be taken back
    const reason =
      outside.has(entry.product_variant_id) && entry.count >= 0
        ? 'outside_limit'
        : judge(entry, variants, unitOf, tallies);
    if (reason) {
      refused.push({ entry_id: entry.entry_id, reason });
      continue;
    }
    const serial = entry.serial_number ? unitOf(entry.product_variant_id, entry.serial_number) : null;
    const tally = tallies.get(entry.product_variant_id) ?? emptyTally(entry.product_variant_id);
    tally.total += entry.count;
    if (serial !== null) tally.serials.set(serial, (tally.serials.get(serial) ?? 0) + entry.count);
    tallies.set(entry.product_variant_id, tally);
    known.set(entry.entry_id, counterId);
    fresh.push({ entry, serial });
    saved.push(entry.entry_id);
  }
  await insertEntries(db, counterId, fresh);
  return { saved, refused };
}

const emptyTally = (variantId: number): Tally => ({ variantId, title: '', total: 0, serials: new Map() });

function judge(
  entry: Entry,
  variants: Map<number, VariantFacts>,
  unitOf: UnitOf,
  tallies: Map<number, Tally>,
): RefusedReason | undefined {
  const variant = variants.get(entry.product_variant_id);
  if (!variant) return 'unknown_product';
  const tally = tallies.get(entry.product_variant_id) ?? emptyTally(entry.product_variant_id);
  if (variant.serial && entry.count !== 0) {
    if (!entry.serial_number || Math.abs(entry.count) !== 1) return 'serial_needed';
    const serial = unitOf(variant.id, entry.serial_number);
    const now = (tally.serials.get(serial) ?? 0) + entry.count;
    if (now > 1) return 'serial_twice';
    if (now < 0) return 'negative';
  } else if (entry.serial_number) {
    return 'serial_needed';
  }
  const total = tally.total + entry.count;
  if (total < 0) return 'negative';
  return total > MAX_COUNT ? 'too_many' : undefined;
}

async function insertEntries(
  db: Db,
  counterId: number,
  rows: readonly { entry: Entry; serial: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  const entries = rows.map((row) => row.entry);
  await sql`INSERT INTO count_entry (entry_id, computing_act_user_id, product_variant_id, count, serial_number, source, entered_at)
    SELECT entry_id, ${counterId}, variant_id, n, serial, source, entered_at
    FROM unnest(${entries.map((entry) => entry.entry_id)}::uuid[],
      ${entries.map((entry) => entry.product_variant_id)}::integer[], ${entries.map((entry) => entry.count)}::integer[],
      ${rows.map((row) => row.serial)}::text[], ${entries.map((entry) => entry.source)}::text[],
      ${entries.map((entry) => entry.entered_at)}::timestamptz[])
      AS given (entry_id, variant_id, n, serial, source, entered_at)`.execute(db);
}

/**
 * The list that a counter hands in. Products with saved entries must come with their sum, else 409 `entries_differ`
 * names them; products without entries are taken as sent, source `file`.
 */
export async function takeList(db: Db, counter: Counter, listed: readonly ListedProduct[], now: Date): Promise<void> {
  const { id: counterId, act } = counter;
  const sent = listed.flatMap((line) => line.entries ?? []);
  listed.forEach((line, index) => {
    requireMoments(line.entries ?? [], (at) => `listed_products.${index}.entries.${at}`);
  });
  await requireWithinLimit(db, act, among(listed.map((line) => line.product_variant_id)));
  if (sent.length > 0) {
    const { refused } = await saveEntriesOf(db, counter, sent);
    if (refused.length > 0) {
      const index = new Map(sent.map((entry) => [entry.entry_id, entry.product_variant_id]));
      throw conflict('entries_differ', {
        lines: refused.map(({ entry_id, reason }) => ({
          product_variant_id: index.get(entry_id) ?? 0,
          title: entry_id,
          text: reason,
        })),
      });
    }
  }
  const { unknown, serial } = await unusualOf(
    db,
    listed.map((line) => line.product_variant_id),
  );
  const faults: Record<string, FieldFault[]> = {};
  const seen = new Set<number>();
  listed.forEach((line, index) => {
    const at = `listed_products.${index}`;
    if (unknown.has(line.product_variant_id)) faults[`${at}.product_variant_id`] = [{ key: 'product' }];
    else if (seen.has(line.product_variant_id)) faults[`${at}.product_variant_id`] = [{ key: 'product_twice' }];
    seen.add(line.product_variant_id);
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);

  const unitOf = await unitsOf(
    db,
    listed.flatMap((line) =>
      serial.has(line.product_variant_id)
        ? (line.serial_numbers ?? []).map((code) => ({ variantId: line.product_variant_id, code }))
        : [],
    ),
  );
  const tallies = await tallyOf(db, counterId);
  const differ: { product_variant_id: number; title: string; text: string }[] = [];
  const fresh: ListedRow[] = [];
  listed.forEach((line, index) => {
    const variantId = line.product_variant_id;
    const tally = tallies.get(variantId);
    if (tally) {
      if (tally.total !== line.count) {
        differ.push({ product_variant_id: variantId, title: tally.title, text: `${line.count} ≠ ${tally.total}` });
      }
      return;
    }
    if (!serial.has(variantId) || line.count === 0) {
      if (line.serial_numbers?.length && serial.has(variantId)) faults[serialsAt(index)] = [serialsFault(line)];
      fresh.push({ variantId, count: line.count, serial: null });
      return;
    }
    const units = (line.serial_numbers ?? []).map((code) => unitOf(variantId, code));
    if (units.length !== line.count || new Set(units).size !== units.length) {
      faults[serialsAt(index)] = [serialsFault(line)];
    }
    for (const unit of units) fresh.push({ variantId, count: 1, serial: unit });
  });
  for (const tally of tallies.values()) {
    if (!seen.has(tally.variantId) && tally.total !== 0) {
      differ.push({ product_variant_id: tally.variantId, title: tally.title, text: `— ≠ ${tally.total}` });
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (differ.length > 0) throw conflict('entries_differ', { lines: differ });
  await insertListed(db, counterId, fresh, now);
}

const serialsAt = (index: number) => `listed_products.${index}.serial_numbers`;
const serialsFault = (line: ListedProduct): FieldFault => ({ key: 'serials_count', values: { n: line.count } });

/** Of the products of a list those that are none, and serial goods: most of 10,000 lines are neither. */
async function unusualOf(db: Db, ids: readonly number[]): Promise<{ unknown: Set<number>; serial: Set<number> }> {
  const { rows } = await sql<{ id: number; known: boolean }>`
    SELECT given.id, v.id IS NOT NULL AS known
    FROM unnest(${integers([...new Set(ids)])}::integer[]) AS given (id) LEFT JOIN product_variant v ON v.id = given.id
    WHERE v.id IS NULL OR v.is_serial_number`.execute(db);
  const of = (known: boolean) => new Set(rows.filter((row) => row.known === known).map((row) => row.id));
  return { unknown: of(false), serial: of(true) };
}

/** Thousands of numbers as one parameter: numbers need no quotes. */
const integers = (values: readonly number[]): string => `{${values.join()}}`;

interface ListedRow {
  variantId: number;
  count: number;
  serial: string | null;
}

/** One statement; what every row shares travels once. */
async function insertListed(db: Db, counterId: number, rows: readonly ListedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  // An array left out is read as nothing in every row.
  const serials = rows.some((row) => row.serial !== null) ? rows.map((row) => row.serial) : null;
  await sql`INSERT INTO count_entry (entry_id, computing_act_user_id, product_variant_id, count, serial_number, source, entered_at)
    SELECT gen_random_uuid(), ${counterId}, variant_id, n, serial, 'file', ${now}
    FROM unnest(${integers(rows.map((row) => row.variantId))}::integer[],
      ${integers(rows.map((row) => row.count))}::integer[], ${serials}::text[]) AS given (variant_id, n, serial)`.execute(
    db,
  );
}

/** Entries of a counter in the order in which they came, after the one that the browser knows. */
export async function entriesAfter(
  db: Db,
  counterId: number,
  after: number,
): Promise<{ entries: Entry[]; last: number }> {
  const rows = await db
    .selectFrom('count_entry')
    .select(['id', 'entry_id', 'product_variant_id', 'count', 'serial_number', 'source', 'entered_at'])
    .where('computing_act_user_id', '=', counterId)
    .where('id', '>', after)
    .orderBy('id')
    .execute();
  return {
    entries: rows.map((row) => ({
      entry_id: row.entry_id,
      product_variant_id: row.product_variant_id,
      count: row.count,
      source: row.source,
      entered_at: row.entered_at.toISOString(),
      serial_number: row.serial_number,
    })),
    last: Number(rows.at(-1)?.id ?? after),
  };
}
