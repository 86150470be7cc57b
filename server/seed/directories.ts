/** Records of declared directories in the demo, with the log lines that their calls would have left. */
import { sql } from 'kysely';
import { type AnyStateMachine, transition } from 'xstate';
import { statesOf } from '../../contract/directory/chart.ts';
import { type Chosen, type Field, isList } from '../../contract/directory/fields.ts';
import type { Trx } from '../db/open.ts';
import { loggedFields, written } from '../directory/columns.ts';
import { publicRecord } from '../directory/persons.ts';
import { keyOfRecord } from '../directory/search.ts';
import { servedDirectories } from '../directory/serve.ts';
import { isSearched } from '../directory/table.ts';
import { changesOf } from '../documents/records.ts';
import '../directories/index.ts';

/** A record by its fields; a reference is `{ id, title }`. Of an own chart `steps` has the events that it took since. */
export type Seeded = Readonly<Record<string, unknown>>;

/** Ids begin with 1, in the order of the records; all were added by who directs, one after another from `at` on. */
export async function seedDirectory(trx: Trx, name: string, records: readonly Seeded[], at: Date): Promise<void> {
  const served = servedDirectories().find(({ directory }) => directory.spec.name === name);
  if (!served) throw new Error(`There is no directory ${name}`);
  const { directory, table, lifecycle } = served;
  const { chart } = directory.spec;
  const first = chart ? statesOf(chart)[0] : 'active';
  const fields: [string, Field][] = Object.entries(directory.spec.fields);
  const made = records.map((record, index) => {
    const values = Object.fromEntries(
      fields.map(([field, { kind }]) => [field, record[field] ?? (isList({ kind }) ? [] : null)]),
    );
    const columns = fields.map(([field, declared]) =>
      written(field, declared, declared.kind === 'ref' ? (values[field] as Chosen | null)?.id : values[field]),
    );
    const steps = walked(lifecycle.machine, first, (record.steps ?? []) as readonly string[]);
    return {
      values,
      steps,
      row: {
        ...Object.assign({}, ...columns),
        id: index + 1,
        ...(isSearched(directory) && { search_key: keyOfRecord(directory, values) }),
        ...(chart && { status: steps.at(-1)?.after ?? first, version: 1 + steps.length }),
        created_by: 1,
        created_at: new Date(at.getTime() + index * 1000).toISOString(),
      } as Record<string, unknown>,
    };
  });
  const columns = sql.join([...new Set(made.flatMap(({ row }) => Object.keys(row)))].map((column) => sql.ref(column)));
  const rows = JSON.stringify(made.map(({ row }) => row));
  await sql`INSERT INTO ${sql.table(table.name)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table.name)}, ${rows}::jsonb)`.execute(trx);
  for (const [field, child] of Object.entries(table.children)) {
    const pairs = made.flatMap(({ row, values }) =>
      (values[field] as readonly Chosen[]).map((one) => [row.id as number, one.id] as const),
    );
    await sql`INSERT INTO ${sql.table(child.table)} (${sql.ref(child.own)}, ${sql.ref(child.other)})
      SELECT * FROM unnest(${pairs.map(([own]) => own)}::integer[], ${pairs.map(([, other]) => other)}::integer[])`.execute(
      trx,
    );
  }
  for (const [field, { table: lineTable, own, fields: columnsOfLine }] of Object.entries(table.lines)) {
    const sent = made.flatMap(({ row, values }) =>
      (values[field] as readonly object[]).map((line) => ({ ...line, [own]: row.id })),
    );
    const named = sql.join([own, ...Object.keys(columnsOfLine)].map((column) => sql.ref(column)));
    await sql`INSERT INTO ${sql.table(lineTable)} (${named})
      SELECT ${named} FROM jsonb_populate_recordset(NULL::${sql.table(lineTable)}, ${JSON.stringify(sent)}::jsonb)`.execute(
      trx,
    );
  }
  const lines = made.flatMap(({ row: { id, created_at }, values, steps }) => [
    {
      id,
      at: created_at,
      event: chart?.begins ?? 'record.create',
      before: null,
      after: first,
      payload: changesOf({}, loggedFields(fields, publicRecord(directory, values))),
    },
    // an hour later each
    ...steps.map((step, index) => ({
      ...{ id, payload: {}, ...step },
      at: new Date(Date.parse(String(created_at)) + (index + 1) * 3_600_000).toISOString(),
    })),
  ]);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, payload, user_id, at)
    SELECT ${name}, l.id, ${lifecycle.machine.id}, l.event, l.before, l.after, l.payload, 1, l.at
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS l (id integer, event text, before text, after text, payload jsonb, at timestamptz)
    ORDER BY l.at, l.id`.execute(trx);
  await sql`SELECT setval(pg_get_serial_sequence(${table.name}, 'id'), ${records.length}::bigint)`.execute(trx);
}

/** Steps of a chart, each with the states that it leads from and to. */
function walked(machine: AnyStateMachine, first: string, events: readonly string[]) {
  let state = first;
  return events.map((event) => {
    const before = state;
    const [next] = transition(machine, machine.resolveState({ value: before, context: {} }), { type: event });
    state = next.value as string;
    return { event, before, after: state };
  });
}

/** Records of one directory to be referred to by another: by their place in the list. */
export const referredTo = (titles: readonly string[]): Chosen[] => titles.map((title, at) => ({ id: at + 1, title }));
