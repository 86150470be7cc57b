/**
 * The server side of a declared dated setting: its subjects with what is in force, their revisions, and the lifecycle of a
 * revision, all derived.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { type Chosen, type Field, sentName } from '../../contract/directory/fields.ts';
import { hasSecret } from '../../contract/directory/in.server.ts';
import { allows } from '../../contract/rules.ts';
import {
  type AnySetting,
  addRule,
  fieldsOf,
  isForEveryBranch,
  listScopeOf,
  scopeOf,
} from '../../contract/setting/setting.ts';
import type { RevisionStatus } from '../../contract/setting/status.ts';
import type { Schema } from '../db/schema.ts';
import { withChildren, writeChildrenOf } from '../directory/children.ts';
import { loggedFields, selected, written } from '../directory/columns.ts';
import { joined, type Table } from '../directory/table.ts';
import { titleIn } from '../directory/targets.ts';
import { person } from '../documents/documents.ts';
import { addImageOwner } from '../documents/images.ts';
import { changesOf } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { dayOfWriting } from '../practiceDay/openDay.ts';
import { writeSecrets } from '../secrets/fields.ts';
import { bandFaults, holdBands, requireBandLeft } from './bands.ts';
import { branchToRead } from './branch.ts';
import { concernsOfSetting } from './concerns.ts';
import { type Faults, type Refuse, requireNone, startFaults } from './faults.ts';
import { notesCall } from './notes.ts';
import { compareSubjects } from './order.ts';
import { countsOn, monthClosedOn, type RevisionsLifecycle, revisionFacts, revisionsOf } from './revisions.ts';
import { subjectColumns, tableOfSetting } from './table.ts';
import { nodesOf } from './tree.ts';
import { valueFaults } from './values.ts';

type Body = Readonly<Record<string, unknown>>;

/** A revision as it is answered. */
export interface Found {
  readonly id: number;
  readonly status: RevisionStatus;
  readonly version: number;
  readonly valid_from: string;
  readonly allowed_events: readonly string[];
  /** Who wrote it and edited it, where a second person settles. */
  readonly authors?: readonly number[];
  readonly [field: string]: unknown;
}

export interface Reader {
  readonly db: Kysely<Schema>;
  readonly user: SignedIn;
  readonly language: Language;
}
/** Who writes revisions, and when. */
export type Writer = Scene &
  Reader & {
    /** What their log rows have besides: the import that writes them. */
    readonly note?: LoggedFields;
  };

/** What other modules need of a served setting. */
export interface ServedSetting {
  readonly setting: AnySetting;
  readonly table: Table;
  readonly implementations: readonly Implementation[];
  /** Its revisions as other modules read them: the queue of the home page asks what is allowed now. */
  readonly revisions: RevisionsLifecycle<Found>;
  /** Whose revisions the person may see, on `r`. */
  readonly seen: (user: SignedIn) => RawBuilder<unknown>;
  readonly startDue: (scene: Scene) => Promise<{ started: number; superseded: number }>;
  /** The revisions that the person sees, in any order. */
  readonly read: (reader: Reader, ids: readonly number[]) => Promise<Found[]>;
  /** Everything that is wrong with a revision that would be entered, by the name on the wire; of what it is about: by `''`. */
  readonly faults: (writer: Writer, body: Body) => Promise<Faults>;
  /** Revisions, written and settled in one action, all or none; where a second person settles they stay drafts. @returns their ids */
  readonly enter: (writer: Writer, bodies: readonly Body[]) => Promise<number[]>;
  /** @param list what a body calls the list: faults are named `cells.3.max` */
  readonly settle: (writer: Writer, list: string, bodies: readonly Body[]) => Promise<void>;
}

export interface SettingHooks {
  /** What is wrong with values that fit their fields: faults by the name on the wire. `values` are those of the revision after it. */
  readonly refuse?: Refuse;
  /** What is kept with a revision when it is settled; the log has what it returns. */
  readonly freeze?: (db: Kysely<Schema>, revision: Found) => Promise<LoggedFields>;
  /** Facts declared as `extra`, of many subjects at once, by the id of the row. */
  readonly extra?: (reader: Reader, rows: readonly SubjectFacts[]) => Promise<ReadonlyMap<number, Body>>;
}

/** A subject with what is in force of it: what `extra` is computed from. */
export interface SubjectFacts {
  readonly id: number;
  readonly in_force: Body | null;
  readonly [field: string]: unknown;
}

const served: ServedSetting[] = [];
/** Every declared setting of the server: for its maintenance, the gallery, and the tests that go over all of them. */
export const servedSettings = (): readonly ServedSetting[] => served;

export function serveSetting(setting: AnySetting, { refuse, freeze, extra }: SettingHooks = {}): ServedSetting {
  const { spec, calls } = setting;
  const table = tableOfSetting(setting);
  const from = sql.table(table.name);
  const all: [string, Field][] = Object.entries(fieldsOf(spec));
  const figures: [string, Field][] = Object.entries(spec.fields);
  const subject = subjectColumns(setting);
  const scope = scopeOf(spec);
  const branchIn = scope === undefined ? undefined : sql.ref(`r.${scope}_id`);
  const isForEvery = isForEveryBranch(spec);

  const seesAll = (user: SignedIn) => user.office || allows(user.rules, `${spec.rule}.allshow`);
  const seen = (user: SignedIn) => {
    if (branchIn === undefined || seesAll(user)) return sql`true`;
    // what is of every branch is empty in it
    return isForEvery
      ? sql`coalesce(${branchIn} = ${user.organizationId}, true)`
      : sql`${branchIn} = ${user.organizationId}`;
  };
  /** `allshow` is for reading: who is no office person writes for the own branch. */
  const isOwn = (user: SignedIn, branch: unknown) =>
    scope === undefined || user.office || branch === user.organizationId;
  const branchOf = (revision: Found) => (scope === undefined ? null : ((revision[scope] as Chosen | null)?.id ?? null));

  /** Revisions by a condition on `r`, the latest day first. */
  async function read({ db, user, language }: Reader, where: RawBuilder<unknown>, lock = false): Promise<Found[]> {
    const titleOf = (to: string, alias: string) => titleIn(to, alias, language);
    const columns = all.flatMap(([name, field]) =>
      field.kind === 'refs' ? [] : [sql`${selected(name, field, titleOf)} AS ${sql.ref(name)}`],
    );
    const authors = spec.confirm
      ? sql`(SELECT array_agg(DISTINCT w.user_id) FROM record_log w WHERE w.kind = ${spec.name} AND w.record_id = r.id
          AND w.user_id IS NOT NULL AND w.event IN ('revision.create', 'revision.update'))`
      : sql`NULL::integer[]`;
    const { rows } = await sql<
      Body & {
        id: number;
        status: RevisionStatus;
        version: number;
        valid_from: string;
        created_at: Date;
        author: number | null;
        author_name: string | null;
        closed: boolean;
        authors: number[] | null;
        logged_step: { event: string; at: string; id: number; fullname: string } | null;
      }
    >`SELECT r.id, r.status, r.version, r.valid_from, r.created_at, r.created_by AS author, u.fullname AS author_name,
        ${monthClosedOn('r')} AS closed, ${authors} AS authors, last_log.line AS logged_step, ${sql.join(columns)}
      FROM ${from} r ${joined(fieldsOf(spec))} LEFT JOIN app_user u ON u.id = r.created_by
      LEFT JOIN LATERAL (
        SELECT json_build_object('event', l.event, 'at', l.at, 'id', p.id, 'fullname', p.fullname) AS line
        FROM record_log l JOIN app_user p ON p.id = l.user_id
        WHERE l.kind = ${spec.name} AND l.record_id = r.id ORDER BY l.id DESC LIMIT 1
      ) last_log ON true
      WHERE ${where} ORDER BY r.valid_from DESC, r.id DESC ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(db);
    const whole = await withChildren(db, table, spec.fields, rows, language);
    return whole.map(({ author, author_name, closed, authors, logged_step, created_at, ...row }) => {
      const found = {
        ...row,
        ...(authors && { authors }),
        own: authors?.includes(user.id) === true,
        created_at: created_at.toISOString(),
        created_by: author === null ? null : person(author, author_name ?? ''),
        last_step: logged_step && {
          event: logged_step.event,
          at: new Date(logged_step.at).toISOString(),
          by: person(logged_step.id, logged_step.fullname),
        },
      };
      return {
        ...found,
        allowed_events: REVISIONS.allowed({ ...found, allowed_events: [] }, { monthClosed: closed }, user),
      };
    });
  }

  async function find(reader: Reader, id: number, lock: boolean): Promise<Found> {
    const [found] = await read(reader, sql`r.id = ${id} AND ${seen(reader.user)}`, lock);
    if (!found) throw notFound();
    return found;
  }

  const REVISIONS = revisionsOf<Found, ReturnType<typeof answerOf>>(setting, {
    find,
    answer: (_, revision) => answerOf(revision),
    isOwn: (revision, user) => isOwn(user, branchOf(revision)),
    ...concernsOfSetting(setting, table),
  });

  /** A revision as the log has it. */
  const logged = (revision: Body): LoggedFields => ({
    ...loggedFields(all, revision),
    valid_from: revision.valid_from,
  });

  const among = { setting, table };
  const faultsOf = (writer: Writer, fields: readonly [string, Field][], body: Body, before: Body = {}) =>
    valueFaults(writer, { setting, ...(refuse && { refuse }) }, fields, body, before);
  /** The same of one that is written by itself, beside what is settled. */
  async function requireRight(writer: Writer, fields: readonly [string, Field][], body: Body, before?: Body) {
    const faults = await faultsOf(writer, fields, body, before);
    requireNone(faults);
    const isNew = before === undefined;
    for (const one of await bandFaults(writer.db, among, [{ ...before, ...body }], isNew)) requireNone(one);
  }

  const columnsIn = (fields: readonly [string, Field][], body: Body): [string, unknown][] => [
    ...fields.flatMap(([name, field]) => Object.entries(written(name, field, body[sentName(name, field)]))),
    ['valid_from', body.valid_from],
  ];

  /** The condition on `r` of the subject that a body names. */
  const ofSubject = (body: Body): RawBuilder<unknown> =>
    sql.join(
      [sql`true`, ...subject.map((column) => sql`r.${sql.ref(column)} IS NOT DISTINCT FROM ${body[column] ?? null}`)],
      sql` AND `,
    );

  /** What the person lacks to write a subject: the branch is another's, or the right for a new one or for one that is there. */
  async function lackFor({ db, user }: Reader, body: Body): Promise<'branch' | 'add' | 'edit' | undefined> {
    if (scope !== undefined && !isOwn(user, body[`${scope}_id`] ?? null)) return 'branch';
    if (!spec.adds) return undefined;
    const { rows } = await sql`SELECT 1 FROM ${from} r WHERE ${ofSubject(body)} LIMIT 1`.execute(db);
    const [lack, needed] =
      rows.length === 0 ? (['add', addRule(spec)] as const) : (['edit', `${spec.rule}.edit`] as const);
    return allows(user.rules, needed) ? undefined : lack;
  }

  /** @throws Refusal 403 */
  async function requireSubject(reader: Reader, body: Body): Promise<void> {
    const lack = await lackFor(reader, body);
    if (lack !== undefined) throw lack === 'branch' ? forbidden('errors.record_of_others') : forbidden();
  }

  async function entryFaults(reader: Writer, body: Body): Promise<Faults> {
    const lack = await lackFor(reader, body);
    if (lack === 'branch') return { [`${scope}_id`]: [{ key: 'record_of_others' }] };
    if (lack !== undefined) return { '': [{ key: `sheet_no_${lack}` }] };
    const { monthClosed } = await revisionFacts(reader.db, String(body.valid_from));
    return {
      ...(await faultsOf(reader, all, body)),
      ...(monthClosed && { valid_from: [{ key: 'sheet_month_closed' }] }),
    };
  }

  /** The revision that holds until the new one does: its secrets go on. */
  async function lastBefore(db: Kysely<Schema>, body: Body): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`SELECT r.id FROM ${from} r
      WHERE ${ofSubject(body)} AND ${countsOn('r')} AND r.valid_from <= ${body.valid_from}::date
      ORDER BY r.valid_from DESC, r.id DESC LIMIT 1`.execute(db);
    return rows[0]?.id;
  }

  /** A draft. @returns its id */
  async function write(reader: Writer, body: Body, check?: () => Promise<void>): Promise<number> {
    const { db, user, now, note } = reader;
    const { id } = await REVISIONS.create({ db, user, now }, 'revision.create', async (status) => {
      await check?.();
      const id = await insert(reader, body, status);
      return { id, details: { ...changesOf({}, logged(await find(reader, id, false))), ...note } };
    });
    return id;
  }

  async function insert(reader: Writer, body: Body, status: RevisionStatus): Promise<number> {
    const { db, user, now } = reader;
    await requireSubject(reader, body);
    const columns = [
      ...columnsIn(all, body),
      ...Object.entries({ status, created_by: user.id, created_at: now, since: now }),
    ];
    const { rows } = await sql<{ id: number }>`
      INSERT INTO ${from} (${sql.join(columns.map(([name]) => sql.ref(name)))})
      VALUES (${sql.join(columns.map(([, value]) => sql`${value}`))}) RETURNING id`.execute(db);
    const { id } = rows[0] as { id: number };
    await writeChildrenOf(db, table, [{ id, body }]);
    if (!hasSecret(spec.fields)) return id;
    const secrets = { table: table.name, fields: spec.fields, id, body, isNew: true };
    await writeSecrets(reader, { ...secrets, from: await lastBefore(db, body) });
    return id;
  }

  /** What goes with a revision that is settled, for the log. */
  const kept = async (db: Kysely<Schema>, revision: Found): Promise<LoggedFields> =>
    (await freeze?.(db, revision)) ?? {};

  /** Revisions that no person plans by hand, each with its steps in the log. @returns their ids */
  async function enter(writer: Writer, bodies: readonly Body[]): Promise<number[]> {
    const check = async (body: Body) => requireNone(await faultsOf(writer, all, body));
    const ids: number[] = [];
    // of each the second persons hear
    for (const body of spec.confirm ? bodies : []) ids.push(await write(writer, body, () => check(body)));
    if (spec.confirm) return ids;
    await REVISIONS.createMany(writer, 'revision.create', async (status) => {
      for (const body of bodies) {
        await check(body);
        ids.push(await insert(writer, body, status));
      }
      const made = await foundById(writer, ids);
      return ids.map((id) => ({ id, details: { ...changesOf({}, logged(made.get(id) as Found)), ...writer.note } }));
    });
    const rows = [...(await foundById(writer, ids)).values()];
    await REVISIONS.takeMany(writer, rows, 'revision.plan', async (set) => {
      await set(new Map());
      const details = new Map<number, LoggedFields>();
      for (const row of rows) details.set(row.id, { ...(await kept(writer.db, row)), ...writer.note });
      return details;
    });
    return ids;
  }

  /** Many revisions written and settled in one action, all or none: every fault of them at once. */
  async function settle(writer: Writer, list: string, bodies: readonly Body[]): Promise<void> {
    const faults: Faults = {};
    const overlaps = await bandFaults(writer.db, among, bodies, true);
    for (const [at, body] of bodies.entries())
      for (const [field, wrong] of Object.entries({ ...overlaps[at], ...(await faultsOf(writer, all, body)) }))
        faults[`${list}.${at}.${field}`] = wrong;
    requireNone(faults);
    await enter(writer, bodies);
    await REVISIONS.startDue(writer);
  }

  const only = (names: readonly string[], row: Body) => Object.fromEntries(names.map((name) => [name, row[name]]));
  const call = (one: Call) => one;

  const figureNames = ['id', 'valid_from', ...Object.keys(spec.fields)];
  const subjectNames = Object.keys(spec.subject);
  const foundById = async (reader: Reader, ids: readonly number[]) =>
    new Map((await read(reader, sql`r.id = ANY (${ids}::integer[])`)).map((revision) => [revision.id, revision]));

  /** Every subject of a branch, or that the person sees. */
  async function subjectRows(reader: Reader, branch: Chosen | null, day: string): Promise<SubjectFacts[]> {
    const ofBranch = branch === null ? seen(reader.user) : sql`${branchIn} = ${branch.id}`;
    const later = sql`r.valid_from > ${day}::date`;
    const { rows } = await sql<{
      id: number;
      current: number | null;
      next: string | null;
      planned: number;
      drafts: number;
    }>`SELECT min(r.id) AS id,
        (array_agg(r.id ORDER BY r.valid_from DESC, r.id DESC) FILTER (WHERE ${countsOn('r')} AND NOT ${later}))[1] AS current,
        min(r.valid_from) FILTER (WHERE r.status = 'planned' AND ${later}) AS next,
        count(*) FILTER (WHERE r.status = 'planned' AND ${later})::integer AS planned,
        count(*) FILTER (WHERE r.status = 'draft')::integer AS drafts
      FROM ${from} r WHERE ${ofBranch} GROUP BY ${subject.length === 0 ? sql`()` : sql.join(subject.map((column) => sql.ref(`r.${column}`)))}
      HAVING count(*) > 0`.execute(reader.db);
    const found = await foundById(
      reader,
      rows.map(({ id, current }) => current ?? id),
    );
    const data = rows.map(({ id, current: latest, ...row }) => {
      const revision = found.get(latest ?? id) as Found;
      const last = spec.until === undefined ? null : (revision[spec.until] as string | null);
      const current = last !== null && last < day ? null : latest;
      const in_force = current === null ? null : only(figureNames, revision);
      return { id, ...only(subjectNames, revision), ...row, in_force };
    });
    return data.sort((one, other) => compareSubjects(spec.subject, one, other));
  }

  /** The tree, whole, with what holds in each of its records. */
  async function treeRows(reader: Reader, branch: Chosen | null, today: string): Promise<SubjectFacts[]> {
    const nodes = await nodesOf(reader.db, reader.language, setting, {
      branch: branch?.id ?? null,
      day: branch === null ? today : dayOfWriting(branch.id),
      seen: seen(reader.user),
    });
    const found = await foundById(
      reader,
      nodes.flatMap(({ current }) => current ?? []),
    );
    return nodes.map(({ id, title, current, ...row }) => {
      const revision = current === null ? undefined : found.get(current);
      const in_force = revision === undefined ? null : only([...figureNames, ...subjectNames], revision);
      return { id, [spec.inherits as string]: { id, title }, ...row, in_force };
    });
  }

  const implementations = [
    implement(call(calls.index), {
      async handle(context) {
        const reader = context as typeof context & Reader;
        const query = context.query as { organization_id?: number } | undefined;
        const branch =
          listScopeOf(spec) === undefined
            ? null
            : await branchToRead(reader, query?.organization_id, seesAll(reader.user), isForEvery);
        const rows = spec.inherits === undefined ? subjectRows : treeRows;
        const data = await rows(reader, branch, tashkentDay(context.now));
        const computed = await extra?.(reader, data);
        return {
          data: computed ? data.map((row) => ({ ...row, ...computed.get(row.id) })) : data,
          ...(branch && { branch }),
        };
      },
    }),

    implement(call(calls.revisions), {
      record: (context) => find(context as unknown as Reader, (context.params as { id: number }).id, false),
      async handle(context) {
        // of a record of the tree those of every branch that the person sees
        const columns = spec.inherits === undefined ? subject : [`${spec.inherits}_id`];
        const same = columns.map((column) => {
          const one = sql.ref(`r.${column}`);
          return sql`${one} IS NOT DISTINCT FROM (SELECT ${sql.ref(column)} FROM ${from} WHERE id = ${context.record.id})`;
        });
        const reader = context as unknown as Reader;
        return { data: (await read(reader, sql.join([seen(reader.user), ...same], sql` AND `))).map(answerOf) };
      },
    }),

    notesCall({ setting, table, seen }),

    implement(call(calls.create), {
      async handle(context) {
        const reader = context as typeof context & Writer;
        const body = context.body as unknown as Body;
        const id = await write(reader, body, () => requireRight(reader, all, body));
        return { data: answerOf(await find(reader, id, false)) };
      },
    }),

    implement(
      call(calls.update),
      REVISIONS.step('revision.update', async (context) => {
        const { db, record } = context;
        const body = context.body as unknown as Body;
        await requireRight(context, figures, body, record);
        const set = columnsIn(figures, body).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
        await sql`UPDATE ${from} SET ${sql.join(set)} WHERE id = ${record.id}`.execute(db);
        await writeChildrenOf(db, table, [{ id: record.id, body }]);
        await writeSecrets(context, { table: table.name, fields: spec.fields, id: record.id, body, isNew: false });
        return changesOf(logged(record), logged(await find(context, record.id, false)));
      }),
    ),

    implement(
      call(calls.plan),
      REVISIONS.stepThen(
        'revision.plan',
        async ({ db, now, record }) => {
          requireNone(startFaults(setting, record, now));
          await holdBands(db, among);
          // what was settled since the draft was written
          for (const one of await bandFaults(db, among, [record], false)) requireNone(one);
          return kept(db, record);
        },
        async (context) => {
          // what is due holds at once
          await REVISIONS.startDue(context);
          return { data: answerOf(await find(context, context.record.id, false)) };
        },
      ),
    ),
    implement(
      call(calls.drop),
      REVISIONS.step('revision.drop', async ({ db, record }) => {
        await requireBandLeft(db, among, record.id);
        return {};
      }),
    ),
  ];

  addImageOwner(spec.name, spec.fields, {
    table: table.name,
    write: [`${spec.rule}.edit`, addRule(spec)].join('|'),
    show: `${spec.rule}.show`,
    seen,
  });
  const one: ServedSetting = {
    ...{ setting, table, implementations, enter, settle, faults: entryFaults },
    read: (reader, ids) => read(reader, sql`r.id = ANY (${ids}::integer[]) AND ${seen(reader.user)}`),
    revisions: REVISIONS,
    seen,
    startDue: REVISIONS.startDue,
  };
  served.push(one);
  return one;
}

/** Who wrote it is in its log. */
const answerOf = ({ authors: _, ...revision }: Found) => revision;
