/**
 * What rows of a file do to the other days of their subjects, which nobody sees from a row alone: they hold at once, take the
 * place of figures of the same day, end a period before its last day, or hold only until the next ones.
 */
import { type RawBuilder, sql } from 'kysely';
import { SLICE } from '../../contract/imports.ts';
import { VALID_FROM } from '../../contract/sheet.ts';
import type { Writer } from '../directory/reader.ts';
import { tashkentDay } from '../http/days.ts';
import { countsOn } from '../settings/revisions.ts';
import type { ServedSetting } from '../settings/serve.ts';
import { subjectOf } from './inForceOn.ts';
import { rowsAmong } from './planned.ts';

interface Noted {
  readonly row: number;
  readonly notes: unknown;
}

const note = (key: string, values?: RawBuilder<unknown>) =>
  sql`jsonb_build_object('key', ${key}::text${values === undefined ? sql`` : sql`, 'values', ${values}`})`;
/** A day as both languages write it. */
const written = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'DD.MM.YYYY')`;

/** Notes on rows that write something; of what a second person settles nothing holds before that. */
export async function noteDays({ db, now }: Writer, { setting, table }: ServedSetting, id: number): Promise<void> {
  const { until, confirm } = setting.spec;
  const today = sql`${tashkentDay(now)}::date`;
  const columns = subjectOf(setting);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  // revisions of other subjects are left aside, by a column that is never empty
  const [named] = columns.filter(({ mayBeEmpty }) => !mayBeEmpty);
  const among = named ? sql`${sql.ref(`r.${named.name}`)} IN (SELECT ${sql.ref(named.name)} FROM file)` : sql`true`;
  const lastOf = until === undefined ? sql`NULL::date` : sql.ref(`r.${until}`);
  // of a row that was changed since its export, the day that the file has where it has another one
  const sentLast =
    until === undefined
      ? sql`NULL::date`
      : sql`coalesce((SELECT c->>'sent' FROM jsonb_array_elements(i.conflicts) c WHERE c->>'field' = ${until}),
          i.body->>${until}::text)::date`;
  const holdsOn = (day: RawBuilder<unknown>) => sql`(d.last IS NULL OR d.last >= ${day})`;
  const isOver = sql`(d.next <= ${today} OR d.last < ${today})`;
  const atOnce: [RawBuilder<unknown>, RawBuilder<unknown>][] = confirm
    ? []
    : [
        [sql`d.day = ${today} AND NOT coalesce(${isOver}, false)`, note('sheet_from_today')],
        [sql`d.day < ${today} AND NOT coalesce(${isOver}, false)`, note('sheet_from_past')],
        [sql`d.day <= ${today} AND coalesce(${isOver}, false)`, note('sheet_past_alone')],
      ];
  const notes: [RawBuilder<unknown>, RawBuilder<unknown>][] = [
    ...atOnce,
    [sql`d.before = d.day`, note('sheet_same_day')],
    [
      sql`d.before < d.day AND d.before_last >= d.day`,
      note(
        'sheet_ends_period',
        sql`jsonb_build_object('from', ${written(sql`d.before`)}, 'until', ${written(sql`d.before_last`)})`,
      ),
    ],
    [
      sql`d.next IS NOT NULL AND ${holdsOn(sql`d.next`)}`,
      note('sheet_until_next', sql`jsonb_build_object('day', ${written(sql`d.next - 1`)})`),
    ],
  ];
  // one sorting of the file with what is there: no row looks for its neighbours by itself
  const { rows } = await sql<Noted>`
    WITH file AS MATERIALIZED (
      SELECT ${sql.join(columns.map(({ name, type }) => sql`(i.body->>${name}::text)::${type} AS ${sql.ref(name)}`))},
        (i.body->>${VALID_FROM}::text)::date AS day, ${sentLast} AS last, i.row, NULL::integer AS id
      FROM import_row i WHERE i.import_id = ${id} AND i.kind IN ('fresh', 'changed', 'moved')),
    days AS (
      SELECT * FROM file UNION ALL
      SELECT ${sql.join(columns.map(({ name }) => sql.ref(`r.${name}`)))}, r.valid_from, ${lastOf}, NULL, r.id
      FROM ${sql.table(table.name)} r WHERE ${countsOn('r')} AND ${among}),
    d AS MATERIALIZED (
      SELECT row, day, last, lead(day) OVER w AS next, lag(day) OVER w AS before, lag(last) OVER w AS before_last
      FROM days WINDOW w AS (PARTITION BY ${names} ORDER BY day, row NULLS FIRST, id))
    SELECT d.row, jsonb_agg(n.note ORDER BY n.at) AS notes FROM d, LATERAL (VALUES
      ${sql.join(notes.map(([holds, words], at) => sql`(${sql.lit(at)}, ${holds}, ${words})`))}) AS n (at, holds, note)
    WHERE d.row IS NOT NULL AND n.holds GROUP BY d.row ORDER BY d.row`.execute(db);
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    await sql`UPDATE import_row r SET notes = j.notes
      FROM jsonb_to_recordset(${JSON.stringify(slice)}::jsonb) AS j(row integer, notes jsonb)
      WHERE ${rowsAmong(id, slice)} AND r.row = j.row`.execute(db);
  }
}
