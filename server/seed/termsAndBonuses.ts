/** Terms of instalments, limits of sums, bonuses and tariffs of the demo chain. */
import { sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { bonusSetting } from '../../contract/settings/bonusSetting.ts';
import { categoryPosition } from '../../contract/settings/categoryPosition.ts';
import { criterionSetting } from '../../contract/settings/criterionSetting.ts';
import { electronOrderSetting } from '../../contract/settings/electronOrderSetting.ts';
import { moneySetting } from '../../contract/settings/moneySetting.ts';
import { moneyValue } from '../../contract/settings/moneyValue.ts';
import { ramadanSetting } from '../../contract/settings/ramadanSetting.ts';
import { skuBonus } from '../../contract/settings/skuBonus.ts';
import { specialTariff } from '../../contract/settings/specialTariff.ts';
import { summerBonus } from '../../contract/settings/summerBonus.ts';
import { tariffValue } from '../../contract/settings/tariffValue.ts';
import { valueSetting } from '../../contract/settings/valueSetting.ts';
import { daysBefore } from './columns.ts';
import { category, type DemoRevision, FOUNDED, idOf, since } from './revisions.ts';

const named = (table: string, name: string) =>
  sql`(SELECT id FROM ${sql.table(table)} WHERE name = ${name} ORDER BY id LIMIT 1)`;
const position = (name: string) => idOf('position', name);
/** A branch of the demo by its place among them. */
const branch = (at: number) =>
  sql`(SELECT id FROM organization WHERE kind = 'branch' ORDER BY id OFFSET ${at} LIMIT 1)`;
/** Goods of a category by their place among them. */
const goods = (
  name: string,
  at: number,
) => sql`(SELECT v.id FROM product_variant v JOIN product p ON p.id = v.product_id
  WHERE p.category_id = ${idOf('product_category', name)} ORDER BY v.id OFFSET ${at} LIMIT 1)`;

const instalments = (client: string, rows: readonly (readonly [term: number, markup: number, first: number])[]) =>
  rows.map(([term, markup, first_payment]) => since(FOUNDED, { client, term, markup, first_payment }));
const limit = (kind: string, amount: number, confirms?: string): DemoRevision =>
  since(FOUNDED, { kind, amount, confirms_id: confirms === undefined ? null : position(confirms) });
const tariff = (from: string, to: string, measure: string, step: number, price: number) =>
  since(110, {
    from_territory_id: named('territory', from),
    to_territory_id: named('territory', to),
    measure,
    step,
    price,
  });
const earns = (name: string, of: string, percent: number) =>
  since(150, { ...category(name), position_id: position(of), percent });

const SCORED = [
  'load',
  'bureau_late',
  'income',
  'experience',
  'first_share',
  'late_days',
  'age',
  'guarantor',
  'prizma',
];
/** A version of the scoring model, by what an approval needs and allows. */
const scoringModel = (title: string, approve_from: number, limit_approved: number, more: readonly string[] = []) => ({
  ...{ title, manual_from: 55, approve_from, validity_days: 30 },
  ...{ limit_approved, limit_80: 20_000_000, limit_90: 40_000_000 },
  criteria: [...SCORED, ...more].map((code) => sql`(SELECT id FROM scoring_criterion WHERE code = ${code})`),
});

export const TERMS_AND_BONUSES = (today: string): readonly (readonly [AnySetting, readonly DemoRevision[]])[] => [
  [
    valueSetting as unknown as AnySetting,
    [
      ...instalments('new', [
        [3, 8, 25],
        [6, 16, 20],
        [9, 25, 20],
        [12, 34, 20],
      ]),
      ...instalments('repeat', [
        [3, 6, 10],
        [6, 14, 10],
        [12, 30, 10],
        [18, 46, 15],
        [24, 62, 15],
      ]),
      ...instalments('informal', [
        [3, 10, 30],
        [6, 20, 30],
      ]),
      since(-10, { client: 'new', term: 12, markup: 32, first_payment: 20 }),
      { daysAgo: -20, status: 'draft', values: { client: 'repeat', term: 24, markup: 58, first_payment: 15 } },
    ],
  ],
  [
    moneySetting as unknown as AnySetting,
    [
      limit('contract_least', 100_000),
      limit('contract_greatest', 80_000_000),
      limit('confirmed_above', 20_000_000, 'Filial rahbari'),
      limit('cash_output', 5_000_000, 'Buxgalter'),
      limit('write_off', 3_000_000, 'Direktor'),
      limit('refund', 2_000_000, 'Filial rahbari'),
      {
        daysAgo: -5,
        status: 'draft',
        values: {
          kind: 'confirmed_above',
          organization_id: branch(0),
          amount: 30_000_000,
          confirms_id: position('Direktor'),
        },
      },
    ],
  ],
  [
    moneyValue as unknown as AnySetting,
    [
      since(FOUNDED, { code: 'reservation_hours', value: 24 }),
      since(FOUNDED, { code: 'reservation_prolongs', value: 1 }),
      since(FOUNDED, { code: 'return_days', value: 10 }),
      since(FOUNDED, { code: 'write_off_years', value: 3 }),
    ],
  ],
  [
    ramadanSetting as unknown as AnySetting,
    [0, 1, 2].map((at) =>
      since(-60 - at, {
        ...{ organization_id: branch(at), until: daysBefore(today, -95) },
        ...{ first_payment: 10, skipped_months: 1, discount: 3 },
      }),
    ),
  ],
  [
    skuBonus as unknown as AnySetting,
    [
      since(20, {
        ...{ variant_id: goods('Televizorlar', 0), kind: 'sum', amount: 100_000, until: daysBefore(today, -25) },
        positions: [position('Sotuvchi')],
      }),
      since(20, {
        ...{ variant_id: goods('Noutbuklar', 0), kind: 'percent', amount: 1.5, until: null },
        ...{ organizations: [branch(0), branch(1)], positions: [position('Sotuvchi'), position('Filial rahbari')] },
      }),
      since(-4, { variant_id: goods('Muzlatgichlar', 0), kind: 'sum', amount: 150_000, until: daysBefore(today, -34) }),
    ],
  ],
  [
    summerBonus as unknown as AnySetting,
    [
      since(-190, {
        ...{ measure: 'units', threshold: 40, title: 'Yozgi konditsionerlar', amount: 1_500_000 },
        ...{ until: daysBefore(today, -280), positions: [position('Sotuvchi')] },
      }),
      since(30, {
        ...{ measure: 'sales', threshold: 300_000, title: 'Yil yakuni savdosi', amount: 2_000_000 },
        ...{ until: daysBefore(today, -35), positions: [position('Sotuvchi'), position('Filial rahbari')] },
      }),
    ],
  ],
  [
    categoryPosition as unknown as AnySetting,
    [
      earns('Smartfonlar', 'Sotuvchi', 0.8),
      earns('Smartfonlar', 'Filial rahbari', 0.2),
      earns('Televizorlar', 'Sotuvchi', 1.2),
      earns('Televizorlar', 'Filial rahbari', 0.3),
      earns('Noutbuklar', 'Sotuvchi', 1),
      since(-12, { ...category('Smartfonlar'), position_id: position('Sotuvchi'), percent: 0.9 }),
    ],
  ],
  [
    bonusSetting as unknown as AnySetting,
    (['cash', 'instalment', 'tbc'] as const).flatMap((sale, kind) =>
      [0, 80, 100].map((plan_from, step) =>
        since(150, { sale, plan_from, percent: 0.5 + kind * 0.1 + step * 0.25, positions: [position('Sotuvchi')] }),
      ),
    ),
  ],
  [
    specialTariff as unknown as AnySetting,
    [
      tariff('Toshkent shahri', 'Samarqand viloyati', 'weight', 1, 4_000),
      tariff('Toshkent shahri', 'Samarqand viloyati', 'volume', 0.1, 90_000),
      tariff('Toshkent shahri', 'Fargʻona viloyati', 'weight', 1, 4_500),
      tariff('Toshkent shahri', 'Xorazm viloyati', 'weight', 1, 7_000),
    ],
  ],
  [
    criterionSetting as unknown as AnySetting,
    [
      since(FOUNDED, scoringModel('Asosiy model', 70, 8_000_000)),
      {
        ...since(-8, scoringModel('Ehtiyotkor model', 75, 6_000_000, ['checked_income', 'discipline'])),
        status: 'draft' as const,
      },
    ],
  ],
  [tariffValue as unknown as AnySetting, [since(200, { prepayment: 30 })]],
  [
    electronOrderSetting as unknown as AnySetting,
    [
      since(60, {
        ...{ source: 'site', minutes: 15, reasons: 'Tovar qolmagan\nMijoz javob bermadi\nNarxi toʻgʻri kelmadi' },
        ...{ branches: [branch(0), branch(1)], templates: [sql`(SELECT min(id) FROM sms_template)`] },
      }),
      since(60, {
        source: 'application',
        minutes: 10,
        reasons: 'Tovar qolmagan\nMijoz javob bermadi',
        branches: [branch(2)],
      }),
      since(60, { source: 'call', minutes: 5, reasons: null }),
    ],
  ],
];
