/** The assortment matrix (areas 2.2, 4.3 `/repositories/matrix-category`): what a shop must have of a category, and how much. */
import { oneOf, quantity, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

/** `none`: the category is not sold in the shop. */
export const STANDS = ['must', 'may', 'none'] as const;
export const MOST_PIECES = 100_000;

export const matrixItem = defineSetting({
  name: 'matrixItem',
  service: 'warehouse',
  rule: 'matrix_category',
  report: true,
  subject: { organization: ref('organization', { scope: true }), category: ref('category') },
  fields: {
    stand: oneOf(STANDS),
    min: quantity({ max: MOST_PIECES }),
    max: quantity({ max: MOST_PIECES, optional: true }),
  },
});
