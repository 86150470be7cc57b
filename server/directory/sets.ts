/**
 * Many records of a directory written at once: each is left as its own call would leave it, in a few statements for all. What
 * cannot be said of all of them together is refused as a whole, before anything is written; one by one each has its reason.
 */
import { type Kysely, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Chosen, type Field, type FieldOf, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { alikeIn, type Columns, rowsOf } from '../db/rows.ts';
import type { Schema } from '../db/schema.ts';
import { changesOf } from '../documents/records.ts';
import { Refusal } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { areTaken, areUnknown, storedValue } from './checks.ts';
import { writeChildrenOf } from './children.ts';
import { loggedFields, written } from './columns.ts';
import { frozenFaults, frozenIn, officeFaults } from './frozen.ts';
import type { Change, Hooks } from './hooks.ts';
import type { RecordLifecycle } from './lifecycle.ts';
import type { Reader, Writer } from './reader.ts';
import { type FoundRecord, readRecords } from './records.ts';
import { faultsOfValues } from './rightFields.ts';
import { keyOfRecord } from './search.ts';
import { type DirectoryTable, isSearched } from './table.ts';

type Db = Kysely<Schema>;
type Body = Readonly<Record<string, unknown>>;
type OneChange = Change<FoundRecord, Body>;

/** Rows that are not written together: one of them is refused, or says something that only its own step can judge. */
export class NotTogether extends Error {}

export interface Sets {
  /** New records. @returns their ids, in the order of the bodies @throws NotTogether, Refusal */
  readonly make: (writer: Writer, bodies: readonly Body[]) => Promise<number[]>;
  /** Changes records that are held. @returns their new versions by id @throws NotTogether, Refusal */
  readonly change: (
    writer: Writer,
    changes: readonly { readonly record: FoundRecord; readonly body: Body }[],
  ) => Promise<ReadonlyMap<number, number>>;
  /** Archives records that are held. @throws Refusal where one of them is in use, or archived already */
  readonly archive: (writer: Writer, records: readonly FoundRecord[]) => Promise<void>;
}

interface Parts {
  readonly directory: AnyDirectory;
  readonly table: DirectoryTable;
  readonly hooks: Hooks<FoundRecord, Body, Body>;
  readonly lifecycle: RecordLifecycle;
  /** The field whose branch a record belongs to. */
  readonly scope: string | undefined;
  readonly branchOf: (record: FoundRecord) => number | null;
  readonly isOwn: (user: Reader['user'], branch: number | null) => boolean;
}

/** Columns that have a value of their own where an INSERT does not name them. */
const defaults = new Map<string, Promise<ReadonlySet<string>>>();

function defaultsOf(db: Db, table: string): Promise<ReadonlySet<string>> {
  const found =
    defaults.get(table) ??
    sql<{ name: string }>`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND atthasdef AND attgenerated = '' AND NOT attisdropped`
      .execute(db)
      .then(({ rows }) => new Set(rows.map(({ name }) => name)));
  defaults.set(table, found);
  found.catch(() => defaults.delete(table));
  return found;
}

async function newIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::integer AS id FROM generate_series(1, ${count}::integer)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * What a set of changes does; none of a directory whose new records have more than their fields say, or whose values other
 * tables than its own hold.
 */
export function directorySets(parts: Parts): Sets | undefined {
  const { directory, table, hooks, lifecycle, scope } = parts;
  const { spec } = directory;
  const mixed = (hooks.refuse ?? hooks.wrongIn) !== undefined && hooks.acceptsMany === undefined;
  const own = spec.chart !== undefined || spec.tree !== undefined || hooks.begin !== undefined || mixed;
  const fields: [string, Field][] = Object.entries(spec.fields);
  const elsewhere = table.held !== undefined || fields.some(([, { kind }]) => kind === 'rows' || kind === 'secret');
  if (own || elsewhere) return undefined;
  const once = fields.filter(([, field]) => optionsOf(field).unique !== undefined);
  const logged = (record: FoundRecord): LoggedFields => loggedFields(fields, record);

  async function areOfBranches({ db, user }: Writer, changes: readonly OneChange[]): Promise<boolean> {
    if (scope === undefined) return true;
    const named = new Set<number>();
    for (const { body, before } of changes) {
      const had = before === null ? null : parts.branchOf(before);
      const sent = body[`${scope}_id`] as number | null | undefined;
      const branch = sent === undefined ? had : sent;
      if (!parts.isOwn(user, branch)) return false;
      if (branch !== null && branch !== had) named.add(branch);
    }
    return !(await areUnknown(db, (spec.fields[scope] as FieldOf<'ref'>).to, [...named]));
  }

  async function areFree({ db, user }: Writer, changes: readonly OneChange[]): Promise<boolean> {
    const records = changes.flatMap(({ before }) => (before === null ? [] : [before]));
    const many = records.length === 0 ? undefined : await hooks.freezeMany?.(db, records);
    for (const { body, before } of changes) {
      const faults = officeFaults(user, spec.fields, body, before);
      if (before !== null) {
        const freeze = many === undefined ? hooks.freeze : async () => many.get(before.id) ?? {};
        const frozen = await frozenIn(spec.fields, freeze, { db, user }, before);
        Object.assign(faults, frozenFaults(spec.fields, frozen, body, before));
      }
      if (Object.keys(faults).length > 0) return false;
    }
    return true;
  }

  /** Whether everything that the changes refer to may be chosen. */
  async function areReferred(db: Db, changes: readonly OneChange[]): Promise<boolean> {
    for (const [name, field] of fields) {
      if (name === scope || (field.kind !== 'ref' && field.kind !== 'refs' && field.kind !== 'image')) continue;
      const added = changes.flatMap(({ body, before }) => {
        const sent = body[sentName(name, field)];
        const had = new Set([before?.[name] ?? []].flat().map((one) => (one as Chosen).id));
        return [sent ?? []].flat().filter((id) => !had.has(id as number)) as number[];
      });
      if (added.length === 0) continue;
      // whose picture it may be is asked of each
      if (field.kind === 'image' || (await areUnknown(db, field.to, added))) return false;
    }
    return true;
  }

  /** Whether no value that must be there once is another record's, or stands in two of the changes. */
  async function areOnce(db: Db, changes: readonly OneChange[]): Promise<boolean> {
    for (const [name, field] of once) {
      const { unique } = optionsOf(field);
      const within = typeof unique === 'string' ? { name: unique, field: spec.fields[unique] as Field } : undefined;
      const sent = changes.flatMap(({ id, body, before }) => {
        const value = body[sentName(name, field)];
        if (value === undefined || value === null) return [];
        const scoped = within === undefined ? null : storedValue(body, before, within.name, within.field);
        return [{ id, columns: written(name, field, value), scoped: scoped as number | null }];
      });
      if (sent.length > 0 && (await areTaken(db, { table, name, field, within, sent }))) return false;
    }
    return true;
  }

  async function areAccepted(writer: Writer, changes: readonly OneChange[]): Promise<boolean> {
    const { refuse, acceptsMany = 'each' } = hooks;
    if (acceptsMany !== 'each') return acceptsMany(writer, changes);
    for (const change of changes) {
      const faults = {
        ...(await refuse?.(writer, change)),
        ...(await faultsOfValues(hooks, writer, change.id, change.body)),
      };
      if (Object.keys(faults).length > 0) return false;
    }
    return true;
  }

  async function requireAll(writer: Writer, changes: readonly OneChange[]): Promise<void> {
    const { db } = writer;
    if (!(await areOfBranches(writer, changes)) || !(await areFree(writer, changes))) throw new NotTogether();
    if (once.length > 0) await sql`SELECT pg_advisory_xact_lock(hashtext(${`${table.name} once`}))`.execute(db);
    if (!(await areAccepted(writer, changes)) || !(await areReferred(db, changes)) || !(await areOnce(db, changes)))
      throw new NotTogether();
  }

  /** Columns of a change; its search key where it is made of its own words alone. */
  function columnsIn({ body, before }: OneChange): Columns {
    const own = Object.assign({}, ...fields.map(([name, field]) => written(name, field, body[sentName(name, field)])));
    if (!isSearched(directory) || hooks.words !== undefined) return own;
    const sent = fields.flatMap(([name, field]) => {
      const value = body[sentName(name, field)];
      return value === undefined ? [] : [[name, value]];
    });
    return { ...own, search_key: keyOfRecord(directory, { ...before, ...Object.fromEntries(sent) }) };
  }

  /** After the columns: child rows, what the hook writes, words of others; then the records as they are now. */
  async function writeRest(writer: Writer, changes: readonly (OneChange & { id: number })[]): Promise<FoundRecord[]> {
    const { db, language } = writer;
    const ids = changes.map(({ id }) => id);
    await writeChildrenOf(db, table, changes);
    if (hooks.writeMany !== undefined) await hooks.writeMany(writer, changes);
    else for (const change of changes) await hooks.write?.(writer, change.id, change);
    const records = await readRecords(db, directory, table, ids, language);
    if (records.length < ids.length) throw new NotTogether();
    if (isSearched(directory) && hooks.words !== undefined) {
      const words = await hooks.wordsMany?.(db, ids);
      const keys: string[] = [];
      for (const record of records)
        keys.push(keyOfRecord(directory, record, words?.get(record.id) ?? (await hooks.words(db, record.id))));
      await sql`UPDATE ${sql.table(table.name)} t SET search_key = w.key
        FROM unnest(${ids}::integer[], ${keys}::text[]) AS w (id, key) WHERE t.id = w.id`.execute(db);
    }
    return records;
  }

  return {
    async make(writer, bodies) {
      const { db, user, now } = writer;
      const made = await lifecycle.createMany({ db, user, now }, 'record.create', async () => {
        await requireAll(
          writer,
          bodies.map((body) => ({ id: null, body, before: null })),
        );
        const ids = await newIds(db, table.name, bodies.length);
        const changes = bodies.map((body, at) => ({ id: ids[at] as number, body, before: null }));
        const valued = await defaultsOf(db, table.name);
        const empty = Object.fromEntries(table.columns.flatMap(({ name }) => (valued.has(name) ? [] : [[name, null]])));
        const rows = changes.map((change) => ({
          ...empty,
          ...columnsIn(change),
          id: change.id,
          created_by: user.id,
          created_at: now,
        }));
        for (const alike of alikeIn(rows)) {
          const names = sql.join(Object.keys(alike[0] as Columns).map((name) => sql.ref(name)));
          await sql`INSERT INTO ${sql.table(table.name)} (${names}) SELECT ${names} FROM ${rowsOf(table.name, alike)}`.execute(
            db,
          );
        }
        const records = await writeRest(writer, changes);
        return records.map((record) => ({
          id: record.id,
          details: { ...changesOf({}, logged(record)), ...writer.note },
        }));
      });
      return made.map(({ id }) => id);
    },

    change(writer, sent) {
      const records = sent.map(({ record }) => record);
      const changes = sent.map(({ record, body }) => ({ id: record.id, body, before: record }));
      return lifecycle.takeMany(writer, records, 'record.update', async (write) => {
        await requireAll(writer, changes);
        await write(new Map(changes.map((one) => [one.id, { ...columnsIn(one), updated_at: writer.now }])));
        const after = await writeRest(writer, changes);
        return new Map(
          after.map((record, at) => [
            record.id,
            { ...changesOf(logged(records[at] as FoundRecord), logged(record)), ...writer.note },
          ]),
        );
      });
    },

    async archive(writer, records) {
      await lifecycle.takeMany(writer, records, 'record.archive', async (write) => {
        await write(new Map());
        return new Map(records.map(({ id }) => [id, { ...writer.note }]));
      });
    },
  };
}

/** What `work` does, or nothing at all where it is refused. */
async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  await sql`SAVEPOINT set_of_rows`.execute(db);
  try {
    const done = await work();
    await sql`RELEASE SAVEPOINT set_of_rows`.execute(db);
    return done;
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof NotTogether)) throw error;
    await sql`ROLLBACK TO SAVEPOINT set_of_rows`.execute(db);
    await sql`RELEASE SAVEPOINT set_of_rows`.execute(db);
    return undefined;
  }
}

/**
 * What `together` makes of all rows; where that is refused, of each half of them, down to what `alone` makes of one. So a
 * few rows that are refused do not have all others written one by one, and the first of them is the one that is found.
 * @param together left out: each row by itself
 */
export async function inHalves<T, R>(
  db: Db,
  rows: readonly T[],
  together: ((rows: readonly T[]) => Promise<R[]>) | undefined,
  alone: (row: T) => Promise<R>,
): Promise<R[]> {
  if (together !== undefined && rows.length > 1) {
    const done = await attempt(db, () => together(rows));
    if (done !== undefined) return done;
    const half = rows.length >> 1;
    const first = await inHalves(db, rows.slice(0, half), together, alone);
    return [...first, ...(await inHalves(db, rows.slice(half), together, alone))];
  }
  const done: R[] = [];
  for (const row of rows) done.push(await alone(row));
  return done;
}
