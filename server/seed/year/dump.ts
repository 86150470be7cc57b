/**
 * The year as a file: what its replay added to a new chain and changed in it, table by table, so that a first start writes
 * rows instead of replaying calls for minutes. Days of practice are named by their branch and date, everything else by its
 * id: the file fits the chain that it was made on, and is refused by another one.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/** What belongs to the days of a chain or to those who are at work in it, not to its year. */
const OUTSIDE = ['practice_day', 'practice_month', 'currency_rate', 'session_token', 'idempotency', 'rate_limit'];
/** Lines that nothing refers to: there may be more of them before the year, one for each day of practice. */
const LOGS = ['record_log', 'event_log'];

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  /** Columns that name a day of practice. */
  readonly days: readonly string[];
  /** The column whose values a sequence gives. */
  readonly counted: string | null;
  /** Tables that its rows refer to. */
  /** Columns that refer to other tables; `needed`: they are never empty. */
  readonly refers: readonly { readonly column: string; readonly table: string; readonly needed: boolean }[];
}

/** A value as the database writes it; null as itself. */
type Value = string | null;

/** Rows of a table, column by column. */
export interface Part {
  readonly table: string;
  /** Of the columns that are numbered by a sequence, the last number before the year. */
  readonly before: number | null;
  readonly columns: readonly string[];
  /** New ones, then those that were there and are others now. */
  readonly added: number;
  readonly values: readonly (readonly Value[])[];
}

export interface Head {
  /** Of what the year was made by (`hash.ts`). */
  readonly hash: string;
  /** Of the tables that the parts are of. */
  readonly schema: string;
  readonly first: string;
  readonly last: string;
}

/** All tables of the year in an order in which each comes after those that it refers to. */
async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    SELECT c.relname AS name,
      (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT jsonb_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (
        (SELECT i.indkey FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL
         ORDER BY i.indisprimary DESC, i.indexrelid LIMIT 1)::smallint[])) AS key,
      coalesce((SELECT jsonb_agg(a.attname) FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (f.conkey)
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid = 'practice_day'::regclass), '[]') AS days,
      (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL LIMIT 1) AS counted,
      coalesce((SELECT jsonb_agg(jsonb_build_object('column', a.attname, 'table', t.relname, 'needed', a.attnotnull))
        FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (f.conkey)
        WHERE f.conrelid = c.oid AND f.contype = 'f'), '[]') AS refers
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL)
      AND NOT (c.relname = ANY (${OUTSIDE}::text[])) AND c.relname NOT LIKE 'kysely%' ORDER BY c.relname`.execute(db);
  const byName = new Map(rows.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const seen = new Set<string>();
  const needs = (table: Table, wanted: string, known = new Set<string>()): boolean =>
    table.refers.some(({ table: name, needed }) => {
      const other = byName.get(name);
      if (!needed || other === undefined || known.has(name)) return false;
      return name === wanted || needs(other, wanted, known.add(name));
    });
  const visit = (table: Table): void => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const { table: name, needed } of table.refers) {
      const other = byName.get(name);
      // of two tables that refer to each other the one that can do without comes first
      if (other && (needed || !needs(other, table.name))) visit(other);
    }
    ordered.add(table);
  };
  for (const table of rows) visit(table);
  return [...ordered];
}

const keyOf = ({ key }: Table) => sql`ARRAY[${sql.join(key.map((name) => sql`${sql.ref(`t.${name}`)}::text`))}]::text`;

/** Fingerprints of all rows before the year, and the last numbers. */
export interface Before {
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly last: ReadonlyMap<string, number>;
}

async function lastOf(db: Db, { name, counted }: Table): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(${sql.ref(counted ?? '')}), 0)::float8 AS last FROM ${sql.table(name)}`.execute(db);
  return rows[0]?.last ?? 0;
}

export async function before(db: Db): Promise<Before> {
  const found = new Map<string, Map<string, string>>();
  const last = new Map<string, number>();
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{ key: string; print: string }>`
      SELECT ${keyOf(table)} AS key, md5(t::text) AS print FROM ${sql.table(table.name)} t`.execute(db);
    found.set(table.name, new Map(rows.map(({ key, print }) => [key, print])));
    if (table.counted !== null) last.set(table.name, await lastOf(db, table));
  }
  return { rows: found, last };
}

/** Of a table its columns, checks, keys and references: what a row of it must be. */
async function schemaOf(db: Db, tables: readonly string[]): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    SELECT c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY (${[...tables]}::text[])
    UNION ALL
    SELECT c.relname || ' ' || f.conname || ' ' || pg_get_constraintdef(f.oid)
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY (${[...tables]}::text[]) AND f.contype IN ('c', 'f', 'p', 'u')`.execute(
    db,
  );
  const lines = rows.map(({ line }) => line).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Rows of a column are of one kind, so numbers are written as the difference from the one before: they compress well. */
function packed(values: readonly Value[]): readonly (Value | number)[] {
  const isWhole = values.length > 0 && values.every((value) => value !== null && /^(0|-?[1-9]\d{0,14})$/.test(value));
  if (!isWhole) return values;
  let last = 0;
  return values.map((value) => {
    const number = Number(value);
    const difference = number - last;
    last = number;
    return difference;
  });
}

function unpacked(values: readonly (Value | number)[]): Value[] {
  let last = 0;
  return values.map((value) => {
    if (typeof value !== 'number') return value;
    last += value;
    return String(last);
  });
}

export async function writeDump(db: Db, since: Before, head: Omit<Head, 'schema'>): Promise<Uint8Array> {
  const parts: Part[] = [];
  for (const table of await tablesOf(db)) {
    const known = since.rows.get(table.name) ?? new Map<string, string>();
    const columns = table.columns.map(({ name }) =>
      table.days.includes(name)
        ? sql`(SELECT y.organization_id || ' ' || y.date FROM practice_day y WHERE y.id = ${sql.ref(`t.${name}`)})`
        : sql`${sql.ref(`t.${name}`)}::text`,
    );
    const order = table.counted === null ? keyOf(table) : sql.ref(`t.${table.counted}`);
    const { rows } = await sql<{ key: string; print: string; line: Value[] }>`
      SELECT ${keyOf(table)} AS key, md5(t::text) AS print, ARRAY[${sql.join(columns)}]::text[] AS line
      FROM ${sql.table(table.name)} t ORDER BY ${order}`.execute(db);
    const added = rows.filter(({ key }) => !known.has(key));
    const changed = rows.filter(({ key, print }) => known.has(key) && known.get(key) !== print);
    const gone = known.size + added.length - rows.length;
    if (gone > 0) throw new Error(`The year took ${gone} rows of ${table.name} away, which a dump cannot say`);
    if (added.length + changed.length === 0) continue;
    const lines = [...added, ...changed];
    parts.push({
      table: table.name,
      before: since.last.get(table.name) ?? null,
      columns: table.columns.map(({ name }) => name),
      added: added.length,
      values: table.columns.map((_, at) => lines.map(({ line }) => line[at] ?? null)),
    });
  }
  const schema = await schemaOf(
    db,
    parts.map(({ table }) => table),
  );
  const text = [
    JSON.stringify({ ...head, schema }),
    ...parts.map((part) => JSON.stringify({ ...part, values: part.values.map(packed) })),
  ].join('\n');
  return promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

export async function readDump(file: Uint8Array): Promise<{ head: Head; parts: Part[] }> {
  const text = (await promisify(brotliDecompress)(file)).toString('utf8');
  const [head = '{}', ...parts] = text.split('\n');
  return {
    head: JSON.parse(head) as Head,
    parts: parts.map((line) => {
      const part = JSON.parse(line) as Omit<Part, 'values'> & { values: (Value | number)[][] };
      return { ...part, values: part.values.map(unpacked) };
    }),
  };
}

/** Rows at once: one statement has an array for each column. */
const AT_ONCE = 1_000;

/** How far the numbers of a log lie from those that it had; of any other table they are the same, or the file does not fit. */
async function movedBy(db: Db, table: Table, { before: last }: Part): Promise<number | null> {
  if (last === null || table.counted === null) return 0;
  const moved = (await lastOf(db, table)) - last;
  return moved === 0 || LOGS.includes(table.name) ? moved : null;
}

/** Why the file does not fit this database; null: it does. */
export async function misfitOf(
  db: Db,
  { head, parts }: { head: Head; parts: readonly Part[] },
): Promise<string | null> {
  if (
    (await schemaOf(
      db,
      parts.map(({ table }) => table),
    )) !== head.schema
  )
    return 'tables are not what they were when the year was made';
  const tables = new Map((await tablesOf(db)).map((table) => [table.name, table]));
  for (const part of parts) {
    const table = tables.get(part.table);
    if (table === undefined || (await movedBy(db, table, part)) === null)
      return `the chain has other rows of ${part.table} than the one that the year was made on`;
  }
  return null;
}

/** Writes the rows of the year. Ledgers are written as they are: what sums them up is among the rows. */
export async function loadDump(trx: Trx, { parts }: { parts: readonly Part[] }): Promise<void> {
  const { rows: days } = await sql<{ id: number; name: string }>`
    SELECT id, organization_id || ' ' || date AS name FROM practice_day`.execute(trx);
  const dayId = new Map(days.map(({ id, name }) => [name, String(id)]));
  const byName = new Map(parts.map((part) => [part.table, part]));
  const tables = await tablesOf(trx);
  const later: (() => Promise<unknown>)[] = [];
  for (const [place, table] of tables.entries()) {
    const part = byName.get(table.name);
    if (part === undefined) continue;
    const notYet = new Set(tables.slice(place + 1).map(({ name }) => name));
    const late = new Set(table.refers.filter((one) => notYet.has(one.table)).map(({ column }) => column));
    // rows that refer to one another come in one statement
    const atOnce = table.refers.some((one) => one.table === table.name) ? part.added || 1 : AT_ONCE;
    const moved = (await movedBy(trx, table, part)) ?? 0;
    const total = part.values[0]?.length ?? 0;
    const values = part.columns.map((name, at) => {
      const own = part.values[at] ?? [];
      if (table.days.includes(name)) return own.map((day) => (day === null ? null : (dayId.get(day) ?? null)));
      if (name === table.counted && moved !== 0)
        return own.map((id, place) => (place < part.added ? String(Number(id) + moved) : id));
      return own;
    });
    const typed = sql.join(
      part.columns.map(
        (name) => sql`${sql.ref(name)}::${sql.raw(table.columns.find((one) => one.name === name)?.type ?? 'text')}`,
      ),
    );
    const names = sql.join(part.columns.map((name) => sql.ref(name)));
    const target = sql.table(table.name);
    const rest = part.columns.filter((name) => !table.key.includes(name));
    const overwrite = sql`ON CONFLICT (${sql.join(table.key.map((name) => sql.ref(name)))}) DO UPDATE SET ${sql.join(
      rest.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
    )}`;
    await sql`ALTER TABLE ${target} DISABLE TRIGGER USER`.execute(trx);
    const first = values.map((column, at) => (late.has(part.columns[at] ?? '') ? column.map(() => null) : column));
    const insert = (from: number, to: number, ending = sql``) =>
      sql`
      INSERT INTO ${target} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${typed} FROM unnest(${sql.join(first.map((column) => sql`${column.slice(from, to)}::text[]`))}) AS v (${names}) ${ending}`.execute(
        trx,
      );
    for (let from = 0; from < part.added; from += atOnce) await insert(from, Math.min(from + atOnce, part.added));
    if (total > part.added) await insert(part.added, total, overwrite);
    for (const name of late)
      later.push(async () => {
        const pick = (column: string) => values[part.columns.indexOf(column)] ?? [];
        const type = (column: string) => sql.raw(table.columns.find((one) => one.name === column)?.type ?? 'text');
        const held = [...table.key, name];
        await sql`ALTER TABLE ${target} DISABLE TRIGGER USER`.execute(trx);
        await sql`UPDATE ${target} AS t SET ${sql.ref(name)} = v.${sql.ref(name)}::${type(name)}
          FROM unnest(${sql.join(held.map((column) => sql`${pick(column)}::text[]`))}) AS v (${sql.join(held.map((column) => sql.ref(column)))})
          WHERE v.${sql.ref(name)} IS NOT NULL AND ${sql.join(
            table.key.map((column) => sql`t.${sql.ref(column)} = v.${sql.ref(column)}::${type(column)}`),
            sql` AND `,
          )}`.execute(trx);
        await sql`ALTER TABLE ${target} ENABLE TRIGGER USER`.execute(trx);
      });
    await sql`ALTER TABLE ${target} ENABLE TRIGGER USER`.execute(trx);
    if (table.counted !== null)
      await sql`SELECT setval(pg_get_serial_sequence(${table.name}, ${table.counted}), (SELECT max(${sql.ref(table.counted)}) FROM ${target}))`.execute(
        trx,
      );
  }
  // what a row refers to that has come after it
  for (const work of later) await work();
}
