/**
 * Revisions of dated settings (areas 3 "P2", V13): lifecycle, log, and the start of what is due. `serve.ts` serves them.
 */
import { type Kysely, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { type AnySetting, planRule, scopeOf } from '../../contract/setting/setting.ts';
import {
  type RevisionContext,
  type RevisionEvent,
  type RevisionState,
  settingRevisionMachine,
} from '../../machines/settingRevision/settingRevision.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Asked, defineLifecycle, type Row, type Scene } from '../lifecycle/lifecycle.ts';
import type { Concern } from '../lifecycle/stages.ts';
import { subjectColumns, tableOfSetting } from './table.ts';

type Db = Kysely<Schema>;

export interface Revision extends Row {
  status: RevisionState;
  version: number;
}

interface RevisionsSpec<R extends Revision, A> {
  readonly find: (asked: Asked, id: number, lock: boolean) => Promise<R>;
  readonly answer: (asked: Asked, revision: R) => A;
  /** Whether the person writes for the branch of a revision. */
  readonly isOwn: (revision: R, user: SignedIn) => boolean;
  /** Whom a step concerns, and whom a new revision does: for the bell. */
  readonly concerns?: (revision: R, event: RevisionEvent['type']) => Concern | undefined;
  readonly concernsNew?: (id: number) => Concern | undefined;
}

/** Revisions that count on a day, on an alias: the latest of them by `valid_from`, then by `id`, is in force. */
export const countsOn = (alias: string) => sql`${sql.ref(`${alias}.status`)} IN ('planned', 'valid', 'superseded')`;

/** Whether the month of the first day is closed, on an alias: what the guards read, of many revisions at once. */
export const monthClosedOn = (alias: string) => {
  const from = sql.ref(`${alias}.valid_from`);
  return sql`EXISTS (SELECT 1 FROM practice_month p WHERE p.status = 'closed' AND p.year = extract(year FROM ${from})
    AND p.month = extract(month FROM ${from}))`;
};

/** What the guards read. */
export async function revisionFacts(db: Db, validFrom: string): Promise<RevisionContext> {
  const [year, month] = validFrom.split('-').map(Number);
  const closed = await db
    .selectFrom('practice_month')
    .select('id')
    .where('year', '=', year as number)
    .where('month', '=', month as number)
    .where('status', '=', 'closed')
    .executeTakeFirst();
  return { monthClosed: closed !== undefined };
}

/** A setting's revisions: their lifecycle, and the server's own start of what is due. */
export function revisionsOf<R extends Revision, A>(setting: AnySetting, { isOwn, ...found }: RevisionsSpec<R, A>) {
  const { spec } = setting;
  const { name } = tableOfSetting(setting);
  const subject = subjectColumns(setting);
  const rule = {
    right: (revision: R, user: SignedIn) => allows(user.rules, `${spec.rule}.edit`) && isOwn(revision, user),
    ...(scopeOf(spec) !== undefined && { forbidden: 'errors.record_of_others' }),
  };
  const confirm = {
    ...rule,
    right: (revision: R, user: SignedIn) => allows(user.rules, planRule(spec)) && isOwn(revision, user),
    notAuthor: true,
  };
  const lifecycle = defineLifecycle(settingRevisionMachine, {
    ...found,
    table: name,
    kind: spec.name,
    log: 'record_log',
    state: ({ status }) => status,
    // by the day that the row has in the database: after the effect that is the new one
    facts: async ({ db }, { id }) => revisionFacts(db, await validFromOf(db, name, id)),
    async factsMany({ db }, rows) {
      const ids = rows.map(({ id }) => id);
      const { rows: found } = await sql<{ id: number; closed: boolean }>`
        SELECT r.id, ${monthClosedOn('r')} AS closed FROM ${sql.table(name)} r WHERE r.id = ANY (${ids}::integer[])`.execute(
        db,
      );
      return new Map(found.map(({ id, closed }) => [id, { monthClosed: closed }]));
    },
    why: (_, { status }, event) =>
      event === 'revision.plan' && status === 'draft' ? { messageKey: 'errors.month_closed' } : undefined,
    events: {
      'revision.update': { ...rule, event: (facts) => ({ type: 'revision.update', facts }) },
      'revision.plan': spec.confirm ? confirm : rule,
      'revision.drop': rule,
      'revision.start': { by: 'server' },
      'revision.supersede': { by: 'server' },
      'revision.end': { by: 'server' },
    },
  });
  const subjects =
    subject.length === 0 ? sql`` : sql`PARTITION BY ${sql.join(subject.map((column) => sql.ref(column)))}`;
  const table = sql.table(name);
  return {
    ...lifecycle,
    /**
     * `revision.start` of every planned revision whose day has come, `revision.supersede` of what it comes after, and
     * `revision.end` of what is past its last day. Several that became due at once start in the order of their days, so one of a subject stays valid.
     */
    async startDue(scene: Scene): Promise<{ started: number; superseded: number }> {
      const started = await lifecycle.takeDue(
        scene,
        'revision.start',
        sql`valid_from <= ${tashkentDay(scene.now)}::date`,
      );
      const superseded = await lifecycle.takeDue(
        scene,
        'revision.supersede',
        sql`id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER (${subjects} ORDER BY valid_from DESC, id DESC) AS place
            FROM ${table} WHERE status = 'valid'
          ) AS ranked WHERE place > 1
        )`,
      );
      const over = spec.until && sql`${sql.ref(spec.until)} < ${tashkentDay(scene.now)}::date`;
      const ended = over ? await lifecycle.takeDue(scene, 'revision.end', over) : 0;
      return { started, superseded: superseded + ended };
    },
  };
}

export type RevisionsLifecycle<R extends Revision> = ReturnType<typeof revisionsOf<R, unknown>>;

async function validFromOf(db: Db, table: string, id: number): Promise<string> {
  const { rows } = await sql<{
    valid_from: string;
  }>`SELECT valid_from FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);
  return rows[0]?.valid_from ?? '';
}
