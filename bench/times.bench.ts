/**
 * A hundred thousand invoices with five lines of log each: how long they stay in each state and which paths they take,
 * against a plain median by state over the same log; and a page of them.
 */
import { CompiledQuery } from 'kysely';
import { workflowDocuments, workflowFigures, workflowTimes } from '../contract/workflows.ts';
import { figuresOfLog } from '../server/db/migrations/0301_step_figure.ts';
import { byTurns, engines, openBenchServer, report, supply, timed, WAIT_BUDGET_MS, waits } from './kit.ts';

const DOCUMENTS = 100_000;
const ROUNDS = 5;
// The ways of the newest five thousand are read from their log; a plain median reads the log of all.
const BUDGET = 4;
const PAGE_BUDGET = 10;

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await supply(server);
  const run = (text: string) => server.database.kysely.executeQuery(CompiledQuery.raw(text));
  await run(`INSERT INTO rule VALUES ('workflows', 'show')`);
  await run(`INSERT INTO position_rule VALUES (1, 'workflows', 'show')`);
  await run(`INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
    SELECT 'product_invoice', 1, 'OʻL-' || n, CASE n % 10 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'sent' ELSE 'confirmed' END, 1,
           timestamptz '2026-11-01' - n * interval '11 minutes'
    FROM generate_series(1, ${DOCUMENTS}) n`);
  // every third is taken back once
  await run(`INSERT INTO event_log (document_id, machine, event, state_before, state_after, user_id, at)
    SELECT d.id, 'invoice', s.event, s.before, s.after, 1, d.created_at + s.place * interval '7 minutes' * (1 + d.id % 97)
    FROM document d JOIN (VALUES
      (0, NULL, 'invoice.create', NULL, 'draft'), (1, false, 'line.add', 'draft', 'draft'),
      (2, false, 'line.add', 'draft', 'draft'), (1, true, 'invoice.send', 'draft', 'sent'),
      (2, true, 'invoice.takeBack', 'sent', 'draft'), (3, NULL, 'invoice.send', 'draft', 'sent'),
      (4, NULL, 'invoice.confirm', 'sent', 'confirmed'), (4, NULL, 'invoice.cancel', 'sent', 'cancelled')
    ) AS s (place, taken_back, event, before, after)
      ON s.taken_back IS NOT DISTINCT FROM (d.id % 3 = 0) OR s.taken_back IS NULL
    WHERE d.kind = 'product_invoice' AND (s.place < 4 OR s.after = d.status)
    ORDER BY d.id, s.place`);
  // as the steps themselves would have left them
  for (const statement of figuresOfLog) await run(statement);
  await run('ANALYZE');

  for (const [name, call] of [
    ['figures', workflowFigures],
    ['times', workflowTimes],
  ] as const) {
    const { longest, took } = await waits(server, () =>
      server.call(0, call, undefined, undefined, { machine: 'invoice' }),
    );
    process.stdout.write(`${name} of ${DOCUMENTS} invoices, ${server.engine}: ${took.toFixed(0)} ms\n`);
    report(
      `the longest that another person waits for ${name}, ${server.engine}`,
      longest,
      WAIT_BUDGET_MS,
      1,
      'the budget',
    );
  }

  const times = () => timed(() => server.call(0, workflowTimes, undefined, undefined, { machine: 'invoice' }));
  const bare = () =>
    timed(() =>
      run(`SELECT state_after, percentile_cont(0.5) WITHIN GROUP (ORDER BY stay) FROM (
             SELECT state_after, lead(at) OVER (PARTITION BY document_id ORDER BY id) - at AS stay
             FROM event_log WHERE machine = 'invoice') AS stays
           GROUP BY state_after`),
    );
  const { ours, bare: plain } = await byTurns(ROUNDS, times, bare);
  report(`times of ${DOCUMENTS} invoices, ${server.engine}`, ours, plain, BUDGET, 'a plain median by state');

  const wanted = `-${DOCUMENTS}`;
  const pages = [
    ['first', {}, 'true'],
    ['last', { page: DOCUMENTS / 50, per_page: 50 }, 'true'],
    ['found', { search: wanted }, `number ILIKE '%${wanted}%'`],
  ] as const;
  for (const [name, query, where] of pages) {
    const page = () =>
      timed(() => server.call(0, workflowDocuments, undefined, undefined, { machine: 'invoice', ...query }));
    const count = () => timed(() => run(`SELECT count(*) FROM document WHERE kind = 'product_invoice' AND ${where}`));
    const list = await byTurns(ROUNDS, page, count);
    report(`the ${name} page of them`, list.ours, list.bare, PAGE_BUDGET, 'their bare count');
  }
  await server.close();
}
