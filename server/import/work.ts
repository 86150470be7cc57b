/** What the server does with an import: checks a slice, writes what was seen, puts it back. */
import { sql } from 'kysely';
import { SLICE } from '../../contract/imports.ts';
import type { Writer } from '../directory/reader.ts';
import type { Db, FileRow, Judged, Planned, RowFault, RowRefused, Written } from './importable.ts';
import { type FoundImport, fileOf, IMPORTS, targetOf } from './imports.ts';
import { planned, refuseRows, rowsAmong } from './planned.ts';

/** Forgets what an earlier check found. */
export const forget = (db: Db, id: number) =>
  sql`UPDATE import_row SET kind = NULL, record_id = NULL, seen = NULL, body = NULL, fields = '{}', once = '{}',
      faults = '[]', conflicts = '[]', notes = '[]' WHERE import_id = ${id} AND kind IS NOT NULL`.execute(db);

async function keep(db: Db, id: number, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map((one) => ({ ...one, fields: [...one.fields] }));
  await sql`
    UPDATE import_row r SET kind = j.kind, title = j.title, record_id = j.record_id, seen = j.seen, body = j.body,
      fields = j.fields, once = j.once, faults = j.faults, conflicts = j.conflicts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS j(row integer, kind text, title text, record_id integer,
      seen integer, body jsonb, fields text[], once jsonb, faults jsonb, conflicts jsonb)
    WHERE ${rowsAmong(id, judged)} AND r.row = j.row`.execute(db);
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
  await refuseRows(db, id, faults);
}

/**
 * A value that another record has, which the file takes from it in another row: two names that are swapped, or passed on.
 * Rows are written at once, so neither is: each of them says which row has to come first.
 */
async function findPassedOn(db: Db, { id }: FoundImport): Promise<void> {
  await sql`
    WITH bad AS (
      SELECT r.row, f.at, f.fault FROM import_row r, jsonb_array_elements(r.faults) WITH ORDINALITY f (fault, at)
      WHERE r.import_id = ${id} AND r.kind = 'bad' AND r.faults @? '$[*] ? (@.key starts with "taken")'),
    passed AS (
      SELECT b.row, b.at, min(o.row) AS giver FROM bad b
      JOIN import_row o ON o.import_id = ${id} AND o.record_id = (b.fault->'values'->>'id')::integer AND o.row <> b.row
      WHERE b.fault->>'key' LIKE 'taken%' AND EXISTS (SELECT 1 FROM jsonb_object_keys(o.once) k
        WHERE split_part(k, '.', 1) = split_part(b.fault->>'part', '.', 1))
      GROUP BY 1, 2)
    UPDATE import_row r SET faults = n.faults FROM (
      SELECT b.row, jsonb_agg(CASE WHEN p.giver IS NULL THEN b.fault ELSE jsonb_build_object('part', b.fault->'part',
          'key', 'sheet_passed_on', 'values', jsonb_build_object('other', b.fault->'values'->'other', 'row', p.giver)) END
        ORDER BY b.at) AS faults
      FROM bad b LEFT JOIN passed p ON p.row = b.row AND p.at = b.at GROUP BY b.row HAVING bool_or(p.giver IS NOT NULL)) n
    WHERE r.import_id = ${id} AND r.row = n.row`.execute(db);
}

/** Slices that one request checks, each in a transaction of its own: on the one session of the embedded database others wait for one. */
export const SLICES = 4;

/** Checks the next rows; after the last ones the import is checked. @returns whether some are left */
export async function checkNext(writer: Writer, found: FoundImport): Promise<boolean> {
  const { db, user, now } = writer;
  const target = targetOf(user, found);
  const file = fileOf(found, target);
  // the order begins with what all have, which is that of the index: without statistics the key of the table is walked
  const { rows } = await sql<FileRow>`SELECT row, key, cells FROM import_row
    WHERE import_id = ${found.id} AND kind IS NULL ORDER BY import_id, kind, row LIMIT ${SLICE}`.execute(db);
  if (rows.length > 0) await keep(db, found.id, await target.judge(writer, file, rows));
  if (rows.length === SLICE) return true;
  await IMPORTS.takeOwn({ db, now }, found, 'import.checked', async () => {
    await findRepeated(db, found);
    await findPassedOn(db, found);
    await target.judgeAll?.(writer, file);
    return {};
  });
  return false;
}

/** Writes what was seen, or finds that a row is another one by now and has all checked again. */
export async function writeAll(writer: Writer, found: FoundImport): Promise<void> {
  const { db, user, now, language } = writer;
  const noting: Writer = { db, user, language, now, note: { import: found.id } };
  const target = targetOf(user, found);
  const write = await target.writing(noting, fileOf(found, target));
  if (write === null) {
    await IMPORTS.takeOwn({ db, now }, found, 'import.moved', async () => {
      await forget(db, found.id);
      return {};
    });
    return;
  }
  await IMPORTS.takeOwn({ db, now }, found, 'import.written', async () => {
    const figures = { fresh: 0, changed: 0 };
    for (let last = 0, left = true; left; ) {
      const { rows } = await sql<Planned>`SELECT p.row, p.kind, p.record_id, p.body, p.conflicts FROM import_row p
        WHERE ${planned(found.id)} AND p.row > ${last} ORDER BY p.row LIMIT ${SLICE}`.execute(db);
      const written = rows.length === 0 ? [] : await write(rows);
      for (const { kind } of rows) figures[kind === 'fresh' ? 'fresh' : 'changed'] += 1;
      if (written.length > 0)
        await sql`UPDATE import_row r SET record_id = j.record_id, before = j.before, written = j.written
        FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          AS j(row integer, record_id integer, before jsonb, written integer)
        WHERE ${rowsAmong(found.id, written)} AND r.row = j.row`.execute(db);
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

/** Puts the rows back as they were, the last first; those that somebody has changed since are left, with person and time. */
export async function putBack(writer: Writer, found: FoundImport): Promise<{ back: number; left: number }> {
  const { db, user, language, now } = writer;
  const noting: Writer = { db, user, language, now, note: { import: found.id } };
  const target = targetOf(user, found);
  const returns = await target.puttingBack(noting, fileOf(found, target));
  const figures = { back: 0, left: 0 };
  for (let last: number | null = null, left = true; left; ) {
    const { rows }: { rows: Written[] } = await sql<Written>`SELECT row, record_id, before, written FROM import_row
      WHERE import_id = ${found.id} AND written IS NOT NULL AND (${last}::integer IS NULL OR row < ${last}::integer)
      ORDER BY row DESC LIMIT ${SLICE}`.execute(db);
    const ended = rows.length === 0 ? [] : await returns(rows);
    if (ended.length > 0)
      await sql`UPDATE import_row r SET back = j.back, back_reason = j.back_reason
      FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS j(row integer, back text, back_reason jsonb)
      WHERE ${rowsAmong(found.id, ended)} AND r.row = j.row`.execute(db);
    const kept = ended.filter(({ back }) => back === 'left').length;
    figures.left += kept;
    figures.back += ended.length - kept;
    last = rows.at(-1)?.row ?? last;
    left = rows.length === SLICE;
  }
  return figures;
}
