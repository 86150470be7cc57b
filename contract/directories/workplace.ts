/** Employers of clients (areas 2.3, 4.19 `/clients/workplace`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { percent, phone, quantity, ref, text, tin } from '../directory/fields.ts';

export const workplace = defineDirectory({
  name: 'workplace',
  service: 'client',
  rule: 'workplace',
  label: 'name',
  key: 'stir',
  fields: {
    name: text(200, { search: true, sort: true }),
    stir: tin({ search: true, sort: true, unique: true }),
    workplace_category: ref('workplaceCategory', { filter: true, sort: true }),
    ministry: ref('ministry', { optional: true, search: true, filter: true, sort: true }),
    address: text(300, { optional: true }),
    phone: phone({ optional: true, list: 'hidden' }),
  },
  /** Clients who work there, and of those with a contract that runs the share with an unpaid instalment that was due. */
  extra: { clients: quantity(), overdue: percent({ optional: true }) },
  stale: [...readingIds('ministry'), ...readingIds('workplaceCategory')],
});
