/** Rules of one person: what the position gives, what is added and taken away (decision 89). */
import { type Kysely, sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import {
  type PersonalRule,
  type RulesOfPerson,
  type Stuck,
  type TitledRule,
  userRuleHistory,
  userRulePreview,
  userRuleShow,
  userRuleUpdate,
} from '../../contract/rights.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { titleIn } from '../directory/targets.ts';
import { person } from '../documents/documents.ts';
import { recordHistory } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import { requireVersion } from '../lifecycle/stages.ts';
import { stillHolds } from './holders.ts';
import { logRights } from './positionRules.ts';
import { lockRights, requireAdministrator, tellRights } from './rights.ts';
import { titledRule } from './ruleTitles.ts';
import { requireReason, stuckAfter, workingPeople, wouldLeave } from './stuck.ts';

type Db = Kysely<Schema>;
type Sent = BodyOf<typeof userRulePreview>['changes'];

export const USER_RULES = 'userRule';

interface Asking {
  readonly db: Db;
  readonly user: SignedIn;
  readonly language: Language;
  readonly now: Date;
}

interface RuleRow {
  rule: TitledRule;
  by_position: boolean;
  granted: boolean | null;
  until: string | null;
  holds_still: boolean | null;
  position_since: Date | null;
  since: Date | null;
  by: number | null;
  giver: string | null;
}

function originOf({ by_position, granted, holds_still }: RuleRow): PersonalRule['origin'] {
  if (granted === true && holds_still === true) return 'added';
  if (granted === false && holds_still === true && by_position) return 'taken';
  return by_position ? 'position' : 'none';
}

/** Branch people see those of their own branch. */
async function rulesOf({ db, user, language }: Omit<Asking, 'now'>, id: number): Promise<RulesOfPerson> {
  const { rows: people } = await sql<{
    id: number;
    username: string;
    fullname: string;
    active: boolean;
    office: boolean;
    version: number;
    organization_id: number;
    organization: string;
    position_id: number;
    position: string;
  }>`SELECT u.id, u.username, u.fullname, u.active, u.office, u.rules_version AS version, u.organization_id,
      o.name AS organization, u.position_id, ${titleIn('position', 'p', language)} AS position
    FROM app_user u JOIN organization o ON o.id = u.organization_id JOIN position p ON p.id = u.position_id
    WHERE u.id = ${id} AND (${user.office} OR u.organization_id = ${user.organizationId})`.execute(db);
  const [found] = people;
  if (found === undefined) throw notFound();
  const { rows } = await sql<RuleRow>`
    SELECT ${titledRule('r', language)} AS rule, g.position_id IS NOT NULL AS by_position, g.since AS position_since,
      o.granted, o.until, ${stillHolds('o')} AS holds_still, o.since, o.given_by AS by, w.fullname AS giver
    FROM rule r
    LEFT JOIN position_rule g ON g.resource = r.resource AND g.action = r.action AND g.position_id = ${found.position_id}
    LEFT JOIN user_rule o ON o.resource = r.resource AND o.action = r.action AND o.user_id = ${id}
    LEFT JOIN app_user w ON w.id = o.given_by
    ORDER BY r.area, r.resource, r.id`.execute(db);
  return {
    person: {
      ...person(found.id, found.fullname),
      username: found.username,
      active: found.active,
      office: found.office,
    },
    position: { id: found.position_id, title: found.position },
    organization: { id: found.organization_id, title: found.organization },
    version: found.version,
    own: found.id === user.id,
    rules: rows.map((row) => {
      const origin = originOf(row);
      const isOwn = row.granted !== null;
      const since = isOwn ? row.since : row.position_since;
      return {
        ...row.rule,
        ...{ origin, holds: origin === 'position' || origin === 'added', by_position: row.by_position },
        until: row.until,
        over: isOwn && row.holds_still === false,
        since: since === null ? null : new Date(since).toISOString(),
        by: row.by === null || row.giver === null ? null : person(row.by, row.giver),
        may_give: found.id !== user.id && allows(user.rules, `${row.rule.resource}.${row.rule.action}`),
      };
    }),
  };
}

interface Wanted extends TitledRule {
  readonly own: 'added' | 'taken' | 'none';
  readonly until: string | null;
  readonly before: PersonalRule;
}

/** The finer right, asked before anything of the values (decision 54): nobody changes the own rules, nor those that the giver lacks. */
function requireMayGive({ user }: Asking, { rules, own }: RulesOfPerson, sent: Sent): void {
  if (own) throw forbidden('errors.own_rules');
  const named = new Set(sent.map(({ rule_id }) => rule_id));
  if (rules.some(({ id, resource, action }) => named.has(id) && !allows(user.rules, `${resource}.${action}`)))
    throw forbidden('errors.rule_above');
}

/** What is really to be changed. Refused: a rule that nobody knows or that comes twice, a day that is past. */
function wantedOf({ now }: Asking, { rules }: RulesOfPerson, sent: Sent): Wanted[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const seen = new Set<number>();
  return sent.map(({ rule_id, own: wished, until = null }, at) => {
    const before = known.get(rule_id);
    if (before === undefined) throw invalidField(`changes.${at}.rule_id`, 'rule');
    if (seen.has(rule_id)) throw invalidField(`changes.${at}.rule_id`, 'rule_twice');
    seen.add(rule_id);
    if (wished !== 'none' && until !== null && until < tashkentDay(now))
      throw invalidField(`changes.${at}.until`, 'day_past');
    const { id, resource, action, title, area } = before;
    return { ...{ id, resource, action, title, area, before }, own: wished, until: wished === 'none' ? null : until };
  });
}

async function change(asking: Asking, userId: number, wanted: readonly Wanted[]): Promise<Stuck> {
  const { db, user, now, language } = asking;
  const before = await workingPeople(db);
  for (const { resource, action, own, until } of wanted) {
    await db
      .deleteFrom('user_rule')
      .where('user_id', '=', userId)
      .where('resource', '=', resource)
      .where('action', '=', action)
      .execute();
    if (own === 'none') continue;
    await db
      .insertInto('user_rule')
      .values({ user_id: userId, resource, action, granted: own === 'added', until, since: now, given_by: user.id })
      .execute();
  }
  await sql`UPDATE app_user SET rules_version = rules_version + 1 WHERE id = ${userId}`.execute(db);
  await requireAdministrator(db);
  return stuckAfter(db, before, language);
}

/** A rule in the log: until when it is given or taken. */
const logged = ({ title, until }: { title: string; until: string | null }) =>
  until === null ? title : `${title} (→ ${until})`;

function payloadOf(wanted: readonly Wanted[], reason: string | null) {
  const of = (own: Wanted['own']) => wanted.filter((one) => one.own === own).map(logged);
  const lists = { added: of('added'), taken: of('taken'), left_to_position: of('none') };
  const after = Object.fromEntries(Object.entries(lists).filter(([, titles]) => titles.length > 0));
  return { before: {}, after: { ...after, ...(reason !== null && { reason }) } };
}

export const userRuleCalls: Implementation[] = [
  implement(userRuleShow, {
    handle: async (asking) => ({ data: await rulesOf(asking, asking.params.id) }),
  }),

  implement(userRulePreview, {
    async handle(asking) {
      const { db, params, body } = asking;
      await lockRights(db);
      const found = await rulesOf(asking, params.id);
      requireMayGive(asking, found, body.changes);
      const wanted = wantedOf(asking, found, body.changes);
      return { data: await wouldLeave(db, () => change(asking, params.id, wanted)) };
    },
  }),

  implement(userRuleUpdate, {
    async handle(asking) {
      const { db, params, body, user, language, now, ifMatch } = asking;
      await lockRights(db);
      const found = await rulesOf(asking, params.id);
      requireMayGive(asking, found, body.changes);
      await requireVersion(ifMatch, found.version, () => found);
      const wanted = wantedOf(asking, found, body.changes);
      const reason = requireReason(await change(asking, params.id, wanted), body);
      await logRights(db, USER_RULES, [{ id: params.id, payload: payloadOf(wanted, reason) }], user.id, now);
      tellRights([params.id]);
      return { data: await rulesOf(asking, params.id), message: say(language, 'actions.rights_saved') };
    },
  }),

  implement(userRuleHistory, {
    async handle(asking) {
      await rulesOf(asking, asking.params.id);
      return { data: await recordHistory(asking.db, USER_RULES, asking.params.id) };
    },
  }),
];
