import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Rules } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';

/** Who is signed in, with the rules in force now. */
export interface SignedIn {
  id: number;
  username: string;
  fullname: string;
  organizationId: number;
  office: boolean;
  expired: boolean;
  /** The session is that of a device that nobody has allowed yet. */
  waiting: boolean;
  rules: Rules;
  tokenHash: string;
}

/** `allshow` is for reading: who is no office person writes in the own organization alone. */
export const actsIn = ({ office, organizationId }: SignedIn, organization: number): boolean =>
  office || organizationId === organization;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** 256 random bits; only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A session ends this long after sign-in even when it is in use; inactivity ends it earlier (spec 4). */
export const SESSION_HOURS = 12;

/** The position's rules, with the person's own added or taken away; one that both have comes twice. */
const held = sql`
  SELECT resource, action FROM position_rule WHERE position_rule.position_id = app_user.position_id
    AND NOT EXISTS (SELECT 1 FROM user_rule taken WHERE taken.user_id = app_user.id AND NOT taken.granted
      AND taken.resource = position_rule.resource AND taken.action = position_rule.action
      AND (taken.until IS NULL OR taken.until >= (now() AT TIME ZONE 'Asia/Tashkent')::date))
  UNION ALL
  SELECT resource, action FROM user_rule WHERE user_rule.user_id = app_user.id AND granted
    AND (until IS NULL OR until >= (now() AT TIME ZONE 'Asia/Tashkent')::date)`;

/** `{ [resource]: { [action]: true } }`. */
export const rulesOfUser = sql<Rules>`(
  SELECT coalesce(jsonb_object_agg(resource, actions), '{}'::jsonb) FROM (
    SELECT resource, jsonb_object_agg(action, true) AS actions FROM (${held}) AS held GROUP BY resource
  ) AS by_resource
)`;

/** The same in one line, for what each request asks: to build the object in the database takes three times as long. */
const namesOfRules = sql<string | null>`(SELECT string_agg(resource || '.' || action, ' ') FROM (${held}) AS held)`;

function rulesNamed(names: string): Rules {
  const rules: Record<string, Record<string, true>> = {};
  for (const name of names.split(' ')) {
    const [resource = '', action = ''] = name.split('.');
    const actions = Object.hasOwn(rules, resource) ? rules[resource] : undefined;
    if (actions === undefined) rules[resource] = { [action]: true };
    else actions[action] = true;
  }
  return rules;
}

/** Whether a person (`app_user`) holds a rule: `product_invoice.confirm`. */
export const holdsRule = (rule: string) => sql<boolean>`(${rulesOfUser} #> ${rule.split('.')}::text[]) IS NOT NULL`;

/** The person behind a token, or nothing when it is unknown, revoked, expired, or the person no longer works here. */
export async function personOfToken(db: Kysely<Schema>, token: string, now: Date): Promise<SignedIn | undefined> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('session_token')
    .innerJoin('app_user', 'app_user.id', 'session_token.user_id')
    .leftJoin('mobile_device', 'mobile_device.id', 'session_token.device_id')
    .select(['app_user.id', 'username', 'fullname', 'organization_id', 'office', 'password_expired'])
    .select('mobile_device.status as device')
    .select(namesOfRules.as('rules'))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('app_user.active', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    username: row.username,
    fullname: row.fullname,
    organizationId: row.organization_id,
    office: row.office,
    expired: row.password_expired,
    waiting: row.device !== null && row.device !== 'allowed',
    rules: row.rules === null ? {} : rulesNamed(row.rules),
    tokenHash,
  };
}

/** The person of a step that an outside service finishes: whose rights were asked when it began. */
export async function personById(db: Kysely<Schema>, id: number): Promise<SignedIn> {
  const row = await db
    .selectFrom('app_user')
    .select(['app_user.id', 'username', 'fullname', 'organization_id', 'office', 'password_expired'])
    .select(rulesOfUser.as('rules'))
    .where('app_user.id', '=', id)
    .executeTakeFirstOrThrow();
  const { organization_id: organizationId, password_expired: expired, ...person } = row;
  return { ...person, organizationId, expired, waiting: false, tokenHash: '' };
}
