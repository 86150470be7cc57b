/** Who may give rights (decision 89): the refusals that every change of rules, positions and people shares. */
import { type Kysely, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { conflict, forbidden } from '../http/refusal.ts';

type Db = Kysely<Schema>;

/** Who holds all of these, sees every branch and is active may give rights and make people (decision 89). */
const ADMINISTERS = ['position_rule.edit', 'user_rule.edit', 'branch_setting_users.edit'] as const;

/** Changes of rights and people go one after another: of two that take the last one from each other the second is refused. */
export const lockRights = (db: Db) => sql`SELECT pg_advisory_xact_lock(hashtext('app_user administers'))`.execute(db);

/** Whether somebody may give rights and make people, for good. @param but not counting this person. */
export async function somebodyAdministers(db: Db, but = 0): Promise<boolean> {
  const holds = ADMINISTERS.map((rule) => {
    const [resource, action] = rule.split('.');
    const own = sql`FROM user_rule r WHERE r.user_id = u.id AND r.resource = ${resource} AND r.action = ${action}`;
    return sql`NOT EXISTS (SELECT 1 ${own} AND NOT r.granted) AND (EXISTS (SELECT 1 ${own} AND r.granted AND r.until IS NULL)
      OR EXISTS (SELECT 1 FROM position_rule p
        WHERE p.position_id = u.position_id AND p.resource = ${resource} AND p.action = ${action}))`;
  });
  const { rows } = await sql`SELECT u.id FROM app_user u
    WHERE u.active AND u.office AND u.id <> ${but} AND ${sql.join(holds, sql` AND `)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** After a change: one active office person who may give rights and make people, without an end, remains. */
export async function requireAdministrator(db: Db): Promise<void> {
  if (!(await somebodyAdministers(db))) throw conflict('not_allowed_now', { messageKey: 'errors.nobody_administers' });
}

/** Rules are given to positions by the office. */
export function requireOffice(user: SignedIn): void {
  if (!user.office) throw forbidden('errors.office_only');
}

/** Who assigns a position holds all its rules, or may give any rule to positions. */
export async function requireMayAssign(db: Db, user: SignedIn, positionId: number): Promise<void> {
  if (user.office && allows(user.rules, 'position_rule.edit')) return;
  const rules = await db
    .selectFrom('position_rule')
    .select(['resource', 'action'])
    .where('position_id', '=', positionId)
    .execute();
  if (!rules.every(({ resource, action }) => allows(user.rules, `${resource}.${action}`)))
    throw forbidden('errors.position_above');
}

/** Their open windows read their rights again. */
export const tellRights = (people: readonly number[]): void => nudge({ topic: 'rights', people });
