/** What only the server needs of the calls of `clientContracts.ts`. */
import * as z from 'zod/mini';
import { SCORED_CONTRACTS } from './clientContracts.ts';
import { pageQuery, queryId } from './common.ts';
import { serverSide } from './serverSide.ts';

const reads = { origin: 'extension', rule: 'incomes.show' } as const;

export const clientContractsServer = serverSide({
  clientContractIndex: {
    ...reads,
    query: z.object({
      ...pageQuery,
      client_id: z.optional(queryId()),
      organization_id: z.optional(queryId()),
      status: z.optional(z.enum(SCORED_CONTRACTS)),
      sort: z.optional(z.enum(['signed_on', '-signed_on', 'total', '-total'])),
    }),
    summary: 'Contracts that were handed over, with how they were paid month by month, the latest first.',
  },
  clientDiscipline: { ...reads, summary: 'How a client paid all contracts, and what of the limit is left.' },
});
