/** What only the server needs of the call of `addenda.ts`. */
import { serverSide } from '../serverSide.ts';

export const addendaServer = serverSide({
  contractAddendum: {
    origin: 'extension',
    rule: 'contract.print',
    summary: 'An addendum of a contract as people sign it, frozen since it was made.',
  },
});
