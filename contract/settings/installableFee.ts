/** What a client pays for the installation of goods of a category (areas 2.4, 4.14, decision 81). */
import { ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const installableFee = defineSetting({
  name: 'installableFee',
  service: 'delivery',
  rule: 'installable_categories',
  subject: { category: ref('installableCategory', { filter: true }) },
  fields: { fee: sum() },
});
