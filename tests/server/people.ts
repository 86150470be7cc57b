/** The people of the small world: their rights by position, and one who holds what a call asks for. */
import { directories } from '../../contract/directories/index.ts';
import { type AnyDirectory, ruleFor, ruleOfStep } from '../../contract/directory/directory.ts';
import { allows } from '../../contract/rules.ts';
import type { ServedCall } from '../../contract/server.ts';
import { type AnySetting, addRule, planRule, reportRule, scopeOf } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';

export const PASSWORD = 'Sinov-2026!';

/** What the rules of declared directories and settings ask for, with `allshow`: the director holds all of them. */
const DECLARED_RULES: readonly string[] = [
  ...directories.flatMap((directory: AnyDirectory) => [
    ...(['show', 'add', 'edit', 'report'] as const).flatMap((action) => ruleFor(directory, action).split('|')),
    `${directory.spec.rule}.allshow`,
    ...Object.keys(directory.steps).map((event) => ruleOfStep(directory, event)),
  ]),
  ...new Set(
    settings.flatMap(({ spec, spec: { rule } }: AnySetting) => [
      ...[`${rule}.show`, `${rule}.edit`],
      ...[planRule(spec), addRule(spec), reportRule(spec)],
      ...(scopeOf(spec) ? [`${rule}.allshow`] : []),
    ]),
  ),
];

export const PEOPLE = {
  keeper: {
    id: 1,
    fullname: 'Dilnoza Karimova',
    rules: ['act_of_count.show', 'act_of_count.add', 'act_of_count.edit'],
  },
  deputy: {
    id: 2,
    fullname: 'Aziz Toʻrayev',
    rules: ['act_of_count.show', 'act_of_count.allshow', 'act_of_count.edit'],
  },
  viewer: { id: 3, fullname: 'Sevara Yusupova', rules: ['act_of_count.show', 'act_of_count.allshow'] },
  counter1: { id: 4, fullname: 'Jasur Abdullayev', rules: ['act_of_count.show'] },
  counter2: { id: 5, fullname: 'Malika Rahimova', rules: ['act_of_count.show'] },
  counter3: { id: 6, fullname: 'Bekzod Ergashev', rules: ['act_of_count.show'] },
  stranger: {
    id: 7,
    fullname: 'Otabek Sodiqov',
    rules: ['act_of_count.show', 'act_of_count.add', 'practice_day.show', 'practice_day.add'],
  },
  nobody: { id: 8, fullname: 'Farrux Aliyev', rules: [] },
  newcomer: { id: 9, fullname: 'Nodira Oʻrinboyeva', rules: ['act_of_count.show'] },
  purchaser: {
    id: 10,
    fullname: 'Shahnoza Mirzayeva',
    rules: ['product_invoice.show', 'product_invoice.add', 'reliable_partners.show', 'reliable_partners.add'],
  },
  accountant: {
    id: 11,
    fullname: 'Rustam Qodirov',
    rules: [
      'product_invoice.show',
      'product_invoice.allshow',
      'product_invoice.confirm',
      'product_invoice.print',
      'black_list.show',
      'black_list.confirm',
      'unblock_request.show',
      'unblock_request.confirm',
      'client.edit',
      'incomes.check',
      'questionnaire.confirm',
      'guarantor_contracts.edit',
    ],
  },
  warehouseman: {
    id: 12,
    fullname: 'Ulugʻbek Norov',
    rules: [
      ...['base_repository.show', 'base_repository.edit', 'product_residue.show'],
      ...['product_delivery.show', 'product_delivery.add', 'product_delivery.confirm', 'fifo.fifo_check'],
    ],
  },
  director: {
    id: 13,
    fullname: 'Gulnora Hamidova',
    rules: [
      'user_rule.show',
      'user_rule.edit',
      'branch_setting_users.edit',
      'product_invoice.show',
      'product_invoice.allshow',
      'product_invoice.add',
      'product_invoice.edit',
      'product_invoice.confirm',
      'reliable_partners.show',
      'reliable_partners.add',
      'reliable_partners.edit',
      'markup_category.show',
      'markup_category.edit',
      'product_residue.show',
      'product_residue.allshow',
      'product_residue.report',
      'product_variant_detail.confirm',
      'base_repository.show',
      'base_repository.allshow',
      'base_repository.print',
      'practice_day.show',
      'practice_day.allshow',
      'practice_day.add',
      'practice_day.edit',
      'practice_day.confirm',
      'payment_certificate.print',
      'workflows.show',
      'announcement.show',
      'announcement.add',
      'announcement.edit',
      'announcement.confirm',
      'announcement.report',
      'test.show',
      'test.add',
      'test.edit',
      'test.confirm',
      'test_result.show',
      'test_result.edit',
      'test_result.report',
      'black_list.show',
      'black_list.add',
      'black_list.confirm',
      'black_list.report',
      'list_view.share',
      'integration_settings.check',
      'aloqabank.check',
      'incomes.check',
      'questionnaire.confirm',
      'scoring_log.show',
      'scoring_analysis.show',
      'order.add',
      'order.edit',
      'contract.show',
      'contract.allshow',
      'contract.add',
      'contract.edit',
      'contract.confirm',
      'contract.print',
      'cashbox.show',
      'cashbox.allshow',
      'cashbox.add',
      'cashbox.confirm',
      'cashbox.reverse',
      'cashbox.report',
      'product_delivery.show',
      'product_delivery.allshow',
      'product_delivery.add',
      'product_delivery.edit',
      'product_delivery.confirm',
      'fifo.fifo_check',
      ...DECLARED_RULES,
    ],
  },
  seller: {
    id: 14,
    fullname: 'Javohir Karimov',
    rules: ['contract.show', 'contract.add', 'contract.print', 'order.add', 'client.show'],
  },
  cashier: { id: 15, fullname: 'Kamola Saidova', rules: ['cashbox.show', 'cashbox.add'] },
} as const;
export type PersonName = keyof typeof PEOPLE;

const rulesOf = (name: PersonName) => {
  const rules: Record<string, Record<string, boolean>> = {};
  for (const one of PEOPLE[name].rules) {
    const [resource = '', action = ''] = one.split('.');
    rules[resource] = { ...rules[resource], [action]: true };
  }
  return rules;
};
/** By name, read once: thousands of tests ask. */
const HOLDERS = (Object.keys(PEOPLE) as PersonName[])
  .filter((name) => name !== 'newcomer')
  .map((name) => ({ name, rules: rulesOf(name) }));

/** The first person who holds the general right of a call. */
export function holderOf({ id, rule }: ServedCall): PersonName {
  const holder = HOLDERS.find(({ rules }) => rule === 'public' || rule === 'signedIn' || allows(rules, rule));
  if (!holder) throw new Error(`nobody may call ${id}`);
  return holder.name;
}
