/** What refuses steps of an order beside its chart: the black list, locks, prices, what others keep, and the clock. */
import { sql } from 'kysely';
import { isListed } from '../clients/listed.ts';
import { tashkentDay } from '../http/days.ts';
import type { Reason, Scene } from '../lifecycle/spec.ts';
import { lockedReason, locksOf } from '../stock/locks.ts';
import { linesOf, type OrderRecord } from './access.ts';
import { shortageOf } from './reservations.ts';

/** Why goods are not kept for this client now: the client, a lock, another price, or that too few are free. */
export async function whyNotKept({ db, now }: Scene, order: OrderRecord): Promise<Reason | undefined> {
  const { rows } = await sql<{ listed: boolean }>`
    SELECT ${isListed('p', tashkentDay(now))} AS listed FROM client p WHERE p.id = ${order.client_id}`.execute(db);
  if (rows[0]?.listed) return { messageKey: 'errors.client_listed' };
  const lines = await linesOf(db, order.id, now);
  const variants = lines.map((line) => line.product_variant_id);
  const locked = lockedReason(await locksOf(db, variants, order.organization_id, now));
  if (locked !== undefined) return locked;
  const changed = lines.filter((line) => line.price !== line.current_price);
  if (changed.length > 0)
    return {
      messageKey: 'errors.order_prices',
      lines: changed.map(({ product_variant_id, title, current_price }) => ({
        product_variant_id,
        title,
        text: current_price === null ? { key: 'no_price' } : { key: 'price_now', values: { price: current_price } },
      })),
    };
  const short = await shortageOf(db, { warehouseId: order.warehouse_id, lines, now });
  return short.length > 0 ? { code: 'goods_reserved', lines: short } : undefined;
}

/** That the hours are over, whether the server has marked it or not. */
export const whyOver = async ({ now }: Scene, { reserved_until }: OrderRecord): Promise<Reason | undefined> =>
  reserved_until !== null && reserved_until <= now ? { code: 'reservation_expired' } : undefined;
