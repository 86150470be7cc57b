/** Records of a directory, read: whole for many ids at once, so that a list never asks row by row. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Person } from '../../contract/common.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Chosen, type Field, isSentById, sentName } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import { inOrder } from '../lists/ids.ts';
import { withChildren } from './children.ts';
import { selected } from './columns.ts';
import { withLines } from './lines.ts';
import { type DirectoryTable, isOfDocument, joined } from './table.ts';
import { titleIn } from './targets.ts';
import { levelsOf } from './tree.ts';

type Db = Kysely<Schema>;

/** A record with its fields as they are answered. */
export interface FoundRecord {
  readonly id: number;
  readonly active: boolean;
  /** Of a directory with a chart of its own. */
  readonly status?: string;
  readonly version: number;
  /** Of an owned one: who wrote it, whose it is now, and who has written in it (decision 90). */
  readonly author?: Person;
  readonly owner_id?: number;
  readonly authors?: readonly number[];
  /** Of a document: whose open day its steps wait for. */
  readonly organizationId?: number;
  readonly [field: string]: unknown;
}

/** Whether another table than the record's own has the values of a field. */
const isBeside = ({ held }: DirectoryTable, name: string, { kind }: Field): boolean =>
  kind === 'refs' || kind === 'rows' || held?.fields.includes(name) === true;

/** The records with the fields that another table holds. */
async function withHeld(db: Db, { held }: DirectoryTable, records: readonly FoundRecord[]): Promise<FoundRecord[]> {
  if (held === undefined) return [...records];
  const none = Object.fromEntries(held.fields.map((name) => [name, null]));
  const found = await held.read(
    db,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({ ...record, ...none, ...found.get(record.id) }));
}

const personOf = (column: string): RawBuilder<unknown> =>
  sql`(SELECT jsonb_build_object('id', w.id, 'fullname', w.fullname) FROM app_user w WHERE w.id = ${sql.ref(column)})`;

/** Columns of whose a record is: who has written in it decides nothing about it, its owner goes on with it. */
const ownersOf = ({ spec: { name, chart, document } }: AnyDirectory): RawBuilder<unknown> =>
  document
    ? sql`r.number, r.organization_id AS "organizationId", r.owner_id, ${personOf('r.created_by')} AS author, ${personOf('r.owner_id')} AS owner,
        json_build_object('id', r.organization_id, 'title', (SELECT b.name FROM organization b WHERE b.id = r.organization_id)) AS organization,
        to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
        (SELECT p.date FROM practice_day p WHERE p.id = r.practice_day_id) AS practice_day,
        ARRAY(SELECT r.created_by UNION SELECT l.user_id FROM event_log l
          WHERE l.document_id = r.id AND l.event = ${chart?.update ?? ''}) AS authors,`
    : chart?.owned
      ? sql`r.owner_id, ${personOf('r.created_by')} AS author,
        ARRAY(SELECT r.created_by UNION SELECT l.user_id FROM record_log l
          WHERE l.kind = ${name} AND l.record_id = r.id AND l.event = ${chart.update}) AS authors,`
      : sql``;

/** A record without what only the server asks of it. */
export const shownOf = ({ owner_id, authors, organizationId, ...record }: FoundRecord): FoundRecord => record;

/** The records in the order of their ids; those that are not there are left out. */
export async function readRecords(
  db: Db,
  directory: AnyDirectory,
  table: DirectoryTable,
  ids: readonly number[],
  language: Language,
): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const fields: [string, Field][] = Object.entries(directory.spec.fields);
  const titleOf = (to: string, alias: string) => titleIn(to, alias, language);
  const columns = fields.flatMap(([name, field]) =>
    isBeside(table, name, field) || isOfDocument(directory.spec, name)
      ? []
      : [sql`${selected(name, field, titleOf)} AS ${sql.ref(name)}`],
  );
  const { rows } = await sql<FoundRecord>`
    SELECT r.id, r.active, ${directory.spec.chart ? sql`r.status,` : sql``} r.version, ${ownersOf(directory)} ${sql.join(columns)}
    FROM ${table.from} ${joined(directory.spec.fields)} WHERE r.id = ANY (${ids}::integer[])`.execute(db);
  const found = inOrder(ids, rows);
  const named = await withChildren(db, table, directory.spec.fields, found, language);
  const whole = await withHeld(db, table, await withLines(db, table, named, language));
  if (directory.spec.tree === undefined) return whole;
  const levels = await levelsOf(db, directory, table, ids);
  return whole.map((row) => ({ ...row, level: levels.get(row.id) }));
}

/** What a field would be sent as, where the record has this value. */
export function sentOf(field: Field, value: unknown): unknown {
  if (isSentById(field)) return (value as Chosen | null)?.id ?? null;
  if (field.kind === 'refs') return (value as readonly Chosen[]).map(({ id }) => id);
  return value ?? null;
}

/** The body that would leave a record as it is. */
export const bodyOfRecord = ({ spec }: AnyDirectory, record: FoundRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(spec.fields).map(([name, field]) => [sentName(name, field), sentOf(field, record[name])]),
  );
