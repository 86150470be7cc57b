/**
 * What a person can move on next, of a hundred thousand invoices against a thousand: twenty branches with sixty days of
 * work, an office person who sends and confirms in all of them. A fifth are drafts, a tenth waits for its confirmation.
 */
import { CompiledQuery } from 'kysely';
import { myDay } from '../contract/day.ts';
import { type BenchServer, byTurns, engines, openBenchServer, report, supply, timed } from './kit.ts';

const FEW = 1_000;
const MANY = 100_000;
const ROUNDS = 9;
const BUDGET = 3;

async function filled(engine: 'embedded' | 'server', documents: number): Promise<BenchServer> {
  const server = await openBenchServer(engine);
  await supply(server);
  const run = (text: string) => server.database.kysely.executeQuery(CompiledQuery.raw(text));
  await run(`UPDATE app_user SET office = true WHERE id = 1`);
  await run(`INSERT INTO organization (name, short_name, code, kind)
    SELECT 'Filial ' || n, 'Filial ' || n, 'F' || n, 'branch' FROM generate_series(2, 20) n`);
  await run(`INSERT INTO practice_day (organization_id, practice_month_id, date, status, opened_at, closed_at)
    SELECT o.id, 1, current_date - n, 'closed', now() - n * interval '1 day',
           now() - n * interval '1 day' + interval '10 hours'
    FROM organization o, generate_series(1, 60) n ON CONFLICT DO NOTHING`);
  await run(`INSERT INTO document (kind, organization_id, number, status, created_by, created_at, since)
    SELECT 'product_invoice', 1 + n % 20, 'OʻL-' || n,
           CASE WHEN n % 10 < 2 THEN 'draft' WHEN n % 10 = 2 THEN 'sent' ELSE 'confirmed' END, 1,
           now() - n % 50 * interval '1 day', now() - n % 50 * interval '1 day' + n * interval '1 second'
    FROM generate_series(1, ${documents}) n`);
  await run(`INSERT INTO product_invoice (id, partner_id, warehouse_list_id, number_invoice, invoice_date)
    SELECT id, 1, 1, number, created_at::date FROM document WHERE kind = 'product_invoice'`);
  await run(`INSERT INTO input_product (product_invoice_id, product_variant_id, position, currency_id, value, count,
      no_cash, currency_change, selling_price, created_by)
    SELECT id, 1, 1, 1, 1000, 1, 50, 1, 1500, 1 FROM product_invoice`);
  await run(`INSERT INTO state_stay (chart, state, span, count)
    SELECT 'invoice', s, n, 5 FROM generate_series(1, 150) n, (VALUES ('draft'), ('sent')) AS states (s)`);
  await run('ANALYZE');
  return server;
}

for (const engine of engines()) {
  const few = await filled(engine, FEW);
  const many = await filled(engine, MANY);
  const queueOf = (server: BenchServer) => () => timed(() => server.call(0, myDay));
  const { data } = await many.call(0, myDay);
  if (data.queue.length < 20 || data.more.length === 0) throw new Error('the queue has too little to measure');
  const { ours, bare } = await byTurns(ROUNDS, queueOf(many), queueOf(few));
  report(`queue of ${MANY} documents, ${many.engine}`, ours, bare, BUDGET, `of ${FEW}`);
  await few.close();
  await many.close();
}
