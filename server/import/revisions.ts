/** Revisions of a dated setting, read from a file: each row is entered as its own form would, and given up in the same way. */
import { sql } from 'kysely';
import { sentName } from '../../contract/directory/fields.ts';
import { partsOf, SLICE } from '../../contract/imports.ts';
import { allows } from '../../contract/rules.ts';
import { sheetOfSetting, VALID_FROM } from '../../contract/sheet.ts';
import type { Writer } from '../directory/reader.ts';
import { inHalves } from '../directory/sets.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import { BAND_NEEDED, bandFaultsOfFile, requireBandLeft } from '../settings/bands.ts';
import type { Found, ServedSetting } from '../settings/serve.ts';
import {
  type BackReason,
  type Db,
  type FileOf,
  type Importable,
  type Planned,
  type PutBack,
  RowRefused,
  type Written,
} from './importable.ts';
import { inForceOn } from './inForceOn.ts';
import { changedBy, logsOf } from './lookup.ts';
import { noteDays } from './noteDays.ts';
import { bodyOf, holdRecords, planned, refuseRows, written } from './planned.ts';
import { RevisionRows } from './revisionRows.ts';
import { faultsByColumn } from './rows.ts';

export function revisionsOf(served: ServedSetting): Importable {
  const { setting, table, revisions } = served;
  const { spec } = setting;
  const { fields } = sheetOfSetting(setting);
  const mayEdit = (user: Writer['user']) => allows(user.rules, `${spec.rule}.edit`);
  const byId = async (writer: Writer, ids: readonly number[]) =>
    new Map((await served.read(writer, ids)).map((one) => [one.id, one]));

  /** Whether of a subject on its day something else is in force than was seen. */
  async function haveMoved(writer: Writer, { id }: FileOf): Promise<boolean> {
    for (let last = 0, left = true; left; ) {
      const { rows } = await sql<Planned>`SELECT p.row, p.record_id, p.body FROM import_row p
        WHERE ${planned(id)} AND p.row > ${last} ORDER BY p.row LIMIT ${SLICE}`.execute(writer.db);
      const now = await inForceOn(writer, served, rows);
      if (rows.some(({ row, record_id }) => (now.get(row)?.id ?? null) !== record_id)) return true;
      last = rows.at(-1)?.row ?? last;
      left = rows.length === SLICE;
    }
    return false;
  }

  async function enter(writer: Writer, rows: readonly Planned[]): Promise<[row: number, id: number][]> {
    const ids = await served.enter(
      writer,
      rows.map((row) => bodyOf(spec.fields, row)),
    );
    return rows.map(({ row }, at) => [row, ids[at] as number]);
  }

  /** Rows together, and by themselves where that is refused: the first row that is refused is named. */
  const write = (writer: Writer, rows: readonly Planned[]) =>
    inHalves(
      writer.db,
      rows,
      (some) => enter(writer, some),
      async (row) => {
        try {
          const [made] = await enter(writer, [row]);
          return made as [row: number, id: number];
        } catch (error) {
          throw error instanceof Refusal ? new RowRefused(row.row, error) : error;
        }
      },
    );

  return {
    name: spec.name,
    parts: partsOf(fields),
    subject: Object.keys(spec.subject),
    mayWrite: mayEdit,
    mayTakeBack: mayEdit,
    judge: (writer, file, rows) => new RevisionRows(writer, served, file).judge(rows),
    async judgeAll(writer, file) {
      const { id } = file;
      await findBetween(writer.db, served, id);
      await refuseOverlaps(writer.db, served, file);
      await noteDays(writer, served, id);
    },

    async writing(writer, file) {
      // nobody settles anything of it meanwhile; it is read as before
      await sql`LOCK TABLE ${sql.table(table.name)} IN SHARE ROW EXCLUSIVE MODE`.execute(writer.db);
      if (await haveMoved(writer, file)) return null;
      const [overlap] = await bandFaultsOfFile(writer.db, served, planned(file.id));
      if (overlap !== undefined) throw new RowRefused(overlap.row, invalid(overlap.faults));
      return async (rows) => {
        const made = await write(writer, rows);
        await served.startDue(writer);
        const found = await byId(
          writer,
          made.map(([, id]) => id),
        );
        return made.map(
          ([row, id]): Written => ({ row, record_id: id, before: null, written: (found.get(id) as Found).version }),
        );
      };
    },

    async puttingBack(writer, { id }) {
      const { db } = writer;
      await holdRecords(db, table.name, written(id));
      return async (rows) => {
        const ids = rows.map(({ record_id }) => record_id);
        const found = await byId(writer, ids);
        const logs = await logsOf(db, spec.name, ids);
        const done = new Map<number, PutBack>();
        async function putBack({ row, record_id, written: left }: Written): Promise<boolean> {
          const revision = found.get(record_id);
          const since = logs.get(record_id)?.find(({ user_id, payload }) => user_id !== null && payload.import !== id);
          const reason =
            since !== undefined || revision === undefined
              ? { ...changedBy(since), words: null }
              : revision.version === left
                ? await drop(writer, revision)
                : IN_FORCE;
          done.set(row, { row, back: reason === null ? 'back' : 'left', back_reason: reason });
          return reason?.words?.key === BAND_NEEDED;
        }
        // a row whose band made room for that of another one goes once the other has gone
        for (let open: readonly Written[] = rows, count = Number.POSITIVE_INFINITY; open.length < count; ) {
          count = open.length;
          const waiting: Written[] = [];
          for (const one of open) if (await putBack(one)) waiting.push(one);
          open = waiting;
        }
        return [...done.values()];
      };
    },
  };

  /** Gives a revision up that nobody has touched; one that is in force stays. */
  async function drop(writer: Writer, revision: Found): Promise<BackReason | null> {
    if (revision.status === 'valid' || revision.status === 'superseded') return IN_FORCE;
    try {
      await revisions.take(writer, revision, 'revision.drop', async () => {
        await requireBandLeft(writer.db, served, revision.id);
        return { ...writer.note };
      });
      return null;
    } catch (error) {
      // a refusal comes before anything of the row is written
      if (!(error instanceof Refusal)) throw error;
      return { by: null, at: null, words: new RowRefused(0, error).words };
    }
  }
}

/** Documents may have taken its figures. */
const IN_FORCE: BackReason = { by: null, at: null, words: { key: 'errors.revision_in_force' } };

/** Rows whose band overlaps another one; what is refused is not written, so those left are compared with each other again. */
async function refuseOverlaps(db: Db, served: ServedSetting, { id, columns }: FileOf): Promise<void> {
  const { fields } = sheetOfSetting(served.setting);
  for (let left = true; left; ) {
    const found = await bandFaultsOfFile(db, served, sql`p.import_id = ${id} AND p.kind IN ('fresh', 'changed')`);
    const faults = found.flatMap(({ row, faults }) =>
      faultsByColumn(faults, Object.entries(fields), columns).map((fault) => ({ row, fault })),
    );
    await refuseRows(db, id, faults);
    left = faults.length > 0;
  }
}

/**
 * A row that changed nothing by itself does so where another row of its subject sets other figures from an earlier day:
 * it says until when.
 */
async function findBetween(db: Db, { setting, table }: ServedSetting, id: number): Promise<void> {
  const { fields } = setting.spec;
  const besides = [...Object.entries(fields).map(([name, field]) => sentName(name, field)), VALID_FROM];
  await sql`
    UPDATE import_row r SET kind = 'changed', fields = ${Object.keys(fields)}::text[]
    WHERE r.import_id = ${id} AND r.kind = 'same' AND EXISTS (
      SELECT 1 FROM import_row o LEFT JOIN ${sql.table(table.name)} n ON n.id = r.record_id
      WHERE o.import_id = ${id} AND o.kind IN ('fresh', 'changed', 'moved')
        AND o.body - ${besides}::text[] = r.body - ${besides}::text[]
        AND o.body->>${VALID_FROM}::text < r.body->>${VALID_FROM}::text
        AND (n.id IS NULL OR n.valid_from <= (o.body->>${VALID_FROM}::text)::date))`.execute(db);
}
