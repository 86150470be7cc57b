/** Banks: with how many cash accounts are held in each. */
import { bank } from '../../contract/directories/bank.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(bank, { extra: countsOf('accounts', 'cash_account', 'bank_id') });
