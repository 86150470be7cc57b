/** The figures of a declared setting on a day, for the documents that take them. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { snake } from '../../contract/directory/directory.ts';
import { type Sent, sentName } from '../../contract/directory/fields.ts';
import type { AnySetting, FigureFields, InForce, Setting, SubjectFields } from '../../contract/setting/setting.ts';
import type { Schema } from '../db/schema.ts';
import { withChildren } from '../directory/children.ts';
import { columnsOf, selected } from '../directory/columns.ts';
import { childrenOf, joined } from '../directory/table.ts';
import { titleIn } from '../directory/targets.ts';
import { countsOn } from './revisions.ts';
import { subjectColumns } from './table.ts';

/**
 * The revision of every subject that is in force on a day, as a subquery: for many subjects in one statement.
 * @param day or what selects it
 */
export function inForceOf(setting: unknown, day: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const { spec } = setting as AnySetting;
  const subject = sql.join(subjectColumns(setting as AnySetting).map((column) => sql.ref(`r.${column}`)));
  const latest = sql`(SELECT DISTINCT ON (${subject}) r.* FROM ${sql.table(snake(spec.name))} r
    WHERE ${countsOn('r')} AND r.valid_from <= ${day}::date ORDER BY ${subject}, r.valid_from DESC, r.id DESC)`;
  if (spec.until === undefined) return latest;
  const last = sql.ref(`l.${spec.until}`);
  return sql`(SELECT * FROM ${latest} l WHERE ${last} IS NULL OR ${last} >= ${day}::date)`;
}

/** What is in force of a subject on a day, with the id of the revision that a document keeps (V13); null: nothing. */
export async function inForce<N extends string, S extends SubjectFields, F extends FigureFields>(
  db: Kysely<Schema>,
  { spec }: Pick<Setting<N, S, F>, 'spec'>,
  subject: Sent<S>,
  day: string,
): Promise<InForce<F> | null> {
  const sent = subject as Readonly<Record<string, unknown>>;
  const same = Object.entries(spec.subject as SubjectFields).map(([name, field]) => {
    const [column] = columnsOf(name, field);
    return sql`${sql.ref(`r.${column?.name}`)} IS NOT DISTINCT FROM ${sent[sentName(name, field)] ?? null}`;
  });
  const figures = Object.entries(spec.fields as FigureFields).flatMap(([name, field]) =>
    field.kind === 'refs'
      ? []
      : [sql`${selected(name, field, (to, alias) => titleIn(to, alias, 'uz'))} AS ${sql.ref(name)}`],
  );
  const table = snake(spec.name);
  const { rows } = await sql<InForce<F>>`
    SELECT r.id, r.valid_from, ${sql.join(figures)}
    FROM ${sql.table(table)} r ${joined(spec.fields)}
    WHERE ${sql.join([...same, countsOn('r'), sql`r.valid_from <= ${day}::date`], sql` AND `)}
    ORDER BY r.valid_from DESC, r.id DESC LIMIT 1`.execute(db);
  const children = childrenOf(table, spec.fields);
  const [latest] = await withChildren(db, { name: table, children }, spec.fields, rows, 'uz');
  // after its last day nothing is in force, not even what it had superseded
  const last = spec.until && (latest as Readonly<Record<string, unknown>> | undefined)?.[spec.until];
  return latest === undefined || (typeof last === 'string' && last < day) ? null : latest;
}
