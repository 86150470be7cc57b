/** Sets of goods sold together at a set price, one of each (areas 2.3, 4.18 `/collection`); no contract takes one yet (decision 71). */
import { defineDirectory } from '../directory/directory.ts';
import { period, refs, sum, text } from '../directory/fields.ts';

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
});
