/** Serial numbers of the lines of an organization invoice (spec 3, 7; decisions 43, 47). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { InvoiceFacts } from './invoice.ts';
import { INVOICE } from './shared.ts';

export type { NewSerial } from './serials.server.ts';

/** A unit: its number and IMEIs. `is_saved`, `is_deletable`: spec 3. */
export const SerialEntry = z.object({
  serial_number: z.string(),
  imei_numbers: z.array(z.string()),
  is_saved: z.boolean(),
  is_deletable: z.boolean(),
  /** An extension, of a confirmed line: the unit has left the warehouse. */
  is_gone: z.optional(z.boolean()),
});
export type SerialEntry = z.infer<typeof SerialEntry>;

/**
 * Why a number was not saved. `where` names the line, the invoice or the warehouse; of `lot_taken` the one number that
 * the whole line has already.
 */
export const SERIAL_REFUSALS = [
  'empty',
  'repeated',
  'on_invoice',
  'in_stock',
  'imei_wrong',
  'imei_missing',
  'imei_too_many',
  'too_many',
  'lot_taken',
] as const;
export type SerialRefusalReason = (typeof SERIAL_REFUSALS)[number];
export const SerialRefusal = z.object({
  serial_number: z.string(),
  reason: z.enum(SERIAL_REFUSALS),
  where: z.nullable(z.string()),
});
export type SerialRefusal = z.infer<typeof SerialRefusal>;

export const generateSerials = defineCall({
  id: 'generateSerials',
  service: 'warehouse',
  method: 'POST',
  path: '/generate',
  stale: [],
  response: z.object({ serial_numbers: z.array(z.string()) }),
});

export const attachSerials = defineCall({
  id: 'attachSerials',
  service: 'warehouse',
  method: 'POST',
  path: '/partner-input/attach-serial-number',
  stale: [...INVOICE, 'lineIndex', 'serialIndex', 'incomeIndex', 'incomeShow'],
  response: z.object({
    data: z.object({ saved: z.array(z.string()), refused: z.array(SerialRefusal) }),
    facts: InvoiceFacts,
    version: z.int(),
  }),
});

export const serialIndex = defineCall({
  id: 'serialIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse-list-income/get-serial-numbers/{id}',
  response: z.object({ serial_numbers: z.array(SerialEntry) }),
});

export const deleteSerial = defineCall({
  id: 'deleteSerial',
  service: 'warehouse',
  method: 'POST',
  path: '/partner-input/delete-serial-number',
  stale: [...INVOICE, 'lineIndex', 'serialIndex', 'incomeIndex', 'incomeShow'],
  response: z.object({ message: z.string(), facts: InvoiceFacts, version: z.int() }),
});

/** Where a code is already; the same reasons and words as those of a refusal. */
export const SerialPlace = z.object({
  code: z.string(),
  reason: z.enum(['on_invoice', 'in_stock']),
  where: z.string(),
});
export type SerialPlace = z.infer<typeof SerialPlace>;

export const serialPlaces = defineCall({
  id: 'serialPlaces',
  service: 'warehouse',
  method: 'POST',
  path: '/partner-input/places',
  stale: [],
  response: z.object({ data: z.array(SerialPlace) }),
});

export const tacModels = defineCall({
  id: 'tacModels',
  service: 'warehouse',
  method: 'POST',
  path: '/partner-input/models',
  stale: [],
  response: z.object({
    /** False: the operator has loaded no list. */
    loaded: z.boolean(),
    data: z.array(z.object({ tac: z.string(), brand: z.string(), model: z.string() })),
  }),
});
