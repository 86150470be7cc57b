/** What only the server needs of the calls of `cashClients.ts`. */
import * as z from 'zod/mini';
import { daysFilter, pageQuery, queryId, text } from './common.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;

export const cashClientsServer = serverSide({
  cashboxClientIndex: {
    ...extension,
    rule: 'cashbox.show',
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      /** A name or the number of a contract; numbers of persons are found by POST (decision 98). */
      search: z.optional(text(100)),
      standing: z.optional(z.enum(['overdue', 'prepaid'])),
      sort: z.optional(z.enum(['fullname', '-fullname'])),
    }),
    summary: 'Clients with contracts, as the cash desk looks for them: what is due, overdue and prepaid.',
  },
  prepaidClientIndex: {
    ...extension,
    rule: 'cashbox.show',
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      search: z.optional(text(100)),
      sort: z.optional(z.enum(['prepaid', '-prepaid'])),
    }),
    summary: 'Prepaid money of clients, by contract and free.',
  },
  closedContractIndex: {
    ...extension,
    rule: 'cashbox.show',
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      search: z.optional(text(100)),
      date: daysFilter(),
      sort: z.optional(z.enum(['closed_on', '-closed_on'])),
    }),
    summary: 'Contracts that were paid to the last soʻm, the latest first.',
  },
});
