/**
 * Lists of 8, 1,000 and 100,000 acts and invoices of 8 lines each: the first page against the same page written by hand
 * (the same token look-up and the same rows through Hono, one statement for the ids), counts and sums against plain
 * statements. Then 1,000,000 invoices: how long another person's light request waits while somebody counts them to the
 * last row or searches by two letters.
 */
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { actIndex } from '../contract/counting/acts.ts';
import { invoiceIndex } from '../contract/invoices/heads.ts';
import { actRows } from '../server/counting/acts.ts';
import type { SignedIn } from '../server/http/auth.ts';
import { findInvoices } from '../server/invoices/access.ts';
import { invoicesInList } from '../server/invoices/answers.ts';
import {
  type BenchServer,
  byHand,
  byTurns,
  engines,
  openBenchServer,
  report,
  reportPage,
  supply,
  timed,
  WAIT_BUDGET_MS,
  waits,
} from './kit.ts';

const SIZES = [8, 1_000, 100_000];
const MANY = 1_000_000;
/** Documents of one statement: the embedded database is restarted when one takes two minutes. */
const STEP = 5_000;
const ROUNDS = 9;
const FIGURES_BUDGET = 2;
const STATES = `CASE n % 10 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'draft' WHEN 2 THEN 'sent' ELSE 'confirmed' END`;

const runOn = (server: BenchServer) => (text: string) => server.database.kysely.executeQuery(CompiledQuery.raw(text));

/** Documents number `first` to `last`, each with its lines. */
async function grow(server: BenchServer, first: number, last: number, lines: number): Promise<void> {
  const run = runOn(server);
  for (let low = first; low <= last; low += STEP) {
    const range = `generate_series(${low}, ${Math.min(last, low + STEP - 1)}) n`;
    await run(`WITH made AS (
        INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
        SELECT 'product_invoice', 1, 'CHL-26-' || lpad(n::text, 7, '0'), ${STATES}, 1,
               timestamptz '2026-11-20' - n * interval '7 minutes' FROM ${range} RETURNING id, number
      )
      INSERT INTO product_invoice (id, partner_id, warehouse_list_id, number_invoice, invoice_date)
      SELECT id, 1, 1, 'F' || right(number, 5), date '2026-11-20' - (id % 700) FROM made`);
    if (lines === 0) continue;
    await run(`WITH made AS (
        INSERT INTO document (kind, organization_id, number, status, created_by, created_at)
        SELECT 'act_of_count', 1, 'CHL-26-A' || lpad(n::text, 7, '0'),
               CASE n % 5 WHEN 0 THEN 'created' WHEN 1 THEN 'cancelled' ELSE 'residues_loaded' END, 1,
               timestamptz '2026-11-20' - n * interval '7 minutes' FROM ${range} RETURNING id, status
      ), acts AS (
        INSERT INTO act_of_count (id, comment, loaded_at) SELECT id, 'Choraklik', now() FROM made
      )
      INSERT INTO count_residue (act_of_count_id, product_variant_id, qty, cost)
      SELECT id, 1 + (id + l) % 10000, 5, 1000 FROM made, generate_series(1, ${lines}) l`);
    await run(`INSERT INTO input_product (product_invoice_id, product_variant_id, position, currency_id, value, count,
        no_cash, currency_change, selling_price, created_by)
      SELECT i.id, 1 + (i.id + l) % 10000, l, 1, 1000 + l, 2, 20, 1, 1500, 1
      FROM product_invoice i, generate_series(1, ${lines}) l
      WHERE NOT EXISTS (SELECT 1 FROM input_product x WHERE x.product_invoice_id = i.id)`);
  }
  await run('VACUUM ANALYZE');
}

/** The first page by hand: one statement for the ids, then the same rows. */
const pageByHand = (
  server: BenchServer,
  kind: string,
  rows: (user: SignedIn, ids: number[]) => Promise<unknown>,
): (() => Promise<void>) =>
  byHand(server, async (user) => {
    const { rows: ids } = await sql<{ id: number }>`SELECT id FROM document WHERE kind = ${kind} AND status <> 'deleted'
      ORDER BY created_at DESC, id DESC LIMIT 15`.execute(server.database.kysely);
    return rows(
      user,
      ids.map(({ id }) => id),
    );
  });

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await supply(server);
  const run = runOn(server);
  for (const rule of ['product_invoice', 'act_of_count']) {
    await run(`INSERT INTO rule VALUES ('${rule}', 'allshow') ON CONFLICT DO NOTHING`);
    await run(`INSERT INTO position_rule VALUES (1, '${rule}', 'allshow')`);
  }
  const { kysely } = server.database;
  const plain = (...statements: RawBuilder<unknown>[]) => {
    const hand = byHand(server, async () => {
      const answers = [];
      for (const statement of statements) answers.push((await statement.execute(kysely)).rows);
      return answers;
    });
    return () => timed(hand);
  };
  let grown = 0;
  for (const size of SIZES) {
    await grow(server, grown + 1, size, 8);
    grown = size;
    const of = `${size} documents, ${server.engine}`;
    const invoices = pageByHand(server, 'product_invoice', async (user, ids) =>
      invoicesInList(kysely, await findInvoices(kysely, user, ids)),
    );
    const acts = pageByHand(server, 'act_of_count', (user, ids) => actRows(kysely, user, ids));
    const ask = (call: typeof invoiceIndex | typeof actIndex, part: 'rows' | 'counts' | 'totals' | 'exact') => () =>
      timed(() => server.call(0, call, undefined, undefined, { part }));
    for (const [name, call, hand] of [
      ['invoices', invoiceIndex, invoices],
      ['acts', actIndex, acts],
    ] as const) {
      const page = await byTurns(ROUNDS, ask(call, 'rows'), () => timed(hand));
      reportPage(`first page of ${name}, ${of}`, page.ours, page.bare);
    }
    const counted = sql`SELECT status, count(*) FROM document WHERE kind = 'product_invoice' AND status <> 'deleted'
      GROUP BY 1`;
    const summed = sql`SELECT d.status, l.currency_id, sum(l.value * l.count) FROM input_product l
      JOIN document d ON d.id = l.product_invoice_id
      WHERE l.withdrawn_at IS NULL AND d.kind = 'product_invoice' AND d.status <> 'deleted' GROUP BY 1, 2`;
    const counts = await byTurns(ROUNDS, ask(invoiceIndex, 'counts'), plain(counted));
    reportFigures(`counts by state, ${of}`, counts);
    const sums = await byTurns(ROUNDS, ask(invoiceIndex, 'totals'), plain(summed));
    reportFigures(`sums over the list, ${of}`, sums);
    const exact = await byTurns(3, ask(invoiceIndex, 'exact'), plain(counted, summed));
    reportFigures(`both to the last row, ${of}`, exact);
  }

  await grow(server, grown + 1, MANY, 0);
  const page = await byTurns(
    ROUNDS,
    () => timed(() => server.call(0, invoiceIndex, undefined, undefined, { part: 'rows' })),
    () =>
      timed(
        pageByHand(server, 'product_invoice', async (user, ids) =>
          invoicesInList(kysely, await findInvoices(kysely, user, ids)),
        ),
      ),
  );
  reportPage(`first page of invoices, ${MANY} documents, ${server.engine}`, page.ours, page.bare);
  for (const [name, query] of [
    ['an exact count', { part: 'exact' }],
    ['counts unasked', { part: 'counts' }],
    ['a search by two letters that many have', { part: 'rows', search: 'ch' }],
    ['a search by two letters that nobody has', { part: 'rows', search: 'zz' }],
    ['counts of that search', { part: 'counts', search: 'ch' }],
    ['a search by five letters', { part: 'rows', search: '99999' }],
    ['a page far down', { part: 'rows', page: 600 }],
    ['rare papers by their day', { part: 'rows', type: 'special', sort: 'invoice_date' }],
  ] as const) {
    const { longest, took } = await waits(server, () =>
      server.call(0, invoiceIndex, undefined, undefined, query as object),
    );
    const held = longest <= WAIT_BUDGET_MS;
    process.stdout.write(
      `${held ? '✓' : '✗'} ${name} of ${MANY}, ${server.engine}: ${took.toFixed(0)} ms, another person waits ${longest.toFixed(0)} ms at most (budget ${WAIT_BUDGET_MS})\n`,
    );
    if (!held) process.exitCode = 1;
  }
  await server.close();
}

function reportFigures(name: string, { ours, bare }: { ours: number; bare: number }): void {
  report(name, ours, bare, FIGURES_BUDGET, 'by hand');
}
