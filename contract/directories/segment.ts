/** Segments of clients by conditions (areas 2.3, 4.19 `/segmentation`): whom an offer is for, and how many they are. */
import * as z from 'zod/mini';
import { defineDirectory } from '../directory/directory.ts';
import { area, colour, fact, oneOf, quantity, ref, rows, text } from '../directory/fields.ts';
import { SEGMENT_FACTS } from '../segments.ts';

export const segment = defineDirectory({
  name: 'segment',
  service: 'client',
  rule: 'segmentation',
  report: true,
  label: 'name',
  fields: {
    name: text(120, { search: true, sort: true, unique: true }),
    colour: colour(),
    gender: oneOf(['male', 'female'], { optional: true, list: 'hidden' }),
    region: ref('region', { optional: true, list: 'hidden' }),
    /** All of them hold. */
    conditions: rows(10, {
      fact: oneOf(SEGMENT_FACTS),
      at_least: quantity({ optional: true }),
      at_most: quantity({ optional: true }),
    }),
    note: area(500, { optional: true, list: false }),
  },
  /** How many clients it has, and when that was counted; null until it is. */
  extra: { clients: quantity({ optional: true }), counted_at: fact(z.nullable(z.string())) },
});
