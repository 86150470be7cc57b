/**
 * What figures of a day do to the other days of their subject, which nobody sees from them alone: they hold at once, take the
 * place of figures of the same day, end a period before its last day, or hold only until the next ones. One rule and the same
 * words for a revision that is written by hand and for rows of a file.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import type { Schema } from '../db/schema.ts';
import type { Table } from '../directory/table.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import type { FieldFault } from '../http/refusal.ts';
import { startFaults } from './faults.ts';
import { countsOn, revisionFacts } from './revisions.ts';
import { subjectOf } from './table.ts';

const note = (key: string, values?: RawBuilder<unknown>) =>
  sql`jsonb_build_object('key', ${key}::text${values === undefined ? sql`` : sql`, 'values', ${values}`})`;
/** A day as both languages write it. */
const written = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'DD.MM.YYYY')`;

/** Revisions of a setting that the person sees: those are looked among. */
interface Among {
  readonly setting: AnySetting;
  readonly table: Table;
  readonly seen: (user: SignedIn) => RawBuilder<unknown>;
}

interface Asker {
  readonly db: Kysely<Schema>;
  readonly user: SignedIn;
  readonly now: Date;
}

/**
 * Notes by row; of what a second person settles nothing holds before that.
 * @param asked a query of figures that nobody has settled yet: the columns of their subject, `day`, `last` and `row`
 */
export async function notesOf(
  { db, now, user }: Asker,
  { setting, table, seen }: Among,
  asked: RawBuilder<unknown>,
): Promise<{ row: number; notes: FieldFault[] }[]> {
  const { until, confirm, takenBy } = setting.spec;
  const today = sql`${tashkentDay(now)}::date`;
  const columns = subjectOf(setting);
  const names = columns.map(({ name }) => sql.ref(name));
  // revisions of other subjects are left aside, by a column that is never empty
  const [named] = columns.filter(({ mayBeEmpty }) => !mayBeEmpty);
  const among = named ? sql`${sql.ref(`r.${named.name}`)} IN (SELECT ${sql.ref(named.name)} FROM asked)` : sql`true`;
  const lastOf = until === undefined ? sql`NULL::date` : sql.ref(`r.${until}`);
  const holdsOn = (day: RawBuilder<unknown>) => sql`(d.last IS NULL OR d.last >= ${day})`;
  const isOver = sql`(d.next <= ${today} OR d.last < ${today})`;
  const [fromToday, fromPast] =
    takenBy === 'model' ? ['sheet_model_today', 'sheet_model_past'] : ['sheet_from_today', 'sheet_from_past'];
  const atOnce: [RawBuilder<unknown>, RawBuilder<unknown>][] = confirm
    ? []
    : [
        [sql`d.day = ${today} AND NOT coalesce(${isOver}, false)`, note(fromToday)],
        [sql`d.day < ${today} AND NOT coalesce(${isOver}, false)`, note(fromPast)],
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
  const listed = (subject: readonly RawBuilder<unknown>[], ...rest: RawBuilder<unknown>[]) =>
    sql.join([...subject, ...rest]);
  const bySubject = names.length === 0 ? sql`` : sql`PARTITION BY ${sql.join(names)}`;
  // one sorting of what is asked with what is there: no row looks for its neighbours by itself
  const { rows } = await sql<{ row: number; notes: FieldFault[] }>`
    WITH asked AS MATERIALIZED (${asked}),
    days AS (
      SELECT ${listed(names, sql`day, last, row, NULL::integer AS id`)} FROM asked UNION ALL
      SELECT ${listed(
        columns.map(({ name }) => sql.ref(`r.${name}`)),
        sql`r.valid_from, ${lastOf}, NULL, r.id`,
      )} FROM ${sql.table(table.name)} r WHERE ${countsOn('r')} AND ${seen(user)} AND ${among}),
    d AS MATERIALIZED (
      SELECT row, day, last, lead(day) OVER w AS next, lag(day) OVER w AS before, lag(last) OVER w AS before_last
      FROM days WINDOW w AS (${bySubject} ORDER BY day, row NULLS FIRST, id))
    SELECT d.row, jsonb_agg(n.note ORDER BY n.at) AS notes FROM d, LATERAL (VALUES
      ${sql.join(notes.map(([holds, words], at) => sql`(${sql.lit(at)}, ${holds}, ${words})`))}) AS n (at, holds, note)
    WHERE d.row IS NOT NULL AND n.holds GROUP BY d.row ORDER BY d.row`.execute(db);
  return rows;
}

interface AskedDay {
  readonly valid_from: string;
  readonly last?: string;
  readonly [subject: string]: unknown;
}

/** The call of a revision that is being written: it says nothing of what is refused. */
export const notesCall = (among: Among): Implementation =>
  implement(among.setting.calls.notes, {
    async handle(context) {
      const reader = context as typeof context & Asker;
      const query = context.query as unknown as AskedDay;
      const { valid_from: day, last = null } = query;
      const isTurned = last !== null && last < day;
      const isNone = Object.keys(startFaults(among.setting, query, context.now)).length > 0;
      if (isTurned || isNone || (await revisionFacts(reader.db, day)).monthClosed) return { data: [] };
      const subject = subjectOf(among.setting).map(
        ({ name, type }) => sql`${query[name] ?? null}::${type} AS ${sql.ref(name)}, `,
      );
      const asked = sql`SELECT ${sql.join(subject, sql``)}${day}::date AS day, ${last}::date AS last, 1 AS row`;
      const rows = await notesOf(reader, among, asked);
      const notes = rows.flatMap((row) => row.notes);
      return { data: notes.map(({ key, values }) => say(context.language, `fields.${key}`, values)) };
    },
  });
