/**
 * What rows of a file do to the other days of their subjects, which nobody sees from a row alone: they hold at once, take the
 * place of figures of the same day, end a period before its last day, or hold only until the next ones.
 */
import { type RawBuilder, sql } from 'kysely';
import { VALID_FROM } from '../../contract/sheet.ts';
import type { Writer } from '../directory/reader.ts';
import { tashkentDay } from '../http/days.ts';
import { countsOn } from '../settings/revisions.ts';
import type { ServedSetting } from '../settings/serve.ts';
import { isOfSubject, subjectOf } from './inForceOn.ts';

const note = (key: string, values?: RawBuilder<unknown>) =>
  sql`jsonb_build_object('key', ${key}::text${values === undefined ? sql`` : sql`, 'values', ${values}`})`;
/** A day as both languages write it. */
const written = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'DD.MM.YYYY')`;

/** Notes on rows that write something; of what a second person settles nothing holds before that. */
export async function noteDays({ db, now }: Writer, { setting, table }: ServedSetting, id: number): Promise<void> {
  const { until, confirm } = setting.spec;
  const today = sql`${tashkentDay(now)}::date`;
  const of = sql.table(table.name);
  const columns = subjectOf(setting);
  const same = sql.join([...isOfSubject(setting), countsOn('r')], sql` AND `);
  const lastOf = (alias: string) => (until === undefined ? sql`NULL::date` : sql.ref(`${alias}.${until}`));
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
    [sql`d.had = d.day`, note('sheet_same_day')],
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
  await sql`
    WITH file AS MATERIALIZED (
      SELECT i.row, (i.body->>${VALID_FROM}::text)::date AS day, ${sentLast} AS last,
        ${sql.join(columns.map(({ name, type }) => sql`(i.body->>${name}::text)::${type} AS ${sql.ref(name)}`))}
      FROM import_row i WHERE i.import_id = ${id} AND i.kind IN ('fresh', 'changed', 'moved')),
    a AS MATERIALIZED (
      SELECT *, lead(day) OVER w AS next_row, lag(day) OVER w AS row_before, lag(last) OVER w AS row_before_last
      FROM file WINDOW w AS (PARTITION BY ${sql.join(columns.map(({ name }) => sql.ref(name)))} ORDER BY day)),
    d AS (
      SELECT a.row, a.day, a.last, n.had, least(a.next_row, (SELECT min(r.valid_from) FROM ${of} r
          WHERE ${same} AND r.valid_from > a.day)) AS next,
        greatest(n.had, a.row_before) AS before,
        CASE WHEN a.row_before >= n.had OR n.had IS NULL THEN a.row_before_last ELSE n.had_last END AS before_last
      FROM a LEFT JOIN LATERAL (SELECT r.valid_from AS had, ${lastOf('r')} AS had_last FROM ${of} r
        WHERE ${same} AND r.valid_from <= a.day ORDER BY r.valid_from DESC, r.id DESC LIMIT 1) n ON true),
    said AS (
      SELECT d.row, jsonb_agg(n.note ORDER BY n.at) AS notes FROM d, LATERAL (VALUES
        ${sql.join(notes.map(([holds, words], at) => sql`(${sql.lit(at)}, ${holds}, ${words})`))}) AS n (at, holds, note)
      WHERE n.holds GROUP BY d.row)
    UPDATE import_row i SET notes = said.notes FROM said WHERE i.import_id = ${id} AND i.row = said.row`.execute(db);
}
