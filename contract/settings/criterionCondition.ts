/** How many points a value of a scoring criterion gives, and what ends scoring at once (areas 2.3, 4.16 `/income/criteria-terms`). */
import { bool, decimal, ref } from '../directory/fields.ts';
import { MOST_POINTS } from '../scoring/facts.ts';
import { defineSetting } from '../setting/setting.ts';

export const criterionCondition = defineSetting({
  name: 'criterionCondition',
  service: 'scoring',
  rule: 'scoring_criteria_condition',
  takenBy: 'model',
  band: { from: 'at_least', to: 'at_most' },
  subject: { criterion: ref('scoringCriterion', { filter: true }), at_least: decimal({ max: 1_000_000_000 }) },
  fields: {
    at_most: decimal({ max: 1_000_000_000, optional: true }),
    score: decimal({ max: MOST_POINTS }),
    stop: bool(),
  },
});
