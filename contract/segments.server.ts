/** What only the server needs of the calls of `segments.ts`. */
import * as z from 'zod/mini';
import { SEGMENT_FACTS } from './segments.ts';
import { serverSide } from './serverSide.ts';

const bound = () => z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000)));
const id = () => z.int().check(z.gte(0), z.lte(2_147_483_647));

export const segmentsServer = serverSide({
  segmentPreview: {
    origin: 'extension',
    rule: 'segmentation.show',
    body: z.object({
      gender: z.nullable(z.enum(['male', 'female'])),
      region_id: z.nullable(id()),
      conditions: z
        .array(z.object({ fact: z.enum(SEGMENT_FACTS), at_least: bound(), at_most: bound() }))
        .check(z.maxLength(10)),
      /** The client after whom the slice begins. */
      after: id(),
    }),
    summary: 'Counts one slice of the clients by conditions that are not saved, with some of their names.',
  },
});
