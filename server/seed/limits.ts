/** Limits of categories and brands by branch, and markups by brand, in the demo chain. */
import { sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { brandMarkup } from '../../contract/settings/brandMarkup.ts';
import { categoryBrandLimitation } from '../../contract/settings/categoryBrandLimitation.ts';
import { categoryLimit } from '../../contract/settings/categoryLimit.ts';
import { matrixItem } from '../../contract/settings/matrixItem.ts';
import { category, type DemoRevision, since } from './revisions.ts';

const brand = (name: string) => ({ brand_id: sql`(SELECT id FROM brand WHERE name = ${name})` });
const branch = (code: string) => ({ organization_id: sql`(SELECT id FROM organization WHERE code = ${code})` });
const markup = (name: string, of: string | null, percent: number, daysAgo = 120): DemoRevision =>
  since(daysAgo, { ...brand(name), ...(of !== null && category(of)), markup: percent });
const millions = (n: number) => n * 1_000_000;
const most = (code: string, of: string, max_sum: number | null, max_quantity: number | null, daysAgo = 90) =>
  since(daysAgo, { ...branch(code), ...category(of), max_sum, max_quantity });
const only = (code: string, of: string, name: string, allowed: boolean, max_quantity: number | null, daysAgo = 75) =>
  since(daysAgo, { ...branch(code), ...category(of), ...brand(name), allowed, max_quantity });

/** By category: the shops that must have it, and how many the largest shop keeps at least. */
const ASSORTMENT: readonly (readonly [category: string, must: readonly string[], least: number])[] = [
  ['Smartfonlar', ['CHL', 'YUN', 'FRG'], 12],
  ['Planshetlar', ['CHL'], 5],
  ['Simsiz quloqchinlar', ['FRG', 'SRG'], 14],
  ['Aqlli soatlar', ['CHL', 'SMR'], 6],
  ['Televizorlar', ['CHL', 'YUN', 'SMR', 'BUX'], 10],
  ['Noutbuklar', ['CHL', 'YUN'], 8],
  ['Muzlatgichlar', ['CHL', 'SMR', 'NMG'], 7],
  ['Kir yuvish mashinalari', ['CHL', 'YUN', 'FRG'], 6],
  ['Konditsionerlar', ['BUX', 'SRG'], 5],
  ['Changyutgichlar', [], 4],
];
const SHOPS = ['CHL', 'YUN', 'SMR', 'FRG', 'BUX', 'NMG'];
const matrix = (): DemoRevision[] =>
  ASSORTMENT.flatMap(([of, must, least], at) =>
    SHOPS.flatMap((code, shop) => {
      const min = Math.max(1, Math.round(least * (1 - shop * 0.14)));
      const stand = must.includes(code) ? 'must' : (at + shop) % 7 === 6 ? 'none' : 'may';
      const figures = stand === 'none' ? { min: 0, max: null } : { min, max: Math.ceil(min * 2.5) };
      return [since(60, { ...branch(code), ...category(of), stand, ...figures })];
    }),
  );

export const LIMITS: readonly (readonly [AnySetting, readonly DemoRevision[]])[] = [
  [
    brandMarkup as unknown as AnySetting,
    [
      markup('Samsung', null, 14),
      markup('Samsung', 'Televizorlar', 16),
      markup('Apple', 'Smartfonlar', 9),
      markup('Artel', null, 21),
      markup('Artel', null, 22, -9),
    ],
  ],
  [
    categoryLimit as unknown as AnySetting,
    [
      ...SHOPS.flatMap((code, at) => [
        most(code, 'Smartfonlar', millions(900 - at * 100), 220 - at * 30),
        most(code, 'Televizorlar', millions(700 - at * 80), null),
        most(code, 'Noutbuklar', null, 60 - at * 8),
        most(code, 'Muzlatgichlar', millions(420 - at * 50), 70 - at * 9),
      ]),
      most('CHL', 'Televizorlar', millions(800), 120, -14),
    ],
  ],
  [
    matrixItem as unknown as AnySetting,
    [...matrix(), since(-10, { ...branch('CHL'), ...category('Konditsionerlar'), stand: 'must', min: 12, max: 30 })],
  ],
  [
    categoryBrandLimitation as unknown as AnySetting,
    [
      ...SHOPS.flatMap((code, at) => [
        only(code, 'Smartfonlar', 'Apple', at < 2, at < 2 ? 40 - at * 15 : null),
        only(code, 'Smartfonlar', 'Samsung', true, null),
        only(code, 'Televizorlar', 'Artel', true, 60 - at * 10),
      ]),
      only('CHL', 'Smartfonlar', 'Apple', true, 55, -20),
    ],
  ],
];
