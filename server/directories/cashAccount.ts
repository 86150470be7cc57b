/** Cash accounts: with what is in each; an account in a bank has its bank and its number, any other has neither (areas 2.1). */
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
