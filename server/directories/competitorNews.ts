/** What competitors ask: beside our own price of that day. */
import { sql } from 'kysely';
import { competitorNews } from '../../contract/directories/competitorNews.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { tashkentDay } from '../http/days.ts';

serveDirectory(competitorNews, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; our_price: number | null; difference: number | null }>`
      SELECT r.id, p.price AS our_price, r.price - p.price AS difference
      FROM competitor_news r LEFT JOIN LATERAL (
        SELECT price FROM price WHERE product_variant_id = r.variant_id
          AND valid_from < (r.seen + 1)::timestamp AT TIME ZONE 'Asia/Tashkent'
        ORDER BY valid_from DESC LIMIT 1
      ) p ON true
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, our_price, difference }) => [id, { our_price, difference }]));
  },
  acceptsMany: 'each',
  async refuse({ now }, { body, before }) {
    const variant = body.variant_id === undefined ? before?.variant : body.variant_id;
    const offer = body.offer === undefined ? before?.offer : body.offer;
    const faults: Faults = {};
    if (!variant && !offer) faults.variant_id = [{ key: 'goods_or_offer' }];
    if (body.seen > tashkentDay(now)) faults.seen = [{ key: 'day_future' }];
    return faults;
  },
});
