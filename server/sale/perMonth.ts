/** What goods cost a month by instalments, on the terms of a day (decisions 72, 76): for a new client, each allowed term. */
import { type Kysely, sql } from 'kysely';
import type { PerMonth } from '../../contract/prices.ts';
import { scheduleOf, termsFault } from '../../contract/sale/schedule.ts';
import { categorySetting } from '../../contract/settings/categorySetting.ts';
import { valueSetting } from '../../contract/settings/valueSetting.ts';
import type { Schema } from '../db/schema.ts';
import { dayOfWriting } from '../practiceDay/openDay.ts';
import { inForceOf } from '../settings/inForce.ts';
import { nearestOf } from '../settings/tree.ts';

/** First payments are rounded up to so much, soʻm. */
export const ROUNDED_TO = 1_000;

/** The least first payment: a percentage with two decimals of the price, rounded up. Whole numbers alone. */
export function leastFirstPayment(price: number, percent: number): number {
  const exact = BigInt(price) * BigInt(Math.round(percent * 100));
  const unit = BigInt(ROUNDED_TO) * 10_000n;
  return Number(((exact + unit - 1n) / unit) * BigInt(ROUNDED_TO));
}

/**
 * By term, the shortest first: those that both the general terms and the category of the goods have in force on the day of the
 * organization, and for which there is a schedule.
 * @param organizationId whose practice day it is
 */
export async function perMonth(
  db: Kysely<Schema>,
  variantId: number,
  price: number,
  organizationId: number,
): Promise<PerMonth[]> {
  const day = dayOfWriting(organizationId);
  const category = sql`SELECT p.category_id FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.id = ${variantId}`;
  const { rows } = await sql<{ term: number; markup: number; first: number }>`
    SELECT t.term, t.markup, coalesce(c.first_payment, t.first_payment) AS first
    FROM ${inForceOf(valueSetting, day)} t
    LEFT JOIN ${nearestOf(categorySetting, category, day)} c ON true
    WHERE t.client = 'new' AND (c.id IS NULL OR t.term::text = ANY (c.terms)) ORDER BY t.term`.execute(db);
  return rows.flatMap(({ term, markup, first }) => {
    const firstPayment = leastFirstPayment(price, Number(first));
    // the sums are the same whatever day of the month is chosen
    const terms = { goods: price, firstPayment, term, markup: Number(markup), paymentDay: 1 };
    if (termsFault(terms) !== null) return [];
    const { total, instalments } = scheduleOf(terms, '2026-01-01');
    const amounts = instalments.map(({ amount }) => amount);
    return [{ term, first_payment: firstPayment, month: amounts[0] ?? 0, last: amounts.at(-1) ?? 0, total }];
  });
}
