/** Sets of goods: what their goods cost one by one, and what a set saves. */
import { expect, it } from 'vitest';
import { productSet } from '../../contract/directories/productSet.ts';
import { variant } from '../../contract/directories/variant.ts';
import { withServer } from './world.ts';

const server = withServer();

it('sums the prices of the goods today; where one has none there is no sum and no saving', async () => {
  const { data } = await server.current.do('director', variant.calls.index, { query: { per_page: 100 } });
  const [one, other, without] = data;
  if (one === undefined || other === undefined || without === undefined) throw new Error('the world has no such goods');
  const { kysely } = server.current.db;
  const ids = [one.id, other.id, without.id];
  await kysely.deleteFrom('price').where('product_variant_id', 'in', ids).execute();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await kysely
    .insertInto('price')
    .values([
      { product_variant_id: one.id, price: 90_000, valid_from: hoursAgo(48) },
      { product_variant_id: one.id, price: 100_000, valid_from: hoursAgo(24) },
      { product_variant_id: one.id, price: 500_000, valid_from: hoursAgo(-24) },
      { product_variant_id: other.id, price: 50_000, valid_from: hoursAgo(24) },
    ])
    .execute();
  const total = 150_000;
  const make = async (name: string, goods: number[], price: number) => {
    const body = { name, goods, price, sold: { from: '2026-11-01', to: null } };
    return (await server.current.do('director', productSet.calls.create, { body } as never)).data;
  };
  expect(await make('Arzon', [one.id, other.id], total - 500)).toMatchObject({ goods_sum: total, saving: 500 });
  expect(await make('Qimmat', [one.id, other.id], total + 500)).toMatchObject({ goods_sum: total, saving: -500 });
  expect(await make('Narxsiz', [one.id, without.id], 1000)).toMatchObject({ goods_sum: null, saving: null });
  const { data: listed } = await server.current.do('director', productSet.calls.index, { query: { search: 'Arzon' } });
  expect(listed).toMatchObject([{ name: 'Arzon', goods_sum: total, saving: 500 }]);
});
