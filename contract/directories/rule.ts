/** The catalogue of rules (areas 2.1, 4.4 `/settings/rules`): which there are comes with the release, the office words their titles. */
import { defineDirectory } from '../directory/directory.ts';
import { code, names, oneOf, quantity } from '../directory/fields.ts';

export const RULE_AREAS = [
  'home',
  'warehouse',
  'price',
  'plans',
  'contracts',
  'clients',
  'scoring',
  'cashbox',
  'levy',
  'auto_payment',
  'promotions',
  'logistics',
  'orders',
  'pledge',
  'resale',
  'sms',
  'tests',
  'reports',
  'settings',
] as const;
export type RuleArea = (typeof RULE_AREAS)[number];

export const rule = defineDirectory({
  name: 'rule',
  service: 'cash',
  rule: 'rules',
  label: 'title',
  fixed: true,
  fields: {
    title: names(120, { search: true, sort: true }),
    resource: code(60, { search: true, sort: true, once: 'of_release' }),
    action: code(40, { search: true, sort: true, once: 'of_release' }),
    area: oneOf(RULE_AREAS, { filter: true, sort: true, once: 'of_release' }),
  },
  /** Positions that have it, and people who hold it now: by their position or by themselves. */
  extra: { positions: quantity(), people: quantity() },
  stale: ['positionRuleMatrix', 'userRuleShow', 'userRuleAttached'],
});
