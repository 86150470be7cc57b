/** What refuses the hand-over beside its chart: an act of counting has taken what was kept for the contract (decision 64). */
import { sql } from 'kysely';
import type { RefusalExtra } from '../http/refusal.ts';
import type { Reason, Scene } from '../lifecycle/spec.ts';
import { isLive } from '../orders/reservations.ts';
import type { OutputRecord } from './access.ts';

export const MISSING = 'reserved_missing';

export const missingOf = (goods: readonly { id: number; title: string }[]): RefusalExtra => ({
  values: { n: goods.length },
  lines: goods.map(({ id, title }) => ({ product_variant_id: id, title })),
});

/** Lines of which less is kept for the contract than leaves. */
export async function whyMissing({ db, now }: Scene, output: OutputRecord): Promise<Reason | undefined> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT v.id, v.title FROM delivery_line l JOIN product_variant v ON v.id = l.product_variant_id
    WHERE l.product_delivery_id = ${output.id} AND l.qty > (
      SELECT coalesce(sum(r.qty), 0) FROM reservation r WHERE r.document_id = ${output.contractId}
        AND r.product_variant_id = l.product_variant_id AND r.warehouse_id = ${output.warehouseId} AND ${isLive('r', now)})
    ORDER BY l.id`.execute(db);
  return rows.length === 0 ? undefined : { code: MISSING, ...missingOf(rows) };
}
