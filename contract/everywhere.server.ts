/** What only the server needs of the call of `everywhere.ts`: rights and what it asks for. */
import * as z from 'zod/mini';
import { SEARCH_LONGEST, SEARCH_SIGNS } from './everywhere.ts';
import { serverSide } from './serverSide.ts';

export const everywhereServer = serverSide({
  searchEverywhere: {
    rule: 'signedIn',
    origin: 'extension',
    body: z.object({
      search: z.string().check(z.trim(), z.minLength(SEARCH_SIGNS), z.maxLength(SEARCH_LONGEST)),
    }),
    summary:
      'Documents of every kind by number, units by their whole serial number or IMEI, sold ones with their contract, clients by name, suppliers, products by name, article or barcode, and employees, each by the rights and the branch of its own list; 15 of a group.',
  },
});
