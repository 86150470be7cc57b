/** Who picks the goods of a new output. */
import { type RawBuilder, sql } from 'kysely';
import { holdsRule } from '../http/heldRules.ts';

/** So many people are notified at most: any of them picks. */
const MOST_STOREKEEPERS = 50;

/** The keepers of its warehouse; where nobody keeps it, whoever may pick in its branch. */
export const storekeepers = (output: number): RawBuilder<unknown> => sql`
  WITH may AS MATERIALIZED (
    SELECT app_user.id, EXISTS (SELECT 1 FROM warehouse_keeper k WHERE k.user_id = app_user.id
             AND k.warehouse_id = p.warehouse_id) AS keeps
    FROM product_delivery p JOIN document d ON d.id = p.id
    JOIN app_user ON app_user.organization_id = d.organization_id
    WHERE p.id = ${output} AND app_user.active AND ${holdsRule('product_delivery.add')}
      AND (${holdsRule('product_delivery.show')} OR ${holdsRule('product_delivery.allshow')})
  )
  SELECT id FROM may WHERE keeps OR NOT EXISTS (SELECT 1 FROM may WHERE keeps) ORDER BY id LIMIT ${MOST_STOREKEEPERS}`;
