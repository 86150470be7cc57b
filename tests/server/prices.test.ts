/** Selling prices at the page of goods (decision 79): the latest that has begun is valid; a new one has a reason. */
import { beforeEach, describe, expect, it } from 'vitest';
import { variant } from '../../contract/directories/variant.ts';
import { priceAdd, priceIndex } from '../../contract/prices.ts';
import { PEOPLE, PHONE, withServer } from './world.ts';

const server = withServer();
const read = async () => server.current.do('director', priceIndex, { params: { id: PHONE } });
const add = (body: { price: number; reason: string; seen: number | null }, who: 'director' | 'viewer' = 'director') =>
  server.current.call(who, priceAdd, { params: { id: PHONE }, body });
const row = (price: number, valid_from: Date) => ({ product_variant_id: PHONE, price, valid_from });

beforeEach(async () => {
  const { kysely } = server.current.db;
  await kysely.deleteFrom('price').where('product_variant_id', '=', PHONE).execute();
  await kysely
    .insertInto('user_rule')
    .values({ user_id: PEOPLE.viewer.id, resource: 'product_residue', action: 'report', granted: true, until: null })
    .onConflict((one) => one.doNothing())
    .execute();
});

describe('selling prices', () => {
  it('none, then the first one; the list of goods shows it at once', async () => {
    expect(await read()).toEqual({ data: [], current: null });
    const { status, body } = await add({ price: 3_490_000, reason: 'Yangi tovar', seen: null });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      price: 3_490_000,
      reason: 'Yangi tovar',
      created_by: { id: PEOPLE.director.id },
    });
    expect(await read()).toEqual({ data: [body.data], current: 3_490_000 });
    const { data } = await server.current.do('director', variant.calls.show, { params: { id: PHONE } });
    expect(data.price).toBe(3_490_000);
  });

  it('the latest that has begun is valid: a later one is listed and waits', async () => {
    const { kysely } = server.current.db;
    await kysely
      .insertInto('price')
      .values([
        row(100, new Date('2026-01-01T00:00:00Z')),
        row(200, new Date('2026-02-01T00:00:00Z')),
        row(900, new Date('2091-01-01T00:00:00Z')),
      ] as never)
      .execute();
    const { data, current } = await read();
    expect(current).toBe(200);
    expect(data.map(({ price, reason, created_by }) => [price, reason, created_by])).toEqual([
      [900, null, null],
      [200, null, null],
      [100, null, null],
    ]);
  });

  it('who saw another price is refused and nothing is written', async () => {
    await add({ price: 500, reason: 'Birinchi', seen: null });
    const late = await add({ price: 600, reason: 'Kechikkan', seen: null });
    expect([late.status, late.error.code, late.error.current]).toEqual([409, 'stale', { price: 500 }]);
    expect((await read()).data).toHaveLength(1);
    expect((await add({ price: 600, reason: 'Koʻrib', seen: 500 })).status).toBe(200);
  });

  it('asks for a whole price above 0, a reason and the right', async () => {
    for (const [body, field] of [
      [{ price: 0, reason: 'x', seen: null }, 'price'],
      [{ price: 10.5, reason: 'x', seen: null }, 'price'],
      [{ price: 1_000_000_000_001, reason: 'x', seen: null }, 'price'],
      [{ price: 10, reason: '  ', seen: null }, 'reason'],
      [{ price: 10, reason: 'x'.repeat(301), seen: null }, 'reason'],
    ] as const) {
      const { status, error } = await add(body);
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]]);
    }
    expect((await add({ price: 10, reason: 'x', seen: null }, 'viewer')).status).toBe(403);
    expect((await server.current.call('viewer', priceIndex, { params: { id: PHONE } })).status).toBe(200);
    expect((await server.current.call('nobody', priceIndex, { params: { id: PHONE } })).status).toBe(403);
    const unknown = { params: { id: 999_999 }, body: { price: 10, reason: 'x', seen: null } };
    expect((await server.current.call('director', priceAdd, unknown)).status).toBe(404);
    expect((await server.current.call('director', priceIndex, { params: { id: 999_999 } })).status).toBe(404);
  });
});
