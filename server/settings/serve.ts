/**
 * The server side of a declared dated setting: its subjects with what is in force, their revisions, and the lifecycle of a
 * revision, all derived.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { type Chosen, type Field, type Fields, sentName } from '../../contract/directory/fields.ts';
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
import { areUnknown } from '../directory/checks.ts';
import { withChildren, writeChildrenOf } from '../directory/children.ts';
import { loggedFields, selected, written } from '../directory/columns.ts';
import { joined, type Table } from '../directory/table.ts';
import { titleIn } from '../directory/targets.ts';
import { person } from '../documents/documents.ts';
import { addImageOwner, mayUseImage } from '../documents/images.ts';
import { changesOf } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { type FieldFault, forbidden, invalid, notFound } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { dayOfWriting } from '../practiceDay/openDay.ts';
import { writeSecrets } from '../secrets/fields.ts';
import { branchToRead } from './branch.ts';
import { concernsOfSetting } from './concerns.ts';
import { countsOn, monthClosedOn, type RevisionsLifecycle, revisionsOf } from './revisions.ts';
import { subjectColumns, tableOfSetting } from './table.ts';
import { nodesOf } from './tree.ts';

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
  /** @param list what a body calls the list: faults are named `cells.3.max` */
  readonly settle: (reader: Scene & Reader, list: string, bodies: readonly Body[]) => Promise<void>;
}

export interface SettingHooks {
  /** What is wrong with values that fit their fields: faults by the name on the wire. `values` are those of the revision after it. */
  readonly refuse?: (
    values: Body,
    db: Kysely<Schema>,
  ) => Record<string, FieldFault[]> | Promise<Record<string, FieldFault[]>>;
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

/** The order of subjects: as the values are declared, figures by size, references by title. */
function compare(fields: Fields, one: Body, other: Body): number {
  for (const [name, field] of Object.entries(fields)) {
    const place = (row: Body): number | string => {
      // what is for all stands before what is for one
      if (row[name] === null) return field.kind === 'ref' ? '' : -1;
      if (field.kind === 'oneOf') return field.values.indexOf(row[name] as string);
      return field.kind === 'ref' ? (row[name] as Chosen).title : (row[name] as number);
    };
    const [first, second] = [place(one), place(other)];
    const order = typeof first === 'number' ? first - (second as number) : first.localeCompare(second as string, 'uz');
    if (order !== 0) return order;
  }
  return 0;
}

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

  /** What is wrong with a body: it names what is not there, or the setting itself refuses it. */
  async function faultsOf(
    { db, user }: Reader,
    fields: readonly [string, Field][],
    body: Body,
    before: Body = {},
  ): Promise<Record<string, FieldFault[]>> {
    const values = { ...before, ...body };
    const faults: Record<string, FieldFault[]> = { ...(await refuse?.(values, db)) };
    const last = spec.until && values[spec.until];
    if (spec.until && typeof last === 'string' && last < String(values.valid_from))
      faults[spec.until] = [{ key: 'until_before_from' }];
    for (const [name, field] of fields) {
      const sent = sentName(name, field);
      const id = body[sent];
      if (field.kind === 'ref' && typeof id === 'number' && (await areUnknown(db, field.to, [id])))
        faults[sent] = [{ key: 'reference' }];
      if (field.kind === 'image' && typeof id === 'number' && !(await mayUseImage(db, user, spec.name, id)))
        faults[sent] = [{ key: 'image_gone' }];
      if (field.kind === 'refs' && (await areUnknown(db, field.to, (id as readonly number[] | undefined) ?? [])))
        faults[sent] = [{ key: 'reference' }];
    }
    return faults;
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

  /** @throws Refusal 403 where the branch is another's, or a new subject needs a right to add that the person lacks. */
  async function requireSubject({ db, user }: Reader, body: Body): Promise<void> {
    if (scope !== undefined && !isOwn(user, body[`${scope}_id`] ?? null)) throw forbidden('errors.record_of_others');
    if (!spec.adds) return;
    const { rows } = await sql`SELECT 1 FROM ${from} r WHERE ${ofSubject(body)} LIMIT 1`.execute(db);
    const needed = rows.length === 0 ? addRule(spec) : `${spec.rule}.edit`;
    if (!allows(user.rules, needed)) throw forbidden();
  }

  /** The revision that holds until the new one does: its secrets go on. */
  async function lastBefore(db: Kysely<Schema>, body: Body): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`SELECT r.id FROM ${from} r
      WHERE ${ofSubject(body)} AND ${countsOn('r')} AND r.valid_from <= ${body.valid_from}::date
      ORDER BY r.valid_from DESC, r.id DESC LIMIT 1`.execute(db);
    return rows[0]?.id;
  }

  /** A draft. @returns its id */
  async function write(reader: Scene & Reader, body: Body, check?: () => Promise<void>): Promise<number> {
    const { db, user, now } = reader;
    const { id } = await REVISIONS.create({ db, user, now }, 'revision.create', async (status) => {
      await check?.();
      await requireSubject(reader, body);
      const columns = [
        ...columnsIn(all, body),
        ...Object.entries({ status, created_by: user.id, created_at: now, since: now }),
      ];
      const { rows } = await sql<{ id: number }>`
        INSERT INTO ${from} (${sql.join(columns.map(([name]) => sql.ref(name)))})
        VALUES (${sql.join(columns.map(([, value]) => sql`${value}`))}) RETURNING id`.execute(db);
      const made = rows[0] as { id: number };
      await writeChildrenOf(db, table, [{ id: made.id, body }]);
      const secrets = { table: table.name, fields: spec.fields, ...made, body, isNew: true };
      await writeSecrets(reader, { ...secrets, from: await lastBefore(db, body) });
      return { ...made, details: changesOf({}, logged(await find(reader, made.id, false))) };
    });
    return id;
  }

  /** What goes with a revision that is settled, for the log. */
  const kept = async (db: Kysely<Schema>, revision: Found): Promise<LoggedFields> =>
    (await freeze?.(db, revision)) ?? {};

  /** Many revisions written and settled in one action, all or none, each with its steps in the log. */
  async function settle(reader: Scene & Reader, list: string, bodies: readonly Body[]): Promise<void> {
    const faults: Record<string, FieldFault[]> = {};
    for (const [at, body] of bodies.entries())
      for (const [field, wrong] of Object.entries(await faultsOf(reader, all, body)))
        faults[`${list}.${at}.${field}`] = wrong;
    requireNone(faults);
    for (const body of bodies) {
      const row = await find(reader, await write(reader, body), true);
      await REVISIONS.take({ ...reader, ifMatch: row.version }, row, 'revision.plan', () => kept(reader.db, row));
    }
    await REVISIONS.startDue(reader);
  }

  const inOrder = (one: Body, other: Body) => compare(spec.subject, one, other);
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
    return data.sort(inOrder);
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
      record: (context) => find(context as unknown as Reader, idOf(context.params), false),
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

    implement(call(calls.create), {
      async handle(context) {
        const reader = context as typeof context & Reader;
        const body = context.body as unknown as Body;
        const id = await write(reader, body, async () => requireNone(await faultsOf(reader, all, body)));
        return { data: answerOf(await find(reader, id, false)) };
      },
    }),

    implement(
      call(calls.update),
      REVISIONS.step('revision.update', async (context) => {
        const { db, record } = context;
        const body = context.body as unknown as Body;
        requireNone(await faultsOf(context, figures, body, record));
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
        ({ db, record }) => kept(db, record),
        async (context) => {
          // what is due holds at once
          await REVISIONS.startDue(context);
          return { data: answerOf(await find(context, context.record.id, false)) };
        },
      ),
    ),
    implement(call(calls.drop), REVISIONS.step('revision.drop')),
  ];

  addImageOwner(spec.name, spec.fields, {
    table: table.name,
    write: [`${spec.rule}.edit`, addRule(spec)].join('|'),
    show: `${spec.rule}.show`,
    seen,
  });
  const one: ServedSetting = {
    ...{ setting, table, implementations, settle },
    revisions: REVISIONS,
    seen,
    startDue: REVISIONS.startDue,
  };
  served.push(one);
  return one;
}

function requireNone(faults: Record<string, FieldFault[]>): void {
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** Revisions of a setting of which no person plans each by hand: a grid that is saved, a sheet that is imported. */
export function settleMany(
  reader: Scene & Reader,
  setting: { readonly spec: { readonly name: string } },
  list: string,
  bodies: readonly Body[],
): Promise<void> {
  const found = served.find((one) => one.setting.spec.name === setting.spec.name);
  if (found === undefined) throw new Error(`${setting.spec.name} is not served`);
  return found.settle(reader, list, bodies);
}

/** Who wrote it is in its log. */
const answerOf = ({ authors: _, ...revision }: Found) => revision;

const idOf = (params: Readonly<Record<string, number>>): number => params.id as number;
