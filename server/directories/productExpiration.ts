/** Goods with an expiry date: no more units than their batch has, and a day once for a batch. */
import { sql } from 'kysely';
import { productExpiration } from '../../contract/directories/productExpiration.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { tashkentDay } from '../http/days.ts';
import { datedOf, leftOf, ownBatch, placesOf, seenBatch } from '../stock/batches.ts';

export const EXPIRATIONS = serveDirectory(productExpiration, {
  visible: (user) => seenBatch(sql`r.batch_id`, user),
  async extra({ db, now }, ids) {
    const { rows } = await sql<{
      id: number;
      document: string;
      warehouse: string | null;
      left: number;
      days_left: number;
    }>`
      SELECT r.id, d.number AS document, ${placesOf(sql`r.batch_id`)} AS warehouse, ${leftOf(sql`r.batch_id`)} AS left,
             r.expires - ${tashkentDay(now)}::date AS days_left
      FROM product_expiration r JOIN stock_batch b ON b.id = r.batch_id JOIN document d ON d.id = b.document_id
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async refuse({ db, user }, { id, body, before }) {
    const faults: Faults = {};
    const batch = sql`${body.batch_id}::integer`;
    const { rows } = await sql<{ own: boolean; left: number; dated: number; again: boolean }>`
      SELECT EXISTS (SELECT 1 FROM stock_batch b WHERE b.id = ${batch}) AND ${ownBatch(batch, user)} AS own, ${leftOf(batch)} AS left, ${datedOf(batch, id)} AS dated,
             EXISTS (SELECT 1 FROM product_expiration e WHERE e.batch_id = ${batch} AND e.expires = ${body.expires}::date
                     AND e.active AND e.id IS DISTINCT FROM ${id}::integer) AS again`.execute(db);
    const [{ own, left, dated, again }] = rows as [(typeof rows)[number]];
    const isSame = before?.batch.id === body.batch_id;
    if (!own) return { batch_id: [{ key: 'reference' }] };
    if (again) faults.expires = [{ key: 'batch_has_day' }];
    // what has left the warehouse since keeps its date
    if (dated + body.quantity > left && !(isSame && body.quantity <= before.quantity))
      faults.quantity = [{ key: 'batch_has_less', values: { left: Math.max(0, left - dated) } }];
    return faults;
  },
});
