/**
 * Client service: orders of clients with the goods that are kept for them (areas 3.1 "order", 4.18 `/contracts/orders`;
 * decisions 62–64, 79). Extensions: the specification names the pages alone.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, HistoryLine, instant, ListedDays, Person, summedListOf, uzs } from '../common.ts';
import { attachedCallsOf, attachedTo } from '../document/attached.ts';
import { MonthlyOffer, NearOffer } from './offers.ts';
import { TermsOfSale } from './terms.ts';

export const ORDER_STATUSES = ['draft', 'reserved', 'converted', 'expired', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Units of a line, and lines of an order. */
export const MAX_UNITS = 1_000;
export const MAX_ORDER_LINES = 100;

const Named = z.object({ id: z.int(), name: z.string() });

export const OrderLine = z.object({
  id: z.int(),
  product_variant_id: z.int(),
  title: z.string(),
  is_serial_number: z.boolean(),
  /** A unit that was chosen by its number. */
  serial: z.nullable(z.object({ id: z.int(), serial_number: z.string() })),
  qty: z.int(),
  /** Of one, as the order has it; soʻm. */
  price: uzs(),
  discount: uzs(),
  sum: uzs(),
  /** The selling price now; null: none is set. */
  current_price: z.nullable(uzs()),
  /** What else may be kept in the warehouse of the order: in stock less kept, its own counted as free. */
  available: z.int(),
});
export type OrderLine = z.infer<typeof OrderLine>;

export const Order = z.object({
  id: z.int(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  client_id: z.int(),
  client: z.string(),
  organization_id: z.int(),
  organization: z.string(),
  warehouse: Named,
  seller: Person,
  total: uzs(),
  units: z.int(),
  /** The first goods of it by name, and how many lines there are. */
  goods: z.string(),
  facts: z.object({ lines: z.int(), prolongs: z.int() }),
  reserved_until: z.nullable(instant()),
  comment: z.nullable(z.string()),
  cancel_reason: z.nullable(z.string()),
  /** The contract that refers to it, the newest. */
  contract: z.nullable(z.object({ id: z.int(), number: z.nullable(z.string()), status: z.string() })),
  created_at: instant(),
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Order = z.infer<typeof Order>;

export const OrderDetails = z.extend(Order, {
  lines: z.array(OrderLine),
  /** Of one that is not over: why nothing is kept for its client today (V10). */
  listed: z.nullable(ListedDays),
});
export type OrderDetails = z.infer<typeof OrderDetails>;

/** Goods that may be ordered, with what is free in a warehouse. */
export const Orderable = z.object({
  product_variant_id: z.int(),
  title: z.string(),
  sku: z.string(),
  category_id: z.int(),
  is_serial_number: z.boolean(),
  price: z.nullable(uzs()),
  stock: z.int(),
  reserved: z.int(),
  /** Why it is not sold now: the reason of its lock. */
  locked: z.nullable(z.string()),
  /** The unit whose number was searched for. */
  serial: z.nullable(z.object({ id: z.int(), serial_number: z.string() })),
});
export type Orderable = z.infer<typeof Orderable>;

const InWarehouse = z.object({
  warehouse: Named,
  organization_id: z.int(),
  organization: z.string(),
  stock: z.int(),
  reserved: z.int(),
});

const answers = { service: 'client', response: z.extend(dataOf(OrderDetails), { message: z.string() }) } as const;
const stale = [
  'orderIndex',
  'orderShow',
  'orderHistory',
  'orderGoods',
  'orderUnits',
  'orderSearch',
  'orderOffers',
  'myDay',
] as const;

export const orderIndex = defineCall({
  id: 'orderIndex',
  service: 'client',
  method: 'GET',
  path: '/order/index',
  response: summedListOf(Order),
});
export const orderShow = defineCall({
  id: 'orderShow',
  service: 'client',
  method: 'GET',
  path: '/order/show/{id}',
  response: dataOf(OrderDetails),
});
export const orderHistory = defineCall({
  id: 'orderHistory',
  service: 'client',
  method: 'GET',
  path: '/order/history/{id}',
  response: dataOf(z.array(HistoryLine)),
});
export const orderCreate = defineCall({ id: 'orderCreate', method: 'POST', path: '/order/create', stale, ...answers });
export const orderUpdate = defineCall({
  id: 'orderUpdate',
  method: 'PUT',
  path: '/order/update/{id}',
  stale,
  ...answers,
});
export const orderReserve = defineCall({
  id: 'orderReserve',
  method: 'PUT',
  path: '/order/reserve/{id}',
  stale,
  ...answers,
});
export const orderEdit = defineCall({ id: 'orderEdit', method: 'PUT', path: '/order/edit/{id}', stale, ...answers });
export const orderProlong = defineCall({
  id: 'orderProlong',
  method: 'PUT',
  path: '/order/prolong/{id}',
  stale,
  ...answers,
});
export const orderCancel = defineCall({
  id: 'orderCancel',
  method: 'PUT',
  path: '/order/cancel/{id}',
  stale,
  ...answers,
});
/** What may be ordered out of a warehouse, found by words, code, or the number of a unit. */
export const orderSearch = defineCall({
  id: 'orderSearch',
  service: 'client',
  method: 'GET',
  path: '/order/search/{warehouseId}',
  response: dataOf(z.array(Orderable)),
});
const Offered = z.extend(z.pick(Orderable, { product_variant_id: true, title: true, stock: true, reserved: true }), {
  category: z.string(),
  /** Of one; soʻm. */
  price: uzs(),
});
/** What of the goods of a warehouse fits so much now and so much a month. */
export const OrderOffers = z.object({
  /** The dearest first, each with the terms that fit, the shortest first. */
  goods: z.array(z.extend(Offered, { offers: z.array(MonthlyOffer) })),
  /** Goods that were tried: free, priced and sold here. */
  tried: z.int(),
  /** Goods that have no offer, but would have one with a guarantor or a pledge. */
  secured: z.int(),
  /** Goods that do not fit, those first that need the least more money now. */
  near: z.array(z.extend(Offered, { offer: NearOffer })),
  /** What the client may owe more; null: nobody has limited it yet. */
  free: z.nullable(uzs()),
  kind: TermsOfSale.shape.kind,
});
export type OrderOffers = z.infer<typeof OrderOffers>;

/** The question turned round: goods of a warehouse for so much now and so much a month. */
export const orderOffers = defineCall({
  id: 'orderOffers',
  service: 'client',
  method: 'GET',
  path: '/order/offers/{warehouseId}',
  response: dataOf(OrderOffers),
});
/** Stock of a product by warehouse; the own organization's first. */
export const orderGoods = defineCall({
  id: 'orderGoods',
  service: 'client',
  method: 'GET',
  path: '/order/goods/{variantId}',
  response: dataOf(z.array(InWarehouse)),
});
/** Units of a serial product in a warehouse, the oldest first. */
export const orderUnits = defineCall({
  id: 'orderUnits',
  service: 'client',
  method: 'GET',
  path: '/order/units/{warehouseId}/{variantId}',
  response: dataOf(
    z.array(
      z.object({
        id: z.int(),
        serial_number: z.string(),
        received_at: instant(),
        /** Number of the document that it is kept for. */
        kept_for: z.nullable(z.string()),
      }),
    ),
  ),
});
/** Warehouses that the person may order out of. */
export const orderWarehouses = defineCall({
  id: 'orderWarehouses',
  service: 'client',
  method: 'GET',
  path: '/order/warehouses',
  response: dataOf(z.array(z.object({ id: z.int(), title: z.string(), organization_id: z.int() }))),
});

/** Comments and files of an order. */
export const orderAttached = attachedTo('order', 'client', 'order');

export const orderCalls = [
  orderIndex,
  orderShow,
  orderHistory,
  orderCreate,
  orderUpdate,
  orderReserve,
  orderEdit,
  orderProlong,
  orderCancel,
  orderSearch,
  orderOffers,
  orderGoods,
  orderUnits,
  orderWarehouses,
  ...attachedCallsOf(orderAttached),
] as const;
