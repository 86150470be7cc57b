/**
 * What the database lacks of a declaration, as SQL to commit in a migration: printed by `npm run directory:sql`, and nothing
 * for a declaration that is migrated. What no statement adds (another type, a missing check) is a fault in words.
 */
import { type Kysely, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Fields } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import { type Column, columnsOf } from './columns.ts';
import { type DirectoryTable, isSearched, searchIndex, stateColumns, type Table } from './table.ts';
import { targetOf } from './targets.ts';

type Db = Kysely<Schema>;

export interface Drift {
  /** Statements that bring the database to the declaration. */
  readonly statements: readonly string[];
  readonly faults: readonly string[];
}

const SHARED: readonly Column[] = [
  { name: 'version', type: 'integer', nullable: false, initially: '1' },
  { name: 'created_at', type: 'timestamp with time zone', nullable: false, initially: 'now()' },
  { name: 'created_by', type: 'integer', nullable: true, to: 'user' },
  { name: 'updated_at', type: 'timestamp with time zone', nullable: true },
  { name: 'since', type: 'timestamp with time zone', nullable: false, initially: 'now()' },
];
const SEARCH: Column = { name: 'search_key', type: 'text', nullable: false, initially: "''" };

/** As `information_schema` and `format_type` call it. */
interface Found {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly checked: boolean;
  readonly refers: string | null;
}

function columnSql({ name, type, nullable, initially, check, to, generated }: Column): string {
  return [
    `${name} ${type}`,
    nullable ? '' : ' NOT NULL',
    initially === undefined ? '' : ` DEFAULT ${initially}`,
    to === undefined ? '' : ` REFERENCES ${targetOf(to).table}`,
    check === undefined ? '' : ` CHECK (${check})`,
    generated === undefined ? '' : ` GENERATED ALWAYS AS (${generated}) STORED`,
  ].join('');
}

const orderSql = ({ name, of }: Table['orders'][number]): string =>
  `${name} text COLLATE "C" GENERATED ALWAYS AS (name_order(${of})) STORED`;

async function columnsIn(db: Db, table: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
           EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND a.attnum = ANY (c.conkey)) AS checked,
           (SELECT t.relname FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid
             WHERE c.conrelid = a.attrelid AND c.contype = 'f' AND c.conkey = ARRAY[a.attnum] LIMIT 1) AS refers
    FROM pg_attribute a WHERE a.attrelid = to_regclass(${table}) AND a.attnum > 0 AND NOT a.attisdropped`.execute(db);
  return rows;
}

async function indexesIn(db: Db, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = ${table}`.execute(db);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** Without spaces and the brackets that the database adds to expressions. */
const plain = (definition: string): string => definition.replace(/[\s()"]|::text|COLLATE"?C"?/g, '').toLowerCase();

/** What the database lacks of a directory. */
export async function driftOf(db: Db, directory: AnyDirectory, table: DirectoryTable): Promise<Drift> {
  const { spec } = directory;
  const shared = spec.document ? [] : [...stateColumns(spec), ...SHARED];
  const search = { name: searchIndex(table.name), columns: 'search_key gin_trgm_ops' };
  const own = isSearched(directory)
    ? await driftOfTable(db, { ...table, indexes: [...table.indexes, search] }, [...shared, SEARCH], spec.fields)
    : await driftOfTable(db, table, shared, spec.fields);
  const all = [own];
  for (const lines of Object.values(table.lines)) all.push(await driftOfLines(db, spec.name, lines));
  return { statements: all.flatMap((one) => one.statements), faults: all.flatMap((one) => one.faults) };
}

/** What the database lacks of the table of a `rows` field. */
async function driftOfLines(
  db: Db,
  name: string,
  { table, own, fields, removed }: DirectoryTable['lines'][string],
): Promise<Drift> {
  const lines: Table = {
    name: table,
    columns: Object.entries(fields).flatMap(([field, declared]) => columnsOf(field, declared)),
    orders: [],
    children: {},
    indexes: [
      { name: `${table}_lines`, columns: `${own}, id` },
      ...Object.entries(fields).flatMap(([field, { kind }]) =>
        kind === 'ref' ? [{ name: `${table}_${field}`, columns: `${field}_id` }] : [],
      ),
    ],
  };
  const shared = [
    { name: own, type: 'integer', nullable: false, to: name },
    ...(removed ? [] : [{ name: 'active', type: 'boolean', nullable: false, initially: 'true' }]),
  ];
  return driftOfTable(db, lines, shared, fields);
}

/** What the database lacks of a table. @param shared columns beside those of the fields */
export async function driftOfTable(db: Db, table: Table, shared: readonly Column[], fields: Fields): Promise<Drift> {
  const statements: string[] = [];
  const faults: string[] = [];
  const found = await columnsIn(db, table.name);
  const wanted = [...table.columns, ...shared];
  if (found.length === 0) {
    const lines = [
      table.ofDocument
        ? 'id integer PRIMARY KEY REFERENCES document'
        : 'id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
      ...wanted.map(columnSql),
      ...table.orders.map(orderSql),
    ];
    statements.push(`CREATE TABLE ${table.name} (\n  ${lines.join(',\n  ')}\n);`);
  } else {
    const byName = new Map(found.map((column) => [column.name, column]));
    for (const column of wanted) {
      const there = byName.get(column.name);
      if (there === undefined) {
        statements.push(`ALTER TABLE ${table.name} ADD COLUMN ${columnSql(column)};`);
        continue;
      }
      const at = `${table.name}.${column.name}`;
      if (there.type !== column.type && !(column.type.startsWith('numeric') && there.type.startsWith('numeric')))
        faults.push(`${at} is ${there.type}, declared ${column.type}`);
      if (there.nullable && !column.nullable) faults.push(`${at} may be NULL`);
      if (!there.nullable && column.nullable) faults.push(`${at} may not be NULL, declared optional`);
      if (column.check !== undefined && !there.checked) faults.push(`${at} has no check: ${column.check}`);
      if (column.to !== undefined && there.refers !== targetOf(column.to).table)
        faults.push(`${at} refers to ${there.refers ?? 'nothing'}, declared ${targetOf(column.to).table}`);
    }
    for (const order of table.orders)
      if (!byName.has(order.name)) statements.push(`ALTER TABLE ${table.name} ADD COLUMN ${orderSql(order)};`);
  }
  for (const [field, child] of Object.entries(table.children)) {
    if ((await columnsIn(db, child.table)).length > 0) continue;
    const { to } = fields[field] as { to: string };
    statements.push(`CREATE TABLE ${child.table} (
  ${child.own} integer NOT NULL REFERENCES ${table.name},
  ${child.other} integer NOT NULL REFERENCES ${targetOf(to).table},
  PRIMARY KEY (${child.own}, ${child.other})
);
CREATE INDEX ${child.table}_${child.other} ON ${child.table} (${child.other});`);
  }
  const indexes = await indexesIn(db, table.name);
  for (const { name, columns, unique } of table.indexes) {
    const definition = indexes.get(name);
    const using = columns.endsWith('gin_trgm_ops') ? ' USING gin' : '';
    if (definition === undefined)
      statements.push(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table.name}${using} (${columns});`);
    else if (
      !plain(definition).endsWith(plain(columns)) ||
      definition.startsWith('CREATE UNIQUE') !== (unique === true)
    )
      faults.push(`index ${name} is ${definition}, declared (${columns})`);
  }
  return { statements, faults };
}
