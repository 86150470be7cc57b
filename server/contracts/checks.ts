/** What is checked of contracts (areas 3.4 "contract error"; decisions 61, 64): a statement each, over a slice of contracts. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Check } from '../../contract/directories/contractError.ts';
import type { Schema } from '../db/schema.ts';
import { isLive } from '../orders/reservations.ts';

export interface Finding {
  readonly contract_id: number;
  readonly code: Check;
  /** Soʻm or units: as it should be, and as it is. */
  readonly expected: number;
  readonly actual: number;
  /** The goods, payments, instalments or the car that it is about. */
  readonly subject: string | null;
}

/** Contracts `c` with their documents `d`; each check adds what it reads and what is wrong. */
const OF = sql`FROM contract c JOIN document d ON d.id = c.id`;
const unpaid = sql`(SELECT coalesce(sum(i.amount - i.paid), 0) FROM instalment i WHERE i.contract_id = c.id)`;

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
    CROSS JOIN LATERAL (SELECT coalesce(sum(CASE y.kind WHEN 'prepaid_out' THEN -y.amount WHEN 'charge' THEN 0 ELSE y.amount END), 0)
      AS allocated FROM client_entry y WHERE y.document_id = p.id) e
    WHERE ${among} AND e.allocated <> p.amount
      AND NOT EXISTS (SELECT FROM cash_document_contract o WHERE o.cash_document_id = p.id AND o.contract_id < c.id)
    GROUP BY c.id`,

  active_without_delivery: (among) => sql`
    SELECT c.id, (SELECT coalesce(sum(l.qty), 0) FROM contract_line l WHERE l.contract_id = c.id), 0, NULL ${OF}
    WHERE ${among} AND d.status IN ('active', 'closed')
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
    SELECT c.id, 0, ${unpaid}, NULL ${OF} WHERE ${among} AND d.status = 'closed' AND ${unpaid} > 0`,

  // what is kept without a serial number is there in the order in which it was kept
  reserved_missing: (among, now) => sql`
    SELECT c.id, sum(g.sold), sum(g.kept), string_agg(g.title, ', ' ORDER BY g.title) ${OF}
    CROSS JOIN LATERAL (
      SELECT v.title, l.sold, (SELECT coalesce(sum(CASE WHEN r.serial_id IS NOT NULL THEN (
          SELECT count(*) FROM serial_number n WHERE n.id = r.serial_id AND n.warehouse_id = r.warehouse_id)
          ELSE greatest(0, least(r.qty, s.qty - (SELECT coalesce(sum(o.qty), 0) FROM reservation o
            WHERE o.warehouse_id = r.warehouse_id AND o.product_variant_id = r.product_variant_id AND o.id < r.id
              AND ${isLive('o', now)}))) END), 0)
        FROM reservation r CROSS JOIN LATERAL (SELECT coalesce(sum(b.qty), 0) AS qty FROM stock_balance b
          WHERE b.warehouse_id = r.warehouse_id AND b.product_variant_id = r.product_variant_id) s
        WHERE r.document_id = c.id AND r.product_variant_id = v.id AND r.warehouse_id = c.warehouse_id
          AND ${isLive('r', now)}) AS kept
      FROM (SELECT x.product_variant_id, sum(x.qty) AS sold FROM contract_line x WHERE x.contract_id = c.id GROUP BY 1) l
      JOIN product_variant v ON v.id = l.product_variant_id) g
    WHERE ${among} AND d.status IN ('signed', 'awaiting_handover') AND g.kept < g.sold GROUP BY c.id`,

  security_released: (among) => sql`
    SELECT c.id, ${unpaid}, 0, x.number ${OF} JOIN document x ON x.id = c.pledge_evaluation_id
    WHERE ${among} AND d.status = 'active' AND x.status = 'released'`,

  ledger_differs: (among) => sql`
    SELECT c.id, sum(g.ledger), sum(g.stored), string_agg(g.part, ', ' ORDER BY g.place) ${OF}
    CROSS JOIN LATERAL (
      SELECT i.number AS place, i.number::text AS part, i.paid AS stored, (SELECT coalesce(sum(e.amount), 0)
        FROM client_entry e WHERE e.contract_id = c.id AND e.instalment_id = i.id AND e.kind = 'payment') AS ledger
      FROM instalment i WHERE i.contract_id = c.id
      UNION ALL
      SELECT 1000, 'T', c.total, (SELECT coalesce(sum(e.amount), 0) FROM client_entry e
        WHERE e.contract_id = c.id AND e.kind = 'charge') WHERE c.charged_on IS NOT NULL) g
    WHERE ${among} AND g.ledger <> g.stored GROUP BY c.id`,
};

/** What is wrong with the contracts of a slice, in one statement: all checks see the same moment. */
export async function checkContracts(db: Kysely<Schema>, ids: readonly number[], now: Date): Promise<Finding[]> {
  const among = sql`c.id = ANY (${[...ids]}::integer[])`;
  const checks = Object.entries(STATEMENTS).map(
    ([code, statement]) =>
      sql`SELECT ${sql.lit(code)} AS code, f.* FROM (${statement(among, now)}) AS f (contract_id, expected, actual, subject)`,
  );
  const { rows } = await sql<Finding>`${sql.join(checks, sql` UNION ALL `)} ORDER BY contract_id, code`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...{ expected: Number(row.expected), actual: Math.max(0, Number(row.actual)) },
    subject:
      row.subject === null || row.subject.length <= MOST_WORDS
        ? row.subject
        : `${row.subject.slice(0, MOST_WORDS - 1)}…`,
  }));
}

/** Of the column. */
const MOST_WORDS = 500;
