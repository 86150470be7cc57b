/** Cash accounts: an account in a bank has its bank and its number, any other has neither (areas 2.1). */
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(cashAccount, {
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
