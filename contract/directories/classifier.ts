/** General reference lists (areas 2.3, 4.19 `/classifications`): which there are comes with the release. */
import { defineDirectory } from '../directory/directory.ts';
import { code, names, quantity } from '../directory/fields.ts';

export const classifier = defineDirectory({
  name: 'classifier',
  service: 'client',
  rule: 'classification',
  label: 'name',
  fixed: true,
  fields: {
    name: names(100, { search: true, sort: true, unique: true }),
    code: code(40, { search: true, sort: true, unique: true, once: 'of_release' }),
  },
  extra: { values: quantity() },
});

/** Its values carry the days of an answer (decision 96). */
export const APPEAL_KINDS = 'appeal_kind';
