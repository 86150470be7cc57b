/** What a client is scored by, and how much it weighs (areas 2.3, 4.16 `/income/scoring-criteria`). */
import { defineDirectory } from '../directory/directory.ts';
import { code, names, oneOf, percent } from '../directory/fields.ts';

export const scoringCriterion = defineDirectory({
  name: 'scoringCriterion',
  service: 'scoring',
  rule: 'scoring_criteria',
  label: 'name',
  key: 'code',
  fields: {
    code: code(40, { search: true, sort: true, unique: true }),
    name: names(100, { search: true, sort: true, unique: true }),
    criterion_group: oneOf(['person', 'work', 'income', 'debts', 'discipline'], { filter: true, sort: true }),
    source: oneOf(['questionnaire', 'myid', 'tax', 'credit_bureau', 'own_contracts'], { filter: true }),
    weight: percent({ sort: true }),
  },
});
