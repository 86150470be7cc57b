/** What the server does with an import: checks a slice, writes what was seen, puts it back. */
import { type Kysely, sql } from 'kysely';
import { sentName } from '../../contract/directory/fields.ts';
import { SLICE } from '../../contract/imports.ts';
import type { Schema } from '../db/schema.ts';
import { readRecords } from '../directory/records.ts';
import type { Served, Writer } from '../directory/serve.ts';
import { Refusal } from '../http/refusal.ts';
import { bodyOfRecord, type FileRow, type Judged, type Offer, type RowFault, Slice } from './check.ts';
import { type BackReason, columnsIn, directoryOf, type FoundImport, IMPORTS, type Words } from './imports.ts';
import { logsOf } from './lookup.ts';

type Db = Kysely<Schema>;
type Body = Record<string, unknown>;

/** Forgets what an earlier check found. */
export const forget = (db: Db, id: number) =>
  sql`UPDATE import_row SET kind = NULL, record_id = NULL, seen = NULL, body = NULL, fields = '{}', once = '{}',
      faults = '[]', conflicts = '[]' WHERE import_id = ${id}`.execute(db);

async function keep(db: Db, id: number, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map((one) => ({ ...one, fields: [...one.fields] }));
  await sql`
    UPDATE import_row r SET kind = j.kind, title = j.title, record_id = j.record_id, seen = j.seen, body = j.body,
      fields = j.fields, once = j.once, faults = j.faults, conflicts = j.conflicts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS j(row integer, kind text, title text, record_id integer,
      seen integer, body jsonb, fields text[], once jsonb, faults jsonb, conflicts jsonb)
    WHERE r.import_id = ${id} AND r.row = j.row`.execute(db);
}

/** Values that must be there once and stand in several rows of the file: each of these rows says where else. */
async function findRepeated(db: Db, { id, columns }: FoundImport): Promise<void> {
  const { rows: groups } = await sql<{ key: string; rows: number[] }>`
    SELECT o.key, array_agg(r.row ORDER BY r.row) AS rows FROM import_row r, jsonb_each_text(r.once) o
    WHERE r.import_id = ${id} GROUP BY o.key, o.value HAVING count(*) > 1`.execute(db);
  const faults = groups.flatMap(({ key, rows }) =>
    rows.map((row) => {
      const others = rows.filter((one) => one !== row).slice(0, 5);
      const part = columns.find((one) => one.part === key)?.part ?? null;
      const fault: RowFault = { part, key: 'sheet_twice', values: { rows: others.join(', ') } };
      return { row, fault };
    }),
  );
  if (faults.length === 0) return;
  await sql`
    UPDATE import_row r SET kind = 'bad', faults = r.faults || f.faults, conflicts = '[]', fields = '{}'
    FROM (SELECT j.row, jsonb_agg(j.fault) AS faults
      FROM jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) AS j(row integer, fault jsonb) GROUP BY 1) f
    WHERE r.import_id = ${id} AND r.row = f.row`.execute(db);
}

/** Slices that one request checks: each for itself, so that none holds the process. */
const SLICES = 4;

/** Checks the next rows; after the last ones the import is checked. */
export async function checkNext(writer: Writer, found: FoundImport): Promise<void> {
  const { db, user, now } = writer;
  const served = directoryOf(user, found);
  const slice = new Slice(writer, served, columnsIn(found, served));
  let left = true;
  for (let n = 0; n < SLICES && left; n += 1) {
    const { rows } = await sql<FileRow>`SELECT row, key, cells FROM import_row
      WHERE import_id = ${found.id} AND kind IS NULL ORDER BY row LIMIT ${SLICE}`.execute(db);
    if (rows.length > 0) await keep(db, found.id, await slice.judge(rows));
    left = rows.length === SLICE;
  }
  if (left) return;
  await IMPORTS.takeOwn({ db, now }, found, 'import.checked', async () => {
    await findRepeated(db, found);
    return {};
  });
}

/** A row that was refused while it was written: all of it is undone, and the import says which row it was. */
export class RowRefused extends Error {
  readonly row: number;
  readonly words: Words;
  constructor(row: number, { code, extra }: Refusal) {
    super(code);
    this.row = row;
    const [fault] = Object.values(extra.fields ?? {}).flat();
    this.words =
      fault === undefined
        ? { key: extra.messageKey ?? `errors.${code}`, ...(extra.values && { values: extra.values }) }
        : { key: `fields.${fault.key}`, ...(fault.values && { values: fault.values }) };
  }
}

interface Planned {
  readonly row: number;
  readonly kind: 'fresh' | 'changed' | 'moved';
  readonly record_id: number | null;
  readonly seen: number | null;
  readonly body: Body;
  readonly conflicts: readonly Offer[];
}

/** What a row writes: of a moved one the values that were chosen. */
function bodyOf(served: Served, { kind, body, conflicts }: Planned): Body | undefined {
  if (kind !== 'moved') return body;
  const taken = conflicts.filter(({ take }) => take === 'file');
  if (taken.length === 0) return undefined;
  const { fields } = served.directory.spec;
  return {
    ...body,
    ...Object.fromEntries(
      taken.flatMap(({ field, sent }) => {
        const declared = fields[field];
        return declared === undefined ? [] : [[sentName(field, declared), sent]];
      }),
    ),
  };
}

/** A row that was written: as its record was before, and the version that it then had. */
interface Written {
  row: number;
  record_id: number;
  before: Body | null;
  written: number;
}

/** Writes what was seen, or finds that a row is another one by now and has all checked again. */
export async function writeAll(writer: Writer, found: FoundImport): Promise<void> {
  const { db, user, now, language } = writer;
  const served = directoryOf(user, found);
  const { table, directory } = served;
  const { rows } = await sql<Planned>`SELECT row, kind, record_id, seen, body, conflicts FROM import_row
    WHERE import_id = ${found.id} AND kind IN ('fresh', 'changed', 'moved') ORDER BY row`.execute(db);
  const planned = rows.flatMap((row) => {
    const body = bodyOf(served, row);
    return body === undefined ? [] : [{ ...row, body }];
  });
  const ids = planned.flatMap(({ record_id }) => (record_id === null ? [] : [record_id])).sort((a, b) => a - b);
  const { rows: versions } = await sql<{ id: number; version: number }>`SELECT id, version FROM ${sql.table(table.name)}
    WHERE id = ANY (${ids}::integer[]) ORDER BY id FOR UPDATE`.execute(db);
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  if (planned.some(({ record_id, seen }) => record_id !== null && versionOf.get(record_id) !== seen)) {
    await IMPORTS.takeOwn({ db, now }, found, 'import.moved', async () => {
      await forget(db, found.id);
      return {};
    });
    return;
  }
  const noting: Writer = { db, user, language, now, note: { import: found.id } };
  await IMPORTS.takeOwn({ db, now }, found, 'import.written', async () => {
    const figures = { fresh: 0, changed: 0 };
    for (let at = 0; at < planned.length; at += SLICE) {
      const slice = planned.slice(at, at + SLICE);
      const known = slice.flatMap(({ record_id }) => (record_id === null ? [] : [record_id]));
      const records = new Map(
        (await readRecords(db, directory, table, known, language)).map((record) => [record.id, record]),
      );
      const written: Written[] = [];
      for (const { row, record_id, body } of slice) {
        const record = record_id === null ? undefined : records.get(record_id);
        try {
          if (record === undefined) {
            const { id } = await served.make(noting, body);
            written.push({ row, record_id: id, before: null, written: 1 });
          } else {
            const version = await served.change(noting, record, body);
            written.push({ row, record_id: record.id, before: bodyOfRecord(served, record), written: version });
          }
        } catch (error) {
          throw error instanceof Refusal ? new RowRefused(row, error) : error;
        }
      }
      figures.fresh += written.filter(({ before }) => before === null).length;
      figures.changed += written.filter(({ before }) => before !== null).length;
      await sql`UPDATE import_row r SET record_id = j.record_id, before = j.before, written = j.written
        FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          AS j(row integer, record_id integer, before jsonb, written integer)
        WHERE r.import_id = ${found.id} AND r.row = j.row`.execute(db);
    }
    return figures;
  });
}

/** Nothing is written: the row that was refused, and why. */
export async function fail({ db, now }: Writer, found: FoundImport, { row, words }: RowRefused): Promise<void> {
  await IMPORTS.takeOwn({ db, now }, found, 'import.fail', async () => {
    await sql`UPDATE import SET reason = ${JSON.stringify({ row, ...words })}::jsonb WHERE id = ${found.id}`.execute(
      db,
    );
    return { row };
  });
}

/** Puts the rows back as they were; those that somebody has changed since are left, with person and time. */
export async function putBack(writer: Writer, found: FoundImport): Promise<{ back: number; left: number }> {
  const { db, user, language, now } = writer;
  const served = directoryOf(user, found);
  const { table, directory } = served;
  const { rows } = await sql<Written>`SELECT row, record_id, before, written FROM import_row
    WHERE import_id = ${found.id} AND written IS NOT NULL ORDER BY row DESC`.execute(db);
  const ids = rows.map(({ record_id }) => record_id).sort((a, b) => a - b);
  await sql`SELECT id FROM ${sql.table(table.name)} WHERE id = ANY (${ids}::integer[]) ORDER BY id FOR UPDATE`.execute(
    db,
  );
  const records = new Map((await readRecords(db, directory, table, ids, language)).map((one) => [one.id, one]));
  const moved = rows.filter(({ record_id, written }) => records.get(record_id)?.version !== written);
  const logs = await logsOf(
    db,
    directory.spec.name,
    moved.map(({ record_id }) => record_id),
  );
  const noting: Writer = { db, user, language, now, note: { import: found.id } };
  const told: { row: number; back: 'back' | 'left'; back_reason: BackReason | null }[] = [];
  for (const { row, record_id, before, written } of rows) {
    const record = records.get(record_id);
    if (record === undefined || record.version !== written) {
      const [last] = logs.get(record_id) ?? [];
      const by = last?.user_id == null || last.fullname === null ? null : { id: last.user_id, fullname: last.fullname };
      told.push({ row, back: 'left', back_reason: { by, at: last?.at.toISOString() ?? null, words: null } });
      continue;
    }
    try {
      if (before !== null) await served.change(noting, record, before);
      else await served.lifecycle.take(noting, record, 'record.archive', async () => ({ ...noting.note }));
      told.push({ row, back: 'back', back_reason: null });
    } catch (error) {
      // a refusal comes before anything of the row is written
      if (!(error instanceof Refusal)) throw error;
      const { words } = new RowRefused(row, error);
      told.push({ row, back: 'left', back_reason: { by: null, at: null, words } });
    }
  }
  await sql`UPDATE import_row r SET back = j.back, back_reason = j.back_reason
    FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS j(row integer, back text, back_reason jsonb)
    WHERE r.import_id = ${found.id} AND r.row = j.row`.execute(db);
  const left = told.filter(({ back }) => back === 'left').length;
  return { back: told.length - left, left };
}
