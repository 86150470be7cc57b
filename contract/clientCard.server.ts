/** What only the server needs of the calls of `clientCard.ts`. */
import { clientIncome } from './directories/clientIncome.ts';
import { ruleFor } from './directory/directory.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;

export const clientCardServer = serverSide({
  clientChecked: {
    ...extension,
    rule: ruleFor(clientIncome, 'show'),
    summary: 'Checked incomes of a client, the newest month first; sums for who may see the numbers of the client.',
  },
  clientDocumentFiles: {
    ...extension,
    rule: 'client.show',
    summary: 'Files of the documents of a client that the person may see, the newest first.',
  },
});
