/** What only the server needs of the calls of `entries.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { Entry } from './entries.ts';
import { actEvent, count, counterEvent, extension, printed } from './shared.server.ts';
import { serial } from './shared.ts';

/** Entries of one sending, or of one listed product; serial numbers of one product. */
const MAX_ENTRIES = 10_000;
/** Products of one counted list. */
const MAX_LISTED = 20_000;

export const ListedProduct = z.object({
  product_variant_id: id(),
  count: count(),
  serial_numbers: z.optional(z.array(serial()).check(z.maxLength(MAX_ENTRIES))),
  entries: z.optional(z.array(Entry).check(z.maxLength(MAX_ENTRIES))),
});
export type ListedProduct = z.infer<typeof ListedProduct>;

export const countingEntriesServer = serverSide({
  submitList: {
    ...printed,
    body: z.object({ listed_products: z.array(ListedProduct).check(z.maxLength(MAX_LISTED)) }),
    // 20,000 lines of 53 bytes, each with a serial number of 67 and its brackets
    maxBytes: 3_200_000,
    event: counterEvent('counter.submit'),
    alsoFires: [actEvent('counter.submit')],
    who: 'counter',
    summary: 'Hands the counted list in and finishes the counter. Each total must equal its saved entries.',
  },
  listedProducts: {
    ...printed,
    summary: 'What one counter has entered so far, whole.',
  },
  saveEntries: {
    ...extension,
    body: z.object({
      entries: z.array(Entry).check(z.maxLength(MAX_ENTRIES)),
      /** The last entry of this counter that the browser knows from the server; the answer brings later ones. */
      after: z.optional(z.int()),
    }),
    // 10,000 entries of 280 bytes
    maxBytes: 2_800_000,
    event: counterEvent('entries.save'),
    who: 'counter',
    summary: 'Saves entries while counting; each entry_id counts once, however often it is sent.',
  },
  counterProducts: {
    ...extension,
    summary:
      'All active variants of the act’s categories, unpaged, with ETag, and those outside: scans are recognised in the browser, also offline.',
  },
});
