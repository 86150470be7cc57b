/**
 * A new invoice from the list: its head, the check for an existing invoice, sending, and the link to the
 * new one.
 *
 * Two regions, because the look for a twin goes on while the person writes and must never hold up the sending: what
 * was found is shown, the person decides (decision 25).
 *
 * Not a child `command`: nothing is stored yet that somebody else could have changed.
 *
 * For: purchasers. See docs/workflows/newInvoice.md; spec 4 "Invoice", decisions 25 and 38.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';

export interface NewInvoiceHead {
  partner_id: number;
  partner_firm_id: number | null;
  number_invoice: string;
  invoice_date: string;
  warehouse_list_id: number;
  type: 'regular' | 'special';
  comment: string;
  /** The invoice whose lines it begins with. */
  copy_of?: number;
}

/** What makes two invoices twins: partner, the partner's number and the year of its date. */
export interface TwinMark {
  partner_id: number;
  number_invoice: string;
  year: number;
}

/** An invoice that is there already. */
export interface Twin {
  id: number;
  number: string;
  number_invoice: string;
  invoice_date: string;
  status: string;
}

export interface NewInvoiceContext {
  head: NewInvoiceHead | null;
  key: string;
  refusal: Refusal | null;
  /** Null while a part of it is not written. */
  mark: TwinMark | null;
  twins: Twin[];
}

export type NewInvoiceEvent =
  | { type: 'form.open' }
  | { type: 'form.close' }
  | { type: 'form.send'; head: NewInvoiceHead; key: string }
  | { type: 'mark.change'; mark: TwinMark | null };

export interface OpenInvoiceInput {
  head: NewInvoiceHead | null;
  key: string;
}
export interface FindTwinsInput {
  mark: TwinMark | null;
}

const outputOf = <T>(event: unknown): T => (event as { output: T }).output;

export const newInvoiceMachine = setup({
  types: {
    context: {} as NewInvoiceContext,
    events: {} as NewInvoiceEvent,
    emitted: {} as { type: 'invoice.opened'; invoiceId: number },
    tags: {} as 'formOpen' | 'busy' | 'looking',
    meta: {} as { requirement: string },
  },
  actors: {
    openInvoice: fromPromise<{ invoiceId: number }, OpenInvoiceInput>(() => {
      throw new Error('newInvoice: actor openInvoice is not provided');
    }),
    findTwins: fromPromise<Twin[], FindTwinsInput>(() => {
      throw new Error('newInvoice: actor findTwins is not provided');
    }),
  },
  guards: {
    isMarked: ({ event }) => event.type === 'mark.change' && event.mark !== null,
    someFound: ({ event }) => outputOf<Twin[]>(event).length > 0,
  },
  actions: {
    takeHead: assign(({ context, event }) => {
      if (event.type !== 'form.send') return {};
      return { head: event.head, key: keyOfSending(context, context.head, event.head, event.key), refusal: null };
    }),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn(event) }),
    takeMark: assign(({ event }) => (event.type === 'mark.change' ? { mark: event.mark, twins: [] } : {})),
    takeTwins: assign({ twins: ({ event }) => outputOf<Twin[]>(event) }),
    forget: assign({ head: null, refusal: null, mark: null, twins: [] }),
    notifyOpened: emit(({ event }) => ({
      type: 'invoice.opened' as const,
      invoiceId: outputOf<{ invoiceId: number }>(event).invoiceId,
    })),
  },
}).createMachine({
  id: 'newInvoice',
  description: 'A new invoice from the list of invoices.',
  context: { head: null, key: '', refusal: null, mark: null, twins: [] },
  initial: 'closed',
  states: {
    closed: {
      description: 'The form is not shown.',
      meta: { requirement: '4-invoice' },
      on: { 'form.open': 'open' },
    },
    open: {
      description: 'The form is shown.',
      tags: ['formOpen'],
      type: 'parallel',
      states: {
        form: {
          description: 'The head and its sending.',
          initial: 'writing',
          states: {
            writing: {
              description: 'The person fills the head in; an earlier refusal is shown.',
              meta: { requirement: '4-invoice' },
              on: {
                'form.send': { target: 'sending', actions: 'takeHead' },
                'form.close': { target: '#newInvoice.closed', actions: 'forget' },
              },
            },
            sending: {
              description: 'The draft is being opened on the server.',
              tags: ['busy'],
              meta: { requirement: '4-invoice' },
              invoke: {
                id: 'openInvoice',
                src: 'openInvoice',
                input: ({ context }) => ({ head: context.head, key: context.key }),
                onDone: { target: '#newInvoice.closed', actions: ['notifyOpened', 'forget'] },
                onError: { target: 'writing', actions: 'takeRefusal' },
              },
            },
          },
        },
        twins: {
          description: 'Whether an invoice of this partner with this number is there already in this year.',
          initial: 'unknown',
          states: {
            unknown: {
              description: 'Partner, number or date is still missing, or the look did not succeed.',
              meta: { requirement: 'decision-25' },
              on: { 'mark.change': { guard: 'isMarked', target: 'looking', actions: 'takeMark' } },
            },
            looking: {
              description: 'The server is asked for an invoice with the same three.',
              tags: ['looking'],
              meta: { requirement: 'decision-25' },
              on: {
                'mark.change': [
                  { guard: 'isMarked', target: 'looking', reenter: true, actions: 'takeMark' },
                  { target: 'unknown', actions: 'takeMark' },
                ],
              },
              invoke: {
                id: 'findTwins',
                src: 'findTwins',
                input: ({ context }) => ({ mark: context.mark }),
                onDone: [{ guard: 'someFound', target: 'found', actions: 'takeTwins' }, { target: 'none' }],
                onError: 'unknown',
              },
            },
            none: {
              description: 'There is no such invoice.',
              meta: { requirement: 'decision-25' },
              on: {
                'mark.change': [
                  { guard: 'isMarked', target: 'looking', actions: 'takeMark' },
                  { target: 'unknown', actions: 'takeMark' },
                ],
              },
            },
            found: {
              description: 'There is one already: it is shown with a link, and nothing is forbidden.',
              meta: { requirement: 'decision-25' },
              on: {
                'mark.change': [
                  { guard: 'isMarked', target: 'looking', actions: 'takeMark' },
                  { target: 'unknown', actions: 'takeMark' },
                ],
              },
            },
          },
        },
      },
    },
  },
});
