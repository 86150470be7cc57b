/** Categories of employers (areas 2.3, 4.19 `/clients/workplace-categories`); coefficient and limit are dated (decision 81). */
import { defineDirectory } from '../directory/directory.ts';
import { bool, names, quantity } from '../directory/fields.ts';

export const workplaceCategory = defineDirectory({
  name: 'workplaceCategory',
  service: 'client',
  rule: 'workplace_category',
  label: 'name',
  fields: {
    name: names(100, { search: true, sort: true, unique: true }),
    certificate: bool({ filter: true }),
  },
  extra: { workplaces: quantity() },
});
