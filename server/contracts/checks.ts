/** What is checked of contracts (areas 3.4 "contract error"; decisions 61, 64): a statement each, over a slice of contracts. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { CHECKS, type Check } from '../../contract/directories/contractError.ts';
import type { Schema } from '../db/schema.ts';
import { isLive } from '../orders/reservations.ts';
import { LEFT } from '../sale/standing.ts';
import { GIVEN_BACK } from './givenBack.ts';

export interface Finding {
  readonly contract_id: number;
  readonly code: Check;
  /** Soʻm or units: as it should be, and as it is. */
  readonly expected: number;
  readonly actual: number;
  /** The goods, payments, instalments, the car or the guarantors that it is about. */
  readonly subject: string | null;
}

/** Contracts `c` with their documents `d`; each check adds what it reads and what is wrong. */
const OF = sql`FROM contract c JOIN document d ON d.id = c.id`;
const unpaid = sql`(SELECT coalesce(sum(${LEFT}), 0) FROM instalment i WHERE i.contract_id = c.id)`;

/** Rows `contract_id, expected, actual, subject` of contracts that are wrong. */
const STATEMENTS: { readonly [C in Check]: (among: RawBuilder<unknown>, now: Date) => RawBuilder<unknown> } = {
  schedule_total: (among) => sql`
    SELECT c.id AS contract_id, c.total AS expected, s.total AS actual, NULL::text AS subject ${OF}
    CROSS JOIN LATERAL (SELECT coalesce(sum(i.amount), 0) AS total FROM instalment i WHERE i.contract_id = c.id) s
    WHERE ${among} AND d.status <> 'cancelled' AND s.total <> c.total`,

  // of a payment for several contracts the first one has the error
  payment_unallocated: (among) => sql`
    SELECT c.id, sum(p.amount), sum(e.allocated), string_agg(x.number, ', ' ORDER BY x.id) ${OF}
    JOIN cash_document_contract l ON l.contract_id = c.id
    JOIN cash_document p ON p.id = l.cash_document_id AND p.type = 'payment'
    JOIN document x ON x.id = p.id AND x.status IN ('confirmed', 'reversed')
    CROSS JOIN LATERAL (SELECT coalesce(sum(CASE y.kind WHEN 'prepaid_out' THEN -y.amount WHEN 'charge' THEN 0 WHEN 'write_off' THEN 0 ELSE y.amount END), 0)
      AS allocated FROM client_entry y WHERE y.document_id = p.id) e
    WHERE ${among} AND e.allocated <> p.amount
      AND NOT EXISTS (SELECT FROM cash_document_contract o WHERE o.cash_document_id = p.id AND o.contract_id < c.id)
    GROUP BY c.id`,

  active_without_delivery: (among) => sql`
    SELECT c.id, (SELECT coalesce(sum(l.qty), 0) FROM contract_line l WHERE l.contract_id = c.id), 0, NULL ${OF}
    WHERE ${among} AND d.status IN ('active', 'closed', 'written_off')
      AND NOT EXISTS (SELECT FROM product_delivery o WHERE o.contract_id = c.id AND o.handed_at IS NOT NULL)`,

  serial_missing: (among) => sql`
    SELECT c.id, sum(g.sold), sum(g.scanned), string_agg(g.title, ', ' ORDER BY g.title) ${OF}
    JOIN product_delivery o ON o.contract_id = c.id AND o.handed_at IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT v.title, sum(l.qty) AS sold, (SELECT count(*) FROM delivery_unit u JOIN delivery_line y ON y.id = u.delivery_line_id
        WHERE y.product_delivery_id = o.id AND y.product_variant_id = v.id) AS scanned
      FROM contract_line l JOIN product_variant v ON v.id = l.product_variant_id AND v.is_serial_number
      WHERE l.contract_id = c.id GROUP BY v.id) g
    WHERE ${among} AND g.scanned < g.sold GROUP BY c.id`,

  closed_with_debt: (among) => sql`
    SELECT c.id, 0, ${unpaid}, NULL ${OF} WHERE ${among} AND d.status IN ('closed', 'written_off') AND ${unpaid} > 0`,

  // what is kept without a serial number is there in the order in which it was kept
  reserved_missing: (among, now) => sql`
    WITH wanted AS (
      SELECT c.id, c.warehouse_id, l.product_variant_id, sum(l.qty) AS sold ${OF}
      JOIN contract_line l ON l.contract_id = c.id
      WHERE ${among} AND d.status IN ('signed', 'awaiting_handover') GROUP BY 1, 2, 3),
    pair AS (SELECT DISTINCT warehouse_id, product_variant_id FROM wanted),
    stock AS (
      SELECT warehouse_id, product_variant_id, sum(qty) AS qty FROM stock_balance JOIN pair USING (warehouse_id, product_variant_id)
      GROUP BY 1, 2),
    there AS (
      SELECT r.document_id, r.product_variant_id, CASE WHEN r.serial_id IS NOT NULL THEN (n.warehouse_id IS NOT DISTINCT FROM r.warehouse_id)::integer
        ELSE greatest(0, least(r.qty, coalesce(s.qty, 0) - (sum(r.qty) OVER (
          PARTITION BY r.warehouse_id, r.product_variant_id ORDER BY r.id) - r.qty))) END AS qty
      FROM reservation r JOIN pair USING (warehouse_id, product_variant_id)
      LEFT JOIN stock s USING (warehouse_id, product_variant_id) LEFT JOIN serial_number n ON n.id = r.serial_id
      WHERE ${isLive('r', now)}),
    kept AS (
      SELECT w.id, w.product_variant_id, w.sold, coalesce(sum(t.qty), 0) AS kept FROM wanted w
      LEFT JOIN there t ON t.document_id = w.id AND t.product_variant_id = w.product_variant_id GROUP BY 1, 2, 3)
    SELECT k.id, sum(k.sold), sum(k.kept), string_agg(v.title, ', ' ORDER BY v.title)
    FROM kept k JOIN product_variant v ON v.id = k.product_variant_id WHERE k.kept < k.sold GROUP BY k.id`,

  security_released: (among) => sql`
    SELECT c.id, ${unpaid}, 0, s.given_back ${OF}
    CROSS JOIN LATERAL (SELECT ${GIVEN_BACK} AS given_back) s
    WHERE ${among} AND d.status = 'active' AND s.given_back IS NOT NULL`,

  ledger_differs: (among) => sql`
    SELECT c.id, sum(g.ledger), sum(g.stored), string_agg(g.part, ', ' ORDER BY g.place) ${OF}
    CROSS JOIN LATERAL (
      SELECT i.number AS place, i.number::text AS part, i.paid AS stored, (SELECT coalesce(sum(e.amount), 0)
        FROM client_entry e WHERE e.contract_id = c.id AND e.instalment_id = i.id AND e.kind = 'payment') AS ledger
      FROM instalment i WHERE i.contract_id = c.id
      UNION ALL
      SELECT i.number, i.number::text, i.written_off, (SELECT coalesce(sum(e.amount), 0)
        FROM client_entry e WHERE e.contract_id = c.id AND e.instalment_id = i.id AND e.kind = 'write_off')
      FROM instalment i WHERE i.contract_id = c.id
      UNION ALL
      SELECT 1000, 'T', c.total, (SELECT coalesce(sum(e.amount), 0) FROM client_entry e
        WHERE e.contract_id = c.id AND e.kind = 'charge') WHERE c.charged_on IS NOT NULL) g
    WHERE ${among} AND g.ledger <> g.stored GROUP BY c.id`,
};

/** Of the column. */
const MOST_WORDS = 500;

/** What is wrong with the contracts of a slice: a statement for each check, so that others get their turn between them. */
export async function checkContracts(db: Kysely<Schema>, ids: readonly number[], now: Date): Promise<Finding[]> {
  const among = sql`c.id = ANY (${[...ids]}::integer[])`;
  const found: Finding[] = [];
  for (const code of CHECKS) {
    const { rows } = await sql<Finding>`
      SELECT f.* FROM (${STATEMENTS[code](among, now)}) AS f (contract_id, expected, actual, subject)`.execute(db);
    for (const { contract_id, expected, actual, subject } of rows)
      found.push({
        ...{ contract_id, code, expected: Number(expected), actual: Math.max(0, Number(actual)) },
        subject: subject === null || subject.length <= MOST_WORDS ? subject : `${subject.slice(0, MOST_WORDS - 1)}…`,
      });
  }
  return found;
}
