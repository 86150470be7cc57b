/**
 * The order of a client: goods chosen in one warehouse and kept for a day, to become a contract (areas 3.1; decisions
 * 62–64, 79, 84).
 *
 * A lifecycle: no actors, no timers. That the hours are over is a fact of the clock, and the server's job sends the event.
 *
 * For: sellers. See docs/workflows/saleOrder.md.
 */
import { assign, setup } from 'xstate';

export interface SaleOrderContext {
  lines: number;
  /** How often it may still be prolonged. */
  prolongs: number;
}

export type SaleOrderEvent =
  | { type: 'order.update'; facts: Pick<SaleOrderContext, 'lines'> }
  | { type: 'order.reserve' }
  | { type: 'order.edit' }
  | { type: 'order.prolong'; facts: Pick<SaleOrderContext, 'prolongs'> }
  | { type: 'order.convert' }
  | { type: 'order.expire' }
  | { type: 'order.cancel' };

export const EMPTY_ORDER: SaleOrderContext = { lines: 0, prolongs: 1 };

export const saleOrderMachine = setup({
  types: {
    context: {} as SaleOrderContext,
    events: {} as SaleOrderEvent,
    input: {} as Partial<SaleOrderContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    hasLines: ({ context }) => context.lines > 0,
    mayProlong: ({ context }) => context.prolongs > 0,
  },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'saleOrder',
  description: 'Goods that a client has chosen, kept for a day until they become a contract.',
  context: ({ input }) => ({ ...EMPTY_ORDER, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'Goods are chosen; nothing is kept for the client yet.',
      meta: { look: 'new', requirement: 'areas-3.1-order' },
      on: {
        'order.update': { actions: 'takeFacts' },
        'order.reserve': { guard: 'hasLines', target: 'reserved' },
        'order.cancel': 'cancelled',
      },
    },
    reserved: {
      description: 'The goods are kept in their warehouse until the hour that stands on it.',
      meta: { look: 'waiting', requirement: 'V1' },
      on: {
        'order.convert': 'converted',
        'order.prolong': { guard: 'mayProlong', actions: 'takeFacts' },
        'order.edit': 'draft',
        'order.expire': 'expired',
        'order.cancel': 'cancelled',
      },
    },
    converted: {
      description: 'It became a signed contract, which keeps the goods from then on.',
      type: 'final',
      meta: { look: 'closed', requirement: 'decision-62' },
    },
    expired: {
      description: 'Its hours were over before it became a contract; the goods are free again.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.1-order' },
    },
    cancelled: {
      description: 'Called off with a reason; the goods are free again.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.1-order' },
    },
  },
});

/** The states on the main path, in order: the rail is drawn from it. */
export const ORDER_MAIN_PATH = ['draft', 'reserved', 'converted'] as const;
export const ORDER_STATES = [...ORDER_MAIN_PATH, 'expired', 'cancelled'] as const;
export type SaleOrderState = (typeof ORDER_STATES)[number];
