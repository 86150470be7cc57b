/**
 * A lock of a product: while it is locked it is neither sold nor ordered; it may be counted, returned and moved. A lock
 * with a last day ends by itself.
 *
 * A lifecycle: no actors, no timers.
 *
 * For: who keeps goods. See docs/workflows/productLock.md; areas 3.3 "product lock", decision 91.
 */
import { setup } from 'xstate';

export type ProductLockEvent = { type: 'product.update' } | { type: 'product.lock' } | { type: 'product.unlock' };

export const productLockMachine = setup({
  types: {
    events: {} as ProductLockEvent,
    meta: {} as { look: string; requirement: string },
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'productLock',
  description: 'A product locked from sale and order.',
  initial: 'locked',
  states: {
    locked: {
      description: 'Neither sold nor ordered until its last day, or until somebody unlocks it.',
      meta: { look: 'waiting', requirement: 'areas-3.3-product-lock' },
      on: {
        'product.update': { actions: 'record' },
        'product.unlock': 'active',
      },
    },
    active: {
      description: 'Sold and ordered again; it may be locked anew.',
      meta: { look: 'off', requirement: 'areas-3.3-product-lock' },
      on: {
        'product.lock': 'locked',
      },
    },
  },
});

export const LOCK_STATES = ['locked', 'active'] as const;
export type ProductLockState = (typeof LOCK_STATES)[number];
