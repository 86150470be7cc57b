/** Goods of funds of the demo: of the first branch's stock, one unit by its number and others by the piece. */
import { sql } from 'kysely';
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { demoPeople } from './people.ts';
import { at, logSteps, type State, stepsTo } from './requests.ts';

const DAY = 24 * 3_600_000;

/** By serial number; fund, per cent of the list price, reason, days ago it was written, state, words of the decision. */
const FUNDS: readonly (readonly [boolean, string, number, string, number, State, string?])[] = [
  [true, 'showcase', 88, 'Vitrinada turgan, qutisi ochilgan.', 26, 'approved'],
  [true, 'defect', 70, 'Ekran burchagi chizilgan, ishlashiga taʼsir qilmaydi.', 17, 'approved'],
  [false, 'slow', 80, 'Uch oydan beri sotilmayapti, joy boʻshatish kerak.', 12, 'approved'],
  [false, 'gift', 90, 'Bayram toʻplamiga qoʻshiladi.', 3, 'sent'],
  [true, 'showcase', 92, 'Yangi modelga joy kerak.', 1, 'draft'],
  [false, 'slow', 40, 'Omborda turib qolgan.', 8, 'refused', 'Narx tannarxdan past, kamroq tushiring.'],
];

/** After the stock. */
export async function seedFondProducts(trx: Trx, now: Date): Promise<void> {
  const author = demoPeople().findIndex(({ position }) => position === 'Kategoriya va narx menejeri') + 1;
  const hands = { author, decider: 1 };
  const { rows: goods } = await sql<{
    id: number;
    title: string;
    warehouse_id: number;
    serial: string | null;
    price: number;
  }>`
    SELECT DISTINCT ON (p.category_id) v.id, v.title, b.warehouse_id, t.price::float8 AS price,
           (SELECT s.serial_number FROM serial_number s WHERE v.is_serial_number AND s.product_variant_id = v.id
              AND s.warehouse_id = b.warehouse_id AND s.state = 'in_stock' ORDER BY s.id DESC LIMIT 1) AS serial
    FROM stock_balance b JOIN product_variant v ON v.id = b.product_variant_id
    JOIN product p ON p.id = v.product_id JOIN warehouse_list w ON w.id = b.warehouse_id
    JOIN LATERAL (SELECT price FROM price WHERE product_variant_id = v.id ORDER BY valid_from DESC LIMIT 1) t ON true
    WHERE w.organization_id = 1 AND (v.is_serial_number OR b.qty > 2) ORDER BY p.category_id, v.id, b.warehouse_id`.execute(
    trx,
  );
  const units = goods.filter(({ serial }) => serial !== null).reverse();
  const others = goods.filter(({ serial }) => serial === null).reverse();
  for (const [bySerial, fund, percent, reason, ago, status, decision] of FUNDS) {
    const one = (bySerial ? units : others).pop();
    if (!one) continue;
    const opened = new Date(now.getTime() - ago * DAY);
    const steps = stepsTo(status, hands);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO fond_product (variant_id, serial, quantity, warehouse_id, fund, price, held_from, held_to, reason, status,
                                decision, version, search_key, created_by, owner_id, created_at, since)
      VALUES (${one.id}, ${one.serial}, ${bySerial ? 1 : 2}, ${one.warehouse_id}, ${fund},
              ${Math.round((one.price * percent) / 100_000) * 1000}, ${daysAfter(tashkentDay(opened), 1)},
              ${fund === 'slow' ? daysAfter(tashkentDay(now), 60) : null}, ${reason}, ${status}, ${decision ?? null},
              ${steps.length}, ${searchKey(`${one.serial ?? ''} ${reason}`.trim())}, ${hands.author}, ${hands.author}, ${opened},
              ${at(opened, steps.length - 1)})
      RETURNING id`.execute(trx);
    await logSteps(trx, { kind: 'fondProduct', id: rows[0]?.id as number, opened, steps, decision });
  }
}
