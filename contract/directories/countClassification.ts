/** Classes of counting differences: a label (decision 96, areas 4.3 `/repositories/classifications`). */
import { defineDirectory } from '../directory/directory.ts';
import { names, oneOf } from '../directory/fields.ts';

export const countClassification = defineDirectory({
  name: 'countClassification',
  service: 'warehouse',
  rule: 'count_classification',
  label: 'name',
  fields: {
    name: names(100, { search: true, sort: true, unique: true }),
    kind: oneOf(['shortage', 'surplus', 'mix_up', 'defect'], { filter: true, sort: true }),
  },
});
