/** Facts that single settings show beside their figures, by the setting's name: what is really on stock. */
import { sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import { ALOQABANK, checkedOf } from '../integrations/checks.ts';
import { limitsOf } from '../invoices/limits.ts';
import { categoryMarginOf, categoryStockOf, usedShare } from '../stock/categoryStock.ts';
import type { SettingHooks, SubjectFacts } from './serve.ts';

const idIn = (row: SubjectFacts, field: string): number => (row[field] as Chosen).id;

/** Rows are of one branch: that of the first one. */
const branchOf = ([first]: readonly SubjectFacts[]): number => (first === undefined ? 0 : idIn(first, 'organization'));

const NOTHING_SOLD = { products: 0, margin: null };
const NOT_CHECKED = { last_answer: null, checked: null, errors: null };

export const FACTS: Readonly<Record<string, NonNullable<SettingHooks['extra']>>> = {
  async integrationSetting({ db }, rows) {
    const found = await checkedOf(
      db,
      rows.map(({ service }) => String(service)),
    );
    return new Map(rows.map(({ id, service }) => [id, found.get(String(service)) ?? NOT_CHECKED]));
  },

  async aloqabankConnection({ db }, rows) {
    const found = (await checkedOf(db, [ALOQABANK])).get(ALOQABANK) ?? NOT_CHECKED;
    return new Map(rows.map(({ id }) => [id, found]));
  },

  async requisite({ db }, rows) {
    const banks = rows.flatMap(({ in_force }) => (in_force === null ? [] : [(in_force.bank as Chosen).id]));
    const { rows: found } = await sql<{ id: number; mfo: string }>`
      SELECT id, mfo FROM bank WHERE id = ANY (${banks}::integer[])`.execute(db);
    const mfos = new Map(found.map(({ id, mfo }) => [id, mfo]));
    return new Map(
      rows.map(({ id, in_force }) => [id, { mfo: (in_force && mfos.get((in_force.bank as Chosen).id)) ?? null }]),
    );
  },

  async productLimit({ db }, rows) {
    const variants = rows.map((row) => idIn(row, 'variant'));
    const limits = await limitsOf(db, variants, branchOf(rows));
    return new Map(
      rows.map((row) => {
        const { on_stock = 0, min = null } = limits.get(idIn(row, 'variant')) ?? {};
        return [row.id, { on_stock, shortage: min === null ? null : Math.max(0, min - on_stock) }];
      }),
    );
  },

  async categoryLimit({ db }, rows) {
    const categories = rows.map((row) => idIn(row, 'category'));
    const stock = await categoryStockOf(db, categories, branchOf(rows));
    return new Map(
      rows.map((row) => {
        const now = stock.get(idIn(row, 'category')) ?? { sum: 0, quantity: 0 };
        const used = row.in_force && usedShare(now, row.in_force as Parameters<typeof usedShare>[1]);
        return [row.id, { sum_now: now.sum, quantity_now: now.quantity, used }];
      }),
    );
  },

  async priceMarkup({ db }, rows) {
    const categories = rows.map((row) => idIn(row, 'category'));
    const found = await categoryMarginOf(db, categories, new Date());
    return new Map(rows.map((row) => [row.id, { ...(found.get(idIn(row, 'category')) ?? NOTHING_SOLD) }]));
  },
};
