/** A sale of the demo that the terms ask a car for: large goods of more than its guarantor answers for. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { contractCancel, contractCreate, contractSign, saleTerms } from '../../contract/sale/contracts.ts';
import { guaranteeCreate } from '../../contract/sale/guarantees.ts';
import { orderCreate, orderSearch } from '../../contract/sale/orders.ts';
import { financed } from '../../contract/sale/schedule.ts';
import type { IncomingFile } from '../http/files.ts';
import { call, type Desk, identify, later, standOn } from './desk.ts';
import { beforeScoring, payFirst } from './sale.ts';

const BRANCH = 'CHL';
const SELLER = 'director';
/** A colleague of the buyer. */
const GUARANTOR = 31;

/** The extract of the register of cars, a page with two lines. */
export function registerExtract(plate: string, vin: string): IncomingFile {
  const page = `BT /F1 16 Tf 60 780 Td (Avtomobillar reyestridan ko'chirma) Tj 0 -30 Td (${plate}, ${vin}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  const content = Buffer.from(text, 'latin1');
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    name: `reyestr-${plate.replaceAll(' ', '')}.pdf`,
    type: 'application/pdf',
    size: content.length,
    sha256,
    content,
  };
}

/** Dear goods of the shop, one of each, until their terms ask for a pledge, and terms that the buyer may have. */
async function dealOf(desk: Desk, client_id: number, warehouse_id: number) {
  const query = { search: 'Muzlatgich' };
  const { data: found } = await call(desk, SELLER, orderSearch, { params: { warehouseId: warehouse_id }, query });
  const free = found.filter(({ price, locked, stock, reserved }) => price !== null && !locked && stock > reserved);
  const lines: { product_variant_id: number; qty: number; price: number }[] = [];
  for (const { product_variant_id, price } of free.sort((one, other) => (other.price ?? 0) - (one.price ?? 0))) {
    lines.push({ product_variant_id, qty: 1, price: price ?? 0 });
    const sums = lines.map((line) => ({ product_variant_id: line.product_variant_id, sum: line.price }));
    const body = { client_id, warehouse_id, lines: sums };
    const { data: sale } = await call(desk, SELLER, saleTerms, { body });
    const offer = sale.terms.find(({ barred, markup, least_first }) => {
      const owed = financed({ goods: sale.goods, firstPayment: least_first, markup });
      const most = sale.limit === null ? owed : sale.limit.sum - sale.used;
      return barred === null && sale.pledge_from !== null && owed >= sale.pledge_from && owed <= most;
    });
    if (offer !== undefined) return { lines, offer };
  }
  throw new Error('demo data: no sale asks for a pledge');
}

interface Sale {
  client_id: number;
  /** The evaluation of the car. */
  pledge: number;
  calledOff: boolean;
}

/** Signs a contract with the car as its pledge; it is called off, or its first payment is there and its goods wait. */
export async function sellOnPledge(desk: Desk, { client_id, pledge, calledOff }: Sale): Promise<void> {
  await standOn(desk, BRANCH);
  const { rows } = await sql<{ warehouse: number; account: number }>`
    SELECT w.id AS warehouse, a.id AS account FROM organization o
    JOIN warehouse_list w ON w.organization_id = o.id AND w.kind = 'shop' AND w.active
    JOIN cash_account a ON a.organization_id = o.id AND a.kind = 'cash' AND a.currency = 'UZS' AND a.active
    WHERE o.code = ${BRANCH} ORDER BY w.id, a.id LIMIT 1`.execute(desk.db.kysely);
  const { warehouse: warehouse_id = 0, account = 0 } = rows[0] ?? {};
  const { lines, offer } = await dealOf(desk, client_id, warehouse_id);
  const { data: order } = await call(desk, SELLER, orderCreate, {
    body: { client_id, warehouse_id, lines, reserve: true },
  });
  later(desk, 8);
  const chosen = { first_payment: offer.least_first, term: offer.term, payment_day: 15, pledge_evaluation_id: pledge };
  const { data: contract } = await call(desk, SELLER, contractCreate, { body: { order_id: order.id, ...chosen } });
  const params = { id: contract.id };
  const answers = { contract_id: contract.id, client_id: GUARANTOR, relation: 'colleague' as const };
  await call(desk, SELLER, guaranteeCreate, { body: answers });
  for (const person of [client_id, GUARANTOR]) await identify(desk, SELLER, person);
  later(desk, 6);
  await beforeScoring(desk, BRANCH, () => call(desk, SELLER, contractSign, { params }));
  if (calledOff) {
    later(desk, 45);
    await call(desk, SELLER, contractCancel, { params, body: { reason: 'Mijoz boshqa mashinasini garovga qoʻyadi' } });
    return;
  }
  later(desk, 5);
  await payFirst(desk, SELLER, { client: client_id, contract: contract.id, account, sum: offer.least_first });
}
