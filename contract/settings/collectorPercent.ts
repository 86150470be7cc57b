/** What a collector earns of what is paid from a month on, by stage of debt and fulfilment of the plan (areas 2.4, 4.15 `/levy/levy-percent-settings`). */
import { oneOf, percent } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const collectorPercent = defineSetting({
  name: 'collectorPercent',
  service: 'collector',
  rule: 'collector_percents',
  subject: {
    stage: oneOf(['days_1_30', 'days_31_60', 'days_61_90', 'days_91'], { filter: true }),
    plan_from: percent(),
  },
  fields: { percent: percent() },
  starts: 'month',
});
