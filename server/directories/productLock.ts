/** Locks of products: who locked since when, and the server's own unlocking after the last day. */
import { sql } from 'kysely';
import { productLock } from '../../contract/directories/productLock.ts';
import { productLockMachine } from '../../machines/productLock/productLock.machine.ts';
import { eventOf } from '../directory/lifecycle.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { changesOf } from '../documents/records.ts';
import { tashkentDay } from '../http/days.ts';
import { invalidField } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
// it sorts by their titles
import './variant.ts';

const isOver = (until: string | null | undefined, now: Date): boolean => until != null && until < tashkentDay(now);

const locks = serveDirectory(productLock, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; locked_from: string; locked_by: string | null; stock: number }>`
      SELECT r.id, to_char(coalesce(l.at, r.created_at) AT TIME ZONE 'Asia/Tashkent', 'YYYY-MM-DD') AS locked_from,
             u.fullname AS locked_by,
             (SELECT coalesce(sum(b.qty), 0)::integer FROM stock_balance b JOIN warehouse_list w ON w.id = b.warehouse_id
              WHERE b.product_variant_id = r.variant_id
                AND (r.organization_id IS NULL OR w.organization_id = r.organization_id)) AS stock
      FROM product_lock r
      LEFT JOIN LATERAL (SELECT l.at, l.user_id FROM record_log l
        WHERE l.kind = 'productLock' AND l.record_id = r.id AND l.event = 'product.lock'
        ORDER BY l.id DESC LIMIT 1) l ON true
      LEFT JOIN app_user u ON u.id = l.user_id
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async refuse({ now }, { body, before }) {
    const faults: Faults = {};
    if (body.until !== before?.until && isOver(body.until, now)) faults.until = [{ key: 'day_past' }];
    return faults;
  },
  actions: {
    machine: productLockMachine,
    steps: {
      'product.lock': {
        async take({ db, now }, { id, reason: was, until: last }, body) {
          const { reason, until = null } = body as { reason: string; until?: string | null };
          if (isOver(until, now)) throw invalidField('until', 'day_past');
          await sql`UPDATE product_lock SET reason = ${reason}, until = ${until} WHERE id = ${id}`.execute(db);
          return { log: changesOf({ reason: was, until: last }, { reason, until }) };
        },
      },
    },
  },
});

/** Locks whose last day is over are marked so; those who ask for locks use the day itself. @returns how many */
export const unlockDue = (scene: Scene): Promise<number> =>
  locks.lifecycle.takeDue(scene, eventOf('product.unlock'), sql`until < ${tashkentDay(scene.now)}::date`);
