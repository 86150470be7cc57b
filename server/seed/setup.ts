/** The first organization and person of an installation without demo data (`npm run setup`). */

import { sql } from 'kysely';
import { ORGANIZATION_CODE } from '../../contract/directories/organization.ts';
import { searchKey } from '../../contract/search.ts';
import type { Database } from '../db/open.ts';
import { AccountRefused, addPerson, requireName } from '../people/accounts.ts';
import { isEmpty } from './index.ts';
import { insertStandard } from './standard.ts';

export const ORGANIZATION_KINDS = ['office', 'branch', 'shop', 'warehouse'] as const;
export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];

export interface Setup {
  readonly organization: string;
  /** Leads the numbers of its documents. */
  readonly code: string;
  readonly kind: OrganizationKind;
  readonly username: string;
  readonly fullname: string;
}

/** Who may do everything. */
const FIRST_POSITION = 'Direktor';

/** All of it or nothing. @returns the first password, to be handed over once */
export async function setUp(db: Pick<Database, 'tx'>, setup: Setup): Promise<{ password: string }> {
  const { organization, code, kind, username, fullname } = setup;
  requireName("The organization's name", organization);
  if (!ORGANIZATION_CODE.test(code))
    throw new AccountRefused(
      `"${code}" cannot be a code: 2 to 6 capital letters A–Z; it leads the numbers of documents.`,
    );
  return db.tx(async (trx) => {
    // a server that starts with demo data at this moment: the second of the two finds a database that is not empty
    await sql`select pg_advisory_xact_lock(hashtext('idora seed'))`.execute(trx);
    if (!(await isEmpty(trx)))
      throw new AccountRefused('The database has an organization already; npm run user:add adds people to it.');
    await insertStandard(trx);
    await trx
      .insertInto('organization')
      .values({
        name: organization,
        short_name: organization.slice(0, 60),
        code,
        kind,
        search_key: searchKey(`${organization} ${code}`),
      })
      .execute();
    return addPerson(trx, { username, fullname, position: FIRST_POSITION, organization: code, office: true });
  });
}
