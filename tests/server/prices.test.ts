/** Selling prices at the page of goods (decision 79): the latest that has begun is valid; a new one has a reason. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { variant } from '../../contract/directories/variant.ts';
import { priceAdd, priceIndex } from '../../contract/prices.ts';
import { leastFirstPayment } from '../../server/sale/perMonth.ts';
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
    expect(await read()).toEqual({ data: [], current: null, per_month: [] });
    const { status, body } = await add({ price: 3_490_000, reason: 'Yangi tovar', seen: null });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      price: 3_490_000,
      reason: 'Yangi tovar',
      created_by: { id: PEOPLE.director.id },
    });
    expect(await read()).toEqual({ data: [body.data], current: 3_490_000, per_month: [] });
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
      [{ price: 0, reason: 'Bozor', seen: null }, 'price'],
      [{ price: 10.5, reason: 'Bozor', seen: null }, 'price'],
      [{ price: 1_000_000_000_001, reason: 'Bozor', seen: null }, 'price'],
      [{ price: 10, reason: '  ', seen: null }, 'reason'],
      [{ price: 10, reason: 'x', seen: null }, 'reason'],
      [{ price: 10, reason: 'Bozor'.repeat(61), seen: null }, 'reason'],
    ] as const) {
      const { status, error } = await add(body);
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]]);
    }
    expect((await add({ price: 10, reason: 'Bozor', seen: null }, 'viewer')).status).toBe(403);
    expect((await server.current.call('viewer', priceIndex, { params: { id: PHONE } })).status).toBe(200);
    expect((await server.current.call('nobody', priceIndex, { params: { id: PHONE } })).status).toBe(403);
    const unknown = { params: { id: 999_999 }, body: { price: 10, reason: 'Bozor', seen: null } };
    expect((await server.current.call('director', priceAdd, unknown)).status).toBe(404);
    expect((await server.current.call('director', priceIndex, { params: { id: 999_999 } })).status).toBe(404);
  });
});

describe('the price a month (decisions 72, 76; worked example A)', () => {
  interface Terms {
    readonly client?: string;
    readonly term: number;
    readonly markup: number;
    readonly first: number;
    readonly from?: string;
    readonly status?: string;
  }
  const term = ({ client = 'new', term: months, markup, first, from = '2026-01-01', status = 'valid' }: Terms) =>
    sql`INSERT INTO value_setting (client, term, markup, first_payment, valid_from, status, created_by)
      VALUES (${client}, ${months}, ${markup}, ${first}, ${from}, ${status}, ${PEOPLE.director.id})`.execute(
      server.current.db.kysely,
    );
  const ofCategory = (terms: readonly string[], first: number) =>
    sql`INSERT INTO category_setting (category_id, terms, first_payment, lock, delivery, installation, valid_from, status, created_by)
      VALUES (1, ${terms}::text[], ${first}, false, false, false, '2026-01-01', 'valid', ${PEOPLE.director.id})`.execute(
      server.current.db.kysely,
    );
  const months = async (price: number) => {
    await server.current.db.kysely.deleteFrom('price').where('product_variant_id', '=', PHONE).execute();
    await add({ price, reason: 'Sinov', seen: null });
    return (await read()).per_month;
  };

  beforeEach(async () => {
    await sql`DELETE FROM value_setting`.execute(server.current.db.kysely);
    await sql`DELETE FROM category_setting`.execute(server.current.db.kysely);
  });

  it('P 4,999,900, F 20 % rounded up to 1,000,000, 12 months at 38.5 %: eleven of 461,000, the last 468,862, T 6,539,862', async () => {
    await term({ term: 12, markup: 38.5, first: 20 });
    expect(await months(4_999_900)).toEqual([
      { term: 12, first_payment: 1_000_000, month: 461_000, last: 468_862, total: 6_539_862 },
    ]);
  });

  it('has the terms of new clients that are in force on the practice day, the shortest first', async () => {
    await term({ term: 12, markup: 38.5, first: 0 });
    await term({ term: 3, markup: 15, first: 0 });
    await term({ term: 6, markup: 24, first: 0, status: 'draft' });
    await term({ term: 9, markup: 31, first: 0, from: '2091-01-01' });
    await term({ client: 'repeat', term: 18, markup: 52, first: 0 });
    expect((await months(1_000_000)).map(({ term: of }) => of)).toEqual([3, 12]);
  });

  it('a category narrows the terms, and its own least first payment goes before the general one', async () => {
    await term({ term: 6, markup: 10, first: 20 });
    await term({ term: 12, markup: 20, first: 20 });
    await ofCategory(['3', '6'], 30);
    // T = 300,000 + 700,000 × 1.1 = 1,070,000; 770,000 / 6 = 128,333
    expect(await months(1_000_000)).toEqual([
      { term: 6, first_payment: 300_000, month: 128_000, last: 130_000, total: 1_070_000 },
    ]);
  });

  it('leaves out what makes no contract: T below 100,000, instalments below 1,000', async () => {
    await term({ term: 3, markup: 0, first: 0 });
    await term({ term: 12, markup: 10, first: 95 });
    expect(await months(99_999)).toEqual([]);
    // 5,000 × 1.1 = 5,500 for twelve months
    expect((await months(100_000)).map(({ term: of }) => of)).toEqual([3]);
  });

  it.each([
    [6_089_900, 20, 1_218_000],
    [1_000_000, 20, 200_000],
    [1_000_001, 20, 201_000],
    [1_000_000, 0, 0],
    [1, 0.01, 1_000],
    [999_999_999_999, 33.33, 333_300_000_000],
  ])('the least first payment of %i at %s %% is %i', (price, percent, least) => {
    expect(leastFirstPayment(price, percent)).toBe(least);
  });
});
