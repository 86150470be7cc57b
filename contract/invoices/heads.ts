/** Warehouse service: calls on an organization invoice as a whole (spec 7 "invoices"; decisions 21–26, 38, 47). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { Command, Counts, dataOf, FileInfo, HistoryLine, Meta } from '../common.ts';
import { Invoice, InvoiceDetails, InvoiceInList, Totals } from './invoice.ts';
import { INVOICE } from './shared.ts';

export type { InvoiceHead } from './heads.server.ts';

const InvoiceAnswer = z.object({ data: Invoice, message: z.string() });

export const invoiceIndex = defineCall({
  id: 'invoiceIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/product_invoice/index',
  response: z.object({
    data: z.array(InvoiceInList),
    meta: z.extend(Meta, {
      /** Invoices of the filter by state, before the filter by state. */
      statuses: z.optional(Counts),
      /** Of what counts: without drafts and cancelled ones, unless the filter asks for that very state. */
      totals: z.optional(Totals),
      /** What `totals` leave out, by state. */
      left_out: z.optional(z.record(z.string(), Totals)),
    }),
  }),
});

export const invoiceShow = defineCall({
  id: 'invoiceShow',
  service: 'warehouse',
  method: 'GET',
  path: '/product_invoice/show/{id}',
  response: dataOf(InvoiceDetails),
});

export const invoiceHistory = defineCall({
  id: 'invoiceHistory',
  service: 'warehouse',
  method: 'GET',
  path: '/product_invoice/history/{id}',
  response: z.object({ data: z.array(HistoryLine) }),
});

export const invoiceDebt = defineCall({
  id: 'invoiceDebt',
  service: 'warehouse',
  method: 'GET',
  path: '/product_invoice/debt/{id}',
  response: dataOf(Totals),
});

export const invoiceCreate = defineCall({
  id: 'invoiceCreate',
  service: 'warehouse',
  method: 'POST',
  path: '/product_invoice/create',
  stale: ['invoiceIndex'],
  response: InvoiceAnswer,
});

export const invoiceChangePartner = defineCall({
  id: 'invoiceChangePartner',
  service: 'warehouse',
  method: 'PUT',
  path: '/product_invoice/change_partner/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: InvoiceAnswer,
});

export const invoiceUpdate = defineCall({
  id: 'invoiceUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/product_invoice/update/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: InvoiceAnswer,
});

export const invoiceSend = defineCall({
  id: 'invoiceSend',
  service: 'warehouse',
  method: 'PUT',
  path: '/product_invoice/send_for_confirmation/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: InvoiceAnswer,
});

export const invoiceConfirm = defineCall({
  id: 'invoiceConfirm',
  service: 'warehouse',
  method: 'PUT',
  path: '/product_invoice/invoice_confirmation/{id}',
  stale: [...INVOICE, 'lineIndex', 'partnerProductIndex', 'partnerProductShow'],
  response: InvoiceAnswer,
});

export const invoiceCancel = defineCall({
  id: 'invoiceCancel',
  service: 'warehouse',
  method: 'PUT',
  path: '/product_invoice/cancel/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: InvoiceAnswer,
});

export const invoiceDelete = defineCall({
  id: 'invoiceDelete',
  service: 'warehouse',
  method: 'DELETE',
  path: '/product_invoice/delete/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: Command,
});

export const invoiceUploadFile = defineCall({
  id: 'invoiceUploadFile',
  service: 'warehouse',
  method: 'POST',
  path: '/product_invoice/upload_file/{id}',
  stale: INVOICE,
  multipart: true,
  response: dataOf(FileInfo),
});

export const invoiceDeleteFile = defineCall({
  id: 'invoiceDeleteFile',
  service: 'warehouse',
  method: 'DELETE',
  path: '/product_invoice/delete_file/{id}',
  stale: INVOICE,
  response: Command,
});
