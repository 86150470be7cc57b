/**
 * Cash accounts: with what is in each; an account in a bank has its bank and its number, any other has neither (areas 2.1).
 * Sums of the ledger have no currency and no branch of their own, so those of an account stay once a document names it.
 */
import { sql } from 'kysely';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(cashAccount, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; amount: string }>`
      SELECT cash_account_id AS id, amount FROM cash_balance WHERE cash_account_id = ANY (${ids}::integer[])`.execute(
      db,
    );
    const found = new Map(rows.map(({ id, amount }) => [id, Number(amount)]));
    return new Map(ids.map((id) => [id, { balance: found.get(id) ?? null }]));
  },
  async freeze(db, { id }) {
    const { rows } = await sql`SELECT 1 FROM cash_document WHERE cash_account_id = ${id}
      UNION ALL SELECT 1 FROM cash_entry WHERE cash_account_id = ${id} LIMIT 1`.execute(db);
    return rows.length === 0 ? {} : { organization: 'account_used', kind: 'account_used', currency: 'account_used' };
  },
  acceptsMany: 'each',
  async refuse(_, { body, before }) {
    const stored = {
      bank_id: body.bank_id === undefined ? (before?.bank?.id ?? null) : body.bank_id,
      account: body.account === undefined ? (before?.account ?? null) : body.account,
    };
    const faults: Faults = {};
    for (const [name, value] of Object.entries(stored)) {
      if (body.kind === 'bank' && value === null) faults[name] = [{ key: 'bank_account_needs' }];
      if (body.kind !== 'bank' && value !== null) faults[name] = [{ key: 'only_bank_account' }];
    }
    return faults;
  },
});
