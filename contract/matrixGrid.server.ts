/** What only the server needs of the calls of `matrixGrid.ts`. */
import * as z from 'zod/mini';
import { day, id } from './common.ts';
import { MOST_CELLS } from './matrixGrid.ts';
import { serverSide } from './serverSide.ts';
import { MOST_PIECES, STANDS } from './settings/matrixItem.ts';

const pieces = () => z.int().check(z.gte(0), z.lte(MOST_PIECES));

export const matrixGridServer = serverSide({
  matrixGrid: {
    origin: 'extension',
    rule: 'matrix_category.show',
    query: z.object({
      /** What holds on this day; today where left out. */
      date: z.optional(day()),
    }),
    summary: 'The assortment matrix: categories, shops that the person sees, and every cell that is set.',
  },
  matrixSave: {
    origin: 'extension',
    rule: 'matrix_category.edit',
    maxBytes: 300_000,
    body: z.object({
      valid_from: day(),
      cells: z
        .array(
          z.object({
            organization_id: id(),
            category_id: id(),
            stand: z.enum(STANDS),
            min: pieces(),
            max: z.nullable(pieces()),
            /** The revision that the person saw in force on the day; null: the cell was empty. */
            before: z.nullable(id()),
          }),
        )
        .check(z.minLength(1), z.maxLength(MOST_CELLS)),
    }),
    summary: 'Writes and settles a revision of each cell, all or none; 409 with the cells that somebody else changed.',
  },
});
