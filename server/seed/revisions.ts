/** Revisions of dated settings in the demo, with the steps that their calls would have left. */
import { sql } from 'kysely';
import { snake } from '../../contract/directory/directory.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import type { Trx } from '../db/open.ts';
import { subjectColumns, tableOfSetting } from '../settings/table.ts';
import { daysBefore } from './columns.ts';
import { demoPeople } from './people.ts';

/** A revision, by the days ago from which it holds; of tomorrow and later it is planned. */
export interface DemoRevision {
  daysAgo: number;
  status?: 'draft' | 'superseded';
  /** Columns of subject and figures; of a field that names several records their ids. */
  values: Readonly<Record<string, unknown>>;
}

/** Days ago from which that holds which the chain began with, before its first day whenever that was. */
export const FOUNDED = 900;

/** The id of a record by its Uzbek name. */
export const idOf = (table: string, name: string) =>
  sql`(SELECT id FROM ${sql.table(table)} WHERE name_uz = ${name} ORDER BY id LIMIT 1)`;
export const category = (name: string) => ({ category_id: idOf('product_category', name) });
export const since = (daysAgo: number, values: DemoRevision['values']): DemoRevision => ({ daysAgo, values });

/** Confirms what the director writes: the first accountant. */
const settlerId = (): number => demoPeople().findIndex(({ position }) => position === 'Buxgalter') + 1;

/** The first of a month: of the month of a past day, or of the next one for what is planned. */
function monthStart(today: string, daysAgo: number): string {
  const month = daysBefore(today, Math.max(daysAgo, 0)).slice(0, 7);
  return daysAgo < 0 ? `${daysBefore(`${month}-01`, -31).slice(0, 7)}-01` : `${month}-01`;
}

export async function seedRevisions(
  trx: Trx,
  setting: AnySetting,
  revisions: readonly DemoRevision[],
  today: string,
): Promise<void> {
  const { spec } = setting;
  const table = snake(spec.name);
  const { children } = tableOfSetting(setting);
  for (const { daysAgo, status = daysAgo < 0 ? 'planned' : 'valid', values } of revisions) {
    const columns: [string, unknown][] = Object.entries({
      ...Object.fromEntries(Object.entries(values).filter(([name]) => !(name in children))),
      status,
      valid_from: spec.starts === 'month' ? monthStart(today, daysAgo) : daysBefore(today, daysAgo),
      created_by: 1,
    });
    const { rows } = await sql<{
      id: number;
    }>`INSERT INTO ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))}, created_at)
      VALUES (${sql.join(columns.map(([, value]) => sql`${value}`))},
        ${daysBefore(today, Math.max(daysAgo, 0) + 7)}::date + interval '10 hours') RETURNING id`.execute(trx);
    for (const [name, { table: child, own, other }] of Object.entries(children))
      for (const one of (values[name] as readonly unknown[] | undefined) ?? [])
        await sql`INSERT INTO ${sql.table(child)} (${sql.ref(own)}, ${sql.ref(other)})
          VALUES (${rows[0]?.id}, ${one})`.execute(trx);
  }
  await logRevisions(trx, {
    table,
    kind: spec.name,
    subject: subjectColumns(setting),
    ...(spec.confirm && { settler: settlerId() }),
  });
}

/**
 * The steps of revisions that were inserted as they are: settled the day after they were written (by a second person where
 * the setting wants one), started and superseded by the server in the night of their day.
 */
export async function logRevisions(
  trx: Trx,
  { table, kind, subject, settler }: { table: string; kind: string; subject: readonly string[]; settler?: number },
): Promise<void> {
  const same = subject.map((column) => sql`n.${sql.ref(column)} IS NOT DISTINCT FROM m.${sql.ref(column)}`);
  const later = sql.join([...same, sql`n.valid_from > m.valid_from`], sql` AND `);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, user_id, at)
    SELECT ${kind}, m.id, 'settingRevision', s.event, s.before, s.after, CASE s.place WHEN 1 THEN m.created_by WHEN 2 THEN coalesce(${settler ?? null}::integer, m.created_by) END,
           CASE s.place WHEN 1 THEN m.created_at WHEN 2 THEN m.created_at + interval '1 day'
             WHEN 3 THEN m.valid_from::timestamptz
             ELSE (SELECT min(n.valid_from) FROM ${sql.table(table)} n WHERE ${later})::timestamptz END
    FROM ${sql.table(table)} m
    JOIN (VALUES
      (1, 'revision.create', NULL, 'draft'),
      (2, 'revision.plan', 'draft', 'planned'),
      (3, 'revision.start', 'planned', 'valid'),
      (4, 'revision.supersede', 'valid', 'superseded')
    ) AS s (place, event, before, after)
      ON s.place = 1 OR (s.place = 2 AND m.status <> 'draft') OR (s.place = 3 AND m.status IN ('valid', 'superseded'))
        OR (s.place = 4 AND m.status = 'superseded')
    ORDER BY m.id, s.place`.execute(trx);
}
