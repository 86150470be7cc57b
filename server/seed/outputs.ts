/**
 * Hand-overs of the demo: goods are ordered, signed for and paid at first by the calls of those people; what waits then is
 * picked by the storekeeper, and some of it is handed over.
 */

import { sql } from 'kysely';
import { outputCancel, outputExplain, outputHandOver, outputPick, outputScan } from '../../contract/outputs.ts';
import { contractCreate, contractSign, saleTerms } from '../../contract/sale/contracts.ts';
import { orderCreate } from '../../contract/sale/orders.ts';
import { LEAST_TOTAL } from '../../contract/sale/schedule.ts';
import { isListed } from '../clients/listed.ts';
import { tashkentDay } from '../http/days.ts';
import { postOpening } from '../stock/opening.ts';
import { call, type Desk, HOUR, identify, later, type Replay, standOn } from './desk.ts';
import { beforeScoring, payFirst } from './sale.ts';
import { signature } from './sealImages.ts';

type Until = 'draft' | 'picking' | 'newer' | 'handed_over' | 'breach' | 'cancelled';

/** Which of the clients who may buy, hours ago, phones and other goods, how far it came. */
const PLANS: readonly (readonly [buyer: number, ago: number, phones: number, others: number, Until])[] = [
  [0, 3 * 24 + 4, 1, 0, 'handed_over'],
  [1, 2 * 24 + 6, 1, 1, 'breach'],
  [2, 24 + 5, 0, 2, 'handed_over'],
  [3, 24 + 2, 1, 0, 'cancelled'],
  [4, 4, 1, 1, 'newer'],
  [5, 3, 1, 1, 'picking'],
  [6, 2, 1, 1, 'draft'],
  [7, 1, 0, 1, 'draft'],
];

/** So many buyers, and goods for each, are looked at for one sale. */
const BUYERS = 8;
const GOODS = 20;

const ORGANIZATION = 'CHL';
const SELLER = 'director';
const KEEPER = 'storekeeper';

interface Goods {
  id: number;
  price: number;
  barcode: string | null;
}

/** Goods of the shop of which so many are free: those that came on several days first. */
async function goodsOf({ db }: Desk, warehouse: number, serial: boolean, qty: number, at: number): Promise<Goods> {
  const { rows } = await sql<Goods>`
    SELECT v.id, v.barcode, p.price::double precision AS price
    FROM product_variant v
    JOIN LATERAL (SELECT price FROM price WHERE product_variant_id = v.id AND valid_from <= now()
      ORDER BY valid_from DESC LIMIT 1) p ON p.price > 0
    JOIN (SELECT l.product_variant_id, sum(l.qty) AS qty, count(DISTINCT b.received_at::date) AS days
      FROM stock_balance l JOIN stock_batch b ON b.id = l.batch_id WHERE l.warehouse_id = ${warehouse} AND l.qty > 0
      GROUP BY 1) s ON s.product_variant_id = v.id
    WHERE v.active AND v.is_serial_number = ${serial} AND (v.barcode IS NOT NULL OR v.is_serial_number)
      AND s.qty - coalesce((SELECT sum(r.qty) FROM reservation r WHERE r.product_variant_id = v.id
        AND r.warehouse_id = ${warehouse} AND r.ended_at IS NULL), 0) > ${qty}
      AND NOT EXISTS (SELECT 1 FROM product_lock k WHERE k.variant_id = v.id AND k.status = 'locked')
    ORDER BY s.days DESC, p.price, v.id LIMIT 20`.execute(db.kysely);
  const found = rows[at % Math.max(1, rows.length)];
  if (found === undefined) throw new Error('demo data: the shop has no goods to hand over');
  return found;
}

/** Free units of a product in the order in which they came. */
async function unitsOf({ db }: Desk, warehouse: number, variant: number): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    SELECT s.serial_number AS serial FROM serial_number s JOIN stock_batch b ON b.id = s.batch_id
    WHERE s.warehouse_id = ${warehouse} AND s.product_variant_id = ${variant} AND s.state = 'in_stock'
      AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.serial_id = s.id AND r.ended_at IS NULL)
    ORDER BY b.received_at, s.id`.execute(db.kysely);
  return rows.map(({ serial }) => serial);
}

/** For how many months the goods may be sold without a guarantor or a pledge. */
async function termsOf(
  desk: Desk,
  client_id: number,
  warehouse_id: number,
  lines: readonly (Goods & { qty: number })[],
): Promise<number[]> {
  const { data } = await call(desk, SELLER, saleTerms, {
    body: {
      ...{ client_id, warehouse_id },
      lines: lines.map(({ id, price, qty }) => ({ product_variant_id: id, sum: price * qty })),
    },
  });
  const asks = [data.guarantor_from, data.pledge_from].some((from) => from !== null && from < data.goods);
  if (asks) return [];
  return data.terms.filter(({ barred, term }) => barred === null && term <= 12).map(({ term }) => term);
}

/** Grown up, with a PINFL and a valid document, on no list. */
async function buyerOf({ db, clock }: Desk, at: number): Promise<number> {
  const day = tashkentDay(clock.now);
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM client c WHERE c.active AND c.pinfl IS NOT NULL AND c.birth_date < ${day}::date - 8000
      AND NOT ${isListed('c', day)}
      AND EXISTS (SELECT 1 FROM client_document n WHERE n.client_id = c.id AND n.active AND n.expires_on > ${day}::date + 60)
    ORDER BY c.id OFFSET ${at} LIMIT 1`.execute(db.kysely);
  if (rows[0] === undefined) throw new Error('demo data: nobody may buy');
  return rows[0].id;
}

/** A signed contract whose first payment is there. @returns the output that waits */
async function soldTo(desk: Desk, client_id: number, lines: readonly (Goods & { qty: number })[]): Promise<number> {
  const { db } = desk;
  const { rows } = await sql<{ warehouse: number; account: number }>`
    SELECT w.id AS warehouse, a.id AS account FROM organization o
    JOIN warehouse_list w ON w.organization_id = o.id AND w.kind = 'shop' AND w.active
    JOIN cash_account a ON a.organization_id = o.id AND a.kind = 'cash' AND a.currency = 'UZS' AND a.active
    WHERE o.code = ${ORGANIZATION} ORDER BY w.id, a.id LIMIT 1`.execute(db.kysely);
  const { warehouse = 0, account = 0 } = rows[0] ?? {};
  const order = await call(desk, SELLER, orderCreate, {
    body: {
      ...{ warehouse_id: warehouse, client_id, reserve: true },
      lines: lines.map(({ id, price, qty }) => ({ product_variant_id: id, qty, price })),
    },
  });
  later(desk, 6);
  const goods = lines.reduce((sum, { price, qty }) => sum + price * qty, 0);
  const term = Math.max(...(await termsOf(desk, client_id, warehouse, lines)));
  const first = Math.ceil((goods * 0.6) / 1000) * 1000;
  const contract = await call(desk, SELLER, contractCreate, {
    body: { order_id: order.data.id, first_payment: first, term, payment_day: 15 },
  });
  later(desk, 4);
  await identify(desk, SELLER, client_id);
  await call(desk, SELLER, contractSign, { params: { id: contract.data.id } });
  later(desk, 7);
  await payFirst(desk, SELLER, { client: client_id, contract: contract.data.id, account, sum: first });
  const { rows: outputs } = await sql<{ id: number }>`SELECT id FROM product_delivery
    WHERE contract_id = ${contract.data.id} AND cancelled_at IS NULL`.execute(db.kysely);
  return outputs[0]?.id ?? 0;
}

/** One more unit of a phone comes to the shop today. */
async function bringNewer({ db, clock }: Desk, warehouseId: number, { id, price }: Goods, at: number): Promise<void> {
  const { rows } = await sql<{ id: number; keeper: number }>`SELECT o.id, u.id AS keeper FROM organization o, app_user u
    WHERE o.code = ${ORGANIZATION} AND u.username = ${KEEPER}`.execute(db.kysely);
  const { id: organizationId = 0, keeper: userId = 0 } = rows[0] ?? {};
  const serial_number = `CHQ${id}-${at}`;
  const line = { variantId: id, qty: 1, cost: Math.round(price * 0.8), serials: [{ serial_number, imei_numbers: [] }] };
  await db.tx((trx) =>
    postOpening(trx, {
      ...{ organizationId, userId, now: clock.now, sourceHash: serial_number, sourceName: 'namuna' },
      receipts: [{ warehouseId, lines: [line] }],
    }),
  );
}

/** A buyer and goods that are sold to this buyer by instalments: not all are to everybody. */
async function dealOf(desk: Desk, warehouse: number, [buyer, , phones, others]: (typeof PLANS)[number], at: number) {
  for (let ahead = 0; ahead < BUYERS; ahead += 1) {
    const client = await buyerOf(desk, buyer + ahead * 2);
    for (let place = at; place < at + GOODS; place += 1) {
      const phone = phones > 0 ? await goodsOf(desk, warehouse, true, phones, place) : null;
      const other = others > 0 ? await goodsOf(desk, warehouse, false, others, place) : null;
      const lines = [...(phone ? [{ ...phone, qty: phones }] : []), ...(other ? [{ ...other, qty: others }] : [])];
      const goods = lines.reduce((sum, { price, qty }) => sum + price * qty, 0);
      if (goods < LEAST_TOTAL) continue;
      if ((await termsOf(desk, client, warehouse, lines)).length > 0) return { client, phone, other, lines };
    }
  }
  throw new Error(`demo data: nothing is sold by instalments (${at})`);
}

async function replay(desk: Desk, plan: (typeof PLANS)[number], at: number): Promise<void> {
  await standOn(desk, ORGANIZATION);
  const [, , phones, others, until] = plan;
  const { rows } = await sql<{
    id: number;
  }>`SELECT w.id FROM warehouse_list w JOIN organization o ON o.id = w.organization_id
    WHERE o.code = ${ORGANIZATION} AND w.kind = 'shop' AND w.active ORDER BY w.id LIMIT 1`.execute(desk.db.kysely);
  const warehouse = rows[0]?.id ?? 0;
  const { client, phone, other, lines } = await dealOf(desk, warehouse, plan, at);
  const id = await beforeScoring(desk, ORGANIZATION, () => soldTo(desk, client, lines));
  if (until === 'draft') return;
  later(desk, 5);
  const params = { id };
  await call(desk, KEEPER, outputPick, { params });
  if (phone && (until === 'newer' || until === 'breach')) await bringNewer(desk, warehouse, phone, at);
  const units = phone ? await unitsOf(desk, warehouse, phone.id) : [];
  const scan = async (code: string) => {
    later(desk, 1);
    return call(desk, KEEPER, outputScan, { params, body: { code } });
  };
  if (until === 'newer' || until === 'breach') {
    const { data, scanned } = await scan(units.at(-1) ?? '');
    const asks = data.facts.unexplained > 0;
    if (until === 'newer') return;
    if (asks)
      await call(desk, KEEPER, outputExplain, {
        params,
        body: { unit_id: scanned.unit_id ?? 0, reason: 'client_chose' },
      });
  } else for (const unit of units.slice(0, until === 'picking' ? 1 : phones)) await scan(unit);
  if (until === 'picking') return;
  for (let one = 0; one < others; one += 1) await scan(other?.barcode ?? '');
  later(desk, 3);
  if (until === 'cancelled') {
    await call(desk, KEEPER, outputCancel, { params, body: { reason: 'Mijoz ertaga oʻzi kelib oladi' } });
    return;
  }
  const picture = new File([new Uint8Array(signature(at + 2))], 'imzo.png', { type: 'image/png' });
  await call(desk, KEEPER, outputHandOver, { params, form: { signature: picture } });
}

export const outputReplays = (desk: Desk): Replay[] =>
  PLANS.map((plan, at) => ({
    at: new Date(Date.now() - plan[1] * HOUR),
    run: () => replay(desk, plan, at),
  }));
