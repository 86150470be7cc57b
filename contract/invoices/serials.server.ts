/** What only the server needs of the calls of `serials.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, queryId } from '../common.ts';
import { serialKey } from '../serial.ts';
import { serverSide } from '../serverSide.ts';
import { event, extension, printed, SHOW, serial } from './shared.server.ts';
import { MAX_GENERATED, MAX_PLACES, MAX_SERIALS, SERIALS } from './shared.ts';

export const NewSerial = z.object({
  serial_number: z.string().check(z.overwrite(serialKey), z.maxLength(64)),
  imei_numbers: z.array(z.string().check(z.overwrite(serialKey), z.maxLength(20))).check(z.maxLength(4)),
});
export type NewSerial = z.infer<typeof NewSerial>;

export const invoiceSerialsServer = serverSide({
  generateSerials: {
    ...printed,
    rule: SERIALS,
    body: z.object({
      count: z.int().check(z.gt(0), z.lte(MAX_GENERATED)),
      product_variant_id: id(),
      organization_id: id(),
    }),
    summary: 'Numbers that were never given out before; nothing is saved (decision 47).',
  },
  attachSerials: {
    ...printed,
    rule: SERIALS,
    body: z.object({
      input_product_id: id(),
      /** How many of them were generated here. */
      generate_count: z.optional(z.int().check(z.gte(0), z.lte(MAX_SERIALS))),
      serial_numbers: z.array(NewSerial).check(z.minLength(1), z.maxLength(MAX_SERIALS)),
      /** Each unit its own number; `false`: one number for the whole line (decision 47). */
      has_many: z.boolean(),
    }),
    // 10,000 numbers of 210 bytes with four IMEIs
    maxBytes: 2_200_000,
    event: event('serials.attach'),
    who: 'invoiceScanner',
    summary:
      'Saves the good ones and names every other one by its reason. The one number of a whole line is never written over: ' +
      'it is taken off first. `If-Match` is the line’s version then.',
  },
  serialIndex: {
    ...printed,
    rule: `${SHOW}|base_repository.show`,
    query: z.object({ has_many: z.optional(z.enum(['true', 'false'])) }),
    summary: 'Saved numbers of a line.',
  },
  deleteSerial: {
    ...printed,
    rule: SERIALS,
    /** An extension: of which line. Required when one number could complete several lines. */
    query: z.object({ input_product_id: z.optional(queryId()) }),
    body: z.object({ product_invoice_id: id(), has_many: z.boolean(), serial_number: serial() }),
    event: event('serials.detach'),
    who: 'invoiceScanner',
    summary: 'Takes a saved number off, until the invoice is confirmed.',
  },
  serialPlaces: {
    ...extension,
    rule: SERIALS,
    body: z.object({ input_product_id: id(), codes: z.array(serial()).check(z.maxLength(MAX_PLACES)) }),
    summary: 'Which of these codes are on the invoice of the line or in stock already, before they are saved.',
  },
  tacModels: {
    ...extension,
    rule: SERIALS,
    body: z.object({ tacs: z.array(z.string().check(z.regex(/^\d{8}$/))).check(z.maxLength(1000)) }),
    summary: 'Models by the first eight digits of an IMEI.',
  },
});
