/** The branch whose list of a setting is read. */
import { type Kysely, sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { forbidden, invalidField } from '../http/refusal.ts';

/**
 * The asked one where the person may see it. Unasked it is the person's own; an office keeps no goods, so who sees all and
 * works there has the first branch, or none where figures may be of every branch.
 */
export async function branchToRead(
  { db, user }: { readonly db: Kysely<Schema>; readonly user: SignedIn },
  asked: number | undefined,
  seesAll: boolean,
  isForEvery: boolean,
): Promise<Chosen | null> {
  const own = user.organizationId;
  if (asked === undefined && seesAll && isForEvery) return null;
  if (asked !== undefined && asked !== own && !seesAll) throw forbidden('errors.organization_not_seen');
  const among =
    asked !== undefined
      ? sql`id = ${asked}`
      : seesAll
        ? sql`id = ${own} OR (active AND kind <> 'office')`
        : sql`id = ${own}`;
  const { rows } = await sql<Chosen>`SELECT id, name AS title FROM organization WHERE ${among}
    ORDER BY kind = 'office', id <> ${own}, search_key, id LIMIT 1`.execute(db);
  const [branch] = rows;
  if (!branch) throw invalidField('organization_id', 'organization');
  return branch;
}
