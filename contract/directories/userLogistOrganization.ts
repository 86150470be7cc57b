/** Which logist serves which branches (areas 2.2, 4.5 `/special-orders/branch-logists`). */
import { defineDirectory } from '../directory/directory.ts';
import { date, ref, refs, text } from '../directory/fields.ts';

export const userLogistOrganization = defineDirectory({
  name: 'userLogistOrganization',
  service: 'warehouse',
  rule: 'user_logist_organizations',
  label: 'logist',
  fields: {
    logist: ref('user', { search: true, sort: true, unique: true }),
    organizations: refs('organization', 100, { search: true }),
    serves_from: date({ sort: true }),
    note: text(200, { optional: true, search: true, list: 'hidden' }),
  },
});
