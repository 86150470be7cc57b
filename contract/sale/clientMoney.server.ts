/** What only the server needs of the calls of `clientMoney.ts`. */
import { serverSide } from '../serverSide.ts';

export const clientMoneyServer = serverSide({
  clientMoney: {
    origin: 'extension',
    rule: 'contract.show|contract.allshow|cashbox.show',
    summary:
      'What a client owes, is overdue with and has prepaid, contracts with their standing, and the last payments.',
  },
});
