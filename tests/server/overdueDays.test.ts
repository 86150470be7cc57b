/**
 * Overdue days come from the due date that the ledger keeps on the contract (decision 58), and overdue sums from the index of
 * what is unpaid: whole schedules are never read for them (issue 19).
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractIndex } from '../../contract/sale/contracts.ts';
import type { Trx } from '../../server/db/open.ts';
import type { SignedIn } from '../../server/http/auth.ts';
import { moneyOfClients } from '../../server/sale/clientMoney.ts';
import { standingsOf } from '../../server/sale/standing.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const CONTRACTS = 400;
const TERM = 24;
/** Two instalments of each contract are due and unpaid, on the 1st of October and of November; the open day is the 21st of November. */
const UNPAID = 2;
const DAYS = 51;
const first = 30_001;
const shown = Array.from({ length: 15 }, (_, at) => first + at);
const ALL = {
  id: PEOPLE.director.id,
  organizationId: ORGANIZATION,
  office: true,
  rules: { contract: { allshow: true }, client: { allshow: true }, cashbox: { allshow: true } },
};

beforeAll(async () => {
  const { kysely, tx } = server.current.db;
  await sql`INSERT INTO client (id, fullname, birth_date, gender)
    SELECT 5000 + n, 'Mijoz ' || n, '1990-01-01', 'male' FROM generate_series(1, ${CONTRACTS}::integer) n`.execute(
    kysely,
  );
  const made = sql`generate_series(1, ${CONTRACTS}::integer) n`;
  await sql`INSERT INTO document (id, kind, organization_id, number, status, created_by)
    SELECT 20000 + n, 'sale_order', 1, 'QO-' || n, 'converted', 1 FROM ${made}
    UNION ALL SELECT 30000 + n, 'contract', 1, 'QS-' || n, 'active', 1 FROM ${made}`.execute(kysely);
  await sql`INSERT INTO sale_order (id, client_id, warehouse_id) SELECT 20000 + n, 5000 + n, 1 FROM ${made}`.execute(
    kysely,
  );
  await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, goods, first_payment, term,
      markup, total, payment_day, charged_on)
    SELECT 30000 + n, 5000 + n, 20000 + n, 1, 1, '2024-12-01', ${TERM * 1000}, 0, ${TERM}, 0, ${TERM * 1000}, 1, '2024-12-01'
    FROM ${made}`.execute(kysely);
  await sql`INSERT INTO instalment (contract_id, number, due, amount)
    SELECT 30000 + n, i, (date '2024-12-01' + i * interval '1 month')::date, CASE i WHEN 0 THEN 0 ELSE 1000 END
    FROM ${made}, generate_series(0, ${TERM}::integer) i`.execute(kysely);
  await tx(async (trx) => {
    // a year and more that was paid, as the ledger would leave it
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql`UPDATE instalment SET paid = amount WHERE contract_id >= ${first} AND due < '2026-10-01'`.execute(trx);
    await sql`UPDATE contract SET oldest_due = '2026-10-01' WHERE id >= ${first}`.execute(trx);
    await sql`INSERT INTO client_balance (client_id, organization_id, contract_id, charged, owed, prepaid)
      SELECT client_id, 1, id, total, 3000, 0 FROM contract WHERE id >= ${first}`.execute(trx);
  });
  await sql`ANALYZE`.execute(kysely);
});

/** Rows of instalments that some work reads, by the database's own count. */
const readBy = (work: (trx: Trx) => Promise<unknown>): Promise<number> =>
  server.current.db.tx(async (trx) => {
    const count = async () =>
      (
        await sql<{ n: number }>`SELECT (seq_tup_read + idx_tup_fetch)::integer AS n FROM pg_stat_xact_user_tables
          WHERE relname = 'instalment'`.execute(trx)
      ).rows[0]?.n ?? 0;
    await sql`SELECT 1 FROM instalment WHERE id = (SELECT min(id) FROM instalment)`.execute(trx);
    const before = await count();
    expect(before, 'rows are counted').toBeGreaterThan(0);
    await work(trx);
    return (await count()) - before;
  });

describe('overdue days', () => {
  it('of a page of contracts read no more instalments than are due and unpaid', async () => {
    const rows = await readBy(async (trx) => {
      for (const [, { overdueDays, overdueSum }] of await standingsOf(trx, shown))
        expect([overdueDays, overdueSum]).toEqual([DAYS, UNPAID * 1000]);
    });
    expect(rows).toBeLessThanOrEqual(shown.length * UNPAID);
  });

  it('of a page of clients neither', async () => {
    const clients = shown.map((id) => id - 25_000);
    const rows = await readBy(async (trx) => {
      const money = await moneyOfClients(trx, ALL as unknown as SignedIn, clients);
      expect(money.size).toBe(clients.length);
      for (const [, { overdue, overdue_days }] of money) expect([overdue_days, overdue]).toEqual([DAYS, UNPAID * 1000]);
    });
    expect(rows).toBeLessThanOrEqual(shown.length * UNPAID);
  });

  it('are those of the kept date, whatever the schedule says', async () => {
    const [id = 0] = shown;
    await server.current.db.tx(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql`UPDATE contract SET oldest_due = '2026-11-20' WHERE id = ${id}`.execute(trx);
    });
    const query = { client_id: id - 25_000, part: 'rows' as const };
    const { data } = await server.current.do('director', contractIndex, { query });
    expect(data.map(({ overdue_days }) => overdue_days)).toEqual([1]);
  });
});
