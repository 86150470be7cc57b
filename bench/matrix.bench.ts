/** The counter matrix of 10,000 lines × 4 counters, whole, against a bare SELECT of as many rows. */
import { CompiledQuery } from 'kysely';
import { submitList } from '../contract/counting/entries.ts';
import { rowsShow } from '../contract/counting/matrix.ts';
import { byTurns, engines, LINES, openBenchServer, report, timed } from './kit.ts';

const ROUNDS = 7;
const BUDGET = 5;
const COUNTERS = 4;

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  const { id, counters } = await server.countingAct(COUNTERS);
  for (const [at, counter] of counters.entries()) {
    await server.call(
      at + 1,
      submitList,
      { id: counter },
      {
        listed_products: server.variants.map((product_variant_id, n) => ({ product_variant_id, count: n % 11 })),
      },
    );
  }
  await server.database.kysely.executeQuery(CompiledQuery.raw('ANALYZE count_entry'));
  const ours = () => timed(() => server.call(0, rowsShow, { actId: id }));
  const bare = () =>
    timed(() =>
      server.database.kysely.executeQuery(
        CompiledQuery.raw(
          `SELECT e.id, e.entry_id, e.computing_act_user_id, e.product_variant_id, e.count, e.serial_number, e.source
           FROM count_entry e JOIN computing_act_user c ON c.id = e.computing_act_user_id WHERE c.act_of_count_id = $1`,
          [id],
        ),
      ),
    );
  const { ours: a, bare: b } = await byTurns(ROUNDS, ours, bare);
  report(`matrix of ${LINES} × ${COUNTERS}, ${server.engine}`, a, b, BUDGET, `bare SELECT of ${LINES * COUNTERS} rows`);
  await server.close();
}
