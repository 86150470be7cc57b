/** What only the server needs of the calls of `clientTerms.ts`. */
import { serverSide } from './serverSide.ts';

export const clientTermsServer = serverSide({
  clientTerms: {
    origin: 'extension',
    rule: 'client.add',
    summary: 'What the setting in force asks of a new client today: ages, fields, a photo.',
  },
});
