/** Employees: whose access is opened, closed and handed on by whom (areas 3.5, decisions 89 to 91). */
import { type Kysely, sql } from 'kysely';
import { branchUser, USERNAME } from '../../contract/directories/branchUser.ts';
import { branchUserLeaving, branchUserSessions } from '../../contract/people.ts';
import { allows } from '../../contract/rules.ts';
import { userMachine } from '../../machines/user/user.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { Done } from '../directory/lifecycle.ts';
import { readRecords } from '../directory/records.ts';
import { type Faults, type Reader, serveDirectory, type Writer } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { rulesOfUser } from '../http/heldRules.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import type { Asked, Scene } from '../lifecycle/lifecycle.ts';
import { sendNotices } from '../lifecycle/stages.ts';
import { handOver, ownWorkOf } from '../people/handOver.ts';
import { newPassword, renewPassword } from '../people/oneTimePassword.ts';
import {
  lockRights,
  requireAdministrator,
  requireMayAssign,
  somebodyAdministers,
  tellRights,
} from '../people/rights.ts';
import { endSessions, openSessionsOf } from '../people/sessions.ts';
import { requireReason, stuckAfter, workingPeople, wouldLeave } from '../people/stuck.ts';
import { isPerson } from '../sale/entries.ts';

type Db = Kysely<Schema>;
type Answers = Readonly<Record<string, unknown>>;

/** Nobody looks after the own access. */
const others = {
  right: ({ id }: { id: number }, user: SignedIn) => id !== user.id,
  forbidden: 'errors.own_account',
};

/** The person holds what the other lacks: whoever took over that access would gain it (decision 89). */
async function isAbove(db: Db, id: number, user: SignedIn): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .select('office')
    .select(rulesOfUser.as('rules'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (found.office && !user.office) return true;
  if (user.office && allows(user.rules, 'position_rule.edit')) return false;
  return Object.entries(found.rules).some(([resource, actions]) =>
    Object.keys(actions).some((action) => !allows(user.rules, `${resource}.${action}`)),
  );
}

async function factsOf({ db, user }: Scene & Partial<Asked>, { id }: { id: number }) {
  return {
    above: user !== undefined && (await isAbove(db, id, user)),
    last: !(await somebodyAdministers(db, id)),
  };
}

async function requireHeir({ db }: Writer, id: number, heirId: number | undefined, hasWork: boolean) {
  if (heirId === undefined) {
    if (hasWork) throw invalidField('heir_id', 'heir');
    return undefined;
  }
  const heir = await db
    .selectFrom('app_user')
    .select(['id', 'fullname'])
    .where('id', '=', heirId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!heir || heir.id === id) throw invalidField('heir_id', 'user');
  return heir;
}

interface Place {
  readonly position_id?: number | undefined;
  readonly organization_id?: number | undefined;
  readonly office?: boolean | undefined;
}

/** The position and the branch of a change are there: one that is not is a fault of its own. */
async function areThere(db: Db, { position_id, organization_id }: Place): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`SELECT
    (${position_id ?? null}::integer IS NULL OR EXISTS (SELECT 1 FROM position WHERE id = ${position_id ?? null}::integer))
    AND (${organization_id ?? null}::integer IS NULL
      OR EXISTS (SELECT 1 FROM organization WHERE id = ${organization_id ?? null}::integer)) AS there`.execute(db);
  return rows[0]?.there === true;
}

/** What nobody could move on any more, were the person to hold another position, or to work elsewhere. */
const stuckOfMove = ({ db, language }: Reader, id: number, { position_id, organization_id, office }: Place) =>
  wouldLeave(db, async () => {
    const before = await workingPeople(db);
    await sql`UPDATE app_user SET position_id = coalesce(${position_id ?? null}::integer, position_id),
      organization_id = coalesce(${organization_id ?? null}::integer, organization_id),
      office = coalesce(${office ?? null}::boolean, office) WHERE id = ${id}`.execute(db);
    return stuckAfter(db, before, language);
  });

/** Ends the access of a person; who leaves hands over the open work. What nobody could move on then needs a reason. */
async function close(writer: Writer, { id }: { id: number }, body: Answers, leaves: boolean): Promise<Done> {
  const { db, user, now, language } = writer;
  const { heir_id, reason, seen } = body as { heir_id?: number; reason?: string; seen?: string };
  await lockRights(db);
  if (!(await somebodyAdministers(db, id)))
    throw conflict('not_allowed_now', { messageKey: 'errors.nobody_administers' });
  const before = await workingPeople(db);
  const hasWork = leaves && (await ownWorkOf(db, id, language)).length > 0;
  const heir = await requireHeir(writer, id, leaves ? (heir_id ?? undefined) : undefined, hasWork);
  const handed = heir ? await handOver(writer, id, heir.id) : [];
  const names = handed.flatMap((one) => one.names);
  if (heir && names.length > 0)
    await sendNotices(db, {
      ...{ about: { record: id, kind: branchUser.spec.name }, machine: userMachine.id, event: 'user.dismiss' },
      people: sql`SELECT ${heir.id}::integer`,
      words: names.join(', '),
      ...{ userId: user.id, now },
    });
  const stuck = await stuckAfter(db, before, language, { id, handed });
  const why = requireReason(stuck, { reason: reason ?? '', seen: seen ?? '' }) ?? reason;
  await endSessions(db, id, now);
  return {
    log: {
      before: {},
      after: {
        ...(heir && { heir: [heir.fullname, ...(names.length > 0 ? [names.join(', ')] : [])].join(': ') }),
        ...(why && { reason: why }),
      },
    },
  };
}

export const users = serveDirectory(branchUser, {
  table: 'app_user',
  // the server has a user of its own, who is nobody to look after
  visible: () => isPerson('r'),
  async begin() {
    const { password, password_hash } = await newPassword();
    return { columns: { password_hash, password_expired: true }, once: { password } };
  },
  async refuse(writer, { body, before }) {
    const { db, user } = writer;
    await lockRights(db);
    if (body.position_id !== before?.position.id) await requireMayAssign(db, user, body.position_id);
    const faults: Faults = before !== null || USERNAME.test(body.username) ? {} : { username: [{ key: 'username' }] };
    const moves =
      before?.active === true &&
      (before.position.id !== body.position_id ||
        before.organization.id !== body.organization_id ||
        (body.office !== undefined && body.office !== before.office));
    if (moves && Object.keys(faults).length === 0 && (await areThere(db, body))) {
      const { reason, seen } = body as { reason?: string | null; seen?: string | null };
      requireReason(await stuckOfMove(writer, before.id, body), { reason: reason ?? '', seen: seen ?? '' });
    }
    return faults;
  },
  async write({ db }, id, { before }) {
    if (before === null) return;
    await requireAdministrator(db);
    tellRights([id]);
  },
  async extra({ db, now }, ids) {
    const { rows } = await sql<{ id: number; last_login: Date | null; sessions: number }>`
      SELECT u.id, u.last_login, (SELECT count(*)::integer FROM session_token s
        WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > ${now}) AS sessions
      FROM app_user u WHERE u.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(
      rows.map(({ id, last_login, sessions }) => [id, { last_login: last_login?.toISOString() ?? null, sessions }]),
    );
  },
  actions: {
    machine: userMachine,
    facts: factsOf,
    why({ status }, event, { above, last }) {
      if (status === 'dismissed') return undefined;
      if (above) return { messageKey: 'errors.person_above' };
      return last && (event === 'user.suspend' || event === 'user.dismiss')
        ? { messageKey: 'errors.nobody_administers' }
        : undefined;
    },
    steps: {
      'user.update': others,
      'user.restore': others,
      'user.resetPassword': {
        ...others,
        async take({ db, now }, { id }) {
          const { password } = await renewPassword(db, id, now);
          return { once: { password } };
        },
      },
      'user.endSessions': {
        ...others,
        async take({ db, now }, { id }) {
          return { log: { before: {}, after: { sessions: await endSessions(db, id, now) } } };
        },
      },
      'user.suspend': { ...others, take: (writer, record, body) => close(writer, record, body, false) },
      'user.dismiss': { ...others, take: (writer, record, body) => close(writer, record, body, true) },
    },
  },
});

/** The lifecycle of employees, for steps that no call of a person takes. */
export const USERS = users.lifecycle;

/** An employee as the lifecycle has one, whoever asks. */
export async function userRecord(db: Db, id: number) {
  const [record] = await readRecords(db, users.directory, users.table, [id], 'uz');
  if (record === undefined) throw new Error(`no person ${id}`);
  return record;
}

const find = (context: Reader, id: number) => USERS.find(context as never, id, false);

export const peopleImplementations: Implementation[] = [
  implement(branchUserLeaving, {
    record: (context) => find(context, context.params.id),
    async handle(context) {
      const { db, language, body, record } = context;
      const { id } = record;
      await lockRights(db);
      if (body.event === 'user.update') {
        if (!(await areThere(db, body))) throw invalidField('position_id', 'reference');
        return { data: { work: [], stuck: await stuckOfMove(context, id, body) } };
      }
      const leaves = body.event === 'user.dismiss';
      const work = leaves ? await ownWorkOf(db, id, language) : [];
      const heir = leaves ? await requireHeir(context, id, body.heir_id, false) : undefined;
      const stuck = await wouldLeave(db, async () => {
        const before = await workingPeople(db);
        const handed = heir ? await handOver(context, id, heir.id) : [];
        return stuckAfter(db, before, language, { id, handed });
      });
      return { data: { work, stuck } };
    },
  }),

  implement(branchUserSessions, {
    record: (context) => find(context, context.params.id),
    handle: async ({ db, user, now, record }) => ({ data: await openSessionsOf(db, record.id, now, user.tokenHash) }),
  }),
];
