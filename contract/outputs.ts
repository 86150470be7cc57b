/**
 * Warehouse service: the hand-over of a contract's goods (areas 3.3 "output", 4.3; V7–V9; decision 63), and units that left
 * before older ones (areas 4.16 "FIFO check").
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, day, HistoryLine, instant, listOf, Meta, Person, uzs } from './common.ts';

export const OUTPUT_STATUSES = ['draft', 'picking', 'handed_over', 'cancelled'] as const;
export type OutputStatus = (typeof OUTPUT_STATUSES)[number];

/** Why a unit leaves before an older one. */
export const BREACH_REASONS = ['box_damaged', 'client_chose', 'not_found', 'other'] as const;
export type BreachReason = (typeof BREACH_REASONS)[number];

const Named = z.object({ id: z.int(), name: z.string() });

/** The paper that a unit came with: an invoice, or the opening of a branch. */
const Source = z.object({ id: z.int(), number: z.string(), is_invoice: z.boolean() });

/** A unit of the same goods in the same warehouse that came on an earlier day and is free. */
export const OlderUnit = z.object({
  serial_number: z.string(),
  imei_numbers: z.array(z.string()),
  received_on: day(),
  source: Source,
  /** By so many days. */
  days: z.int(),
});
export type OlderUnit = z.infer<typeof OlderUnit>;

export const OutputUnit = z.object({
  id: z.int(),
  serial_number: z.string(),
  imei_numbers: z.array(z.string()),
  received_on: day(),
  source: Source,
  scanned_at: instant(),
  /** The contract names this very unit. */
  is_named: z.boolean(),
  /** The oldest three; none once the goods have left. */
  older: z.array(OlderUnit),
  reason: z.nullable(z.enum(BREACH_REASONS)),
  words: z.nullable(z.string()),
});
export type OutputUnit = z.infer<typeof OutputUnit>;

export const OutputLine = z.object({
  id: z.int(),
  product_variant: z.object({
    id: z.int(),
    title: z.string(),
    sku: z.string(),
    barcode: z.nullable(z.string()),
    is_serial_number: z.boolean(),
  }),
  qty: z.int(),
  /** Of goods without serial numbers. */
  counted: z.int(),
  units: z.array(OutputUnit),
});
export type OutputLine = z.infer<typeof OutputLine>;

const head = {
  id: z.int(),
  number: z.string(),
  status: z.enum(OUTPUT_STATUSES),
  version: z.int(),
  organization: Named,
  warehouse: Named,
  contract: z.object({ id: z.int(), number: z.nullable(z.string()), status: z.string() }),
  client: Person,
  units: z.int(),
  picked: z.int(),
  created_at: instant(),
  handed_at: z.nullable(instant()),
  handed_by: z.nullable(Person),
  /** Events of the lifecycle `output` that the person may send now. */
  allowed_events: z.array(z.string()),
};

export const OutputInList = z.object(head);
export type OutputInList = z.infer<typeof OutputInList>;

export const Output = z.object({
  ...head,
  facts: z.object({ missing: z.int(), unexplained: z.int(), listed: z.boolean(), stale: z.boolean() }),
  lines: z.array(OutputLine),
  /** Of the contract: F, T, and what is owed once the goods are handed over. */
  first_payment: uzs(),
  total: uzs(),
  owed: uzs(),
  /** By which the client is known; its last two digits (decision 85). */
  client_document: z.nullable(z.string()),
  /** Who signs in the client's place; the document by its last two digits. */
  receiver: z.nullable(z.object({ fullname: z.string(), document: z.string(), reason: z.string() })),
  /** The file of the signature. */
  signature: z.nullable(z.int()),
  /** When it came into each state it has been in. */
  moments: z.record(z.string(), instant()),
  practice_day: z.nullable(day()),
  cancel_reason: z.nullable(z.string()),
});
export type Output = z.infer<typeof Output>;

const WAREHOUSE = ['outputIndex', 'outputShow', 'outputHistory', 'myDay'];
const step = { service: 'warehouse', method: 'PUT', stale: WAREHOUSE, response: dataOf(Output) } as const;

export const outputIndex = defineCall({
  id: 'outputIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/product_delivery/index',
  response: z.object({ data: z.array(OutputInList), meta: z.extend(Meta, { statuses: z.optional(Counts) }) }),
});

export const outputShow = defineCall({
  id: 'outputShow',
  service: 'warehouse',
  method: 'GET',
  path: '/product_delivery/show/{id}',
  response: dataOf(Output),
});

export const outputHistory = defineCall({
  id: 'outputHistory',
  service: 'warehouse',
  method: 'GET',
  path: '/product_delivery/history/{id}',
  response: z.object({ data: z.array(HistoryLine) }),
});

export const outputPick = defineCall({ id: 'outputPick', ...step, path: '/product_delivery/pick/{id}' });
export const outputScan = defineCall({
  id: 'outputScan',
  ...step,
  path: '/product_delivery/scan/{id}',
  response: z.object({
    data: Output,
    /** What was read: the line, and of serial goods the unit; `replaced` is the unit whose place it took. */
    scanned: z.object({ line_id: z.int(), unit_id: z.nullable(z.int()), replaced: z.nullable(z.string()) }),
  }),
});
export const outputRelease = defineCall({ id: 'outputRelease', ...step, path: '/product_delivery/release/{id}' });
export const outputCount = defineCall({ id: 'outputCount', ...step, path: '/product_delivery/count/{id}' });
export const outputExplain = defineCall({ id: 'outputExplain', ...step, path: '/product_delivery/explain/{id}' });
export const outputCancel = defineCall({ id: 'outputCancel', ...step, path: '/product_delivery/cancel/{id}' });
export const outputHandOver = defineCall({
  id: 'outputHandOver',
  service: 'warehouse',
  method: 'POST',
  path: '/product_delivery/hand_over/{id}',
  multipart: true,
  stale: [...WAREHOUSE, 'fifoIndex'],
  response: dataOf(Output),
});

/** A unit as the FIFO check finds it by one of its codes. */
export const FifoUnit = z.object({
  serial_number: z.string(),
  imei_numbers: z.array(z.string()),
  title: z.string(),
  sku: z.string(),
  /** Where it is in stock; of one that has left what became of it is `state`. */
  warehouse: z.nullable(z.object({ name: z.string(), organization: z.string() })),
  state: z.enum(['new', 'in_stock', 'reserved', 'in_transit', 'sold', 'at_partner', 'written_off']),
  received_on: day(),
  source: Source,
  /** How many free units of its warehouse are older, and the oldest of them. */
  older_count: z.int(),
  older: z.array(OlderUnit),
});
export type FifoUnit = z.infer<typeof FifoUnit>;

export const fifoUnit = defineCall({
  id: 'fifoUnit',
  service: 'warehouse',
  method: 'GET',
  path: '/fifo/unit',
  response: dataOf(FifoUnit),
});

export const FifoBreach = z.object({
  id: z.int(),
  output: z.object({ id: z.int(), number: z.string() }),
  organization: z.string(),
  warehouse: z.string(),
  title: z.string(),
  serial_number: z.string(),
  received_on: day(),
  older_received_on: day(),
  days_older: z.int(),
  reason: z.enum(BREACH_REASONS),
  words: z.nullable(z.string()),
  created_by: Person,
  created_at: instant(),
});
export type FifoBreach = z.infer<typeof FifoBreach>;

export const fifoIndex = defineCall({
  id: 'fifoIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/fifo/index',
  response: listOf(FifoBreach),
});

export const outputCalls = [
  ...[outputIndex, outputShow, outputHistory, outputPick, outputScan, outputRelease, outputCount, outputExplain],
  ...[outputCancel, outputHandOver, fifoUnit, fifoIndex],
] as const;
