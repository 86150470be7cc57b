/** What may be bought from which partner (areas 2.2, 4.3 `/repositories/attach-product`). */
import { defineDirectory } from '../directory/directory.ts';
import { quantity, ref, sum, text } from '../directory/fields.ts';

export const partnerProduct = defineDirectory({
  name: 'partnerProduct',
  service: 'warehouse',
  rule: 'access_partners',
  label: 'variant',
  fields: {
    partner: ref('partner', { search: true, filter: true, sort: true }),
    variant: ref('variant', { search: true, filter: true, sort: true, unique: 'partner' }),
    lead_days: quantity({ max: 365, sort: true }),
  },
  /** Of the variant; and what a unit cost on the partner's last confirmed invoice with it, in soʻm. */
  extra: { category: text(200), last_price: sum({ optional: true }) },
});
