/**
 * The organization invoice: goods of one supplier's paper, from the first line to stock and debt.
 *
 * A lifecycle: no actors, no timers. Its context are facts that the server finds in the database; events that change
 * them carry them as they are afterwards, so the event log replays through this machine unchanged.
 *
 * For: purchasers, storekeepers and accountants. See docs/workflows/invoice.md; spec 4 "Invoice", decisions 21–26,
 * 38 and 47.
 */
import { and, assign, setup } from 'xstate';

export interface InvoiceContext {
  lines: number;
  /** Units of serial goods whose serial number is not saved yet. */
  missing: number;
}

type Found = { facts: InvoiceContext };

export type InvoiceEvent =
  | { type: 'partner.change' }
  | ({ type: 'invoice.update' } & Found)
  | ({ type: 'line.add' } & Found)
  | ({ type: 'line.change' } & Found)
  | ({ type: 'line.remove' } & Found)
  | ({ type: 'serials.attach' } & Found)
  | ({ type: 'serials.detach' } & Found)
  | { type: 'labels.mark' }
  | { type: 'file.add' }
  | { type: 'file.remove' }
  | { type: 'invoice.send' }
  | { type: 'invoice.takeBack' }
  | { type: 'invoice.confirm' }
  | { type: 'invoice.cancel' }
  | { type: 'invoice.delete' }
  | { type: 'line.correct' }
  | ({ type: 'line.withdraw' } & Found);

export const EMPTY_INVOICE: InvoiceContext = { lines: 0, missing: 0 };

export const invoiceMachine = setup({
  types: {
    context: {} as InvoiceContext,
    events: {} as InvoiceEvent,
    input: {} as Partial<InvoiceContext> | undefined,
    tags: {} as 'open' | 'editable' | 'serialsMayJoin',
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    hasLines: ({ context }) => context.lines > 0,
    everySerialSaved: ({ context }) => context.missing === 0,
  },
  actions: {
    /** The event is taken and leaves its line in the log; nothing the guards read changes. */
    record: () => {},
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'invoice',
  description: 'Goods of one supplier’s paper, from the first line to stock and debt.',
  context: ({ input }) => ({ ...EMPTY_INVOICE, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'The purchaser enters head and lines; nothing is binding yet.',
      tags: ['open', 'editable', 'serialsMayJoin'],
      meta: { look: 'new', requirement: '4-invoice' },
      on: {
        'partner.change': { actions: 'record' },
        'invoice.update': { actions: 'takeFacts' },
        'line.add': { actions: 'takeFacts' },
        'line.change': { guard: 'hasLines', actions: 'takeFacts' },
        'line.remove': { guard: 'hasLines', actions: 'takeFacts' },
        'serials.attach': { guard: 'hasLines', actions: 'takeFacts' },
        'serials.detach': { guard: 'hasLines', actions: 'takeFacts' },
        'labels.mark': { guard: 'hasLines', actions: 'record' },
        'file.add': { actions: 'record' },
        'file.remove': { actions: 'record' },
        'invoice.send': { guard: 'hasLines', target: 'sent' },
        'invoice.cancel': 'cancelled',
        'invoice.delete': 'deleted',
      },
    },
    sent: {
      description: 'The invoice waits for its confirmation; serial numbers may still be scanned.',
      tags: ['open', 'serialsMayJoin'],
      meta: { look: 'waiting', requirement: '4-invoice' },
      on: {
        'serials.attach': { actions: 'takeFacts' },
        'serials.detach': { actions: 'takeFacts' },
        'labels.mark': { actions: 'record' },
        'file.add': { actions: 'record' },
        'file.remove': { actions: 'record' },
        'invoice.takeBack': 'draft',
        'invoice.confirm': { guard: and(['hasLines', 'everySerialSaved']), target: 'confirmed' },
        'invoice.cancel': 'cancelled',
      },
    },
    confirmed: {
      description:
        'The goods are in stock and the debt is raised; lines may still be corrected, each with its opposite.',
      meta: { look: 'closed', requirement: 'decision-21' },
      on: {
        'line.correct': { guard: 'hasLines', actions: 'record' },
        'line.withdraw': { guard: 'hasLines', actions: 'takeFacts' },
        'labels.mark': { guard: 'hasLines', actions: 'record' },
        'file.add': { actions: 'record' },
      },
    },
    cancelled: {
      description: 'The invoice was called off with a reason; nothing was posted.',
      meta: { look: 'off', requirement: 'decision-24' },
      on: { 'file.add': { actions: 'record' } },
    },
    deleted: {
      description: 'The draft was dropped; nobody sees it any more, its log stays.',
      type: 'final',
      meta: { look: 'off', requirement: 'decision-21' },
    },
  },
});

/** The states on the main path, in order: the rail is drawn from it. */
export const INVOICE_MAIN_PATH = ['draft', 'sent', 'confirmed'] as const;
export type InvoiceState = (typeof INVOICE_MAIN_PATH)[number] | 'cancelled' | 'deleted';
