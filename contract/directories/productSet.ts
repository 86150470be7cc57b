/** Sets of goods sold together at a set price, one of each (areas 2.3, 4.18 `/collection`); no contract takes one yet (decision 71). */

import * as z from 'zod/mini';
import { defineDirectory } from '../directory/directory.ts';
import { fact, period, refs, sum, text } from '../directory/fields.ts';

export const productSet = defineDirectory({
  name: 'productSet',
  service: 'client',
  rule: 'collection',
  label: 'name',
  fields: {
    name: text(200, { search: true, sort: true, unique: true }),
    goods: refs('variant', 20, { search: true }),
    price: sum({ min: 1000, sort: true }),
    sold: period({ open: true }),
  },
  extra: {
    /** What the goods cost one by one today; null where one of them has no price. */
    goods_sum: fact(z.nullable(z.number())),
    /** By how much the set is cheaper; below 0 it is dearer. */
    saving: fact(z.nullable(z.number())),
  },
});
