/** The calls of files that are read into directories. */
import { sql } from 'kysely';
import {
  importAdd,
  importCheck,
  importChoose,
  importConfirm,
  importCreate,
  importIndex,
  importNext,
  importRowIndex,
  importShow,
  importStop,
  importTakeBack,
  type SheetCell,
} from '../../contract/imports.ts';
import type { Writer } from '../directory/serve.ts';
import { type Context, type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField } from '../http/refusal.ts';
import { type Offer, type RowFault, RowRefused } from './importable.ts';
import { faultText, IMPORTS, importableFor, listOf } from './imports.ts';
import { checkNext, fail, forget, putBack, SLICES, writeAll } from './work.ts';

const BAD_PAGE = 1000;

type Own = Context & Writer;
const findNamed = (context: { params: { id: number } }) =>
  IMPORTS.find(context as unknown as Own, context.params.id, false);

export const importImplementations: Implementation[] = [
  implement(importIndex, {
    async handle({ db, user, query }) {
      if (importableFor(user, query.directory) === undefined) throw forbidden();
      return { data: await listOf(db, user, query.directory) };
    },
  }),

  implement(importShow, {
    record: findNamed,
    handle: async (context) => ({ data: await answerOf(context, context.record.id) }),
  }),

  implement(importRowIndex, {
    record: findNamed,
    async handle({ db, query: { after = 0 }, record, language }) {
      const { rows } = await sql<{ row: number; key: string | null; cells: SheetCell[]; faults: RowFault[] }>`
        SELECT row, key, cells, faults FROM import_row WHERE import_id = ${record.id} AND kind = 'bad' AND row > ${after}
        ORDER BY row LIMIT ${BAD_PAGE}`.execute(db);
      const titles = new Map(record.columns.map(({ part, title }) => [part, title]));
      return {
        data: rows.map(({ row, key, cells, faults }) => ({
          row,
          key,
          cells,
          reasons: faults.map((one) => {
            const column = one.part === null ? undefined : titles.get(one.part);
            const text = faultText(language, one);
            return column === undefined ? text : `${column}: ${text}`;
          }),
        })),
        next: rows.length === BAD_PAGE ? (rows.at(-1)?.row ?? null) : null,
      };
    },
  }),

  implement(importCreate, {
    async handle(context) {
      const { db, user, now, body } = context;
      const target = importableFor(user, body.directory);
      if (target === undefined) throw forbidden();
      const known = new Set(target.parts.map(({ key }) => key));
      const parts = body.columns.flatMap(({ part }) => (part === null ? [] : [part]));
      if (parts.length === 0) throw invalidField('columns', 'sheet_no_columns');
      if (parts.some((part) => !known.has(part))) throw invalidField('columns', 'sheet_column');
      if (new Set(parts).size < parts.length) throw invalidField('columns', 'sheet_column_twice');
      const { id } = await IMPORTS.create({ db, user, now }, 'import.read', async () => {
        const { rows } = await sql<{ id: number }>`
          INSERT INTO import (directory, file_name, file_hash, exported_at, columns, rows, created_by, created_at, since)
          VALUES (${body.directory}, ${body.file_name}, ${body.file_hash}, ${body.exported_at},
            ${JSON.stringify(body.columns)}::jsonb, ${body.rows}, ${user.id}, ${now}, ${now}) RETURNING id`.execute(db);
        const { id } = rows[0] as { id: number };
        return { id, details: { directory: body.directory, file: body.file_name, rows: body.rows } };
      });
      return { data: await answerOf(context, id) };
    },
  }),

  implement(
    importAdd,
    IMPORTS.stepThen(
      'import.add',
      async ({ db, record, body }) => {
        const { rows } = await sql<{ received: number }>`
          WITH come AS (INSERT INTO import_row (import_id, row, key, cells)
            SELECT ${record.id}, j.row, j.key, j.cells
            FROM jsonb_to_recordset(${JSON.stringify(body.rows)}::jsonb) AS j(row integer, key text, cells jsonb)
            ON CONFLICT DO NOTHING RETURNING 1)
          UPDATE import SET received = received + (SELECT count(*) FROM come) WHERE id = ${record.id}
          RETURNING received`.execute(db);
        const received = rows[0]?.received ?? 0;
        if (received > record.rows) throw invalidField('rows', 'sheet_more_rows');
        return { received };
      },
      async (_, { details }) => ({ data: { received: details.received } }),
    ),
  ),

  implement(
    importCheck,
    IMPORTS.step('import.check', async ({ db, record }) => {
      await forget(db, record.id);
      await sql`UPDATE import SET reason = NULL WHERE id = ${record.id}`.execute(db);
    }),
  ),

  implement(importNext, {
    record: findNamed,
    withoutTransaction: true,
    async handle(context) {
      const { database, record } = context;
      const within = <T>(work: (writer: Own) => Promise<T>) =>
        database.tx((db) => work({ ...context, db } as unknown as Own));
      try {
        for (let slice = 0, left = true; left && slice < SLICES; slice += 1) {
          await database.lull();
          left = await within(async (writer) => {
            // held: what another request has done meanwhile is not done again
            const found = await IMPORTS.find(writer, record.id, true);
            if (found.status === 'checking') return checkNext(writer, found);
            if (found.status === 'writing') await writeAll(writer, found);
            return false;
          });
        }
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        await within(async (writer) => fail(writer, await IMPORTS.find(writer, record.id, true), error));
      }
      return { data: await answerOf(context, record.id) };
    },
  }),

  implement(
    importChoose,
    IMPORTS.step('import.choose', async ({ db, record, body }) => {
      const rows = [...new Set(body.choices.map(({ row }) => row))];
      const { rows: found } = await sql<{ row: number; conflicts: Offer[] }>`
        SELECT row, conflicts FROM import_row WHERE import_id = ${record.id} AND kind = 'moved'
          AND row = ANY (${rows}::integer[])`.execute(db);
      const byRow = new Map(found.map(({ row, conflicts }) => [row, conflicts.map((one) => ({ ...one }))]));
      for (const { row, field, take } of body.choices) {
        const offer = byRow.get(row)?.find((one) => one.field === field);
        if (offer === undefined) throw invalidField('choices', 'sheet_no_conflict', { row });
        Object.assign(offer, { take });
      }
      const changed = [...byRow].map(([row, conflicts]) => ({ row, conflicts }));
      await sql`UPDATE import_row r SET conflicts = j.conflicts
        FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS j(row integer, conflicts jsonb)
        WHERE r.import_id = ${record.id} AND r.row = j.row`.execute(db);
    }),
  ),

  implement(
    importConfirm,
    IMPORTS.step(
      'import.confirm',
      async ({ db, record, body }) => {
        if (body.file_hash !== record.file_hash) throw invalidField('file_hash', 'sheet_other_file');
        await sql`UPDATE import SET without_bad = ${body.without_bad} WHERE id = ${record.id}`.execute(db);
        return { without_bad: body.without_bad };
      },
      { brings: ({ body }) => ({ withoutBad: body.without_bad }) },
    ),
  ),

  implement(
    importTakeBack,
    IMPORTS.step('import.take_back', (context) => putBack(context as unknown as Own, context.record)),
  ),

  implement(importStop, IMPORTS.step('import.stop')),
];

async function answerOf(context: unknown, id: number) {
  const asked = context as Own;
  return IMPORTS.answer(asked, await IMPORTS.find(asked, id, false));
}
