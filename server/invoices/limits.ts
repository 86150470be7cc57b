/** Limits of goods in an organization, and how much more of them fits (decision 48, `check_limit`). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { countsOn } from '../settings/revisions.ts';

export interface Limit {
  min: number | null;
  max: number | null;
  on_stock: number;
  /** On invoices that are not confirmed yet. */
  ordered: number;
  left: number | null;
}

/** What is being replaced does not count as ordered. */
export interface Without {
  withoutInvoice?: number;
  withoutLine?: number;
}

/** Of many products at once, in one query; the limit in force is the latest that has begun. */
export async function limitsOf(
  db: Kysely<Schema>,
  variantIds: readonly number[],
  organizationId: number,
  { withoutInvoice = 0, withoutLine = 0 }: Without = {},
): Promise<Map<number, Limit>> {
  const ids = [...new Set(variantIds)];
  const { rows } = await sql<Limit & { id: number }>`
    SELECT v.id, m.min, m.max, coalesce(b.qty, 0) AS on_stock,
           coalesce(o.qty, 0) AS ordered, (m.max - coalesce(b.qty, 0) - coalesce(o.qty, 0)) AS left
    FROM unnest(${ids}::integer[]) AS v (id)
    LEFT JOIN LATERAL (
      SELECT r.min, r.max FROM product_limit r
      WHERE r.variant_id = v.id AND r.organization_id = ${organizationId} AND ${countsOn('r')}
        AND r.valid_from <= (now() AT TIME ZONE 'Asia/Tashkent')::date
      ORDER BY r.valid_from DESC, r.id DESC LIMIT 1) m ON true
    LEFT JOIN (
      SELECT s.product_variant_id, sum(s.qty) AS qty FROM stock_balance s
      JOIN warehouse_list w ON w.id = s.warehouse_id AND w.organization_id = ${organizationId} AND w.active
        AND w.kind <> 'transit'
      WHERE s.product_variant_id = ANY(${ids}::integer[]) GROUP BY 1) b ON b.product_variant_id = v.id
    LEFT JOIN (
      SELECT l.product_variant_id, sum(l.count) AS qty FROM input_product l
      JOIN document d ON d.id = l.product_invoice_id AND d.organization_id = ${organizationId}
        AND d.status IN ('draft', 'sent')
      WHERE l.product_variant_id = ANY(${ids}::integer[]) AND d.id <> ${withoutInvoice} AND l.id <> ${withoutLine}
      GROUP BY 1) o ON o.product_variant_id = v.id`.execute(db);
  return new Map(rows.map(({ id, ...limit }) => [id, limit]));
}
