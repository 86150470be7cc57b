/** Limits of goods by branch (areas 2.2, 4.3): whose they are, who adds, what is really on stock, and invoices held to them. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { lineCreate, lineCreateMany, type NewLineBody } from '../../contract/invoices/lines.ts';
import { categoryLimit } from '../../contract/settings/categoryLimit.ts';
import { productLimit } from '../../contract/settings/productLimit.ts';
import { draft, line } from './invoiceKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PLAIN, stockIn, withServer } from './world.ts';

const server = withServer();
const FROM = '2026-03-01';

const grant = async (who: PersonName, resource: string, ...actions: string[]) =>
  server.current.db.kysely
    .insertInto('user_rule')
    .values(actions.map((action) => ({ user_id: PEOPLE[who].id, resource, action, granted: true, until: null })))
    .onConflict((row) => row.doNothing())
    .execute();
const statusOf = async (who: PersonName, call: Call, options: object) =>
  (await server.current.call(who, call, options as never)).status;

beforeEach(async () => {
  await server.current.db.kysely.deleteFrom('product_limit').execute();
  await sql`DELETE FROM category_limit`.execute(server.current.db.kysely);
  await server.current.db.kysely.deleteFrom('user_rule').execute();
});

const limitBody = (organization_id: number, variant_id: number, min: number, max: number | null) => ({
  body: { organization_id, variant_id, min, max, valid_from: FROM },
});
async function limited(organization: number, variant: number, min: number, max: number | null): Promise<number> {
  const { create, plan } = productLimit.calls;
  const { id } = (await server.current.do('director', create, limitBody(organization, variant, min, max))).data;
  await server.current.do('director', plan, { params: { id } });
  return id;
}

describe('limits are of a branch', () => {
  it('the list is of one branch: the own one, or another one for who sees all', async () => {
    await limited(ORGANIZATION, PLAIN, 1, 50);
    await limited(OTHER_ORGANIZATION, PLAIN, 2, 60);
    const read = async (who: PersonName, organization_id?: number) => {
      const query = organization_id === undefined ? {} : { organization_id };
      const { data, branch } = await server.current.do(who, productLimit.calls.index, { query });
      return [branch?.id, data.map(({ in_force }) => in_force?.min)];
    };
    expect(await read('director')).toEqual([ORGANIZATION, [1]]);
    expect(await read('director', OTHER_ORGANIZATION)).toEqual([OTHER_ORGANIZATION, [2]]);
    await grant('warehouseman', 'product_limit', 'show');
    expect(await read('warehouseman')).toEqual([ORGANIZATION, [1]]);
    const query = { organization_id: OTHER_ORGANIZATION };
    expect(await statusOf('warehouseman', productLimit.calls.index, { query })).toBe(403);
    await grant('warehouseman', 'product_limit', 'allshow');
    expect(await read('warehouseman', OTHER_ORGANIZATION)).toEqual([OTHER_ORGANIZATION, [2]]);
    expect(await statusOf('director', productLimit.calls.index, { query: { organization_id: 999_999 } })).toBe(422);
  });

  it('another branch’s revisions are not found; seen with `allshow` they are still not written', async () => {
    const id = await limited(OTHER_ORGANIZATION, PLAIN, 2, 60);
    await grant('warehouseman', 'product_limit', 'show', 'add', 'edit');
    const params = { id };
    const { calls } = productLimit;
    expect(await statusOf('warehouseman', calls.revisions, { params })).toBe(404);
    expect(await statusOf('warehouseman', calls.drop, { params })).toBe(404);
    await grant('warehouseman', 'product_limit', 'allshow');
    expect(await statusOf('warehouseman', calls.revisions, { params })).toBe(200);
    expect(await statusOf('warehouseman', calls.drop, { params })).toBe(403);
    expect(await statusOf('warehouseman', calls.create, limitBody(OTHER_ORGANIZATION, PLAIN, 1, 2))).toBe(403);
    expect(await statusOf('warehouseman', calls.create, limitBody(ORGANIZATION, PLAIN, 1, 2))).toBe(200);
  });

  it('a new product needs the right to add, another limit of it the right to edit', async () => {
    await limited(ORGANIZATION, PLAIN, 1, 50);
    const create = (who: PersonName, variant: number) =>
      statusOf(who, productLimit.calls.create, limitBody(ORGANIZATION, variant, 3, 9));
    await grant('warehouseman', 'product_limit', 'show', 'edit');
    expect(await create('warehouseman', PLAIN + 1)).toBe(403);
    expect(await create('warehouseman', PLAIN)).toBe(200);
    await grant('purchaser', 'product_limit', 'show', 'add');
    expect(await create('purchaser', PLAIN)).toBe(403);
    expect(await create('purchaser', PLAIN + 1)).toBe(200);
  });
});

const stock = (variantId: number, qty: number) =>
  server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, 1, { lines: [{ variantId, qty }] }));

/** The only category of the world, limited in the director's branch. */
async function categoryHeld(max_sum: number | null, max_quantity: number | null, organization_id = ORGANIZATION) {
  const body = { organization_id, category_id: 1, max_sum, max_quantity, valid_from: FROM };
  const { id } = (await server.current.do('director', categoryLimit.calls.create, { body })).data;
  await server.current.do('director', categoryLimit.calls.plan, { params: { id } });
}
const categoryRow = async () => {
  const { data } = await server.current.do('director', categoryLimit.calls.index, { query: {} });
  return data[0] as (typeof data)[number];
};

describe('what is really on stock', () => {
  it('of a product: with how many are missing to the least quantity', async () => {
    const variant = PLAIN + 2;
    await limited(ORGANIZATION, variant, 500, null);
    const row = async () => (await server.current.do('director', productLimit.calls.index, { query: {} })).data[0];
    const before = (await row())?.on_stock ?? 0;
    expect(await row()).toMatchObject({ on_stock: before, shortage: 500 - before });
    await stock(variant, 30);
    expect(await row()).toMatchObject({ on_stock: before + 30, shortage: 470 - before });
    await stock(variant, 500);
    expect(await row()).toMatchObject({ shortage: 0 });
  });

  it('of a category with all below it: pieces, soʻm at cost, and how much of the limit they take', async () => {
    await categoryHeld(null, 10_000);
    const before = await categoryRow();
    await stock(PLAIN + 3, 40);
    const after = await categoryRow();
    expect(after.quantity_now - before.quantity_now).toBe(40);
    expect(after.sum_now).toBeGreaterThan(before.sum_now);
    expect(after.used).toBe(Math.round(after.quantity_now / 100));
    // the fuller of the two counts
    await categoryHeld(after.sum_now / 2, 100_000);
    expect((await categoryRow()).used).toBe(200);
  });

  it('a limit of a category has a sum or a quantity, a product’s greatest is not below its least', async () => {
    const body = { organization_id: ORGANIZATION, category_id: 1, valid_from: FROM };
    const empty = await server.current.call('director', categoryLimit.calls.create, { body });
    expect([empty.status, Object.keys(empty.error.errors ?? {})]).toEqual([422, ['max_sum']]);
    const turned = await server.current.call(
      'director',
      productLimit.calls.create,
      limitBody(ORGANIZATION, PLAIN, 5, 4),
    );
    expect([turned.status, Object.keys(turned.error.errors ?? {})]).toEqual([422, ['max']]);
  });
});

describe('an invoice over the limit of a category', () => {
  const goods = (count: number, more: Partial<NewLineBody> = {}) =>
    line({ product_variant_id: PLAIN, count, check: true, ...more });
  const create = (id: number, body: NewLineBody) =>
    server.current.call('purchaser', lineCreate, { params: { id }, body });

  it('is warned of with the room that is left; what is ordered elsewhere and its other lines count', async () => {
    const { quantity_now } = await (async () => {
      await categoryHeld(null, 1);
      return categoryRow();
    })();
    await categoryHeld(null, quantity_now + 10);
    await categoryHeld(null, 1, OTHER_ORGANIZATION);
    const [first, second] = [await draft(server.current), await draft(server.current)];
    expect((await create(first, goods(4))).status).toBe(200);
    const over = await create(second, goods(7));
    expect([over.status, over.error.errors]).toEqual([
      422,
      { count: ['“Tovarlar” limitidan oshadi: yana 6 ta sigʻadi.'] },
    ]);
    const lines = [goods(3), goods(4, { product_variant_id: PLAIN + 1 })];
    const many = await server.current.call('purchaser', lineCreateMany, { params: { id: second }, body: { lines } });
    expect(Object.keys(many.error.errors ?? {})).toEqual(['lines.0.count', 'lines.1.count']);
    expect((await create(second, goods(6))).status).toBe(200);
    expect((await create(second, goods(1, { product_variant_id: PLAIN + 1, check: false }))).status).toBe(200);
  });

  it('by sum at cost', async () => {
    await categoryHeld(1_000_000_000, null);
    const { sum_now } = await categoryRow();
    await categoryHeld(sum_now + 250_000, null);
    const id = await draft(server.current);
    // a piece costs 100,000
    const { status, error } = await create(id, goods(1000));
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['count']]);
    expect(error.errors?.count?.[0]).toMatch(/^“Tovarlar” limitidan oshadi: yana .* soʻmlik sigʻadi\.$/);
  });
});
