/**
 * Two records of a directory that are one. Records that refer to the double are changed to refer to the other one, each by
 * a step of its own, and to what that one stands below; then nothing uses the double, and it is archived. What dated
 * settings and past documents name keeps its name.
 */
import { sql } from 'kysely';
import { type Chosen, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { takenBy } from '../directory/checks.ts';
import { loggedFields } from '../directory/columns.ts';
import { publicRecord } from '../directory/persons.ts';
import type { Writer } from '../directory/reader.ts';
import { bodyOfRecord, type FoundRecord, readRecords } from '../directory/records.ts';
import { type Served, servedDirectories } from '../directory/serve.ts';
import { foreignKeysTo } from '../directory/uses.ts';
import { changesOf } from '../documents/records.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalidField, Refusal } from '../http/refusal.ts';

/** A field that refers to the directory of the double, and what stands in its place where it names the double. */
interface Moved {
  readonly name: string;
  readonly sent: string;
  /** Fields beside it that name what the double stands below: they follow where they say the same. */
  readonly above: readonly { readonly name: string; readonly sent: string; readonly of: string }[];
}

type Body = Readonly<Record<string, number>>;
interface Change {
  readonly record: FoundRecord;
  readonly body: Body;
}

const idIn = (record: FoundRecord, name: string): number | undefined => (record[name] as Chosen | null)?.id;

/** Directories with fields that refer to the one of `table`. */
async function referring({ db }: Writer, own: Served): Promise<{ served: Served; moved: Moved[] }[]> {
  const keys = await foreignKeysTo(db, own.table);
  const parents = Object.entries(own.directory.spec.fields).flatMap(([name, field]) =>
    field.kind === 'ref' ? [{ name, to: field.to }] : [],
  );
  return servedDirectories().flatMap((served) => {
    const { fields } = served.directory.spec;
    const moved = Object.entries(fields).flatMap(([name, field]): Moved[] => {
      const isKey = keys.some(({ table, column }) => table === served.table.name && column === `${name}_id`);
      if (field.kind !== 'ref' || !isKey) return [];
      // `actual_village` stands beside `actual_region`
      const above = parents.flatMap(({ name: of, to }) => {
        const beside = name.replace(new RegExp(`${own.directory.spec.name}$`), of);
        const other = fields[beside];
        return beside !== name && other?.kind === 'ref' && other.to === to
          ? [{ name: beside, sent: sentName(beside, other), of }]
          : [];
      });
      return [{ name, sent: sentName(name, field), above }];
    });
    return moved.length === 0 ? [] : [{ served, moved }];
  });
}

/** What a record refers to once the double is the other one. */
function movedBody(record: FoundRecord, moved: readonly Moved[], from: FoundRecord, into: FoundRecord): Body {
  const body: Record<string, number> = {};
  for (const { name, sent, above } of moved) {
    if (idIn(record, name) !== from.id) continue;
    body[sent] = into.id;
    for (const one of above)
      if (idIn(record, one.name) === idIn(from, one.of)) body[one.sent] = idIn(into, one.of) as number;
  }
  return body;
}

/** Both have a record of one name: those are doubles themselves, and come first. */
async function requireOnce({ db, language }: Writer, { directory, table }: Served, changes: readonly Change[]) {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`${table.name} once`}))`.execute(db);
  for (const [name, field] of Object.entries(directory.spec.fields)) {
    const { unique } = optionsOf(field);
    const within = typeof unique === 'string' ? directory.spec.fields[unique] : undefined;
    if (within === undefined) continue;
    for (const { record, body } of changes) {
      if (body[sentName(unique as string, within)] === undefined) continue;
      const whole = { ...bodyOfRecord(directory, record), ...body };
      const other = await takenBy(db, {
        ...{ directory, table, name, field, body: whole, before: record, id: record.id, language },
      });
      if (other) throw invalidField('into_id', 'doubles_below', { other: other.title, id: String(record.id) });
    }
  }
}

/**
 * The records that refer to the double, all at once, each with its version and its line of the log. Nobody saw their
 * versions: `If-Match` is that of the double. What else they hold is as it was, and is not asked again; that they change
 * follows from the right to merge.
 */
async function moveReferences(writer: Writer, own: Served, from: FoundRecord, into: FoundRecord): Promise<void> {
  const { db, language } = writer;
  for (const { served, moved } of await referring(writer, own)) {
    const { directory, table, lifecycle } = served;
    const named = sql.join(
      moved.map(({ name }) => sql`${sql.ref(`${name}_id`)} = ${from.id}`),
      sql` OR `,
    );
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${sql.table(table.name)} WHERE (${named}) AND active ORDER BY id FOR UPDATE`.execute(db);
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    const records = await readRecords(db, directory, table, ids, language);
    const changes = records.map((record) => ({ record, body: movedBody(record, moved, from, into) }));
    await requireOnce(writer, served, changes);
    const fields = Object.entries(directory.spec.fields);
    const logged = (record: FoundRecord) => loggedFields(fields, publicRecord(directory, record));
    await lifecycle.takeMany(writer, records, 'record.update', async (write) => {
      await write(new Map(changes.map(({ record, body }) => [record.id, { ...body, updated_at: writer.now }])));
      const after = await readRecords(db, directory, table, ids, language);
      return new Map(
        after.map((record, at) => [record.id, changesOf(logged(records[at] as FoundRecord), logged(record))]),
      );
    });
  }
}

/** The kit's calls are known by their parts alone: each of these has the id of the double in its address. */
const idOf = ({ params }: { params: object }): number => (params as { id: number }).id;

const mergeOf = (served: Served): Implementation =>
  implement(served.directory.calls.merge, {
    record: (context) => served.find(context as unknown as Writer, idOf(context), true),
    async handle(context) {
      const writer = context as unknown as Writer;
      const { into_id } = context.body as unknown as { into_id: number };
      const { record } = context;
      if (into_id === record.id) throw invalidField('into_id', 'double_of_itself');
      const into = await served.find(writer, into_id, true).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 404) throw invalidField('into_id', 'reference');
        throw error;
      });
      if (!into.active) throw invalidField('into_id', 'reference');
      await moveReferences(writer, served, record, into);
      await served.lifecycle.take(writer, record, 'record.archive', async () => ({ merged_into: into.id }));
      return { data: (await served.lifecycle.answer(writer, await served.find(writer, record.id))) as never };
    },
  });

/** The calls that merge doubles, of the directories that declare them. */
export const mergeCalls = (): Implementation[] =>
  servedDirectories()
    .filter(({ directory }) => directory.spec.doubles)
    .map(mergeOf);
