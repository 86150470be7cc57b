/** What only the server needs of the calls of `outputs.ts`: rights, what they ask for, the lifecycle events they fire. */
import * as z from 'zod/mini';
import { daysFilter, id, pageQuery, queryId, reason, text } from './common.ts';
import { BREACH_REASONS, OUTPUT_STATUSES } from './outputs.ts';
import { serialKey } from './serial.ts';
import { serverSide } from './serverSide.ts';

const SHOW = { rule: 'product_delivery.show|product_delivery.allshow', origin: 'extension' } as const;
const PICK = { rule: 'product_delivery.add', origin: 'extension' } as const;
const FIFO = { rule: 'fifo.fifo_check', origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'output', type });

/** What a scanner reads: a serial number, an IMEI, a barcode. */
const code = () => z.string().check(z.overwrite(serialKey), z.minLength(1), z.maxLength(64));

export const outputsServer = serverSide({
  outputIndex: {
    ...SHOW,
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      client_id: z.optional(queryId()),
      /** `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`, days of Asia/Tashkent. */
      date: daysFilter(),
      status: z.optional(z.enum(OUTPUT_STATUSES)),
      /** Its number, or that of the contract. */
      search: z.optional(z.string().check(z.maxLength(100))),
      sort: z.optional(z.enum(['created_at', '-created_at'])),
    }),
    summary:
      'Outputs that the person may see, the newest first unless `sort` says otherwise; drafts wait to be picked.',
  },
  outputShow: { ...SHOW, summary: 'One output with its goods, scanned units and the older ones beside them.' },
  outputHistory: { ...SHOW, summary: 'The event log of an output, the newest first.' },
  outputPick: {
    ...PICK,
    event: event('output.pick'),
    who: 'ownBranch',
    summary: 'Begins to pick: from now on the first payment cannot be taken back (decision 60).',
  },
  outputScan: {
    ...PICK,
    body: z.object({ code: code() }),
    event: event('serial.scan'),
    alsoFires: [event('goods.count')],
    who: 'ownBranch',
    summary:
      'Takes the unit of a serial number or IMEI, or one more of the goods of a barcode. An older unit takes the place of a newer one without a reason.',
  },
  outputRelease: {
    ...PICK,
    body: z.object({ unit_id: id() }),
    event: event('serial.release'),
    who: 'ownBranch',
    summary: 'Puts a scanned unit back.',
  },
  outputCount: {
    ...PICK,
    body: z.object({ line_id: id(), count: z.int().check(z.gte(0), z.lte(100_000)) }),
    event: event('goods.count'),
    who: 'ownBranch',
    summary: 'How many of goods without serial numbers lie ready.',
  },
  outputExplain: {
    ...PICK,
    body: z.object({ unit_id: id(), reason: z.enum(BREACH_REASONS), words: z.optional(z.nullable(text(500))) }),
    event: event('breach.explain'),
    who: 'ownBranch',
    summary: 'Why a unit leaves before an older one (V7).',
  },
  outputCancel: {
    rule: 'product_delivery.edit|product_delivery.add',
    origin: 'extension',
    body: z.object({ reason: reason() }),
    event: event('output.cancel'),
    who: 'outputCanceller',
    summary: 'Gives picking up, with a reason; the goods stay reserved, and a new output waits for them.',
  },
  outputHandOver: {
    rule: 'product_delivery.confirm',
    origin: 'extension',
    body: z.object({
      signature: z.file(),
      receiver: z.optional(text(200)),
      receiver_document: z.optional(text(50)),
      receiver_reason: z.optional(reason()),
    }),
    event: event('output.handOver'),
    alsoFires: ['goods.handOver', 'payment.allocate', 'debt.settle'].map((type) => ({ machine: 'contract', type })),
    who: 'ownBranch',
    summary:
      'All units leave, signed for: stock, reservation, charge of the contract in one transaction (decision 63).',
  },
  fifoUnit: {
    ...FIFO,
    query: z.object({ code: code() }),
    summary: 'A unit by its serial number or IMEI, and the older free ones of its warehouse.',
  },
  fifoIndex: {
    ...FIFO,
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      date: daysFilter(),
      reason: z.optional(z.enum(BREACH_REASONS)),
      sort: z.optional(z.enum(['created_at', '-created_at'])),
    }),
    summary: 'Units that were handed over before older ones, with the reason, the newest first.',
  },
});
