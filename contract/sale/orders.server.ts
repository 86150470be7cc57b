/** What only the server needs of the calls of `orders.ts`. */
import * as z from 'zod/mini';
import { daysFilter, id, pageQuery, queryId, reason, text } from '../common.ts';
import { attachedServer } from '../document/attached.server.ts';
import { serverSide } from '../serverSide.ts';
import { MAX_ORDER_LINES, MAX_UNITS, ORDER_STATUSES } from './orders.ts';

const origin = 'extension' as const;
const reads = { origin, rule: 'contract.show|contract.allshow' } as const;
const writes = { origin, rule: 'order.add|order.edit', who: 'orderOwner' } as const;
const event = (type: string) => ({ machine: 'saleOrder', type });
const querySum = () => z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000_000_000));
const sum = () => z.int().check(z.gte(0), z.lte(1_000_000_000_000));

const lines = () =>
  z
    .array(
      z.object({
        product_variant_id: id(),
        serial_id: z.optional(z.nullable(id())),
        qty: z.int().check(z.gte(1), z.lte(MAX_UNITS)),
        /** The price that the person saw; another one that is valid by now is a fault of this field. */
        price: sum(),
        discount: z.optional(sum()),
      }),
    )
    .check(z.maxLength(MAX_ORDER_LINES));

const comment = () => z.optional(z.nullable(text(1_000)));

export const ordersServer = serverSide({
  orderIndex: {
    ...reads,
    query: z.object({
      ...pageQuery,
      /** Number of an order, or words of the client’s name. */
      search: z.optional(z.string().check(z.maxLength(100))),
      status: z.optional(z.enum(ORDER_STATUSES)),
      organization_id: z.optional(queryId()),
      client_id: z.optional(queryId()),
      date: daysFilter(),
      sort: z.optional(z.enum(['created_at', '-created_at', 'reserved_until', '-reserved_until', 'total', '-total'])),
    }),
    summary: 'Orders of clients, the newest first.',
  },
  orderShow: { ...reads, summary: 'An order with its goods and what is free of them.' },
  orderHistory: { ...reads, summary: 'The event log of an order, the newest first.' },
  orderCreate: {
    origin,
    rule: 'order.add',
    body: z.object({
      client_id: id(),
      warehouse_id: id(),
      comment: comment(),
      lines: lines(),
      /** Keeps the goods at once. */
      reserve: z.optional(z.boolean()),
    }),
    alsoFires: [event('order.reserve')],
    summary: 'Makes an order; with `reserve` its goods are kept at once, or nothing is made.',
  },
  orderUpdate: {
    ...writes,
    body: z.object({ comment: comment(), lines: lines() }),
    event: event('order.update'),
    summary: 'Replaces the goods of a draft.',
  },
  orderReserve: {
    origin,
    rule: 'order.add',
    event: event('order.reserve'),
    summary: 'Keeps the goods: 409 `goods_reserved` names the lines of which less is free.',
  },
  orderEdit: { ...writes, event: event('order.edit'), summary: 'Frees the goods; the order is a draft again.' },
  orderProlong: { ...writes, event: event('order.prolong'), summary: 'Keeps the goods as many hours longer, once.' },
  orderCancel: {
    ...writes,
    body: z.object({ reason: reason() }),
    event: event('order.cancel'),
    summary: 'Calls the order off with a reason; its goods are free.',
  },
  orderSearch: {
    ...writes,
    query: z.object({ search: z.optional(z.string().check(z.maxLength(100))) }),
    summary: 'Goods that may be ordered out of a warehouse, with price, stock and what is kept.',
  },
  orderOffers: {
    ...writes,
    query: z.object({
      client_id: z.optional(queryId()),
      /** Now and a month, soʻm. */
      first: querySum(),
      month: querySum(),
    }),
    summary: 'Goods of a warehouse that fit so much now and so much a month, with the terms; and what nearly fits.',
  },
  orderGoods: { ...writes, summary: 'Stock of a product by warehouse, and what is kept of it.' },
  orderUnits: { ...writes, summary: 'Units of a serial product in a warehouse, the oldest first.' },
  orderWarehouses: { ...writes, summary: 'Warehouses that the person may order out of.' },
});

export const orderAttachedServer = attachedServer({
  ...{ name: 'order', about: 'an order', show: reads.rule, write: writes.rule, who: 'ownBranch' },
});
