/** What only the server needs of the calls of `clients.ts`. */
import * as z from 'zod/mini';
import { clientNumberTaken } from './clients.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;

export const clientsServer = serverSide({
  clientFind: {
    ...extension,
    rule: 'client.show',
    body: z.object({
      number: z.string().check(
        z.maxLength(30),
        z.refine((written) => clientNumberTaken(written) !== null, { params: { key: 'whole_number' } }),
      ),
    }),
    summary: 'Clients by a whole PINFL, document, phone or number of a contract, and what the number was taken for.',
  },
  clientOpenings: {
    ...extension,
    rule: 'client.show',
    summary: 'Who opened the card of a client, the newest first.',
  },
});
