/** What only the server needs of the calls of `heads.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { day, daysFilter, id, pageQuery, queryId, text } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { CANCEL_REASONS, INVOICE_STATUSES, INVOICE_TYPES } from './invoice.ts';
import { LineBody } from './lines.server.ts';
import { event, extension, printed, search } from './shared.server.ts';
import { LINES_BYTES, MAX_LINES, WRITE } from './shared.ts';

const headFields = {
  partner_id: id(),
  comment: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  invoice_date: day(),
  number_invoice: text(50),
  partner_firm_id: z.optional(z.nullable(id())),
  type: z.optional(z.enum(INVOICE_TYPES)),
  warehouse_list_id: id(),
};
export const InvoiceHead = z.object(headFields);
export type InvoiceHead = z.infer<typeof InvoiceHead>;

export const invoiceHeadsServer = serverSide({
  invoiceIndex: {
    ...printed,
    query: z.object({
      ...pageQuery,
      id: z.optional(queryId()),
      /** Of the partner. */
      partner: z.optional(queryId()),
      organization_id: z.optional(queryId()),
      territory_id: z.optional(queryId()),
      /** Of the supplier's paper: `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`. */
      date: daysFilter(),
      status: z.optional(z.enum(INVOICE_STATUSES)),
      type: z.optional(z.enum(INVOICE_TYPES)),
      /** An extension: our number or the supplier's. */
      search: search(),
      sort: z.optional(z.enum(['created_at', '-created_at', 'invoice_date', '-invoice_date'])),
    }),
    summary: 'Invoices that the person may see, newest first unless `sort` says otherwise, 15 a page.',
  },
  invoiceShow: {
    ...extension,
    summary: 'One invoice with its facts, figures and files; its lines come apart.',
  },
  invoiceHistory: {
    ...extension,
    summary: 'The event log of an invoice, the newest first.',
  },
  invoiceDebt: {
    ...extension,
    rule: 'product_invoice.confirm',
    summary: 'What is owed to the partner of an invoice now, by currency: for who confirms it.',
  },
  invoiceCreate: {
    ...printed,
    rule: 'product_invoice.add',
    /** `copy_of` (an extension): an invoice whose lines it begins with, without their serial numbers. */
    body: z.object({ ...headFields, copy_of: z.optional(id()) }),
    summary:
      'Opens an invoice as a draft; it belongs to the organization of its warehouse. Lines of another are copied.',
  },
  invoiceChangePartner: {
    ...printed,
    rule: WRITE,
    body: z.object({ ...headFields, input_products: z.optional(z.array(z.unknown()).check(z.maxLength(MAX_LINES))) }),
    maxBytes: LINES_BYTES,
    event: event('partner.change'),
    who: 'invoiceWriter',
    summary: 'Changes the head of a draft and keeps its lines (decision 47).',
  },
  invoiceUpdate: {
    ...printed,
    rule: WRITE,
    body: z.object({ ...headFields, input_products: z.array(LineBody).check(z.maxLength(MAX_LINES)) }),
    maxBytes: LINES_BYTES,
    event: event('invoice.update'),
    who: 'invoiceWriter',
    summary: 'Replaces head and lines of a draft in one transaction (decision 47).',
  },
  invoiceSend: {
    ...printed,
    rule: WRITE,
    body: z.object({ value: z.boolean() }),
    event: event('invoice.send'),
    alsoFires: [event('invoice.takeBack')],
    who: 'invoiceWriter',
    summary: 'Sends a draft for confirmation; `value: false` takes the sending back (decision 38).',
  },
  invoiceConfirm: {
    ...printed,
    rule: 'product_invoice.confirm',
    body: z.object({ value: z.boolean() }),
    event: event('invoice.confirm'),
    summary: 'Posts quantities, cost, serial numbers and the debt, in one transaction, once (decision 26).',
  },
  invoiceCancel: {
    ...printed,
    rule: `${WRITE}|product_invoice.confirm`,
    body: z.object({ canceled_commentary: text(500), canceled_commentary_type: z.enum(CANCEL_REASONS) }),
    event: event('invoice.cancel'),
    who: 'invoiceCanceller',
    summary: 'Calls a draft or sent invoice off, with a reason and its description.',
  },
  invoiceDelete: {
    ...printed,
    rule: WRITE,
    event: event('invoice.delete'),
    who: 'invoiceWriter',
    summary: 'Drops a draft; nobody sees it any more, its log stays.',
  },
  invoiceUploadFile: {
    ...extension,
    rule: WRITE,
    body: z.object({ file: z.file() }),
    event: event('file.add'),
    who: 'invoiceWriter',
    summary: 'Adds a file: the supplier’s paper, a photograph.',
  },
  invoiceDeleteFile: {
    ...printed,
    rule: WRITE,
    event: event('file.remove'),
    who: 'invoiceWriter',
    summary: 'Takes a file off an invoice that is not confirmed; `id` is the file’s (decision 47).',
  },
});
