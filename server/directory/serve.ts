/**
 * The server side of a declared directory: list, record, history, writing, use, all derived; what is special is a hook by
 * name. Order of the answers of a write: unknown branch 422, foreign branch 403, then every other fault at once.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import type { FileInfo } from '../../contract/common.ts';
import {
  type AnyDirectory,
  type Directory,
  type DirectoryRow,
  ruleFor,
  updateOf,
} from '../../contract/directory/directory.ts';
import {
  type Answered,
  type Chosen,
  type Facts,
  type Field,
  type FieldOf,
  type Fields,
  type Line,
  optionsOf,
  type Sent,
  sentName,
} from '../../contract/directory/fields.ts';
import type { Attached } from '../../contract/document/attached.ts';
import type { StoredImage } from '../../contract/images.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { addImageOwner, mayUseImage } from '../documents/images.ts';
import { changesOf, documentHistory, lockRecord, recordHistory } from '../documents/records.ts';
import { recordShelf } from '../documents/shelf.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { forbidden, invalid, invalidField, notFound } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/spec.ts';
import { type LoggedFields, requireOpenDay } from '../lifecycle/stages.ts';
import type { ListDeclaration } from '../lists/declared.ts';
import { requireOffice } from '../people/rights.ts';
import { writeSecrets } from '../secrets/fields.ts';
import { attachedCalls } from './attached.ts';
import { areUnknown, takenBy, takenFault } from './checks.ts';
import { writeChildrenOf } from './children.ts';
import { loggedFields, written } from './columns.ts';
import { frozenFaults, frozenIn, officeFaults } from './frozen.ts';
import type { Faults, Hooks } from './hooks.ts';
import { eventOf, offered, type RecordLifecycle, recordLifecycle } from './lifecycle.ts';
import { unknownInLines } from './lineReferences.ts';
import { unknownLines, writeLines } from './lines.ts';
import { serveList } from './listing.ts';
import { makeDocument, stampDocument } from './papers.ts';
import { keepOpening, openedFiles, openedRecord, openingFiles, publicRecord } from './persons.ts';
import type { Reader, Writer } from './reader.ts';
import { type FoundRecord, readRecords, shownOf } from './records.ts';
import { asFarAsRight, branchFaults, faultsOfValues, rightFieldsOf, type Special } from './rightFields.ts';
import { keyOfRecord } from './search.ts';
import { directorySets, type Sets } from './sets.ts';
import { BRANCH, type DirectoryTable, isOfDocument, isSearched, tableOf } from './table.ts';
import { addTarget } from './targets.ts';
import { treeFaults } from './tree.ts';
import { type InUse, usedAmong, usedBy, wordsOfUse } from './uses.ts';

type Db = Kysely<Schema>;
type Body = Readonly<Record<string, unknown>>;

export type { Faults, Reader, Writer };

/** What other modules need of a served directory. */
export interface Served {
  readonly directory: AnyDirectory;
  readonly table: DirectoryTable;
  readonly list: ListDeclaration;
  readonly implementations: readonly Implementation[];
  /** The condition on `r` of what the person may see. */
  readonly visible: (user: SignedIn) => RawBuilder<unknown>;
  readonly branch: string | undefined;
  readonly lifecycle: RecordLifecycle;
  /** The record as the person sees it, or 404. */
  readonly find: (reader: Reader, id: number, lock?: boolean) => Promise<FoundRecord>;
  /** Those of its files that the reader may see. */
  readonly shownFiles: (reader: Reader, id: number, files: readonly FileInfo[]) => Promise<readonly FileInfo[]>;
  /** The record as its calls answer it. */
  readonly answer: (reader: Reader, record: FoundRecord) => Promise<unknown>;
  /** What is wrong with a body beside its shape, what it refers to and what is taken; nothing is thrown. */
  readonly special: Special;
  /** Changes a record as its call does. @returns its new version */
  readonly change: (writer: Writer & { ifMatch?: number }, record: FoundRecord, body: Body) => Promise<number>;
  /**
   * Changes a record by what another step allows: an approved request, an answer of a register. Fields that are written once
   * change too, the person needs no right to change records, and no version is compared. Faults of the values are thrown.
   */
  readonly correct: (writer: Writer, id: number, body: Body) => Promise<void>;
  /** Makes a record as its call does, and as one that has another call is made. */
  readonly make: (writer: Writer, body: Readonly<Record<string, unknown>>) => Promise<{ id: number; once?: object }>;
  /** A step of the server itself on a held record, or a part of another document's step; `take` of the event is what it does. */
  readonly takeOwn: (scene: Scene, id: number, event: string, body?: Body) => Promise<void>;
  /** The same of many records at once; none where each is written by itself. */
  readonly sets: Sets | undefined;
}

const idOf = (params: Readonly<Record<string, number>>): number => params.id as number;
const served: Served[] = [];
/** Every directory of the server: for the gallery, and for the tests that go over all of them. */
export const servedDirectories = (): readonly Served[] => served;

export function serveDirectory<N extends string, F extends Fields, E extends Facts>(
  declared: Directory<N, F, E>,
  hooks: Hooks<DirectoryRow<Directory<N, F, E>>, Sent<F>, Answered<E>> = {},
): Served {
  const directory = declared as unknown as AnyDirectory;
  // the kit works with fields by name, the hooks know their types
  const special = hooks as unknown as Hooks<FoundRecord, Body, Body>;
  const { spec, calls } = directory;
  const table = tableOf(directory, hooks);
  const fields: [string, Field][] = Object.entries(spec.fields);
  const scope = spec.document ? BRANCH : fields.find(([, field]) => optionsOf(field).scope)?.[0];
  addTarget(directory, table.name);

  const branchOf = (record: FoundRecord): number | null =>
    scope === undefined ? null : ((record[scope] as Chosen | null)?.id ?? null);
  const seesAll = (user: SignedIn) => user.office || allows(user.rules, `${spec.rule}.allshow`);
  /** `allshow` is for reading: who is no office person changes what belongs to the own organization. */
  const isOwn = (user: SignedIn, branch: number | null): boolean =>
    scope === undefined || user.office || branch === user.organizationId;

  /** What the person may see, on `r`; records of no branch are everybody's (decision 91). */
  const visible = (user: SignedIn): RawBuilder<unknown> => {
    const also = hooks.visible?.(user) ?? sql`true`;
    if (scope === undefined || seesAll(user)) return also;
    const branch = sql.ref(`r.${scope}_id`);
    return sql`(${branch} IS NULL OR ${branch} = ${user.organizationId}) AND ${also}`;
  };

  async function find({ db, user, language }: Reader, id: number, lock = false): Promise<FoundRecord> {
    if (lock) await lockRecord(db, spec.document ? 'document' : table.name, id);
    const { rows } = await sql<{ id: number }>`
      SELECT r.id FROM ${table.from} WHERE r.id = ${id} AND ${visible(user)}`.execute(db);
    const [record] = rows.length === 0 ? [] : await readRecords(db, directory, table, [id], language);
    if (!record) throw notFound();
    return record;
  }

  const whyUsed = async (db: Db, record: FoundRecord): Promise<InUse | null> =>
    (await special.inUse?.(db, record)) ?? usedBy(db, table, record.id);

  /** Those of the records that may not be archived. */
  async function usedOf(db: Db, records: readonly FoundRecord[]): Promise<ReadonlySet<number>> {
    const ids = records.map(({ id }) => id);
    const used = new Set([...(await usedAmong(db, table, ids)), ...((await special.inUseMany?.(db, ids)) ?? [])]);
    if (special.inUse === undefined || special.inUseMany !== undefined) return used;
    for (const record of records) if ((await special.inUse(db, record)) !== null) used.add(record.id);
    return used;
  }

  async function answer(asked: Reader, record: FoundRecord): Promise<unknown> {
    const { user, language } = asked;
    const frozen = await frozenIn(spec.fields, special.freeze, asked, record);
    const extra = await special.extra?.(asked, [record.id]);
    const known = {
      ...(await openedRecord(directory, asked, shownOf(record), special.ownPerson)),
      ...extra?.get(record.id),
      frozen: Object.fromEntries(Object.entries(frozen).map(([name, key]) => [name, say(language, `fields.${key}`)])),
    };
    if (special.actions) {
      return { ...known, in_use: null, ...(await offered(RECORDS, directory, special.actions, asked, record)) };
    }
    const used = spec.fixed || !record.active ? null : await whyUsed(asked.db, record);
    const mayEdit = allows(user.rules, ruleFor(directory, 'edit'));
    const events = mayEdit ? RECORDS.allowed(record, { inUse: used !== null }, user) : [];
    return {
      ...known,
      allowed_events: spec.fixed ? events.filter((event) => event === 'record.update') : events,
      in_use: used && wordsOfUse(used, language),
    };
  }

  const RECORDS: RecordLifecycle = recordLifecycle({
    directory,
    table,
    actions: special.actions,
    isOwn: (record, user) => isOwn(user, branchOf(record)),
    find,
    answer,
    whyUsed,
    usedOf,
  });

  /** Whose a new record is that does not say it: a document is of the branch of who makes it. */
  const branchOfNew = async (writer: Writer, body: Body): Promise<number | null> =>
    spec.document ? ((await special.branch?.(writer, body)) ?? writer.user.organizationId) : null;

  /** Fields as the log has them. */
  const logged = (record: FoundRecord): LoggedFields => loggedFields(fields, publicRecord(directory, record));

  /** The branch is there, and it is the person's to write in. */
  async function requireBranch(writer: Writer, body: Body, before: FoundRecord | null): Promise<void> {
    const { db, user } = writer;
    if (scope === undefined) return;
    const sent = body[`${scope}_id`] as number | null | undefined;
    const branch = sent === undefined ? (before === null ? await branchOfNew(writer, body) : branchOf(before)) : sent;
    if (sent != null && (before === null || branch !== branchOf(before)))
      if (await isUnknown(db, scope, [sent])) throw invalidField(`${scope}_id`, 'organization');
    if (!isOwn(user, branch)) throw forbidden('errors.record_of_others');
  }

  const isUnknown = (db: Db, name: string, ids: readonly number[]) =>
    areUnknown(db, (spec.fields[name] as FieldOf<'ref' | 'refs'>).to, ids);

  async function faultsOf(writer: Writer, id: number | null, body: Body, before: FoundRecord | null): Promise<Faults> {
    const { db } = writer;
    const faults: Faults = {};
    for (const [name, field] of fields) {
      const sent = sentName(name, field);
      const value = body[sent];
      if (value === undefined || value === null) continue;
      const was = before?.[name];
      if (field.kind === 'ref' && name !== scope && (was as Chosen | null)?.id !== value) {
        if (await isUnknown(db, name, [value as number])) faults[sent] = [{ key: 'reference' }];
      } else if (field.kind === 'image' && (was as StoredImage | null)?.id !== value) {
        if (!(await mayUseImage(db, writer.user, spec.name, value as number))) faults[sent] = [{ key: 'image_gone' }];
      } else if (field.kind === 'birthDay' && String(value) > tashkentDay(writer.now)) {
        faults[sent] = [{ key: 'birth_day' }];
      } else if (field.kind === 'refs') {
        const kept = ((was ?? []) as readonly Chosen[]).map((one) => one.id);
        const added = (value as readonly number[]).filter((one) => !kept.includes(one));
        if (await isUnknown(db, name, added)) faults[sent] = [{ key: 'reference' }];
      } else if (field.kind === 'rows') {
        Object.assign(faults, unknownLines(name, value as never, (was ?? []) as readonly Line[]));
        Object.assign(faults, await unknownInLines(db, name, field.fields, value as never));
      }
      if (optionsOf(field).unique !== undefined) {
        const other = await takenBy(db, { directory, table, name, field, body, before, id, language: writer.language });
        if (other) faults[sent] ??= [takenFault(directory, name, other)];
      }
    }
    return faults;
  }

  const freezeFaults = async (writer: Writer, body: Body, before: FoundRecord): Promise<Faults> =>
    frozenFaults(spec.fields, await frozenIn(spec.fields, special.freeze, writer, before), body, before);

  /** What an import finds in its check: the same as `refuse`, but for what it looks up for many rows at once. */
  const specialFaults: Special = async (writer, id, sent, before, wrong) => {
    const body = rightFieldsOf(sent, wrong);
    return {
      ...(await asFarAsRight(() => special.refuse?.(writer, { id, body, before }))),
      ...(await faultsOfValues(special, writer, id, body)),
      ...(await asFarAsRight(() => treeFaults(writer.db, directory, table, id, body))),
      ...(before === null ? {} : await asFarAsRight(() => freezeFaults(writer, body, before))),
      ...officeFaults(writer.user, spec.fields, sent, before),
      ...(await branchFaults(`${scope}_id`, () => requireBranch(writer, body, before))),
    };
  };

  /** Refuses what is wrong: the branch first, then all faults at once. */
  async function refuse(
    writer: Writer,
    id: number | null,
    body: Body,
    before: FoundRecord | null,
    corrects = false,
  ): Promise<void> {
    await requireBranch(writer, body, before);
    if (Object.keys(officeFaults(writer.user, spec.fields, body, before)).length > 0) requireOffice(writer.user);
    const frozen = before === null || corrects ? {} : await freezeFaults(writer, body, before);
    if (Object.keys(frozen).length > 0) throw invalid(frozen);
    if (spec.tree !== undefined || fields.some(([, field]) => optionsOf(field).unique !== undefined))
      await sql`SELECT pg_advisory_xact_lock(hashtext(${`${table.name} once`}))`.execute(writer.db);
    const faults = {
      ...(await special.refuse?.(writer, { id, body, before })),
      ...(await faultsOfValues(special, writer, id, body)),
      ...(await faultsOf(writer, id, body, before)),
      ...(await treeFaults(writer.db, directory, table, id, body)),
    };
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }

  const columnsIn = (body: Body): [string, unknown][] =>
    fields.flatMap(([name, field]) =>
      table.held?.fields.includes(name) || isOfDocument(spec, name)
        ? []
        : Object.entries(written(name, field, body[sentName(name, field)])),
    );

  /** After its columns: child rows, the search key, what the hook writes. */
  async function writeRest(writer: Writer, id: number, body: Body, before: FoundRecord | null): Promise<FoundRecord> {
    const { db, language } = writer;
    await writeChildrenOf(db, table, [{ id, body }]);
    await writeLines(db, table, id, body);
    await writeSecrets(writer, { table: table.name, fields: spec.fields, id, body, isNew: before === null });
    await special.write?.(writer, id, { id, body, before });
    const [record] = await readRecords(db, directory, table, [id], language);
    if (!record) throw notFound();
    if (isSearched(directory)) {
      const key = keyOfRecord(directory, record, await special.words?.(db, id));
      await sql`UPDATE ${sql.table(table.name)} SET search_key = ${key} WHERE id = ${id}`.execute(db);
    }
    return record;
  }

  /** The row in `document` of a new document. @returns its id */
  async function documentRow(writer: Writer, body: Body, state: string): Promise<number> {
    const branch = (body[`${BRANCH}_id`] as number | undefined) ?? (await branchOfNew(writer, body)) ?? 0;
    const waits = spec.document?.dayOpen?.includes(spec.chart?.begins ?? '');
    const day = waits ? await requireOpenDay(writer.db, branch) : undefined;
    return makeDocument(directory, writer, branch, state, day);
  }

  /** A new record in the first state of its chart. */
  async function make(writer: Writer, body: Body): Promise<{ id: number; once?: object }> {
    const { db, user, now } = writer;
    const ownColumns = (state: string): [string, unknown][] => [
      ...(spec.chart ? [['status', state] as [string, unknown]] : []),
      ['created_by', user.id],
      ...(spec.chart?.owned ? [['owner_id', user.id] as [string, unknown]] : []),
      ['created_at', now],
    ];
    const begins = spec.chart?.begins ?? 'record.create';
    const made = await RECORDS.create({ db, user, now }, begins, async (state) => {
      await refuse(writer, null, body, null);
      const begun = await special.begin?.(writer, body);
      const columns: [string, unknown][] = [
        ...columnsIn(body),
        ...Object.entries(begun?.columns ?? {}),
        ...(spec.document ? [['id', await documentRow(writer, body, state)] as [string, unknown]] : ownColumns(state)),
      ];
      const { rows } = await sql<{ id: number }>`
        INSERT INTO ${sql.table(table.name)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
        VALUES (${sql.join(columns.map(([, value]) => sql`${value}`))}) RETURNING id`.execute(db);
      const { id } = rows[0] as { id: number };
      const record = await writeRest(writer, id, body, null);
      return {
        id,
        details: { ...changesOf({}, logged(record)), ...writer.note },
        ...(begun?.once && { once: begun.once }),
      };
    });
    await special.actions?.follows?.({ db, now }, made.id, begins);
    return made;
  }

  /** What was asked for beside the fields, as the log has it: what a list would not show is for the server alone. */
  const askedFor = (body: Body): LoggedFields =>
    Object.fromEntries(
      Object.entries(spec.asks ?? {}).flatMap(([name, field]) =>
        body[name] == null || optionsOf(field).list === false ? [] : [[name, body[name]]],
      ),
    );

  /** What the step of changed fields does beside the state. */
  async function rewrite(writer: Writer, record: FoundRecord, body: Body, corrects = false): Promise<LoggedFields> {
    await refuse(writer, record.id, body, record, corrects);
    const changed = columnsIn(body).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    // a document's own table has its fields alone; that of all documents is written with the state
    const set = spec.document ? changed : [...changed, sql`updated_at = ${writer.now}`];
    if (set.length > 0)
      await sql`UPDATE ${sql.table(table.name)} SET ${sql.join(set)} WHERE id = ${record.id}`.execute(writer.db);
    const changes = changesOf(logged(record), logged(await writeRest(writer, record.id, body, record)));
    return { ...changes, after: { ...changes.after, ...askedFor(body) }, ...writer.note };
  }

  async function change(writer: Writer & { ifMatch?: number }, record: FoundRecord, body: Body): Promise<number> {
    const { version } = await RECORDS.take(writer, record, eventOf(updateOf(directory)), () =>
      rewrite(writer, record, body),
    );
    return version;
  }

  async function correct(writer: Writer, id: number, body: Body): Promise<void> {
    const record = await find(writer, id, true);
    const { ifMatch: _, ...asked } = writer as Writer & { ifMatch?: number };
    await RECORDS.take(asked, record, eventOf(updateOf(directory)), () => rewrite(asked, record, body, true));
  }

  async function takeOwn(scene: Scene, id: number, event: string, body: Body = {}): Promise<void> {
    await lockRecord(scene.db, spec.document ? 'document' : table.name, id);
    const [record] = await readRecords(scene.db, directory, table, [id], 'uz');
    if (!record) throw notFound();
    const day = spec.document?.dayOpen?.includes(event)
      ? await requireOpenDay(scene.db, branchOf(record) ?? 0)
      : undefined;
    await RECORDS.takeOwn(scene, record, eventOf(event), async () => {
      const done = await special.actions?.steps?.[event]?.takeOwn?.(scene, record, body, day);
      return { ...done?.log, ...(await stampDocument(directory, table, scene, record, event, day)) };
    });
  }

  const shownFiles: Served['shownFiles'] = (reader, id, files) =>
    openedFiles(directory, reader, id, special.ownPerson, files);
  const openFiles = openingFiles(directory, shownFiles);
  const { list, implementations: listing } = serveList({ directory, table, visible, seesAll, hooks: special });
  const call = (one: Call) => one;

  const implementations = [
    ...listing,

    implement(call(calls.show), {
      record: (context) => find(context as unknown as Reader, idOf(context.params)),
      async handle(context) {
        const reader = context as unknown as Reader;
        await keepOpening(directory, reader, context.record.id);
        return { data: await answer(reader, context.record) };
      },
    }),

    implement(call(calls.history), {
      record: (context) => find(context as unknown as Reader, idOf(context.params)),
      handle: async ({ db, record }) => ({
        data: await (spec.document ? documentHistory(db, record.id) : recordHistory(db, spec.name, record.id)),
      }),
    }),

    implement(
      call(calls.update),
      RECORDS.step(eventOf(updateOf(directory)), (context) =>
        rewrite(context, context.record, context.body as unknown as Body),
      ),
    ),

    ...(spec.fixed
      ? []
      : [
          implement(call(calls.create), {
            async handle(context) {
              const writer = context as unknown as Writer;
              const { id, once } = await make(writer, context.body as unknown as Body);
              return { data: await answer(writer, await find(writer, id)), ...(once && { once }) };
            },
          }),
        ]),

    ...Object.entries(directory.steps).map(([event, step]) =>
      implement(call(step), {
        record: (context) => find(context as unknown as Reader, idOf(context.params), true),
        async handle(context) {
          const writer = context as unknown as Writer & { ifMatch?: number };
          const body = (context.body ?? {}) as Body;
          let once: object | undefined;
          await RECORDS.take(writer, context.record, eventOf(event), async (day) => {
            const done = await special.actions?.steps?.[event]?.take?.(writer, context.record, body, day);
            once = done?.once;
            return { ...done?.log, ...(await stampDocument(directory, table, writer, context.record, event, day)) };
          });
          return { data: await answer(writer, await find(writer, idOf(context.params))), ...(once && { once }) };
        },
      }),
    ),
    ...(directory.attached
      ? attachedCalls({
          attached: directory.attached as unknown as Attached,
          find,
          isOwn: (record, user) => isOwn(user, branchOf(record)),
          ...(!spec.document && { shelf: recordShelf(spec.name), shown: openFiles }),
        })
      : []),
  ];

  addImageOwner(spec.name, spec.fields, {
    table: table.name,
    from: table.from,
    write: [ruleFor(directory, 'edit'), ruleFor(directory, 'add')].join('|'),
    show: ruleFor(directory, 'show'),
    seen: visible,
  });
  const one: Served = {
    directory,
    table,
    list,
    implementations,
    visible,
    branch: scope,
    lifecycle: RECORDS,
    find,
    answer,
    shownFiles,
    special: specialFaults,
    change,
    correct,
    make,
    takeOwn,
    sets: directorySets({ directory, table, hooks: special, lifecycle: RECORDS, scope, branchOf, isOwn }),
  };
  served.push(one);
  return one;
}
