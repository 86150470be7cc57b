/** Ministries and agencies over employers (areas 2.3, 4.19 `/clients/ministry`). */
import { type DirectoryRow, defineDirectory } from '../directory/directory.ts';
import { names, oneOf, quantity } from '../directory/fields.ts';

export const ministry = defineDirectory({
  name: 'ministry',
  service: 'client',
  rule: 'ministry',
  label: 'name',
  fields: {
    name: names(200, { search: true, sort: true, unique: true }),
    kind: oneOf(['ministry', 'agency', 'committee', 'inspection', 'other'], { filter: true, sort: true }),
  },
  extra: { workplaces: quantity(), clients: quantity() },
});

export type MinistryRow = DirectoryRow<typeof ministry>;
