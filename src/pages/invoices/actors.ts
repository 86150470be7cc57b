/** What the workflows of the list of invoices ask of the server. */
import { fromPromise } from 'xstate';
import { invoiceCreate, invoiceIndex } from '../../../contract/invoices/heads.ts';
import {
  type FindTwinsInput,
  newInvoiceMachine,
  type OpenInvoiceInput,
  type Twin,
} from '../../../machines/invoiceWorkspace/newInvoice.machine.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';

const openInvoice = fromPromise<{ invoiceId: number }, OpenInvoiceInput>(({ input: { head, key } }) =>
  orRefused(async () => {
    if (head === null) throw new Error('nothing is written');
    const { data } = await request(invoiceCreate, { body: head, key });
    return { invoiceId: data.id };
  }),
);

/** Numbers that hold the one that is written: the largest page there is. */
const ENOUGH = 100 as const;

const findTwins = fromPromise<Twin[], FindTwinsInput>(async ({ input: { mark }, signal }) => {
  if (mark === null) return [];
  const { partner_id: partner, number_invoice: search, year } = mark;
  const query = { partner, search, date: `${year}-01-01,${year}-12-31`, per_page: ENOUGH };
  const { data } = await request(invoiceIndex, { query, signal });
  return data
    .filter((one) => one.number_invoice === search)
    .map(({ id, number, number_invoice, invoice_date, status }) => ({
      id,
      number,
      number_invoice,
      invoice_date,
      status,
    }));
});

export const newInvoice = newInvoiceMachine.provide({ actors: { openInvoice, findTwins } });
