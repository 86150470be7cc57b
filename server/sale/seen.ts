/** Whose money a person sees: that of contracts that are seen, and that of the desks that are. */
import { type RawBuilder, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { seesEveryDesk } from '../cash/cashDocuments.ts';
import { seesContract, seesEveryContract } from '../contracts/access.ts';
import type { SignedIn } from '../http/auth.ts';

const holdsDesk = ({ rules }: SignedIn): boolean => allows(rules, 'cashbox.show');

/** Sums of clients are shown to who sees contracts or a desk. */
export const seesMoney = ({ rules }: SignedIn): boolean => allows(rules, 'contract.show|contract.allshow|cashbox.show');

const seesEvery = (user: SignedIn): boolean =>
  (holdsDesk(user) && seesEveryDesk(user)) ||
  (allows(user.rules, 'contract.show|contract.allshow') && seesEveryContract(user));

/** Contracts whose money the person sees, on the alias of `document`. */
export function seesMoneyOf(user: SignedIn, alias = 'd'): RawBuilder<boolean> {
  if (seesEvery(user)) return sql`true`;
  const desk = holdsDesk(user) ? sql`${sql.ref(`${alias}.organization_id`)} = ${user.organizationId}` : sql`false`;
  return sql`(${seesContract(user, alias)} OR ${desk})`;
}

/** Organizations whose free prepaid money the person sees, a column. */
export const seesFreeOf = (user: SignedIn, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  seesEvery(user) ? sql`true` : sql`${column} = ${user.organizationId}`;

/** Cash documents, and balances of accounts, of an organization. */
export const seesDesk = (user: SignedIn, organizationId: number): boolean =>
  holdsDesk(user) && (seesEveryDesk(user) || user.organizationId === organizationId);
