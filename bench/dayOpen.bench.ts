/**
 * A day that opens over 20,000 contracts with prepaid money and an instalment that is due (issue 19): each client's money is
 * used in a transaction of its own, the work is killed in the middle and goes on after a restart, and meanwhile others pay
 * every fifth of a second: the longest of them is within a second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { cashDocumentPay, clientDesk } from '../contract/cashDocuments.ts';
import { startOffsets } from '../server/maintenance.ts';
import { checkLedgers } from '../server/stock/ledgerCheck.ts';
import { type BenchServer, engines, openBenchServer, timed, urlOf } from './kit.ts';

const CLIENTS = 20_000;
const PAYERS = 50;
const DUE = 100_000;
const PAUSE_MS = 200;
const BUDGET_MS = 1_000;
const CHILD = fileURLToPath(new URL('../tests/server/moneyChild.ts', import.meta.url));

const runOn = (server: BenchServer) => (statement: RawBuilder<unknown>) => statement.execute(server.database.kysely);

/** Clients with a contract of three instalments each, the first due on the day that opens; all but the payers have its sum prepaid. */
async function fill(server: BenchServer): Promise<void> {
  const run = runOn(server);
  for (const rule of ['show', 'add']) {
    await run(sql`INSERT INTO rule VALUES ('cashbox', ${rule})`);
    await run(sql`INSERT INTO position_rule VALUES (1, 'cashbox', ${rule})`);
  }
  await run(sql`INSERT INTO cash_account (name, organization_id, kind, currency) VALUES ('Kassa', 1, 'cash', 'UZS')`);
  await run(sql`INSERT INTO client (id, fullname, birth_date, gender, consent)
    SELECT n, 'Mijoz ' || n, '1990-01-01', 'male', true FROM generate_series(1, ${CLIENTS + PAYERS}::integer) n`);
  for (let low = 1; low <= CLIENTS + PAYERS; low += 5_000) {
    const made = sql`generate_series(${low}::integer, ${Math.min(CLIENTS + PAYERS, low + 4_999)}::integer) n`;
    await run(sql`INSERT INTO document (id, kind, organization_id, number, status, created_by, practice_day_id)
      SELECT 100000 + n, 'sale_order', 1, 'O' || n, 'converted', 1, NULL::integer FROM ${made}
      UNION ALL SELECT 200000 + n, 'contract', 1, 'S' || n, 'active', 1, NULL FROM ${made}
      UNION ALL SELECT 300000 + n, 'cash_document', 1, 'K' || n, 'confirmed', 1, 1 FROM ${made} WHERE n <= ${CLIENTS}`);
    await run(sql`INSERT INTO sale_order (id, client_id, warehouse_id) SELECT 100000 + n, n, 1 FROM ${made}`);
    await run(sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, signed_at, goods,
        first_payment, term, markup, total, payment_day, charged_on)
      SELECT 200000 + n, n, 100000 + n, 1, 1, '2026-10-22', now(), ${3 * DUE}::numeric, 0, 3, 0, ${3 * DUE}::numeric, 22, '2026-11-21' FROM ${made}`);
    await run(sql`INSERT INTO contract_line (contract_id, product_variant_id, qty, price)
      SELECT 200000 + n, 1 + n % 10000, 1, ${3 * DUE}::numeric FROM ${made}`);
    await run(sql`INSERT INTO instalment (contract_id, number, due, amount)
      SELECT 200000 + n, i, (date '2026-10-22' + i * interval '1 month')::date, CASE i WHEN 0 THEN 0 ELSE ${DUE}::numeric END
      FROM ${made}, generate_series(0, 3) i`);
    await run(sql`INSERT INTO cash_document (id, type, client_id, channel, cash_account_id, amount)
      SELECT 300000 + n, 'payment', n, 'cash', 1, ${DUE}::numeric FROM ${made} WHERE n <= ${CLIENTS}`);
    await run(sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by)
      SELECT 1, ${DUE}::numeric, 300000 + n, 1, 1 FROM ${made} WHERE n <= ${CLIENTS}`);
    await run(sql`INSERT INTO client_entry (client_id, organization_id, contract_id, kind, amount, source_id, document_id, practice_day_id, created_by)
      SELECT n, 1, 200000 + n, 'charge', ${3 * DUE}::numeric, NULL::integer, 200000 + n, 1, 1 FROM ${made}
      UNION ALL SELECT n, 1, 200000 + n, 'prepaid_in', ${DUE}::numeric, 300000 + n, 300000 + n, 1, 1 FROM ${made} WHERE n <= ${CLIENTS}`);
  }
  await run(sql`SELECT setval(pg_get_serial_sequence('document', 'id'), 1000000)`);
  await run(sql`UPDATE practice_day SET status = 'closed'`);
  await run(sql`INSERT INTO practice_day (organization_id, practice_month_id, date) VALUES (1, 1, '2026-11-22')`);
  await run(sql`VACUUM ANALYZE`);
}

async function waiting(server: BenchServer): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::integer AS n FROM client_balance WHERE prepaid > 0`.execute(server.database.kysely);
  return rows[0]?.n ?? 0;
}

/** Some money of a payer, timed from the click to the receipt. */
async function payment(server: BenchServer, at: number): Promise<number> {
  const client = CLIENTS + 1 + (at % PAYERS);
  const { data } = await server.call(0, clientDesk, undefined, undefined, { client_id: client });
  const body = {
    ...{ client_id: client, contract_ids: [200_000 + client], channel: 'cash' as const, cash_account_id: 1 },
    ...{ amount: 100, mark: data.desks[0]?.mark ?? '' },
  };
  return timed(() => server.call(0, cashDocumentPay, undefined, body));
}

/** Works for a while and is killed: a process of its own on the server, the work alone where the database has one process. */
async function killed(server: BenchServer, until: () => Promise<boolean>): Promise<void> {
  const hold = async () => {
    while (!(await until())) await delay(100);
  };
  if (server.engine === 'PostgreSQL server') {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(server.database.kysely);
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, urlOf(rows[0]?.name ?? ''), 'offsets'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await hold();
    child.kill('SIGKILL');
    await once(child, 'exit');
    return;
  }
  const stop = startOffsets(server.database, () => undefined);
  await hold();
  stop();
}

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await fill(server);
  let going = true;
  let longest = 0;
  let paid = 0;
  const others = (async () => {
    while (going) {
      longest = Math.max(longest, await payment(server, paid));
      paid += 1;
      await delay(PAUSE_MS);
    }
  })();
  const began = performance.now();
  await killed(server, async () => (await waiting(server)) < CLIENTS * 0.7);
  const left = await waiting(server);
  const failures: unknown[] = [];
  const stop = startOffsets(server.database, (_, message, extra) => failures.push([message, extra]));
  while ((await waiting(server)) > 0 && failures.length === 0) await delay(500);
  stop();
  going = false;
  await others;
  const took = (performance.now() - began) / 1000;
  const { rows } = await sql<{ offsets: number; paid: number }>`SELECT
      (SELECT count(*)::integer FROM cash_document WHERE type = 'prepaid_offset') AS offsets,
      (SELECT count(*)::integer FROM instalment WHERE paid = amount AND number = 1) AS paid`.execute(
    server.database.kysely,
  );
  const wrong = (await checkLedgers(server.database)).flatMap(({ differences }) => differences);
  const whole = rows[0]?.offsets === CLIENTS && rows[0].paid >= CLIENTS && wrong.length === 0;
  const held = longest <= BUDGET_MS && whole && left > 0 && failures.length === 0;
  process.stdout.write(
    `${held ? '✓' : '✗'} a day opens over ${CLIENTS} contracts, ${server.engine}: ${took.toFixed(0)} s, killed with ${left} left and finished, ` +
      `${rows[0]?.offsets} offsets, ${wrong.length} differences of ledgers; of ${paid} payments meanwhile the longest took ${longest.toFixed(0)} ms (budget ${BUDGET_MS})\n`,
  );
  for (const failure of failures) process.stdout.write(`  ${JSON.stringify(failure)}\n`);
  if (!held) process.exitCode = 1;
  await server.close();
}
