import { describe, expect, it } from 'vitest';
import { categoryGetAll, type ResidueRow, residueBatches, residueIndex } from '../../contract/residues.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { Random } from '../../server/seed/random.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PHONE, PLAIN, type Server, serialOf, withServer } from './world.ts';

const server = withServer();

const DAY = 86_400_000;
/** Noon in Tashkent so many days ago, and that day. */
const ago = (days: number) => new Date(Date.parse(`${tashkentDay(new Date())}T12:00:00+05:00`) - days * DAY);
const dayAgo = (days: number) => tashkentDay(ago(days));

interface Lines {
  at: Date;
  warehouse: number;
  lines: { variant: number; qty: number; cost?: number; batch?: number; serial?: number }[];
}

/** Moves of a day that has passed, written as posting writes them; a line without a batch brings one. */
async function move({ db }: Server, { at, warehouse, lines }: Lines): Promise<number[]> {
  return db.tx(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('warehouse_list')
      .select('organization_id')
      .where('id', '=', warehouse)
      .executeTakeFirstOrThrow();
    const { id } = await createDocument(trx, {
      kind: 'stock_opening',
      organizationId: organization_id,
      status: 'posted',
      userId: 1,
      now: at,
    });
    const batches: number[] = [];
    for (const { variant, qty, cost = 1000, batch, serial } of lines) {
      const batch_id =
        batch ??
        (
          await trx
            .insertInto('stock_batch')
            .values({ product_variant_id: variant, document_id: id, received_at: at, cost })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
      batches.push(batch_id);
      await trx
        .insertInto('stock_move')
        .values({
          warehouse_id: warehouse,
          product_variant_id: variant,
          batch_id,
          serial_id: serial ?? null,
          qty,
          cost,
          serial_state: null,
          document_id: id,
          practice_day_id: organization_id,
          created_by: 1,
          created_at: at,
        })
        .execute();
    }
    return batches;
  });
}

type Query = Record<string, unknown>;
const asked = (on: Server, who: 'warehouseman' | 'director' | 'nobody', query: Record<string, unknown> = {}) =>
  on.call(who, residueIndex, { query: { per_page: 100, ...query } as never });
const rowsOf = async (query: Query, who: 'warehouseman' | 'director' = 'director') =>
  (await asked(server.current, who, query)).body.data;
const of = (rows: readonly ResidueRow[], variant: number, warehouse: number) =>
  rows.find((row) => row.variant.id === variant && row.warehouse.id === warehouse);

describe('residues on a day', () => {
  it('shows the stock at the end of any day, with its weighted cost, price and age', async () => {
    const [first = 0] = await move(server.current, {
      at: ago(100),
      warehouse: 2,
      lines: [{ variant: PLAIN, qty: 10, cost: 1000 }],
    });
    await move(server.current, { at: ago(40), warehouse: 2, lines: [{ variant: PLAIN, qty: 30, cost: 2000 }] });
    await move(server.current, { at: ago(10), warehouse: 2, lines: [{ variant: PLAIN, qty: -10, batch: first }] });
    await server.current.db.kysely
      .insertInto('price')
      .values([
        { product_variant_id: PLAIN, price: 5000, valid_from: ago(60) },
        { product_variant_id: PLAIN, price: 6000, valid_from: ago(5) },
      ])
      .execute();

    const on = async (days: number) => of(await rowsOf({ date: dayAgo(days) }), PLAIN, 2);
    expect(await on(101)).toBeUndefined();
    expect(await on(100)).toMatchObject({ quantity: 10, cost: 1000, sum: 10_000, price: null, age: 0 });
    expect(await on(60)).toMatchObject({ quantity: 10, price: 5000, age: 40 });
    expect(await on(40)).toMatchObject({ quantity: 40, cost: 1750, sum: 70_000, price: 5000, age: 60 });
    expect(await on(10)).toMatchObject({ quantity: 30, cost: 2000, sum: 60_000, price: 5000, age: 30 });
    expect(await on(0)).toMatchObject({ quantity: 30, price: 6000, age: 40 });
    expect(of(await rowsOf({}), PLAIN, 2)).toEqual(await on(0));
  });

  it('counts a move just before midnight of Tashkent to the day that ends', async () => {
    const midnight = new Date(`${dayAgo(3)}T00:00:00+05:00`);
    await move(server.current, {
      at: new Date(midnight.getTime() - 1000),
      warehouse: 5,
      lines: [{ variant: 2, qty: 1 }],
    });
    await move(server.current, { at: midnight, warehouse: 5, lines: [{ variant: 3, qty: 1 }] });
    const then = await rowsOf({ date: dayAgo(4) });
    expect(of(then, 2, 5)?.quantity).toBe(1);
    expect(of(then, 3, 5)).toBeUndefined();
    expect(of(await rowsOf({ date: dayAgo(3) }), 3, 5)?.quantity).toBe(1);
  });

  it('leaves goods in transit out, and refuses a day that has not come', async () => {
    await move(server.current, { at: ago(1), warehouse: 3, lines: [{ variant: 4, qty: 7 }] });
    expect((await rowsOf({ search: 'Tovar 4' })).map((row) => row.warehouse.kind)).not.toContain('transit');
    const answer = await asked(server.current, 'director', { date: dayAgo(-1) });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toHaveProperty('date');
  });

  it('filters, counts by age before that filter, totals the filter, and pages', async () => {
    const { body } = await asked(server.current, 'director', { warehouse_id: 2, search: 'Tovar 1' });
    expect(body.data.map((row) => row.variant.id)).toEqual([PLAIN]);
    const figures = await asked(server.current, 'director', { warehouse_id: 2, search: 'Tovar 1', part: 'counts' });
    expect(figures.body.meta.ages).toEqual({ all: 1, '30': 1, '60': 0, '90': 0, '180': 0 });
    expect(figures.body.meta.totals).toEqual({ units: 30, cost_sum: 60_000, selling_sum: 180_000 });
    expect(await rowsOf({ warehouse_id: 2, age: '60' })).toEqual([]);
    expect((await rowsOf({ age: '30' })).map((row) => row.variant.id)).toEqual([PLAIN]);
    expect((await rowsOf({ search: 'sku-11', organization_id: ORGANIZATION })).map((row) => row.variant.id)).toEqual([
      PHONE,
    ]);
    expect((await rowsOf({ search: '4780000000011' }))[0]?.variant.id).toBe(PHONE);
    expect((await rowsOf({ search: serialOf(12, 2).toLowerCase() }))[0]?.variant.id).toBe(12);
    const whole = await rowsOf({ sort: '-qty' });
    expect(whole.map((row) => row.quantity)).toEqual(whole.map((row) => row.quantity).sort((a, b) => b - a));
    const second = await asked(server.current, 'director', { per_page: 15, page: 2, sort: '-qty' });
    expect(second.body.data).toEqual(whole.slice(15, 30));
    expect(second.body.meta.total).toBe(whole.length);
  });

  it('takes the categories under a category', async () => {
    const { id } = await server.current.db.kysely
      .insertInto('product_category')
      .values({ name_uz: 'Choynaklar', name_ru: 'Чайники', parent_id: 1, search_key: 'choynaklar' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.current.db.kysely.updateTable('product').set({ category_id: id }).where('id', '=', 5).execute();
    expect((await rowsOf({ category_id: id })).every((row) => row.variant.id === 5)).toBe(true);
    expect((await rowsOf({ category_id: id })).length).toBeGreaterThan(0);
    expect(of(await rowsOf({ category_id: 1 }), 5, 1)?.category).toBe('Choynaklar');
    const { body } = await server.current.call('warehouseman', categoryGetAll, { language: 'ru' });
    expect(body.data).toEqual([
      { id: 1, name: 'Товары', above: [] },
      { id, name: 'Чайники', above: ['Товары'] },
    ]);
    const found = await server.current.call('warehouseman', categoryGetAll, { query: { search: 'choynak' } });
    expect(found.body.data.map((one) => one.id)).toEqual([id]);
  });

  it('shows a storekeeper the own organization, and what goods cost only to who may report', async () => {
    const { body } = await asked(server.current, 'warehouseman', { organization_id: OTHER_ORGANIZATION });
    expect(body.data).toEqual([]);
    const own = (await asked(server.current, 'warehouseman')).body;
    expect(own.data.every((row) => row.organization.id === ORGANIZATION && row.cost === null && row.sum === null)).toBe(
      true,
    );
    const sums = (await asked(server.current, 'warehouseman', { part: 'totals' })).body.meta.totals;
    expect(sums?.cost_sum).toBeNull();
    expect((await asked(server.current, 'warehouseman', { sort: '-cost' })).status).toBe(403);
    expect((await asked(server.current, 'nobody')).status).toBe(403);
    expect((await rowsOf({ organization_id: OTHER_ORGANIZATION })).length).toBeGreaterThan(0);
  });
});

describe('batches of a row', () => {
  const batches = (who: 'warehouseman' | 'director', id: number, warehouse_id: number, date?: string) =>
    server.current.call(who, residueBatches, {
      params: { id },
      query: date === undefined ? { warehouse_id } : { warehouse_id, date },
    });

  it('names each batch with its paper, oldest first, as it was on the day', async () => {
    const now = (await batches('director', PLAIN, 2)).body.data;
    expect(now).toMatchObject([
      { quantity: 30, cost: 2000, age: 40, serials: [], document: { kind: 'stock_opening' } },
    ]);
    const then = (await batches('director', PLAIN, 2, dayAgo(20))).body.data;
    expect(then.map((batch) => [batch.quantity, batch.cost, batch.age])).toEqual([
      [10, 1000, 80],
      [30, 2000, 20],
    ]);
    expect((await batches('warehouseman', PLAIN, 2)).body.data[0]?.cost).toBeNull();
  });

  it('names the units that were there', async () => {
    const add = async (number: string) => {
      const batch = await server.current.db.kysely
        .insertInto('stock_batch')
        .values({ product_variant_id: PHONE, document_id: 1, received_at: ago(8), cost: 9000 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const serial = await server.current.db.kysely
        .insertInto('serial_number')
        .values({ product_variant_id: PHONE, batch_id: batch.id, serial_number: number, warehouse_id: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await server.current.db.kysely
        .insertInto('serial_code')
        .values([
          { serial_id: serial.id, code: number, kind: 'serial' },
          { serial_id: serial.id, code: `IMEI-${number}`, kind: 'imei' },
        ])
        .execute();
      return { variant: PHONE, batch: batch.id, serial: serial.id };
    };
    const stays = await add('STAYS');
    const leaves = await add('LEAVES');
    await move(server.current, {
      at: ago(8),
      warehouse: 2,
      lines: [
        { ...stays, qty: 1 },
        { ...leaves, qty: 1 },
      ],
    });
    await move(server.current, { at: ago(2), warehouse: 2, lines: [{ ...leaves, qty: -1 }] });
    const unitsOn = async (date?: string) =>
      (await batches('warehouseman', PHONE, 2, date)).body.data.flatMap((batch) => batch.serials);
    expect(await unitsOn()).toEqual([{ serial_number: 'STAYS', imei_numbers: ['IMEI-STAYS'] }]);
    expect((await unitsOn(dayAgo(3))).map((unit) => unit.serial_number).sort()).toEqual(['LEAVES', 'STAYS']);
    expect(await unitsOn(dayAgo(9))).toEqual([]);
  });

  it('404 for a warehouse that the person does not see, for goods in transit, or for an unknown product', async () => {
    expect((await batches('warehouseman', PLAIN, 4)).status).toBe(404);
    expect((await batches('director', PLAIN, 4)).status).toBe(200);
    expect((await batches('director', PLAIN, 3)).status).toBe(404);
    expect((await batches('director', 999, 2)).status).toBe(404);
  });
});

describe('the ledger and the balance', () => {
  it.each(['moves-1', 'moves-2', 'moves-3'])('agree on today for a random history: %s', async (name) => {
    const random = new Random(name);
    const pick = (most: number) => Math.floor(random.next() * most);
    const left = new Map<string, { warehouse: number; variant: number; batch: number; qty: number }>();
    for (let days = 30; days >= 0; days -= 3) {
      const warehouse = [1, 2, 4, 5][pick(4)] as number;
      const lines: Lines['lines'] = Array.from({ length: 3 }, () => ({
        variant: 1 + pick(10),
        qty: 1 + pick(9),
        cost: 100 * (1 + pick(50)),
      }));
      const at = new Date(ago(days).getTime() - DAY / 2);
      const batches = await move(server.current, { at, warehouse, lines });
      lines.forEach(({ variant, qty }, index) => {
        const batch = batches[index] as number;
        left.set(`${batch}`, { warehouse, variant, batch, qty });
      });
      const some = [...left.values()].filter((one) => one.qty > 0)[pick(left.size)];
      if (some === undefined) continue;
      const qty = 1 + pick(some.qty);
      some.qty -= qty;
      await move(server.current, {
        at: new Date(at.getTime() + 1000),
        warehouse: some.warehouse,
        lines: [{ variant: some.variant, batch: some.batch, qty: -qty }],
      });
    }
    const now = await rowsOf({});
    expect(await rowsOf({ date: dayAgo(0) })).toEqual(now);
    const balance = await server.current.db.kysely
      .selectFrom('stock_balance as b')
      .innerJoin('warehouse_list as w', 'w.id', 'b.warehouse_id')
      .select(({ fn }) => ['b.product_variant_id', 'b.warehouse_id', fn.sum<number>('b.qty').as('qty')])
      .where('w.kind', '<>', 'transit')
      .where('b.qty', '>', 0)
      .groupBy(['b.product_variant_id', 'b.warehouse_id'])
      .execute();
    expect(new Map(now.map((row) => [`${row.variant.id} ${row.warehouse.id}`, row.quantity]))).toEqual(
      new Map(balance.map((row) => [`${row.product_variant_id} ${row.warehouse_id}`, Number(row.qty)])),
    );
  });
});
