/**
 * Handing in a list of 10,000 lines: everything from the parsed body to the commit (schema, lifecycle, rights, entries,
 * facts, event log, answer) against the same rows written by one bare SQL statement in one transaction.
 */
import { CompiledQuery } from 'kysely';
import { submitList } from '../contract/counting.ts';
import { byTurns, engines, type House, LINES, openHouse, report, timed } from './kit.ts';

const ROUNDS = 15;
const BUDGET = 1.5;

/** When the body was parsed and when the transaction that followed was committed. */
async function fromBodyToCommit(house: House, deed: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON;
  const { tx } = house.database;
  let began = 0;
  let ended = 0;
  JSON.parse = (text, reviver) => {
    const value = parse(text, reviver);
    if (text.length > LINES) began ||= performance.now();
    return value;
  };
  house.database.tx = async (fn) => {
    const answer = await tx(fn);
    ended = performance.now();
    return answer;
  };
  try {
    await deed();
  } finally {
    JSON.parse = parse;
    house.database.tx = tx;
  }
  if (!began || ended < began) throw new Error('the body was not parsed before the commit');
  return ended - began;
}

for (const engine of engines()) {
  const house = await openHouse(engine);
  const body = JSON.stringify({
    listed_products: house.variants.map((product_variant_id, n) => ({ product_variant_id, count: n % 11 })),
  });
  const variants = `{${house.variants.join()}}`;
  const counts = `{${house.variants.map((_, n) => n % 11).join()}}`;

  const ours = async () => {
    const { counters } = await house.countingAct(1);
    const [id = 0] = counters;
    return fromBodyToCommit(house, () => house.call(1, submitList, { id }, body));
  };
  const bare = async () => {
    const counter = await house.counter();
    return timed(() =>
      house.database.tx((trx) =>
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
  report(`submit of ${LINES} lines, ${house.engine}`, a, b, BUDGET, 'one bare INSERT');
  await house.close();
}
