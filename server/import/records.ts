/** Records of a directory, read from a file: each row is left as a change by hand would leave it. */
import { sql } from 'kysely';
import { ruleFor } from '../../contract/directory/directory.ts';
import { partsOf } from '../../contract/imports.ts';
import { allows } from '../../contract/rules.ts';
import { eventOf } from '../directory/lifecycle.ts';
import { bodyOfRecord, type FoundRecord, readRecords } from '../directory/records.ts';
import type { Served, Writer } from '../directory/serve.ts';
import { inHalves } from '../directory/sets.ts';
import { Refusal } from '../http/refusal.ts';
import { Slice } from './check.ts';
import { type Body, type Db, type Importable, type PutBack, RowRefused, type Written } from './importable.ts';
import { changedBy, logsOf } from './lookup.ts';
import { bodyOf, holdRecords, planned, written } from './planned.ts';
import { findBelowBad, Placing } from './tree.ts';

export function recordsOf(served: Served): Importable {
  const { directory, table } = served;
  const { spec } = directory;
  const may = (what: 'add' | 'edit') => (user: Writer['user']) => allows(user.rules, ruleFor(directory, what));
  const { tree } = spec;

  const readBy = async ({ db, language }: Writer, ids: readonly number[]) =>
    new Map((await readRecords(db, directory, table, ids, language)).map((record) => [record.id, record]));

  return {
    name: spec.name,
    parts: partsOf(spec.fields),
    mayWrite: (user) => may('edit')(user) || (!spec.fixed && may('add')(user)),
    // what is taken back is changed: who only adds records may not do it
    mayTakeBack: may('edit'),
    judge: (writer, file, rows) => new Slice(writer, served, file).judge(rows),
    ...(tree !== undefined && { judgeAll: ({ db }: Writer, { id }: { id: number }) => findBelowBad(db, id, tree) }),

    async writing(writer, { id }) {
      if (await haveMoved(writer.db, table.name, id)) return null;
      const placing = new Placing(writer.db, id, tree);
      return async (rows) => {
        const records = await readBy(
          writer,
          rows.flatMap(({ record_id }) => record_id ?? []),
        );
        const ready = rows.map((row) => ({
          row: row.row,
          body: bodyOf(spec.fields, row),
          record: row.record_id === null ? undefined : records.get(row.record_id),
        }));
        return writeRows(writer, served, ready, placing);
      };
    },

    async puttingBack(writer, { id }) {
      const { db } = writer;
      await holdRecords(db, table.name, written(id));
      return async (rows) => {
        const records = await readBy(
          writer,
          rows.map(({ record_id }) => record_id),
        );
        const untouched = rows.flatMap((one) => {
          const record = records.get(one.record_id);
          return record?.version === one.written ? [{ ...one, record }] : [];
        });
        const touched = rows.filter((one) => records.get(one.record_id)?.version !== one.written);
        const logs = await logsOf(
          db,
          spec.name,
          touched.map(({ record_id }) => record_id),
        );
        return [
          ...touched.map(({ row, record_id }): PutBack => {
            const [line] = logs.get(record_id) ?? [];
            return { row, back: 'left', back_reason: { ...changedBy(line), words: null } };
          }),
          ...(await putBackRows(writer, served, untouched)),
        ];
      };
    },
  };
}

/** Holds the records of an import, and finds out whether one of them is another one than was seen. */
async function haveMoved(db: Db, table: string, id: number): Promise<boolean> {
  await holdRecords(db, table, planned(id));
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
      const { chart } = served.directory.spec;
      if (one.before !== null) await served.change(writer, one.record, one.before);
      else
        await served.lifecycle.take(writer, one.record, eventOf(chart?.undo ?? 'record.archive'), async () => ({
          ...writer.note,
        }));
      return back(one);
    } catch (error) {
      // a refusal comes before anything of the row is written
      if (!(error instanceof Refusal)) throw error;
      const { words } = new RowRefused(one.row, error);
      return { row: one.row, back: 'left', back_reason: { by: null, at: null, words } };
    }
  });
}
