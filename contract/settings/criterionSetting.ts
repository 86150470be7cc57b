/** A version of the scoring model: its criteria, cut-offs and limits by score (areas 2.4, 4.16, decision 75). */
import { quantity, refs, sum, text } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

const score = () => quantity({ max: 100 });

export const criterionSetting = defineSetting({
  name: 'criterionSetting',
  service: 'scoring',
  rule: 'scoring_criteria',
  confirm: true,
  subject: {},
  fields: {
    title: text(100),
    manual_from: score(),
    approve_from: score(),
    limit_approved: sum(),
    limit_80: sum(),
    limit_90: sum(),
    validity_days: quantity({ min: 1, max: 365 }),
    criteria: refs('scoringCriterion', 100),
  },
});
