/** What only the server needs of the calls of `contractChecks.ts`. */
import { serverSide } from './serverSide.ts';

export const contractChecksServer = serverSide({
  contractCheckShow: {
    origin: 'extension',
    rule: 'error.show|error.allshow',
    summary: 'The last run of the checks of contracts, and how far it is.',
  },
  contractCheckStart: {
    origin: 'extension',
    rule: 'error.edit',
    summary: 'Starts a run of the checks; one that is going on already is answered.',
  },
});
