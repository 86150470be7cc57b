/**
 * An allocation over 36 unpaid instalments of five contracts (issue 19) among 2,000 other clients: the client and the
 * contracts held, the book read and reckoned with, entries, what becomes of the contracts, their logs and the figure of the
 * day; against the bare statements that hold, read and write the same. Each in a transaction that is given up, and the first
 * ones of both are not counted: a server that takes payments has its statements prepared.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../server/db/open.ts';
import { holdBook, payInto } from '../server/sale/money.ts';
import { type BenchServer, byTurns, engines, openBenchServer, report, timed } from './kit.ts';

const OTHERS = 2_000;
const CONTRACTS = 5;
/** The first contract has one instalment more that is due: 8 and four times 7. */
const DUE = 36;
const LATER = 6;
const ROUNDS = 15;
const WARMING = 10;
const BUDGET = 1.5;
const EACH = 100_000;
const PAYMENT = 900_000;

class GivenUp extends Error {}

async function fill(run: (statement: RawBuilder<unknown>) => Promise<unknown>): Promise<void> {
  await run(sql`INSERT INTO cash_account (name, organization_id, kind, currency) VALUES ('Kassa', 1, 'cash', 'UZS')`);
  await run(sql`INSERT INTO client (fullname, birth_date, gender, consent)
    SELECT 'Mijoz ' || n, '1990-01-01', 'male', true FROM generate_series(0, ${OTHERS}::integer) n`);
  const made = sql`(SELECT row_number() OVER (ORDER BY c.id, k) AS n, c.id AS client, CASE WHEN k = 1 THEN 8 ELSE 7 END AS due
    FROM client c, LATERAL generate_series(1, CASE WHEN c.id = 1 THEN ${CONTRACTS}::integer ELSE 1 END) k)`;
  await run(sql`INSERT INTO document (id, kind, organization_id, number, status, created_by)
    SELECT 100000 + n, 'sale_order', 1, 'O' || n, 'converted', 1 FROM ${made} m
    UNION ALL SELECT 200000 + n, 'contract', 1, 'S' || n, 'active', 1 FROM ${made} m`);
  await run(sql`INSERT INTO sale_order (id, client_id, warehouse_id) SELECT 100000 + n, client, 1 FROM ${made} m`);
  await run(sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, signed_at, goods,
      first_payment, term, markup, total, payment_day, charged_on)
    SELECT 200000 + n, client, 100000 + n, 1, 1, '2026-03-01', now(), (due + ${LATER}) * ${EACH}::bigint, 0, due + ${LATER}, 0,
      (due + ${LATER}) * ${EACH}::bigint, 15, '2026-03-01' FROM ${made} m`);
  await run(sql`INSERT INTO contract_line (contract_id, product_variant_id, qty, price)
    SELECT 200000 + n, 1 + n % 10000, 1, 100000 FROM ${made} m`);
  await run(sql`INSERT INTO instalment (contract_id, number, due, amount)
    SELECT 200000 + n, i, (date '2026-11-15' - (due - i) * interval '1 month')::date, CASE i WHEN 0 THEN 0 ELSE ${EACH}::bigint END
    FROM ${made} m, LATERAL generate_series(0, due + ${LATER}) i`);
  await run(sql`INSERT INTO client_entry (client_id, organization_id, contract_id, kind, amount, document_id, practice_day_id, created_by)
    SELECT client, 1, 200000 + n, 'charge', (due + ${LATER}) * ${EACH}::bigint, 200000 + n, 1, 1 FROM ${made} m`);
  await run(sql`INSERT INTO document (id, kind, organization_id, status, created_by, practice_day_id, number)
    VALUES (${PAYMENT}, 'cash_document', 1, 'draft', 1, 1, NULL)`);
  await run(sql`INSERT INTO cash_document (id, type, client_id, channel, cash_account_id, amount)
    VALUES (${PAYMENT}, 'payment', 1, 'cash', 1, ${DUE * EACH})`);
  await run(sql`VACUUM ANALYZE`);
}

/** The work's own time; what it wrote is given up. */
async function givenUp(server: BenchServer, work: (trx: Trx) => Promise<unknown>): Promise<number> {
  let took = 0;
  try {
    await server.database.tx(async (trx) => {
      took = await timed(() => work(trx));
      throw new GivenUp();
    });
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
  }
  return took;
}

async function allocation(db: Trx): Promise<void> {
  const step = { db, now: new Date(), day: { id: 1, date: '2026-11-21' }, userId: 1, documentId: PAYMENT };
  const held = await holdBook(step, { clientId: 1, organizationId: 1 });
  const contracts = held.book.contracts.map(({ id }) => id);
  const finish = await payInto(step, held, { contracts, amount: DUE * EACH });
  await finish();
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM client_entry WHERE document_id = ${PAYMENT}`.execute(db);
  if (rows[0]?.n !== DUE) throw new Error(`${rows[0]?.n} instalments were paid`);
}

async function bare(db: Trx): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`SELECT id FROM client WHERE id = 1 FOR NO KEY UPDATE`);
  await run(
    sql`SELECT d.id FROM document d JOIN contract c ON c.id = d.id WHERE c.client_id = 1 ORDER BY d.id FOR UPDATE OF d`,
  );
  await run(sql`SELECT i.id, i.contract_id, d.status, b.charged, b.owed, i.number, i.due, i.amount
    FROM contract c JOIN document d ON d.id = c.id JOIN instalment i ON i.contract_id = c.id
    LEFT JOIN client_balance b ON b.contract_id = c.id WHERE c.client_id = 1 AND d.organization_id = 1 ORDER BY 2, 6`);
  await run(sql`SELECT e.contract_id, e.instalment_id, e.source_id, e.amount, e.counts_on FROM client_entry e
    WHERE e.client_id = 1 AND e.organization_id = 1 AND e.kind <> 'charge' ORDER BY e.id`);
  await run(sql`SELECT e.source_id, y.date, e.contract_id,
      sum(CASE e.kind WHEN 'prepaid_in' THEN e.amount ELSE -e.amount END) AS amount
    FROM client_entry e JOIN document s ON s.id = e.source_id JOIN practice_day y ON y.id = s.practice_day_id
    WHERE e.client_id = 1 AND e.organization_id = 1 AND e.kind IN ('prepaid_in', 'prepaid_out') GROUP BY 1, 2, 3`);
  await run(sql`INSERT INTO client_entry (client_id, organization_id, contract_id, instalment_id, kind, amount, source_id, counts_on,
      document_id, practice_day_id, created_by)
    SELECT 1, 1, i.contract_id, i.id, 'payment', i.amount - i.paid, ${PAYMENT}, '2026-11-21', ${PAYMENT}, 1, 1
    FROM instalment i JOIN contract c ON c.id = i.contract_id
    WHERE c.client_id = 1 AND i.paid < i.amount AND i.due <= '2026-11-21' ORDER BY i.due, i.contract_id, i.number`);
  for (let n = 1; n <= CONTRACTS; n += 1) {
    await run(
      sql`UPDATE document SET status = 'active', version = version + 1, updated_at = now() WHERE id = ${200_000 + n}`,
    );
    await run(sql`INSERT INTO event_log (document_id, machine, event, state_before, state_after, payload, user_id, at)
      VALUES (${200_000 + n}, 'contract', 'payment.allocate', 'active', 'active', '{"amount": 700000}', NULL, now())`);
  }
  await run(sql`INSERT INTO step_figure AS f (chart, kind, day, state, event, after, organization_id, user_id, count)
    VALUES ('contract', '', '2026-11-21', 'active', 'payment.allocate', 'active', 1, 0, ${CONTRACTS})
    ON CONFLICT (chart, kind, day, state, event, after, organization_id, user_id) DO UPDATE SET count = f.count + excluded.count`);
  await run(sql`SELECT count(*) FROM client_entry WHERE document_id = ${PAYMENT}`);
}

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await fill((statement) => statement.execute(server.database.kysely));
  for (let round = 0; round < WARMING; round += 1) {
    await givenUp(server, allocation);
    await givenUp(server, bare);
  }
  const measured = await byTurns(
    ROUNDS,
    () => givenUp(server, allocation),
    () => givenUp(server, bare),
  );
  report(
    `allocation over ${DUE} instalments of ${CONTRACTS} contracts, ${server.engine}`,
    measured.ours,
    measured.bare,
    BUDGET,
    'bare SQL',
  );
  await server.close();
}
