/** What is in force of subjects on days, each of its own: what rows of a file are compared with. */
import { sql } from 'kysely';
import { VALID_FROM } from '../../contract/sheet.ts';
import { countsOn } from '../settings/revisions.ts';
import type { Found, Reader, ServedSetting } from '../settings/serve.ts';
import { subjectOf } from '../settings/table.ts';
import type { Body } from './importable.ts';

/** A subject and a day, as a revision would be sent. */
export interface AskedDay {
  readonly row: number;
  readonly body: Body;
}

/** The revisions by row, planned ones too; a row is left out where nothing holds on its day. */
export async function inForceOn(
  reader: Reader,
  { setting, table, read }: Pick<ServedSetting, 'setting' | 'table' | 'read'>,
  asked: readonly AskedDay[],
): Promise<Map<number, Found>> {
  const { until } = setting.spec;
  const columns = subjectOf(setting);
  const days = asked.map(({ row, body }) => ({
    row,
    day: body[VALID_FROM],
    ...Object.fromEntries(columns.map(({ name }) => [name, body[name] ?? null])),
  }));
  const same = columns.map(({ name, mayBeEmpty }) => {
    const [had, own] = [sql.ref(`r.${name}`), sql.ref(`a.${name}`)];
    return mayBeEmpty ? sql`${had} IS NOT DISTINCT FROM ${own}` : sql`${had} = ${own}`;
  });
  const { rows } = await sql<{ row: number; id: number }>`
    SELECT a.row, o.id FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS a(row integer, day date,
      ${sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${type}`))})
    JOIN LATERAL (SELECT r.id FROM ${sql.table(table.name)} r
      WHERE ${sql.join([...same, countsOn('r'), sql`r.valid_from <= a.day`], sql` AND `)}
      ORDER BY r.valid_from DESC, r.id DESC LIMIT 1) o ON true`.execute(reader.db);
  const found = new Map((await read(reader, [...new Set(rows.map(({ id }) => id))])).map((one) => [one.id, one]));
  const bodies = new Map(asked.map(({ row, body }) => [row, body]));
  return new Map(
    rows.flatMap(({ row, id }): [number, Found][] => {
      const revision = found.get(id);
      const last = until === undefined ? null : revision?.[until];
      const isOver = typeof last === 'string' && last < String(bodies.get(row)?.[VALID_FROM]);
      return revision === undefined || isOver ? [] : [[row, revision]];
    }),
  );
}
