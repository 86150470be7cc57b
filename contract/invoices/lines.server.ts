/** What only the server needs of the calls of `lines.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, reason } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { NewSerial } from './serials.server.ts';
import { event, extension, percent, printed, serial } from './shared.server.ts';
import { LINES_BYTES, MAX_LINE_COUNT, MAX_LINES, MAX_POSITION, MAX_SERIALS, MAX_VALUE, WRITE } from './shared.ts';

/** The figures of a line as they are sent; `check: true` refuses on a warning (decision 47). */
export const LineBody = z.object({
  product_variant_id: id(),
  currency_id: id(),
  value: z.number().check(z.gt(0), z.lte(MAX_VALUE), z.multipleOf(0.01)),
  no_cash: percent().check(z.gt(0)),
  additional: percent(),
  other_additional: z.int().check(z.gte(0), z.lte(MAX_VALUE)),
  currency_change: z.number().check(z.gt(0), z.lte(1_000_000), z.multipleOf(0.0001)),
  count: z.int().check(z.gt(0), z.lte(MAX_LINE_COUNT)),
  check: z.optional(z.boolean()),
  selling_price: z.int().check(z.gte(0), z.lte(MAX_VALUE * 1000)),
  /** An extension: a price that differs from the rule is meant (issue of the price rule). */
  selling_price_overridden: z.optional(z.boolean()),
  print: z.optional(z.boolean()),
  print_count: z.optional(z.int().check(z.gte(1), z.lte(1000))),
});
export type LineBody = z.infer<typeof LineBody>;
/**
 * A line that is added. `position` (an extension): its place, as the person saw it while it was entered; several
 * lines of one position are in the order in which they were added. Without it the line comes last.
 */
export const NewLineBody = z.extend(LineBody, {
  position: z.optional(z.int().check(z.gt(0), z.lte(MAX_POSITION))),
});
export type NewLineBody = z.infer<typeof NewLineBody>;

/** Why a confirmed line is changed: an extension, as printed bodies have none; our window always asks for it. */
const why = z.optional(reason());

export const invoiceLinesServer = serverSide({
  lineIndex: {
    ...printed,
    summary: 'The lines of an invoice, whole, in their order.',
  },
  lineCreate: {
    ...printed,
    rule: WRITE,
    body: NewLineBody,
    event: event('line.add'),
    who: 'invoiceWriter',
    summary: 'Adds a line. The selling price is computed again: one that differs must say that it is meant.',
  },
  lineCreateMany: {
    ...extension,
    rule: WRITE,
    body: z.object({ lines: z.array(NewLineBody).check(z.minLength(1), z.maxLength(MAX_LINES)) }),
    maxBytes: LINES_BYTES,
    event: event('line.add'),
    who: 'invoiceWriter',
    summary: 'Adds lines in one transaction: all of them, or none and every fault by its line.',
  },
  lineUpdate: {
    ...printed,
    rule: WRITE,
    body: LineBody,
    event: event('line.change'),
    who: 'invoiceWriter',
    summary: 'Changes a line of a draft.',
  },
  lineDelete: {
    ...printed,
    rule: WRITE,
    /** An extension: how many saved serial numbers the person saw on it; none without it. */
    query: z.object({ serials: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
    event: event('line.remove'),
    who: 'invoiceWriter',
    summary:
      'Takes a line with its serial numbers off a draft; the log names them. Another number of them than `serials` says is ' +
      'a 409 `stale`: nobody removes numbers unseen.',
  },
  lineMarkPrint: {
    ...extension,
    rule: `${WRITE}|product_invoice.print`,
    body: z.object({ print: z.boolean(), print_count: z.int().check(z.gte(1), z.lte(1000)) }),
    event: event('labels.mark'),
    who: 'invoicePrinter',
    summary: 'Which price labels are printed of a line, and how many; also after confirming.',
  },
  lineCorrect: {
    ...printed,
    rule: 'product_invoice.confirm',
    body: z.object({
      count: z.int().check(z.gt(0), z.lte(MAX_LINE_COUNT)),
      value: z.number().check(z.gt(0), z.lte(MAX_VALUE), z.multipleOf(0.01)),
      /** Extensions for serial goods: which units come, which go. */
      add_serials: z.optional(z.array(NewSerial).check(z.maxLength(MAX_SERIALS))),
      remove_serials: z.optional(z.array(serial()).check(z.maxLength(MAX_SERIALS))),
      reason: why,
    }),
    // 10,000 numbers with four IMEIs of 210 bytes to add, and 10,000 of 67 bytes to remove
    maxBytes: 2_800_000,
    event: event('line.correct'),
    summary: 'Corrects a line of a confirmed invoice and posts the difference; refused when the goods have left.',
  },
  lineWithdraw: {
    ...printed,
    rule: 'product_invoice.confirm',
    query: z.object({ reason: why }),
    event: event('line.withdraw'),
    summary: 'Takes a line off a confirmed invoice and posts the opposite; refused when goods have left.',
  },
});
