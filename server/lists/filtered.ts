/** All rows of a filter for one command on them: as many as the person saw of it, and untouched since. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { conflict } from '../http/refusal.ts';
import type { ListDeclaration } from './declared.ts';
import { allIds, type ListAnswer, type Narrowed } from './list.ts';

type Db = Kysely<Schema>;

/** Rows that are read at a time: nobody waits for all of them. */
const READ = 200;

/** Somebody has changed one of the records since the list was read: that was not seen in it. */
async function requireUntouched(db: Db, kind: string, ids: readonly number[], moment: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM record_log
    WHERE kind = ${kind} AND record_id = ANY (${ids}::integer[]) AND at > ${moment} LIMIT 1`.execute(db);
  if (rows.length > 0) throw conflict('not_allowed_now', { messageKey: 'errors.filtered_touched' });
}

interface Filtered<Row> extends Pick<Narrowed<Row, never>, 'where' | 'state' | 'rows'> {
  /** Of its records in the log. */
  kind: string;
  /** The person has set a filter: what the person may see is none. */
  narrowed: boolean;
}

/** @param asked how many the person saw of the filter, and when the list was read */
export async function answerAll<Row>(
  db: Db,
  list: ListDeclaration,
  asked: { all: number; moment?: string | undefined },
  { kind, narrowed, rows, ...filter }: Filtered<Row>,
): Promise<ListAnswer<Row, never>> {
  const ids = await allIds(db, list, filter, asked.all, narrowed);
  if (asked.moment !== undefined) await requireUntouched(db, kind, ids, asked.moment);
  const data: Row[] = [];
  for (let at = 0; at < ids.length; at += READ) data.push(...(await rows(ids.slice(at, at + READ))));
  return { data, meta: { current_page: 1, per_page: ids.length, total: ids.length } };
}
