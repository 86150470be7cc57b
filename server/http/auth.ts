import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Rules } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { rulesHeld, rulesOfUser, stamps } from './heldRules.ts';

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

/** The person behind a token, or nothing when it is unknown, revoked, expired, or the person no longer works here. */
export async function personOfToken(db: Kysely<Schema>, token: string, now: Date): Promise<SignedIn | undefined> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('session_token')
    .innerJoin('app_user', 'app_user.id', 'session_token.user_id')
    .leftJoin('mobile_device', 'mobile_device.id', 'session_token.device_id')
    .select(['app_user.id', 'username', 'fullname', 'organization_id', 'office', 'password_expired'])
    .select('mobile_device.status as device')
    .select(stamps)
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
    rules: await rulesHeld(db, row),
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
