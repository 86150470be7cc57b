/** What the server does with an import: checks a slice, writes what was seen, puts it back. */
import { type Kysely, sql } from 'kysely';
import { sentName } from '../../contract/directory/fields.ts';
import { SLICE } from '../../contract/imports.ts';
import type { Schema } from '../db/schema.ts';
import { bodyOfRecord, type FoundRecord, readRecords } from '../directory/records.ts';
import type { Served, Writer } from '../directory/serve.ts';
import { inHalves } from '../directory/sets.ts';
import { Refusal } from '../http/refusal.ts';
import { type FileRow, type Judged, type Offer, type RowFault, Slice } from './check.ts';
import { type BackReason, columnsIn, directoryOf, type FoundImport, IMPORTS, type Words } from './imports.ts';
import { logsOf } from './lookup.ts';
import { findBelowBad, Placing } from './tree.ts';

type Db = Kysely<Schema>;
type Body = Record<string, unknown>;

/** Rows of an import from the first to the last of a slice: the key finds them, whatever is known of how many there are. */
function among(id: number, slice: readonly { readonly row: number }[]) {
  const numbers = slice.map(({ row }) => row);
  return sql`r.import_id = ${id} AND r.row BETWEEN ${Math.min(...numbers)} AND ${Math.max(...numbers)}`;
}

/** Forgets what an earlier check found. */
export const forget = (db: Db, id: number) =>
  sql`UPDATE import_row SET kind = NULL, record_id = NULL, seen = NULL, body = NULL, fields = '{}', once = '{}',
      faults = '[]', conflicts = '[]' WHERE import_id = ${id} AND kind IS NOT NULL`.execute(db);

async function keep(db: Db, id: number, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map((one) => ({ ...one, fields: [...one.fields] }));
  await sql`
    UPDATE import_row r SET kind = j.kind, title = j.title, record_id = j.record_id, seen = j.seen, body = j.body,
      fields = j.fields, once = j.once, faults = j.faults, conflicts = j.conflicts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS j(row integer, kind text, title text, record_id integer,
      seen integer, body jsonb, fields text[], once jsonb, faults jsonb, conflicts jsonb)
    WHERE ${among(id, judged)} AND r.row = j.row`.execute(db);
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

/** Slices that one request checks, each in a transaction of its own: on the one session of the embedded database others wait for one. */
export const SLICES = 4;

/** Checks the next rows; after the last ones the import is checked. @returns whether some are left */
export async function checkNext(writer: Writer, found: FoundImport): Promise<boolean> {
  const { db, user, now } = writer;
  const served = directoryOf(user, found);
  // the order begins with what all have, which is that of the index: without statistics the key of the table is walked
  const { rows } = await sql<FileRow>`SELECT row, key, cells FROM import_row
    WHERE import_id = ${found.id} AND kind IS NULL ORDER BY import_id, kind, row LIMIT ${SLICE}`.execute(db);
  if (rows.length > 0)
    await keep(db, found.id, await new Slice(writer, served, columnsIn(found, served), found.id).judge(rows));
  if (rows.length === SLICE) return true;
  await IMPORTS.takeOwn({ db, now }, found, 'import.checked', async () => {
    await findRepeated(db, found);
    const { tree } = served.directory.spec;
    if (tree !== undefined) await findBelowBad(db, found.id, tree);
    return {};
  });
  return false;
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
  readonly body: Body;
  readonly conflicts: readonly Offer[];
}

/** What a row writes: of a moved one the values that were chosen. */
function bodyOf(served: Served, { kind, body, conflicts }: Planned): Body {
  if (kind !== 'moved') return body;
  const { fields } = served.directory.spec;
  return {
    ...body,
    ...Object.fromEntries(
      conflicts.flatMap(({ field, sent, take }) => {
        const declared = fields[field];
        return declared === undefined || take !== 'file' ? [] : [[sentName(field, declared), sent]];
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

/** Rows of which something is written: moved ones where a value of the file was chosen. */
const planned = (id: number) => sql`p.import_id = ${id} AND (p.kind IN ('fresh', 'changed')
  OR p.kind = 'moved' AND EXISTS (SELECT 1 FROM jsonb_array_elements(p.conflicts) c WHERE c->>'take' = 'file'))`;

/** Holds the records of an import, and finds out whether one of them is another one than was seen. */
async function haveMoved(db: Db, table: string, id: number): Promise<boolean> {
  await sql`SELECT count(*) FROM (SELECT t.id FROM ${sql.table(table)} t
    WHERE t.id IN (SELECT p.record_id FROM import_row p WHERE ${planned(id)}) ORDER BY t.id FOR UPDATE) held`.execute(
    db,
  );
  const { rows } = await sql`SELECT 1 FROM import_row p WHERE ${planned(id)} AND p.record_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${sql.table(table)} t WHERE t.id = p.record_id AND t.version = p.seen) LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** A row of the file with the record that it changes. */
interface Ready {
  readonly row: number;
  readonly body: Body;
  readonly record: FoundRecord | undefined;
}

const isKnown = (ready: Ready): ready is Ready & { record: FoundRecord } => ready.record !== undefined;

/** Writes rows of the file together, and one by one where that is refused: the first row that is refused is named. */
function writeRows(writer: Writer, served: Served, rows: readonly Ready[], placing: Placing): Promise<Written[]> {
  const changed = (record: FoundRecord, row: number, version: number): Written => ({
    row,
    record_id: record.id,
    before: bodyOfRecord(served.directory, record),
    written: version,
  });
  const made = (row: number, id: number): Written => ({ row, record_id: id, before: null, written: 1 });
  const { sets } = served;
  const together =
    sets &&
    (async (some: readonly Ready[]) => {
      const fresh = some.filter((ready) => !isKnown(ready));
      const known = some.filter(isKnown);
      const ids = fresh.length === 0 ? [] : await sets.make(writer, bodiesOf(fresh));
      const versions = known.length === 0 ? undefined : await sets.change(writer, known);
      return [
        ...fresh.map(({ row }, at) => made(row, ids[at] as number)),
        ...known.map(({ row, record }) => changed(record, row, versions?.get(record.id) as number)),
      ];
    });
  return inHalves(writer.db, rows, together, async ({ row, body, record }) => {
    try {
      const placed = await placing.place(body);
      const done =
        record === undefined
          ? made(row, (await served.make(writer, placed)).id)
          : changed(record, row, await served.change(writer, record, placed));
      placing.note(row, done.record_id);
      return done;
    } catch (error) {
      throw error instanceof Refusal ? new RowRefused(row, error) : error;
    }
  });
}

const bodiesOf = (rows: readonly Ready[]) => rows.map(({ body }) => body);

/** Writes what was seen, or finds that a row is another one by now and has all checked again. */
export async function writeAll(writer: Writer, found: FoundImport): Promise<void> {
  const { db, user, now, language } = writer;
  const served = directoryOf(user, found);
  const { table, directory } = served;
  if (await haveMoved(db, table.name, found.id)) {
    await IMPORTS.takeOwn({ db, now }, found, 'import.moved', async () => {
      await forget(db, found.id);
      return {};
    });
    return;
  }
  const noting: Writer = { db, user, language, now, note: { import: found.id } };
  await IMPORTS.takeOwn({ db, now }, found, 'import.written', async () => {
    const figures = { fresh: 0, changed: 0 };
    const placing = new Placing(db, found.id, directory.spec.tree);
    for (let last = 0, left = true; left; ) {
      const { rows } = await sql<Planned>`SELECT p.row, p.kind, p.record_id, p.body, p.conflicts FROM import_row p
        WHERE ${planned(found.id)} AND p.row > ${last} ORDER BY p.row LIMIT ${SLICE}`.execute(db);
      const known = rows.flatMap(({ record_id }) => (record_id === null ? [] : [record_id]));
      const records = new Map(
        (await readRecords(db, directory, table, known, language)).map((record) => [record.id, record]),
      );
      const ready = rows.map((row) => ({
        row: row.row,
        body: bodyOf(served, row),
        record: row.record_id === null ? undefined : records.get(row.record_id),
      }));
      const written = await writeRows(noting, served, ready, placing);
      figures.fresh += written.filter(({ before }) => before === null).length;
      figures.changed += written.filter(({ before }) => before !== null).length;
      if (written.length > 0)
        await sql`UPDATE import_row r SET record_id = j.record_id, before = j.before, written = j.written
        FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          AS j(row integer, record_id integer, before jsonb, written integer)
        WHERE ${among(found.id, written)} AND r.row = j.row`.execute(db);
      last = rows.at(-1)?.row ?? last;
      left = rows.length === SLICE;
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

/** What became of a row that was to be put back. */
interface PutBack {
  row: number;
  back: 'back' | 'left';
  back_reason: BackReason | null;
}

type Returning = Written & { readonly record: FoundRecord };

/** Puts rows back together, and one by one where that is refused: a refused row is left with its reason. */
function putBackRows(writer: Writer, served: Served, rows: readonly Returning[]): Promise<PutBack[]> {
  const back = ({ row }: Written): PutBack => ({ row, back: 'back', back_reason: null });
  const { sets } = served;
  const together =
    sets &&
    (async (some: readonly Returning[]) => {
      const made = some.filter(({ before }) => before === null);
      const changed = some.flatMap(({ record, before }) => (before === null ? [] : [{ record, body: before }]));
      if (changed.length > 0) await sets.change(writer, changed);
      if (made.length > 0)
        await sets.archive(
          writer,
          made.map(({ record }) => record),
        );
      return some.map(back);
    });
  return inHalves(writer.db, rows, together, async (one) => {
    try {
      if (one.before !== null) await served.change(writer, one.record, one.before);
      else await served.lifecycle.take(writer, one.record, 'record.archive', async () => ({ ...writer.note }));
      return back(one);
    } catch (error) {
      // a refusal comes before anything of the row is written
      if (!(error instanceof Refusal)) throw error;
      const { words } = new RowRefused(one.row, error);
      return { row: one.row, back: 'left', back_reason: { by: null, at: null, words } };
    }
  });
}

/** Puts the rows back as they were, the last first; those that somebody has changed since are left, with person and time. */
export async function putBack(writer: Writer, found: FoundImport): Promise<{ back: number; left: number }> {
  const { db, user, language, now } = writer;
  const served = directoryOf(user, found);
  const { table, directory } = served;
  await sql`SELECT count(*) FROM (SELECT t.id FROM ${sql.table(table.name)} t WHERE t.id IN (
    SELECT record_id FROM import_row WHERE import_id = ${found.id} AND written IS NOT NULL)
    ORDER BY t.id FOR UPDATE) held`.execute(db);
  const noting: Writer = { db, user, language, now, note: { import: found.id } };
  const figures = { back: 0, left: 0 };
  for (let last: number | null = null, left = true; left; ) {
    const { rows }: { rows: Written[] } = await sql<Written>`SELECT row, record_id, before, written FROM import_row
      WHERE import_id = ${found.id} AND written IS NOT NULL AND (${last}::integer IS NULL OR row < ${last}::integer)
      ORDER BY row DESC LIMIT ${SLICE}`.execute(db);
    const ids = rows.map(({ record_id }) => record_id);
    const records = new Map((await readRecords(db, directory, table, ids, language)).map((one) => [one.id, one]));
    const untouched = rows.flatMap((one) => {
      const record = records.get(one.record_id);
      return record?.version === one.written ? [{ ...one, record }] : [];
    });
    const touched = rows.filter(({ record_id, written }) => records.get(record_id)?.version !== written);
    const logs = await logsOf(
      db,
      directory.spec.name,
      touched.map(({ record_id }) => record_id),
    );
    const ended = [
      ...touched.map(({ row, record_id }): PutBack => {
        const [line] = logs.get(record_id) ?? [];
        const by =
          line?.user_id == null || line.fullname === null ? null : { id: line.user_id, fullname: line.fullname };
        return { row, back: 'left', back_reason: { by, at: line?.at.toISOString() ?? null, words: null } };
      }),
      ...(await putBackRows(noting, served, untouched)),
    ];
    if (ended.length > 0)
      await sql`UPDATE import_row r SET back = j.back, back_reason = j.back_reason
      FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS j(row integer, back text, back_reason jsonb)
      WHERE ${among(found.id, ended)} AND r.row = j.row`.execute(db);
    const kept = ended.filter(({ back }) => back === 'left').length;
    figures.left += kept;
    figures.back += ended.length - kept;
    last = rows.at(-1)?.row ?? last;
    left = rows.length === SLICE;
  }
  return figures;
}
