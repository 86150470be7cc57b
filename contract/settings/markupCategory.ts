/** What lines of invoices begin with, by category (areas 4.3 `/repositories/markup-category`; decision 22): percents and soʻm. */
import { percent, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const markupCategory = defineSetting({
  name: 'markupCategory',
  service: 'warehouse',
  rule: 'markup_category',
  inherits: 'category',
  subject: { category: ref('category'), organization: ref('organization', { scope: true, optional: true }) },
  // the cost is divided by the first one, so it is above 0
  fields: { no_cash: percent({ min: 0.01 }), additional: percent(), other_additional: sum() },
});
