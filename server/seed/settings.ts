/** Dated settings of the demo chain: what holds now, some that held before, some that are planned or only a draft. */
import { sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { carBasePrice } from '../../contract/settings/carBasePrice.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import { cascadeDiscount } from '../../contract/settings/cascadeDiscount.ts';
import { categorySetting } from '../../contract/settings/categorySetting.ts';
import { clientSetting } from '../../contract/settings/clientSetting.ts';
import { coefficient } from '../../contract/settings/coefficient.ts';
import { collectorPercent } from '../../contract/settings/collectorPercent.ts';
import { criterionCondition } from '../../contract/settings/criterionCondition.ts';
import { deliveryPrice } from '../../contract/settings/deliveryPrice.ts';
import { discountBonus } from '../../contract/settings/discountBonus.ts';
import { informalSetting } from '../../contract/settings/informalSetting.ts';
import { initiativeSetting } from '../../contract/settings/initiativeSetting.ts';
import { inputPriceControl } from '../../contract/settings/inputPriceControl.ts';
import { installableFee } from '../../contract/settings/installableFee.ts';
import { masterFee } from '../../contract/settings/masterFee.ts';
import { paymentDisciplineSetting } from '../../contract/settings/paymentDisciplineSetting.ts';
import { pledgeSetting } from '../../contract/settings/pledgeSetting.ts';
import { priceMarkup } from '../../contract/settings/priceMarkup.ts';
import { resaleBonusSetting } from '../../contract/settings/resaleBonusSetting.ts';
import { workplaceCategorySetting } from '../../contract/settings/workplaceCategorySetting.ts';
import { workplaceCoefficient } from '../../contract/settings/workplaceCoefficient.ts';
import type { Trx } from '../db/open.ts';
import { freezeModel } from '../settings/criterionModel.ts';
import type { Found } from '../settings/serve.ts';
import { INTEGRATIONS } from './integrations.ts';
import { LIMITS } from './limits.ts';
import { requisites, SEAL_IMAGES } from './requisites.ts';
import { category, type DemoRevision, FOUNDED, idOf, seedRevisions, since } from './revisions.ts';
import { seedSealImages } from './sealImages.ts';
import { TERMS_AND_BONUSES } from './termsAndBonuses.ts';

const wear = (age: number, mileage: string, percent: number, more: Partial<DemoRevision> = {}): DemoRevision => ({
  daysAgo: 200,
  values: { age, mileage, percent },
  ...more,
});

const NEEDED = ['passport', 'pinfl', 'second_phone', 'address', 'workplace'];
const client = (age_to: number, needed: readonly string[]) => ({
  ...{ age_from: 21, age_to, needed, myid: true, photo: true, document_days: 90 },
});
const times = (kind: string, at_least: number, at_most: number | null, value: number): DemoRevision => ({
  daysAgo: 150,
  values: { kind, at_least, at_most, value },
});
/** By stage of debt: less than 80 % of the plan, the plan nearly, the whole plan. */
const earned = (stage: string, percents: readonly number[]): DemoRevision[] =>
  [0, 80, 100].map((plan_from, at) => ({ daysAgo: 180, values: { stage, plan_from, percent: percents[at] } }));

const employer = (name: string, [max_limit, max_term, first_payment]: readonly number[], guarantor: boolean) => ({
  ...{ workplace_category_id: idOf('workplace_category', name), max_limit, max_term, first_payment, guarantor },
});
const earnings = (name: string, coefficient: number) => ({
  workplace_category_id: idOf('workplace_category', name),
  coefficient,
});
/** The so many-th record of a directory of the demo. */
const nth = (table: string, place: number) =>
  sql`(SELECT id FROM ${sql.table(table)} ORDER BY id OFFSET ${place - 1} LIMIT 1)`;
const carOf = (name: string, year: number, price: number) => ({
  model_id: sql`(SELECT id FROM pledge_car_model WHERE name = ${name} ORDER BY id LIMIT 1)`,
  ...{ year, price },
});
const PAPERS = ['bank_statement', 'neighbourhood_certificate'];
const informal = (max_limit: number, documents: readonly string[]) => ({
  ...{ max_limit, max_term: 12, first_payment: 30, guarantors: 1, documents },
});
const TERMS = ['3', '6', '9', '12', '18', '24'];
/** By category: how many of the terms, least first payment, sums from which a guarantor and a pledge are needed. */
const terms = (
  name: string,
  [count, first_payment]: readonly [number, number],
  [guarantor_from, pledge_from]: readonly (number | null)[],
  { lock = false, delivery = false, installation = false } = {},
) => ({
  ...category(name),
  ...{ terms: TERMS.slice(0, count), first_payment, guarantor_from, pledge_from, lock, delivery, installation },
});
const left = (name: string, discount_from: number, discount_to: number, share: number) =>
  since(140, { ...category(name), discount_from, discount_to, share });
const cascade = (step: string, name: string, from_count: number, discount: number, stacks = false) =>
  since(70, { step, ...category(name), from_count, discount, stacks });
const control = (name: string, max_growth: number, max_fall: number, action: string) => ({
  ...category(name),
  ...{ max_growth, max_fall, action },
});
const late = (days_from: number, days_to: number | null, score: number) =>
  since(FOUNDED, { days_from, days_to, score, months_back: 24 });

const delivery = (
  name: string,
  [km_from, km_to]: readonly (number | null)[],
  price: number,
  free_from: number | null,
) => since(100, { region_id: idOf('region', name), km_from, km_to, price, free_from });
const points = (code: string, at_least: number, at_most: number | null, score: number, stop = false) =>
  since(FOUNDED, {
    criterion_id: sql`(SELECT id FROM scoring_criterion WHERE code = ${code})`,
    at_least,
    at_most,
    score,
    stop,
  });

const REVISIONS: readonly (readonly [AnySetting, readonly DemoRevision[]])[] = [
  [
    carWearPercent as unknown as AnySetting,
    [
      wear(0, 'to_50', 0),
      wear(1, 'to_50', 8),
      wear(1, 'to_100', 11),
      wear(3, 'to_50', 15, { status: 'superseded' }),
      wear(3, 'to_50', 17, { daysAgo: 40 }),
      wear(3, 'to_100', 21),
      wear(3, 'to_150', 26),
      wear(5, 'to_100', 30),
      wear(5, 'to_150', 34, { daysAgo: 200 }),
      wear(5, 'to_150', 36, { daysAgo: -12 }),
      wear(5, 'to_200', 41),
      wear(10, 'to_150', 52),
      wear(10, 'to_200', 58),
      wear(10, 'over_200', 65),
      wear(10, 'over_200', 70, { daysAgo: -30, status: 'draft' }),
    ],
  ],
  [
    pledgeSetting as unknown as AnySetting,
    [
      {
        daysAgo: 300,
        status: 'superseded',
        values: { max_share: 50, validity_days: 30, min_year: '2008', notary: true },
      },
      { daysAgo: 60, values: { max_share: 60, validity_days: 30, min_year: '2010', notary: true } },
      { daysAgo: -20, values: { max_share: 60, validity_days: 30, min_year: '2012', notary: true } },
    ],
  ],
  [
    clientSetting as unknown as AnySetting,
    [
      { daysAgo: FOUNDED, status: 'superseded', values: client(60, NEEDED) },
      { daysAgo: 90, values: client(65, [...NEEDED, 'relative']) },
      { daysAgo: -25, status: 'draft', values: client(65, [...NEEDED, 'income', 'relative']) },
    ],
  ],
  [
    initiativeSetting as unknown as AnySetting,
    [
      {
        daysAgo: 120,
        values: {
          ...{ partner_kind: 'person', fee_kind: 'sum', amount: 50_000, days: 30 },
          conditions: 'Mijozning birinchi toʻlovi oʻz vaqtida kelsa beriladi.',
        },
      },
      { daysAgo: 120, values: { partner_kind: 'shop', fee_kind: 'percent', amount: 1, days: 60, conditions: null } },
      { daysAgo: -10, values: { partner_kind: 'shop', fee_kind: 'percent', amount: 1.5, days: 60, conditions: null } },
    ],
  ],
  [
    coefficient as unknown as AnySetting,
    [
      times('distance', 10, 30, 1.1),
      times('distance', 31, null, 1.3),
      times('floor', 5, 9, 1.1),
      times('floor', 10, null, 1.2),
      times('weight', 50, 99, 1.15),
      times('weight', 100, null, 1.4),
      times('urgency', 0, 3, 1.5),
      times('season', 12, 12, 1.2),
      { daysAgo: -14, values: { kind: 'floor', at_least: 10, at_most: null, value: 1.25 } },
    ],
  ],
  [
    collectorPercent as unknown as AnySetting,
    [
      ...earned('days_1_30', [0.5, 0.8, 1]),
      ...earned('days_31_60', [1, 1.5, 2]),
      ...earned('days_61_90', [2, 3, 4]),
      ...earned('days_91', [4, 5, 7]),
      { daysAgo: -7, values: { stage: 'days_91', plan_from: 100, percent: 8 } },
    ],
  ],
  [
    workplaceCategorySetting as unknown as AnySetting,
    [
      since(FOUNDED, employer('Davlat tashkiloti', [30_000_000, 18, 10], false)),
      since(FOUNDED, employer('Yirik korxona', [40_000_000, 24, 10], false)),
      since(FOUNDED, employer('Chet el kompaniyasi', [50_000_000, 24, 0], false)),
      since(FOUNDED, employer('Xususiy korxona', [20_000_000, 12, 20], true)),
      since(FOUNDED, employer('Yakka tadbirkor', [15_000_000, 12, 25], true)),
      since(-16, employer('Davlat tashkiloti', [35_000_000, 18, 10], false)),
    ],
  ],
  [
    workplaceCoefficient as unknown as AnySetting,
    [
      since(150, earnings('Davlat tashkiloti', 1)),
      since(150, earnings('Yirik korxona', 1)),
      since(150, earnings('Xususiy korxona', 0.8)),
      since(150, earnings('Yakka tadbirkor', 0.7)),
      since(-25, earnings('Xususiy korxona', 0.85)),
    ],
  ],
  [
    masterFee as unknown as AnySetting,
    [
      since(120, { master_id: nth('master', 1), fee: 150_000, percent: null }),
      since(120, { master_id: nth('master', 2), fee: null, percent: 60 }),
      since(-10, { master_id: nth('master', 1), fee: 170_000, percent: null }),
    ],
  ],
  [
    installableFee as unknown as AnySetting,
    [
      since(120, { category_id: nth('installable_category', 1), fee: 450_000 }),
      since(120, { category_id: nth('installable_category', 2), fee: 120_000 }),
    ],
  ],
  [
    carBasePrice as unknown as AnySetting,
    [
      since(90, carOf('Cobalt', 2022, 128_000_000)),
      since(90, carOf('Cobalt', 2023, 136_000_000)),
      since(90, carOf('Gentra', 2021, 121_000_000)),
      since(90, carOf('Damas', 2020, 62_000_000)),
      since(-14, carOf('Cobalt', 2023, 139_000_000)),
    ],
  ],
  [
    informalSetting as unknown as AnySetting,
    [
      { daysAgo: FOUNDED, status: 'superseded', values: informal(8_000_000, PAPERS) },
      since(75, informal(10_000_000, PAPERS)),
      since(-15, informal(12_000_000, [...PAPERS, 'property'])),
    ],
  ],
  [
    categorySetting as unknown as AnySetting,
    [
      since(FOUNDED, terms('Telefon va gadjetlar', [4, 20], [10_000_000, null], { lock: true })),
      since(FOUNDED, terms('Smartfonlar', [4, 25], [8_000_000, null], { lock: true })),
      since(FOUNDED, terms('Noutbuklar', [5, 20], [12_000_000, null], { delivery: true })),
      since(FOUNDED, terms('Televizorlar', [5, 15], [15_000_000, null], { delivery: true, installation: true })),
      since(FOUNDED, terms('Yirik maishiy texnika', [6, 10], [15_000_000, 40_000_000], { delivery: true })),
      since(
        FOUNDED,
        terms('Kir yuvish mashinalari', [6, 10], [15_000_000, null], { delivery: true, installation: true }),
      ),
      since(-18, terms('Smartfonlar', [4, 30], [8_000_000, null], { lock: true })),
    ],
  ],
  [
    discountBonus as unknown as AnySetting,
    [
      left('Smartfonlar', 0, 2, 100),
      left('Smartfonlar', 2.01, 5, 60),
      left('Smartfonlar', 5.01, 100, 0),
      left('Televizorlar', 0, 3, 100),
      left('Televizorlar', 3.01, 7, 70),
      left('Televizorlar', 7.01, 100, 20),
      since(-9, { ...category('Televizorlar'), discount_from: 3.01, discount_to: 7, share: 65 }),
    ],
  ],
  [
    cascadeDiscount as unknown as AnySetting,
    [
      cascade('goods', 'Telefon va gadjetlar', 2, 2, true),
      cascade('goods', 'Telefon va gadjetlar', 3, 4),
      cascade('goods', 'Yirik maishiy texnika', 2, 3, true),
      cascade('goods', 'Yirik maishiy texnika', 3, 5),
      cascade('contracts', 'Yirik maishiy texnika', 1, 1, true),
      cascade('contracts', 'Yirik maishiy texnika', 3, 2),
    ],
  ],
  [
    inputPriceControl as unknown as AnySetting,
    [
      since(160, control('Smartfonlar', 5, 10, 'block')),
      since(160, control('Noutbuklar', 7, 10, 'warn')),
      since(160, control('Televizorlar', 8, 12, 'warn')),
      since(160, control('Muzlatgichlar', 8, 15, 'warn')),
      since(-6, control('Noutbuklar', 7, 10, 'block')),
    ],
  ],
  [
    priceMarkup as unknown as AnySetting,
    [
      since(170, { ...category('Smartfonlar'), markup: 12 }),
      since(170, { ...category('Televizorlar'), markup: 18 }),
      since(170, { ...category('Noutbuklar'), markup: 15 }),
      since(170, { ...category('Muzlatgichlar'), markup: 20 }),
      since(-11, { ...category('Televizorlar'), markup: 17 }),
    ],
  ],
  [
    resaleBonusSetting as unknown as AnySetting,
    [
      since(130, { paid_share: 70, max_days_late: 15, offer_days: 30, bonus: 0.5 }),
      since(-22, { paid_share: 70, max_days_late: 15, offer_days: 30, bonus: 0.7 }),
    ],
  ],
  [
    paymentDisciplineSetting as unknown as AnySetting,
    [
      late(0, 0, 100),
      late(1, 5, 80),
      late(6, 15, 50),
      late(16, 30, 20),
      late(31, null, 0),
      since(-11, { days_from: 6, days_to: 15, score: 45, months_back: 24 }),
    ],
  ],
  [
    deliveryPrice as unknown as AnySetting,
    [
      delivery('Chilonzor tumani', [0, 10], 30_000, 5_000_000),
      delivery('Chilonzor tumani', [11, null], 50_000, 8_000_000),
      delivery('Yunusobod tumani', [0, 10], 30_000, 5_000_000),
      delivery('Yunusobod tumani', [11, null], 50_000, 8_000_000),
      since(-13, {
        region_id: idOf('region', 'Yunusobod tumani'),
        km_from: 0,
        km_to: 10,
        price: 35_000,
        free_from: 5_000_000,
      }),
    ],
  ],
  [
    criterionCondition as unknown as AnySetting,
    [
      points('age', 0, 17, 0, true),
      points('age', 18, 24, 60),
      points('age', 25, 60, 100),
      points('age', 61, null, 60),
      points('experience', 0, 5, 0),
      points('experience', 6, 23, 50),
      points('experience', 24, 59, 80),
      points('experience', 60, null, 100),
      points('income', 0, 1_999_999, 0),
      points('income', 2_000_000, 3_999_999, 40),
      points('income', 4_000_000, 5_999_999, 70),
      points('income', 6_000_000, null, 100),
      points('load', 0, 19.999, 100),
      points('load', 20, 34.999, 80),
      points('load', 35, 49.999, 50),
      points('load', 50, 99.999, 10),
      points('load', 100, null, 0, true),
      points('first_share', 0, 19.999, 0),
      points('first_share', 20, 29.999, 50),
      points('first_share', 30, 49.999, 80),
      points('first_share', 50, null, 100),
      points('guarantor', 0, 0, 0),
      points('guarantor', 1, 1, 100),
      points('bureau_late', 0, 0, 100),
      points('bureau_late', 1, 30, 60),
      points('bureau_late', 31, 89, 10),
      points('bureau_late', 90, null, 0, true),
      points('late_days', 0, 5, 100),
      points('late_days', 6, 30, 40),
      points('late_days', 31, 90, 0),
      points('late_days', 91, null, 0, true),
      points('discipline', 0, 49.999, 0),
      points('discipline', 50, 79.999, 50),
      points('discipline', 80, 100, 100),
      points('prizma', 0, 29, 10),
      points('prizma', 30, 59, 50),
      points('prizma', 60, 100, 100),
      points('checked_income', 0, 2_999_999, 30),
      points('checked_income', 3_000_000, 4_999_999, 70),
      points('checked_income', 5_000_000, null, 100),
      points('other_debts', 0, 499_999, 100),
      points('other_debts', 500_000, null, 40),
    ],
  ],
];

/** A settled version of the scoring model has what it was made of, as its own settling would have kept it. */
async function freezeModels(trx: Trx): Promise<void> {
  const { rows } = await sql<Found>`
    SELECT m.id, to_char(m.valid_from, 'YYYY-MM-DD') AS valid_from, (SELECT jsonb_agg(jsonb_build_object('id', c.id, 'title', c.name_uz))
      FROM criterion_setting_criteria k JOIN scoring_criterion c ON c.id = k.scoring_criterion_id
      WHERE k.criterion_setting_id = m.id) AS criteria
    FROM criterion_setting m WHERE m.status <> 'draft'`.execute(trx);
  for (const version of rows) await freezeModel(trx, version);
}

export async function seedSettings(trx: Trx, today: string): Promise<void> {
  await seedSealImages(trx, SEAL_IMAGES);
  for (const [setting, revisions] of [
    ...REVISIONS,
    ...TERMS_AND_BONUSES(today),
    ...LIMITS,
    ...requisites(today),
    ...INTEGRATIONS,
  ])
    await seedRevisions(trx, setting, revisions, today);
  await freezeModels(trx);
}
