/** Prices and offers of competitors (areas 2.2, 4.4 `/settings/information-of-competitor`). */
import { defineDirectory } from '../directory/directory.ts';
import { area, date, image, link, ref, sum, text } from '../directory/fields.ts';

export const competitorNews = defineDirectory({
  name: 'competitorNews',
  service: 'warehouse',
  rule: 'competitor_news',
  report: true,
  label: 'competitor',
  order: '-seen',
  fields: {
    competitor: text(100, { search: true, sort: true }),
    variant: ref('variant', { optional: true, search: true, filter: true }),
    offer: area(500, { optional: true, search: true, list: 'hidden' }),
    price: sum({ min: 1, sort: true }),
    seen: date({ sort: true }),
    link: link({ optional: true }),
    photo: image({ optional: true }),
    organization: ref('organization', { scope: true, filter: true, sort: true }),
  },
  /** Our own price on the day when theirs was seen, and theirs less ours. */
  extra: { our_price: sum({ optional: true }), difference: sum({ optional: true }) },
});
