/** An act limited to categories, each with everything below it (decision 17): what is loaded, and what is refused by name. */
import { beforeAll, describe, expect, it } from 'vitest';
import { actHistory, actIndex, actLimit, actShow, loadResidues } from '../../contract/counting/acts.ts';
import { counterShow, counterStart } from '../../contract/counting/counters.ts';
import { counterProducts } from '../../contract/counting/entries.ts';
import { addManually, downloadExcel, rowsShow } from '../../contract/counting/matrix.ts';
import { addCounter, entry, openAct, save, submit, taken } from './acts.ts';
import { countingKit } from './countingKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const { comesIn, byHand, complete, form, piecesOf } = countingKit(server);

/** The tree: devices above phones and tablets; cables beside them. */
const category = { devices: 0, phones: 0, tablets: 0, cables: 0 };
const goods = { phone: 0, tablet: 0, cable: 0, unit: 0 };

beforeAll(async () => {
  const { db } = server.current;
  const under = async (name_uz: string, name_ru: string, parent_id: number | null) => {
    const made = await db.kysely
      .insertInto('product_category')
      .values({ name_uz, name_ru, parent_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  };
  category.devices = await under('Qurilmalar', 'Устройства', null);
  category.phones = await under('Telefonlar', 'Телефоны', category.devices);
  category.tablets = await under('Planshetlar', 'Планшеты', category.devices);
  category.cables = await under('Kabellar', 'Кабели', null);
  const product = async (title: string, category_id: number, is_serial_number = false) => {
    const { id } = await db.kysely
      .insertInto('product')
      .values({ name: title, category_id, brand_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const variant = await db.kysely
      .insertInto('product_variant')
      .values({ product_id: id, title, sku: title, barcode: null, is_serial_number, imei_count: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return variant.id;
  };
  goods.phone = await product('Telefon oddiy', category.phones);
  goods.tablet = await product('Planshet', category.tablets);
  goods.cable = await product('Kabel', category.cables);
  goods.unit = await product('Kabel seriyali', category.cables, true);
  for (const id of [goods.phone, goods.tablet, goods.cable]) await comesIn(id, 5);
  await comesIn(goods.unit, 1, ['CABLE-1']);
});

const limit = (actId: number, ...category_ids: number[]) =>
  server.current.call('keeper', actLimit, { params: { actId }, body: { category_ids } });

/** An act limited to categories, with one counter that counts. */
async function limited(...categories: number[]): Promise<{ id: number; counter: number }> {
  const id = await openAct(server.current);
  taken(await limit(id, ...categories));
  await server.current.do('keeper', loadResidues, { params: { actId: id } });
  const counter = await addCounter(server.current, id, 'counter1');
  await server.current.do('counter1', counterStart, { params: { id: counter } });
  return { id, counter };
}

const rowsOf = async (actId: number) => (await server.current.do('keeper', rowsShow, { params: { actId } })).data;
const countedIds = async (actId: number) => (await rowsOf(actId)).map((row) => row.product_variant.id).sort();

async function moveTo(variantId: number, category_id: number): Promise<void> {
  await server.current.db.kysely
    .updateTable('product')
    .set({ category_id })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('product_variant').select('product_id').where('id', '=', variantId),
    )
    .execute();
}

/** The refusal names the products. */
const named = (...titles: string[]) => ({
  code: 'outside_limit',
  lines: titles.map((title) => expect.objectContaining({ title })),
  message: expect.stringContaining(titles.map((title) => `«${title}»`).join(', ')),
});

describe('limiting an act', () => {
  it('is shown in its answer, its window and the list, and raises the version once', async () => {
    const id = await openAct(server.current);
    const { data } = taken(await limit(id, category.devices, category.cables, category.devices));
    const categories = [
      { id: category.devices, name_uz: 'Qurilmalar', name_ru: 'Устройства' },
      { id: category.cables, name_uz: 'Kabellar', name_ru: 'Кабели' },
    ];
    expect(data).toMatchObject({ categories, version: 2, status: 'created' });
    expect((await server.current.do('keeper', actShow, { params: { id } })).data.categories).toEqual(categories);
    const list = await server.current.do('keeper', actIndex);
    expect(list.data.find((act) => act.id === id)?.categories).toEqual(categories);
  });

  it('is one line of the log: who, what it was and what it is', async () => {
    const id = await openAct(server.current);
    taken(await limit(id, category.phones));
    taken(await limit(id));
    const { data } = await server.current.do('keeper', actHistory, { params: { id } });
    const lines = data.filter((line) => line.event === 'act.limit').reverse();
    const phones = [{ id: category.phones, name_uz: 'Telefonlar', name_ru: 'Телефоны' }];
    expect(lines.map(({ user, payload }) => [user?.id, payload.before, payload.after])).toEqual([
      [PEOPLE.keeper.id, { categories: [] }, { categories: phones }],
      [PEOPLE.keeper.id, { categories: phones }, { categories: [] }],
    ]);
  });

  it('is refused to whoever saw an older version, and changes nothing', async () => {
    const id = await openAct(server.current);
    taken(await limit(id, category.phones));
    const late = await server.current.call('deputy', actLimit, {
      params: { actId: id },
      body: { category_ids: [] },
      ifMatch: 1,
    });
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    const { data } = await server.current.do('keeper', actShow, { params: { id } });
    expect(data.categories.map((one) => one.id)).toEqual([category.phones]);
  });

  it('refuses a category that is none, and leaves the limit as it was', async () => {
    const id = await openAct(server.current);
    taken(await limit(id, category.phones));
    const answer = await limit(id, category.cables, 2_000_000);
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['category_ids']]);
    const { data } = await server.current.do('keeper', actShow, { params: { id } });
    expect(data.categories.map((one) => one.id)).toEqual([category.phones]);
  });

  it('is refused once residues are loaded', async () => {
    const { id } = await limited(category.phones);
    const answer = await limit(id);
    expect([answer.status, answer.error.code]).toEqual([409, 'not_allowed_now']);
  });
});

describe('a limited act', () => {
  it('holds what is in its categories and below them alone: residues, serial numbers, matrix, file', async () => {
    const { id } = await limited(category.devices);
    expect(await countedIds(id)).toEqual([goods.phone, goods.tablet].sort());
    const excel = await server.current.do('keeper', downloadExcel, { params: { actId: id } });
    expect(excel.data).toHaveLength(2);
    const { data } = await server.current.do('keeper', actShow, { params: { id } });
    expect(data).toMatchObject({ lines: 2, residue: 10, residue_left_out: 10 });
    const serials = (actId: number) =>
      server.current.db.kysely
        .selectFrom('count_residue_serial')
        .select('serial_id')
        .where('act_of_count_id', '=', actId)
        .execute();
    expect(await serials(id)).toEqual([]);
    const cables = await limited(category.cables);
    expect(await countedIds(cables.id)).toEqual([goods.cable, goods.unit].sort());
    expect(await serials(cables.id)).toHaveLength(1);
  });

  it('gives its counters these products, and those outside only to refuse them by name', async () => {
    const { counter } = await limited(category.devices);
    const at = { params: { id: counter } };
    const products = await server.current.do('counter1', counterProducts, at);
    expect(products.data.map((one) => one.id)).toEqual([goods.phone, goods.tablet]);
    expect(products.outside.map((one) => one.title)).toContain('Kabel');
    expect(products.outside.map((one) => one.id)).not.toContain(goods.phone);
    const shown = await server.current.do('counter1', counterShow, at);
    expect(shown.data.act.categories.map((one) => one.name_ru)).toEqual(['Устройства']);
  });

  it('has another tag of its products when one of them changes its category', async () => {
    const { counter } = await limited(category.devices);
    const tag = async () => {
      const answer = await server.current.call('counter1', counterProducts, { params: { id: counter } });
      return answer.headers.get('etag');
    };
    const before = await tag();
    expect(await tag()).toBe(before);
    await moveTo(goods.tablet, category.cables);
    expect(await tag()).not.toBe(before);
    await moveTo(goods.tablet, category.tablets);
    expect(await tag()).toBe(before);
  });

  it('refuses entries of other products one by one, and saves the rest', async () => {
    const { id, counter } = await limited(category.devices);
    const good = entry(goods.phone, 2);
    const outside = [entry(goods.cable, 1), entry(goods.cable, 0), entry(goods.unit, 1, 'CABLE-1')];
    const { data } = taken(await save(server.current, 'counter1', counter, [...outside, good]));
    expect(data.saved).toEqual([good.entry_id]);
    expect(data.refused).toEqual(outside.map(({ entry_id }) => ({ entry_id, reason: 'outside_limit' })));
    expect(await countedIds(id)).toEqual([goods.phone, goods.tablet].sort());
  });

  it('refuses a list with other products by name, and hands in nothing of it', async () => {
    const { counter } = await limited(category.devices);
    const answer = await submit(server.current, 'counter1', counter, [
      { product_variant_id: goods.phone, count: 5 },
      { product_variant_id: goods.unit, count: 1, serial_numbers: ['CABLE-1'] },
      { product_variant_id: goods.cable, count: 1 },
    ]);
    expect([answer.status, answer.error]).toEqual([409, expect.objectContaining(named('Kabel', 'Kabel seriyali'))]);
    const shown = await server.current.do('counter1', counterShow, { params: { id: counter } });
    expect(shown.data.counter).toMatchObject({ status: 'counting', counted: 0 });
    taken(await submit(server.current, 'counter1', counter, [{ product_variant_id: goods.phone, count: 5 }]));
  });

  it('refuses a count by hand of another product by name, in both languages', async () => {
    const { id } = await limited(category.devices);
    const answer = await byHand(id, goods.cable, 3);
    expect([answer.status, answer.error]).toEqual([409, expect.objectContaining(named('Kabel'))]);
    expect(answer.error.message).toMatch(/kategoriya.*«Kabel»/);
    const inRussian = await server.current.call('keeper', addManually, {
      params: { actId: id },
      body: {
        product_variant_id: goods.cable,
        listed_products: [{ product_variant_id: goods.cable, count: 3 }],
      },
      language: 'ru',
    });
    expect(inRussian.error.message).toMatch(/категории.*«Kabel»/);
    expect(await countedIds(id)).toEqual([goods.phone, goods.tablet].sort());
    taken(await byHand(id, goods.phone, 3));
  });

  it('is neither completed nor formed with a product that was put elsewhere after it was counted', async () => {
    const { id, counter } = await limited(category.devices);
    const found = entry(goods.tablet, 4);
    taken(await save(server.current, 'counter1', counter, [entry(goods.phone, 5), found]));
    await moveTo(goods.tablet, category.cables);
    // it may be taken back, but not counted further
    const more = taken(await save(server.current, 'counter1', counter, [entry(goods.tablet, 1)]));
    expect(more.data.refused.map((one) => one.reason)).toEqual(['outside_limit']);
    const back = taken(await save(server.current, 'counter1', counter, [entry(goods.tablet, -1)]));
    expect(back.data.refused).toEqual([]);
    await moveTo(goods.tablet, category.tablets);
    taken(
      await submit(server.current, 'counter1', counter, [
        { product_variant_id: goods.phone, count: 5 },
        { product_variant_id: goods.tablet, count: 3 },
      ]),
    );
    await moveTo(goods.tablet, category.cables);
    const refused = expect.objectContaining(named('Planshet'));
    const early = await complete(id);
    expect([early.status, early.error]).toEqual([409, refused]);
    await moveTo(goods.tablet, category.tablets);
    taken(await complete(id));
    await moveTo(goods.tablet, category.cables);
    const late = await form(id);
    expect([late.status, late.error]).toEqual([409, refused]);
    expect(await piecesOf(goods.tablet)).toBe(5);
    await moveTo(goods.tablet, category.tablets);
    taken(await form(id));
    expect(await piecesOf(goods.tablet)).toBe(3);
  });
});
