/**
 * Handing in a list of 10,000 lines: everything from the parsed body to the commit (schema, lifecycle, rights, entries,
 * facts, event log, answer) against the same rows written by one bare SQL statement in one transaction.
 */
import { CompiledQuery } from 'kysely';
import { submitList } from '../contract/counting/entries.ts';
import { type BenchServer, byTurns, engines, LINES, openBenchServer, report, timed } from './kit.ts';

const ROUNDS = 15;
const BUDGET = 1.5;

/** When the body was parsed and when the transaction that followed was committed. */
async function fromBodyToCommit(server: BenchServer, command: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON;
  const { tx } = server.database;
  let began = 0;
  let ended = 0;
  JSON.parse = (text, reviver) => {
    const value = parse(text, reviver);
    if (text.length > LINES) began ||= performance.now();
    return value;
  };
  server.database.tx = async (fn) => {
    const answer = await tx(fn);
    ended = performance.now();
    return answer;
  };
  try {
    await command();
  } finally {
    JSON.parse = parse;
    server.database.tx = tx;
  }
  if (!began || ended < began) throw new Error('the body was not parsed before the commit');
  return ended - began;
}

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  const body = JSON.stringify({
    listed_products: server.variants.map((product_variant_id, n) => ({ product_variant_id, count: n % 11 })),
  });
  const variants = `{${server.variants.join()}}`;
  const counts = `{${server.variants.map((_, n) => n % 11).join()}}`;

  const ours = async () => {
    const { counters } = await server.countingAct(1);
    const [id = 0] = counters;
    return fromBodyToCommit(server, () => server.call(1, submitList, { id }, body));
  };
  const bare = async () => {
    const counter = await server.counter();
    return timed(() =>
      server.database.tx((trx) =>
        trx.executeQuery(
          CompiledQuery.raw(
            `INSERT INTO count_entry (entry_id, computing_act_user_id, product_variant_id, count, source, entered_at)
             SELECT gen_random_uuid(), $1::int, v, n, 'file', now() FROM unnest($2::int[], $3::int[]) AS line (v, n)`,
            [counter, variants, counts],
          ),
        ),
      ),
    );
  };
  const { ours: a, bare: b } = await byTurns(ROUNDS, ours, bare);
  report(`submit of ${LINES} lines, ${server.engine}`, a, b, BUDGET, 'one bare INSERT');
  await server.close();
}
