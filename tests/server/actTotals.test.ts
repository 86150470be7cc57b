/** Figures of the list of acts and of an act: what is missing and what is over, before the two are netted. */
import { describe, expect, it } from 'vitest';
import { actCancel, actIndex, actShow } from '../../contract/counting/acts.ts';
import { completedAct, countingAct, entry, NOTHING, openAct, save, submit, taken } from './acts.ts';
import { countingKit } from './countingKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const { rowOf } = countingKit(server);

/** Goods of the small world: a unit of product n costs n thousand soʻm. */
const [FIRST, SECOND, THIRD] = [1, 2, 3];

describe('the foot of the list of acts', () => {
  it('sums what its columns show: open acts too, cancelled ones only where they are asked for', async () => {
    const on = server.current;
    await openAct(on);
    const going = await countingAct(on);
    for (const product of [FIRST, SECOND])
      await save(on, 'counter1', going.counters[0] ?? NOTHING, [entry(product, 1)]);

    const counted = await countingAct(on);
    const residue = async (product: number) => (await rowOf(counted.id, product)).residue;
    const list = [
      { product_variant_id: FIRST, count: (await residue(FIRST)) - 2 },
      { product_variant_id: THIRD, count: (await residue(THIRD)) + 1 },
    ];
    taken(await submit(on, 'counter1', counted.counters[0] ?? NOTHING, list));

    const completed = await completedAct(on, [
      { product_variant_id: SECOND, count: (await residue(SECOND)) - 1 },
      { product_variant_id: THIRD, count: await residue(THIRD) },
    ]);

    const cancelled = await countingAct(on);
    await save(on, 'counter1', cancelled.counters[0] ?? NOTHING, [entry(FIRST, 1)]);
    await on.do('keeper', actCancel, { params: { id: cancelled.id }, body: { reason: 'Xato ochilgan' } });

    const rows = (await on.do('keeper', actIndex)).data;
    const figuresOf = (id: number) => {
      const row = rows.find((one) => one.id === id);
      return [row?.counted, row?.shortage_sum, row?.surplus_sum, row?.difference_sum];
    };
    expect(figuresOf(going.id)).toEqual([2, null, null, null]);
    // two of 1,000 missing, one of 3,000 over
    expect(figuresOf(counted.id)).toEqual([2, -2_000, 3_000, 1_000]);
    // one of 2,000 missing
    expect(figuresOf(completed.id)).toEqual([2, -2_000, 0, -2_000]);
    expect(figuresOf(cancelled.id)).toEqual([1, null, null, null]);

    const totals = async (query: object) =>
      (await on.do('keeper', actIndex, { query: { part: 'totals', ...query } })).meta.totals;
    expect(await totals({})).toEqual({
      counted: 6,
      shortage_sum: -4_000,
      surplus_sum: 3_000,
      difference_sum: -1_000,
    });
    expect(await totals({ part: 'exact' })).toEqual(await totals({}));
    expect(await totals({ status: 'counted' })).toEqual({
      counted: 2,
      shortage_sum: -2_000,
      surplus_sum: 3_000,
      difference_sum: 1_000,
    });
    const nothing = { shortage_sum: 0, surplus_sum: 0, difference_sum: 0 };
    expect(await totals({ status: 'cancelled' })).toEqual({ counted: 1, ...nothing });
    expect(await totals({ status: 'created' })).toEqual({ counted: 0, ...nothing });

    const { data } = await on.do('keeper', actShow, { params: { id: counted.id } });
    expect(data).toMatchObject({ shortage: -2, surplus: 1, difference: -1 });
    expect(data).toMatchObject({ shortage_sum: -2_000, surplus_sum: 3_000, difference_sum: 1_000 });
  });
});
