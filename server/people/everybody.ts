import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { rulesOfUser } from '../http/heldRules.ts';

/** Everybody who works here, with the rules in force now. */
export async function everybody(db: Kysely<Schema>): Promise<SignedIn[]> {
  const people = await db
    .selectFrom('app_user')
    .select(['app_user.id', 'username', 'fullname', 'organization_id', 'office'])
    .select(rulesOfUser.as('rules'))
    .where('app_user.active', '=', true)
    .orderBy('fullname')
    .execute();
  return people.map(({ organization_id: organizationId, ...one }) => ({
    ...{ ...one, organizationId },
    ...{ expired: false, waiting: false, tokenHash: '' },
  }));
}
