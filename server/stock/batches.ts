/** Batches as people see them: of their own organization, with what is left in all warehouses. */
import { type RawBuilder, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import type { SignedIn } from '../http/auth.ts';

/** The condition on a batch that the organization received it or has some of it. */
export const batchIsOf = (batch: RawBuilder<unknown>, organizationId: number): RawBuilder<boolean> => sql<boolean>`(
  EXISTS (SELECT 1 FROM stock_batch o JOIN document d ON d.id = o.document_id
          WHERE o.id = ${batch} AND d.organization_id = ${organizationId})
  OR EXISTS (SELECT 1 FROM stock_balance l JOIN warehouse_list w ON w.id = l.warehouse_id
             WHERE l.batch_id = ${batch} AND l.qty > 0 AND w.organization_id = ${organizationId}))`;

/** What the person may read. */
export const seenBatch = (batch: RawBuilder<unknown>, user: SignedIn): RawBuilder<unknown> =>
  user.office || allows(user.rules, 'product_expiration.allshow') ? sql`true` : batchIsOf(batch, user.organizationId);

/** What the person may write about. */
export const ownBatch = (batch: RawBuilder<unknown>, user: SignedIn): RawBuilder<unknown> =>
  user.office ? sql`true` : batchIsOf(batch, user.organizationId);

/** Units of a batch in all warehouses. */
export const leftOf = (batch: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(SELECT coalesce(sum(l.qty), 0)::integer FROM stock_balance l WHERE l.batch_id = ${batch})`;

/** Units of a batch that have an expiry date. */
export const datedOf = (batch: RawBuilder<unknown>, but: number | null = null): RawBuilder<number> =>
  sql<number>`(SELECT coalesce(sum(e.quantity), 0)::integer FROM product_expiration e
    WHERE e.batch_id = ${batch} AND e.active AND e.id IS DISTINCT FROM ${but}::integer)`;

export const placesOf = (batch: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(SELECT string_agg(DISTINCT w.name, ', ') FROM stock_balance l
    JOIN warehouse_list w ON w.id = l.warehouse_id WHERE l.batch_id = ${batch} AND l.qty > 0)`;
