/**
 * Two records of a directory that are one. Records that refer to the double are changed to refer to the other one, each by
 * a step of its own; then nothing uses the double, and it is archived. What dated settings and past documents name keeps
 * its name.
 */
import { sql } from 'kysely';
import { sentName } from '../../contract/directory/fields.ts';
import type { Writer } from '../directory/reader.ts';
import { bodyOfRecord, type FoundRecord } from '../directory/records.ts';
import { type Served, servedDirectories } from '../directory/serve.ts';
import { foreignKeysTo } from '../directory/uses.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalidField, Refusal } from '../http/refusal.ts';

/** Directories with a field that refers to the one of `table`: the field, and the column in their tables. */
async function referring({ db }: Writer, own: Served) {
  const keys = await foreignKeysTo(db, own.table);
  return servedDirectories().flatMap((served) =>
    Object.entries(served.directory.spec.fields)
      .filter(
        ([name, field]) =>
          field.kind === 'ref' &&
          keys.some(({ table, column }) => table === served.table.name && column === `${name}_id`),
      )
      .map(([name, field]) => ({ served, column: `${name}_id`, sent: sentName(name, field) })),
  );
}

/** Each record that refers to the double, by its own step. */
async function moveReferences(writer: Writer, own: Served, from: FoundRecord, into: FoundRecord): Promise<void> {
  const { db } = writer;
  for (const { served, column, sent } of await referring(writer, own)) {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${sql.table(served.table.name)} WHERE ${sql.ref(column)} = ${from.id} AND active ORDER BY id`.execute(
      db,
    );
    for (const { id } of rows) {
      const record = await served.find(writer, id, true);
      try {
        await served.change(writer, record, { ...bodyOfRecord(served.directory, record), [sent]: into.id });
      } catch (error) {
        const other = error instanceof Refusal ? Object.values(error.extra.fields ?? {})[0]?.[0] : undefined;
        // both have a record of one name: those are doubles themselves, and come first
        if (other?.key !== 'taken') throw error;
        throw invalidField('into_id', 'doubles_below', { other: String(other.values?.other), id: String(id) });
      }
    }
  }
}

/** The kit's calls are known by their parts alone: each of these has the id of the double in its address. */
const idOf = ({ params }: { params: object }): number => (params as { id: number }).id;

const mergeOf = (served: Served): Implementation =>
  implement(served.directory.calls.merge, {
    record: (context) => served.find(context as unknown as Writer, idOf(context), true),
    async handle(context) {
      const writer = context as unknown as Writer & { ifMatch?: number };
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
