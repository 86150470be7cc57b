/** What only the server needs of the calls of `income.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { daysFilter, pageQuery, queryId } from './common.ts';
import { INCOME_STATUSES } from './income.ts';
import { serverSide } from './serverSide.ts';

const extension = { rule: 'base_repository.show', origin: 'extension' } as const;

export const incomeServer = serverSide({
  incomeIndex: {
    ...extension,
    query: z.object({
      ...pageQuery,
      warehouse_id: z.optional(queryId()),
      /** Of the partner. */
      partner: z.optional(queryId()),
      status: z.optional(z.enum(INCOME_STATUSES)),
      /** Of the supplier's paper: `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`. */
      date: daysFilter(),
      /** Our number or the supplier's. */
      search: z.optional(z.string().check(z.maxLength(100))),
      sort: z.optional(z.enum(['created_at', '-created_at', 'invoice_date', '-invoice_date'])),
    }),
    summary: 'Sent and confirmed invoices of the person’s warehouses, newest first unless `sort` says otherwise.',
  },
  incomeShow: {
    ...extension,
    query: z.object({
      /** The saved numbers of every line too, for the paper. */
      units: z.optional(z.enum(['true', 'false'])),
    }),
    summary: 'One invoice with its lines and how many of their numbers are saved; no prices.',
  },
});
