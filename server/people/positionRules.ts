/** The matrix of rules by positions: read whole, changed all ticks at once, seen before it is saved (decision 89). */
import { type Kysely, sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import {
  type PositionRulePreview,
  positionRuleHistory,
  positionRuleMatrix,
  positionRulePreview,
  positionRuleUpdate,
  type RuleMatrix,
  type Stuck,
  type TitledRule,
} from '../../contract/rights.ts';
import type { Schema } from '../db/schema.ts';
import { titleIn } from '../directory/targets.ts';
import { person } from '../documents/documents.ts';
import { recordHistory } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import { appendLog, type LoggedFields, requireVersion } from '../lifecycle/stages.ts';
import { stillHolds } from './holders.ts';
import { lockRights, requireAdministrator, requireOffice, tellRights } from './rights.ts';
import { allTitledRules } from './ruleTitles.ts';
import { requireReason, stuckAfter, workingPeople, wouldLeave } from './stuck.ts';

type Db = Kysely<Schema>;
type Sent = BodyOf<typeof positionRulePreview>['positions'];

export const POSITION_RULES = 'positionRule';

interface Asking {
  readonly db: Db;
  readonly user: SignedIn;
  readonly language: Language;
  readonly now: Date;
}

interface PositionRow {
  id: number;
  title: string;
  kind: string;
  people: number;
  version: number;
  rules: number[];
  at: Date | null;
  by: number | null;
  fullname: string | null;
}

async function positionRows(db: Db, language: Language): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT p.id, ${titleIn('position', 'p', language)} AS title, p.kind, p.rules_version AS version,
      (SELECT count(*)::integer FROM app_user u WHERE u.position_id = p.id AND u.active) AS people,
      coalesce((SELECT jsonb_agg(r.id ORDER BY r.id) FROM position_rule g JOIN rule r USING (resource, action)
        WHERE g.position_id = p.id), '[]') AS rules,
      l.at, l.user_id AS by, w.fullname
    FROM position p
    LEFT JOIN LATERAL (SELECT at, user_id FROM record_log
      WHERE kind = ${POSITION_RULES} AND record_id = p.id ORDER BY id DESC LIMIT 1) l ON true
    LEFT JOIN app_user w ON w.id = l.user_id
    WHERE p.active ORDER BY p.id`.execute(db);
  return rows;
}

async function matrixOf({ db, user, language }: Omit<Asking, 'now'>): Promise<RuleMatrix> {
  const own = await positionOf(db, user);
  const positions = await positionRows(db, language);
  return {
    positions: positions.map(({ at, by, fullname, ...row }) => ({
      ...row,
      own: row.id === own,
      changed:
        at === null
          ? null
          : { at: new Date(at).toISOString(), by: by === null || fullname === null ? null : person(by, fullname) },
    })),
    rules: await allTitledRules(db, language),
  };
}

const positionOf = async (db: Db, { id }: SignedIn): Promise<number> =>
  (await db.selectFrom('app_user').select('position_id').where('id', '=', id).executeTakeFirstOrThrow()).position_id;

interface Wanted {
  readonly position: PositionRow;
  readonly add: readonly TitledRule[];
  readonly remove: readonly TitledRule[];
}

/**
 * What is really to be changed, refused in the order of decision 54: the own position, one that somebody changed meanwhile,
 * then what is unknown or comes twice.
 */
async function wantedOf(asking: Asking, sent: Sent): Promise<Wanted[]> {
  const { db, user, language } = asking;
  requireOffice(user);
  const own = await positionOf(db, user);
  if (sent.some(({ id }) => id === own)) throw forbidden('errors.own_position');
  const positions = new Map((await positionRows(db, language)).map((row) => [row.id, row]));
  for (const { id, version } of sent)
    await requireVersion(version, positions.get(id)?.version ?? version, () => matrixOf(asking));
  const known = new Map((await allTitledRules(db, language)).map((rule) => [rule.id, rule]));
  const titled = (ids: readonly number[], at: string, seen: Set<number>): TitledRule[] =>
    ids.map((id) => {
      const rule = known.get(id);
      if (rule === undefined) throw invalidField(at, 'rule');
      if (seen.has(id)) throw invalidField(at, 'rule_twice');
      seen.add(id);
      return rule;
    });
  const named = new Set<number>();
  return sent.map(({ id, add, remove }, index) => {
    const position = positions.get(id);
    if (position === undefined) throw invalidField(`positions.${index}.id`, 'position');
    if (named.has(id)) throw invalidField(`positions.${index}.id`, 'position_twice');
    named.add(id);
    const [has, seen] = [new Set(position.rules), new Set<number>()];
    return {
      position,
      add: titled(add, `positions.${index}.add`, seen).filter((rule) => !has.has(rule.id)),
      remove: titled(remove, `positions.${index}.remove`, seen).filter((rule) => has.has(rule.id)),
    };
  });
}

async function write({ db, now }: Asking, wanted: readonly Wanted[]): Promise<void> {
  for (const { position, add, remove } of wanted) {
    if (remove.length > 0)
      await sql`DELETE FROM position_rule g USING rule r WHERE g.position_id = ${position.id}
        AND g.resource = r.resource AND g.action = r.action AND r.id = ANY (${remove.map(({ id }) => id)}::integer[])`.execute(
        db,
      );
    if (add.length > 0)
      await sql`INSERT INTO position_rule (position_id, resource, action, since)
        SELECT ${position.id}::integer, r.resource, r.action, ${now} FROM rule r
        WHERE r.id = ANY (${add.map(({ id }) => id)}::integer[])`.execute(db);
    await sql`UPDATE position SET rules_version = rules_version + 1 WHERE id = ${position.id}`.execute(db);
  }
  await requireAdministrator(db);
}

/** Writes it, and answers whom it leaves without a way out. */
async function change(asking: Asking, wanted: readonly Wanted[]): Promise<Stuck> {
  const before = await workingPeople(asking.db);
  await write(asking, wanted);
  return stuckAfter(asking.db, before, asking.language);
}

/** Of each tick: who gains or loses it, and who has a rule of the own that says so anyway. */
async function effectOf(db: Db, wanted: readonly Wanted[]): Promise<PositionRulePreview['positions']> {
  const { rows } = await sql<{ position: number; rule: number; granted: boolean; n: number }>`
    SELECT u.position_id AS position, r.id AS rule, o.granted, count(*)::integer AS n
    FROM user_rule o JOIN rule r USING (resource, action) JOIN app_user u ON u.id = o.user_id
    WHERE u.active AND ${stillHolds('o')} AND u.position_id = ANY (${wanted.map(({ position }) => position.id)}::integer[])
    GROUP BY 1, 2, 3`.execute(db);
  const personal = (position: number, rule: number): number =>
    rows.filter((row) => row.position === position && row.rule === rule).reduce((sum, { n }) => sum + n, 0);
  return wanted.map(({ position: { id, title, people }, add, remove }) => ({
    ...{ id, title, people },
    changes: [...remove.map((rule) => ({ rule, granted: false })), ...add.map((rule) => ({ rule, granted: true }))].map(
      ({ rule, granted }) => {
        const apart = personal(id, rule.id);
        return { rule, granted, people: people - apart, personal: apart };
      },
    ),
  }));
}

export const positionRuleCalls: Implementation[] = [
  implement(positionRuleMatrix, {
    handle: async ({ db, user, language }) => ({ data: await matrixOf({ db, user, language }) }),
  }),

  implement(positionRulePreview, {
    async handle(asking) {
      await lockRights(asking.db);
      const wanted = await wantedOf(asking, asking.body.positions);
      const positions = await effectOf(asking.db, wanted);
      const stuck = await wouldLeave(asking.db, () => change(asking, wanted));
      return { data: { people: positions.reduce((sum, { people }) => sum + people, 0), positions, stuck } };
    },
  }),

  implement(positionRuleUpdate, {
    async handle(asking) {
      const { db, user, body, language, now } = asking;
      await lockRights(db);
      const wanted = await wantedOf(asking, body.positions);
      const reason = requireReason(await change(asking, wanted), body);
      const lines = wanted
        .filter(({ add, remove }) => add.length + remove.length > 0)
        .map(({ position, add, remove }) => ({
          id: position.id,
          payload: {
            before: remove.length > 0 ? { removed: remove.map(({ title }) => title) } : {},
            after: {
              ...(add.length > 0 && { added: add.map(({ title }) => title) }),
              ...(reason !== null && { reason }),
            },
          },
        }));
      await logRights(db, POSITION_RULES, lines, user.id, now);
      const touched = wanted.map(({ position }) => position.id);
      const people = await db.selectFrom('app_user').select('id').where('position_id', 'in', touched).execute();
      tellRights(people.map(({ id }) => id));
      const data = await matrixOf({ db, user, language });
      return { data, message: say(language, 'actions.rights_saved') };
    },
  }),

  implement(positionRuleHistory, {
    async handle({ db, params }) {
      const found = await db.selectFrom('position').select('id').where('id', '=', params.id).executeTakeFirst();
      if (found === undefined) throw notFound();
      return { data: await recordHistory(db, POSITION_RULES, params.id) };
    },
  }),
];

/** One log row for each position or person whose rules changed. */
export async function logRights(
  db: Db,
  kind: string,
  lines: readonly { id: number; payload: LoggedFields }[],
  userId: number,
  now: Date,
): Promise<void> {
  for (const { id, payload } of lines)
    await appendLog(db, {
      ...{ log: 'record_log', kind, machine: null, id, event: 'rules.change', before: null, after: null },
      ...{ payload, userId, now },
    });
}
