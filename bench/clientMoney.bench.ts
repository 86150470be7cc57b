/**
 * Money on the card of a client with 40 contracts and 900 payments among 2,000 other clients: the call beside its queries by
 * hand behind the same token look-up.
 */
import { type RawBuilder, sql } from 'kysely';
import { clientMoney } from '../contract/sale/clientMoney.ts';
import { byHand, byTurns, engines, openBenchServer, reportPage, timed } from './kit.ts';

const CONTRACTS = 40;
const PAYMENTS = 900;
const OTHERS = 2_000;
const TERM = 24;
const ROUNDS = 15;

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  const { kysely } = server.database;
  const run = (statement: RawBuilder<unknown>) => statement.execute(kysely);
  for (const rule of ['show', 'allshow']) {
    await run(sql`INSERT INTO rule VALUES ('contract', ${rule}) ON CONFLICT DO NOTHING`);
    await run(sql`INSERT INTO position_rule VALUES (1, 'contract', ${rule}) ON CONFLICT DO NOTHING`);
  }
  await run(sql`INSERT INTO cash_account (name, organization_id, kind, currency) VALUES ('Kassa', 1, 'cash', 'UZS')`);
  await run(sql`INSERT INTO client (fullname, birth_date, gender, consent)
    SELECT 'Mijoz ' || n, '1990-01-01', 'male', true FROM generate_series(0, ${OTHERS}::integer) n`);
  // the first client has 40 contracts, each other one
  const made = sql`(SELECT row_number() OVER (ORDER BY c.id, k) AS n, c.id AS client FROM client c,
    LATERAL generate_series(1, CASE WHEN c.id = 1 THEN ${CONTRACTS}::integer ELSE 1 END) k)`;
  await run(sql`INSERT INTO document (id, kind, organization_id, number, status, created_by)
    SELECT 100000 + n, 'sale_order', 1, 'O' || n, 'converted', 1 FROM ${made} m
    UNION ALL SELECT 200000 + n, 'contract', 1, 'S' || n, 'active', 1 FROM ${made} m`);
  await run(sql`INSERT INTO sale_order (id, client_id, warehouse_id) SELECT 100000 + n, client, 1 FROM ${made} m`);
  await run(sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, signed_at, goods,
      first_payment, term, markup, total, payment_day, charged_on)
    SELECT 200000 + n, client, 100000 + n, 1, 1, '2025-12-01', now(), 2400000, 0, ${TERM}, 0, 2400000, 15, '2025-12-01'
    FROM ${made} m`);
  await run(sql`INSERT INTO contract_line (contract_id, product_variant_id, qty, price)
    SELECT 200000 + n, 1 + n % 10000, 1, 2400000 FROM ${made} m`);
  await run(sql`INSERT INTO instalment (contract_id, number, due, amount)
    SELECT 200000 + n, i, date '2025-12-15' + i * interval '1 month', CASE WHEN i = 0 THEN 0 ELSE 100000 END
    FROM ${made} m, generate_series(0, ${TERM}::integer) i`);
  await run(sql`INSERT INTO client_entry (client_id, organization_id, contract_id, kind, amount, document_id, practice_day_id, created_by)
    SELECT client, 1, 200000 + n, 'charge', 2400000, 200000 + n, 1, 1 FROM ${made} m`);
  await run(sql`INSERT INTO document (id, kind, organization_id, number, status, created_by, practice_day_id)
    SELECT 300000 + n, 'cash_document', 1, 'K' || n, 'confirmed', 1, 1 FROM generate_series(1, ${PAYMENTS}::integer) n`);
  await run(sql`INSERT INTO cash_document (id, type, client_id, channel, cash_account_id, amount)
    SELECT 300000 + n, 'payment', 1, 'cash', 1, 50000 FROM generate_series(1, ${PAYMENTS}::integer) n`);
  await run(sql`INSERT INTO cash_document_contract (cash_document_id, contract_id)
    SELECT 300000 + n, 200001 + n % ${CONTRACTS} FROM generate_series(1, ${PAYMENTS}::integer) n`);
  await run(sql`INSERT INTO client_entry (client_id, organization_id, contract_id, instalment_id, kind, amount, source_id, counts_on,
      document_id, practice_day_id, created_by)
    SELECT 1, 1, i.contract_id, i.id, 'payment', 50000, 300000 + n, i.due, 300000 + n, 1, 1
    FROM generate_series(1, ${PAYMENTS}::integer) n
    JOIN instalment i ON i.contract_id = 200001 + n % ${CONTRACTS} AND i.number = 1 + n / ${CONTRACTS * 2}`);
  await run(sql`VACUUM ANALYZE`);

  const hand = byHand(server, async () => {
    const contracts = await run(sql`
      SELECT c.id, d.number, d.status, o.name, c.total, c.closed_on, b.owed, b.prepaid, c.oldest_due,
        (SELECT v.title FROM contract_line l JOIN product_variant v ON v.id = l.product_variant_id
          WHERE l.contract_id = c.id ORDER BY l.id LIMIT 1) AS title, n.*
      FROM contract c JOIN document d ON d.id = c.id JOIN organization o ON o.id = d.organization_id
      LEFT JOIN client_balance b ON b.contract_id = c.id
      CROSS JOIN LATERAL (SELECT count(*), count(*) FILTER (WHERE i.paid = i.amount) AS paid,
        sum(i.amount - i.paid) FILTER (WHERE i.due < '2026-11-21') AS late FROM instalment i
        WHERE i.contract_id = c.id AND i.number > 0) n
      WHERE c.client_id = 1 AND c.signed_on IS NOT NULL ORDER BY c.id DESC`);
    const sums = await run(sql`SELECT sum(k.amount), count(*) FROM cash_document k JOIN document d ON d.id = k.id
      WHERE k.client_id = 1 AND k.type = 'payment' AND d.status IN ('confirmed', 'reversed')`);
    const free = await run(sql`SELECT sum(prepaid) FROM client_balance WHERE client_id = 1 AND contract_id IS NULL`);
    const payments = await run(sql`SELECT k.id, d.number, y.date, k.channel, k.amount, r.id AS reversal, r.reason,
        ARRAY(SELECT n.number FROM cash_document_contract l JOIN document n ON n.id = l.contract_id
          WHERE l.cash_document_id = k.id) AS contracts
      FROM cash_document k JOIN document d ON d.id = k.id JOIN practice_day y ON y.id = d.practice_day_id
      LEFT JOIN cash_document r ON r.reverses_id = k.id
      WHERE k.client_id = 1 AND k.type = 'payment' ORDER BY k.id DESC LIMIT 15`);
    return [contracts.rows, sums.rows, free.rows, payments.rows];
  });
  const { ours, bare } = await byTurns(
    ROUNDS,
    () => timed(() => server.call(0, clientMoney, { id: 1 })),
    () => timed(hand),
  );
  reportPage(`money of a client with ${CONTRACTS} contracts and ${PAYMENTS} payments, ${server.engine}`, ours, bare);
  await server.close();
}
