/** The order of a client: areas 3.1 "order", decisions 62, 64, 66. */
import { defineOracle, forbids } from './oracle.ts';

export const saleOrderOracle = defineOracle(['draft', 'reserved', 'converted', 'expired', 'cancelled'], {
  machine: 'saleOrder',
  begins: { state: 'draft', facts: { lines: 0, prolongs: 1 } },
  cases: {
    'order.update': { verb: 'chooses goods', carries: { facts: { lines: 1 } } },
    'order.update/none': { verb: 'takes all goods out', carries: { facts: { lines: 0 } } },
    'order.reserve': { verb: 'reserves' },
    'order.edit': { verb: 'goes back to choosing' },
    'order.prolong': { verb: 'prolongs', carries: { facts: { prolongs: 0 } } },
    'order.convert': { verb: 'becomes a contract' },
    'order.expire': { verb: 'its hours are over' },
    'order.cancel': { verb: 'cancels' },
  },
  // decision 64: what is kept for one is kept for nobody else; decision 84: the black list; decision 62: the hours are over
  beyond: {
    'order.reserve': ['client_listed', 'products_locked', 'order_prices', 'goods_reserved'],
    'order.prolong': ['reservation_expired'],
    'order.convert': ['reservation_expired'],
  },
  server: ['order.convert', 'order.expire'],
  denied: [
    {
      cases: ['order.reserve', 'order.update', 'order.cancel'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.1: order.add, order.edit',
    },
    {
      cases: ['order.update', 'order.reserve', 'order.edit', 'order.prolong', 'order.cancel'],
      person: 'stranger',
      status: 403,
      source: 'areas "Branch and office": `allshow` lifts the branch for reading alone',
    },
  ],
  says: [
    // decision 79: an order keeps its price while reserved; decision 62: signed with its contract
    ...forbids(['reserved'], ['order.update', 'order.update/none'], 'errors.order_reserved_fixed'),
    ...forbids(['converted'], ['order.cancel'], 'errors.order_has_its_contract'),

    { cases: ['order.reserve'], state: 'draft', text: 'errors.order_no_lines' },
    { cases: ['order.prolong'], state: 'reserved', facts: { prolongs: 0 }, text: 'errors.order_prolonged' },
  ],
  rows: [
    {
      state: 'draft',
      accepts: {
        'order.update': { to: 'draft', facts: { lines: 1 } },
        'order.update/none': 'draft',
        'order.cancel': 'cancelled',
      },
      refuses: { 'order.reserve': 'no_lines' },
      source: 'areas 3 "hasLines"',
    },
    {
      state: 'draft',
      facts: { lines: 1 },
      accepts: {
        'order.update': 'draft',
        'order.update/none': { to: 'draft', facts: { lines: 0 } },
        'order.reserve': 'reserved',
        'order.cancel': 'cancelled',
      },
      source: 'areas 3.1 "order.reserve", "order.cancel"',
    },
    {
      state: 'reserved',
      facts: { lines: 1 },
      accepts: {
        'order.convert': 'converted',
        'order.prolong': { to: 'reserved', facts: { prolongs: 0 } },
        'order.edit': 'draft',
        'order.expire': 'expired',
        'order.cancel': 'cancelled',
      },
      source: 'areas 3.1 "order.convert", "order.prolong", "order.edit", "order.expire"',
    },
    {
      state: 'reserved',
      facts: { lines: 1, prolongs: 0 },
      accepts: {
        'order.convert': 'converted',
        'order.edit': 'draft',
        'order.expire': 'expired',
        'order.cancel': 'cancelled',
      },
      source: 'areas 3.1 "order.prolong": once',
    },
    {
      state: 'draft',
      facts: { lines: 1, prolongs: 0 },
      accepts: {
        'order.update': 'draft',
        'order.update/none': { to: 'draft', facts: { lines: 0 } },
        'order.reserve': 'reserved',
        'order.cancel': 'cancelled',
      },
      source: 'areas 3.1 "order.prolong": once for the whole order, not again after choosing anew',
    },
    {
      state: 'draft',
      facts: { lines: 0, prolongs: 0 },
      accepts: {
        'order.update': { to: 'draft', facts: { lines: 1 } },
        'order.update/none': 'draft',
        'order.cancel': 'cancelled',
      },
      refuses: { 'order.reserve': 'no_lines' },
      source: 'areas 3 "hasLines"',
    },
    {
      state: 'converted',
      facts: { lines: 1 },
      accepts: {},
      source: 'decision 62: after a cancellation a new order is made',
    },
    { state: 'expired', facts: { lines: 1 }, accepts: {}, source: 'areas 3.1 "order.expire"' },
    { state: 'cancelled', accepts: {}, source: 'areas 3.1 "order.cancel"' },
  ],
});
