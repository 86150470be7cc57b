/** Positions (areas 2.1): what people work as. Their rights are the matrix on the same page. */
import { defineDirectory } from '../directory/directory.ts';
import { names, oneOf, quantity } from '../directory/fields.ts';

export const position = defineDirectory({
  name: 'position',
  service: 'cash',
  rule: 'position_rule',
  rules: { add: 'position_rule.edit' },
  label: 'name',
  fields: {
    name: names(80, { search: true, sort: true, unique: true }),
    kind: oneOf(['sale', 'cash', 'stock', 'levy', 'office'], { filter: true, sort: true }),
  },
  /** People who work in it, and its rules. */
  extra: { people: quantity(), rules: quantity() },
  stale: ['positionRuleMatrix'],
});
