/** Sales consultants: their branch, categories and shift (areas 2.4, 4.4 `/settings/consultants`). */
import { defineDirectory } from '../directory/directory.ts';
import { oneOf, ref, refs, text } from '../directory/fields.ts';

export const consultant = defineDirectory({
  name: 'consultant',
  service: 'consultant',
  rule: 'consultant',
  label: 'user',
  fields: {
    user: ref('user', { search: true, sort: true, unique: true }),
    organization: ref('organization', { scope: true, search: true, filter: true, sort: true }),
    categories: refs('category', 50, { optional: true, search: true }),
    shift: oneOf(['morning', 'evening', 'whole_day'], { filter: true, sort: true }),
  },
  /** Models of the devices on which the person may use the applications of the staff. */
  extra: { device: text(400, { optional: true }) },
});
