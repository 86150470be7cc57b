import { describe, expect, it } from 'vitest';
import { additionalPrices } from '../../contract/invoices/choices.ts';
import { markupCategory } from '../../contract/settings/markupCategory.ts';
import { markupsOf, NO_MARKUP } from '../../server/supply/markups.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, PHONE, PLAIN, type Server, withServer } from './world.ts';

const server = withServer();
const { calls } = markupCategory;

/** Goods → Phones → Smartphones; the phone is in the lowest one. The open day is 2026-11-21. */
async function tree({ db }: Server): Promise<{ goods: number; phones: number; smart: number }> {
  const add = async (name: string, parent: number) => {
    const there = await db.kysely
      .selectFrom('product_category')
      .select('id')
      .where('name_uz', '=', name)
      .executeTakeFirst();
    if (there) return there.id;
    const made = db.kysely.insertInto('product_category').values({ name_uz: name, name_ru: name, parent_id: parent });
    return (await made.returning('id').executeTakeFirstOrThrow()).id;
  };
  const phones = await add('Telefonlar', 1);
  const smart = await add('Smartfonlar', phones);
  await db.kysely.deleteFrom('markup_category').execute();
  await db.kysely.updateTable('product').set({ category_id: smart }).where('id', '=', PHONE).execute();
  return { goods: 1, phones, smart };
}

const set = (
  { db }: Server,
  category: number,
  additional: number,
  more: {
    organization?: number;
    from?: string;
    status?: 'draft' | 'planned' | 'valid' | 'superseded' | 'dropped';
  } = {},
) =>
  db.kysely
    .insertInto('markup_category')
    .values({
      category_id: category,
      organization_id: more.organization ?? null,
      no_cash: 95,
      additional,
      other_additional: 1000,
      valid_from: more.from ?? '2026-01-01',
      status: more.status ?? 'valid',
      created_by: 1,
    })
    .execute();

const ofPhone = async (on: Server, organization = ORGANIZATION) =>
  (await markupsOf(on.db.kysely, [PHONE], organization)).get(PHONE)?.additional;

describe('markups of invoice lines', () => {
  it('leaves the cost as it is where nobody has set one, and knows no unknown product', async () => {
    await tree(server.current);
    expect(await markupsOf(server.current.db.kysely, [PHONE, PLAIN, 999], ORGANIZATION)).toEqual(
      new Map([
        [PLAIN, NO_MARKUP],
        [PHONE, NO_MARKUP],
      ]),
    );
    expect(await markupsOf(server.current.db.kysely, [], ORGANIZATION)).toEqual(new Map());
  });

  it('takes the nearest category that has one', async () => {
    const { goods, phones, smart } = await tree(server.current);
    await set(server.current, goods, 10);
    expect(await ofPhone(server.current)).toBe(10);
    await set(server.current, phones, 20);
    expect(await ofPhone(server.current)).toBe(20);
    await set(server.current, smart, 30);
    const both = await markupsOf(server.current.db.kysely, [PHONE, PLAIN], ORGANIZATION);
    expect(both.get(PHONE)).toEqual({ no_cash: 95, additional: 30, other_additional: 1000 });
    expect(both.get(PLAIN)?.additional).toBe(10);
  });

  it('takes the organization’s own before the general one of the same category, and a nearer category before both', async () => {
    const { phones, smart } = await tree(server.current);
    await set(server.current, phones, 20);
    await set(server.current, phones, 25, { organization: ORGANIZATION });
    expect(await ofPhone(server.current)).toBe(25);
    expect(await ofPhone(server.current, OTHER_ORGANIZATION)).toBe(20);
    await set(server.current, smart, 30);
    expect(await ofPhone(server.current)).toBe(30);
  });

  it('takes the one of the practice day: the latest that has begun, whatever it is marked', async () => {
    const { smart } = await tree(server.current);
    await set(server.current, smart, 11, { from: '2026-10-01', status: 'superseded' });
    await set(server.current, smart, 12, { from: '2026-11-20', status: 'valid' });
    await set(server.current, smart, 13, { from: '2026-11-21', status: 'planned' });
    await set(server.current, smart, 14, { from: '2026-11-22', status: 'planned' });
    await set(server.current, smart, 15, { from: '2026-11-21', status: 'draft' });
    await set(server.current, smart, 16, { from: '2026-11-21', status: 'dropped' });
    expect(await ofPhone(server.current)).toBe(13);
    const day = () => server.current.db.kysely.updateTable('practice_day').where('organization_id', '=', ORGANIZATION);
    await day().set({ date: '2026-11-20' }).execute();
    expect(await ofPhone(server.current)).toBe(12);
    await day().set({ date: '2026-11-22' }).execute();
    expect(await ofPhone(server.current)).toBe(14);
    await day().set({ date: '2026-11-21' }).execute();
  });

  it('answers the printed call', async () => {
    const { smart } = await tree(server.current);
    await set(server.current, smart, 30, { organization: OTHER_ORGANIZATION });
    const ask = (who: 'purchaser' | 'accountant' | 'nobody', id: number, organization_id?: number) =>
      server.current.call(who, additionalPrices, {
        params: { id },
        query: organization_id === undefined ? {} : { organization_id },
      });
    expect((await ask('purchaser', PHONE)).body).toEqual({ data: NO_MARKUP });
    expect((await ask('accountant', PHONE, OTHER_ORGANIZATION)).body.data.additional).toBe(30);
    expect((await ask('purchaser', PHONE, OTHER_ORGANIZATION)).status).toBe(403);
    expect((await ask('nobody', PHONE)).status).toBe(403);
    expect((await ask('purchaser', 999)).status).toBe(404);
  });
});

describe('the page of markups', () => {
  const figures = { no_cash: 90, additional: 10, other_additional: 5000 };
  const create = (on: Server, category_id: number, valid_from: string, organization_id: number | null = null) =>
    on.do('director', calls.create, { body: { category_id, organization_id, ...figures, valid_from } });
  const treeOf = async (query: { organization_id?: number } = {}) => {
    const { data } = await server.current.do('director', calls.index, { query });
    return (id: number) => data.find((one) => one.id === id);
  };

  it('shows which markup applies in a category and where it comes from', async () => {
    const { goods, phones, smart } = await tree(server.current);
    await set(server.current, goods, 10);
    await set(server.current, phones, 25, { organization: ORGANIZATION });
    const general = await treeOf();
    expect(general(smart)?.in_force).toMatchObject({ additional: 10, category: { id: goods }, organization: null });
    expect(general(goods)?.in_force).toMatchObject({ additional: 10, category: { id: goods } });
    const own = await treeOf({ organization_id: ORGANIZATION });
    expect(own(smart)?.in_force).toMatchObject({
      additional: 25,
      category: { id: phones },
      organization: { id: ORGANIZATION },
    });
    expect([goods, phones, smart].map((id) => general(id)?.depth)).toEqual([0, 1, 2]);
    expect([goods, phones, smart].map((id) => general(id)?.parent_id)).toEqual([null, goods, phones]);
    // each after the one above it
    const { data } = await server.current.do('director', calls.index, {});
    const order = data.map(({ id }) => id);
    expect(order.indexOf(phones)).toBeGreaterThan(order.indexOf(goods));
    expect(order.indexOf(smart)).toBe(order.indexOf(phones) + 1);
  });

  it('drafts and plans: nothing holds before its day, and what is due begins at once', async () => {
    const { smart } = await tree(server.current);
    const later = await create(server.current, smart, '2031-01-01');
    const { data } = await server.current.do('director', calls.plan, { params: { id: later.data.id } });
    expect(data).toMatchObject({ status: 'planned', allowed_events: ['revision.drop'] });
    await create(server.current, smart, '2026-11-01');
    expect((await treeOf())(smart)).toMatchObject({ in_force: null, drafts: 1, planned: 1, next: '2031-01-01' });
    const first = await create(server.current, smart, '2026-11-02');
    const started = await server.current.do('director', calls.plan, { params: { id: first.data.id } });
    expect(started.data.status).toBe('valid');
    const second = await create(server.current, smart, '2026-11-03');
    await server.current.do('director', calls.plan, { params: { id: second.data.id } });
    const revisions = await server.current.do('director', calls.revisions, { params: { id: second.data.id } });
    expect(revisions.data.map((one) => [one.valid_from, one.status])).toEqual([
      ['2031-01-01', 'planned'],
      ['2026-11-03', 'valid'],
      ['2026-11-02', 'superseded'],
      ['2026-11-01', 'draft'],
    ]);
  });

  it('is given up before its day, and then never holds', async () => {
    const { smart } = await tree(server.current);
    const later = await create(server.current, smart, '2031-01-01');
    const params = { id: later.data.id };
    await server.current.do('director', calls.plan, { params });
    const { data } = await server.current.do('director', calls.drop, { params });
    expect(data).toMatchObject({ status: 'dropped', allowed_events: [] });
    expect((await treeOf())(smart)).toMatchObject({ planned: 0, next: null });
    expect((await server.current.call('director', calls.drop, { params })).status).toBe(409);
  });

  it('refuses a stale version, a wrong figure, an unknown category, and who may not edit', async () => {
    const { smart } = await tree(server.current);
    const { data } = await create(server.current, smart, '2031-01-01');
    const update = (body: object, ifMatch?: number) =>
      server.current.call('director', calls.update, {
        params: { id: data.id },
        body: { ...figures, valid_from: '2031-02-01', ...body },
        ...(ifMatch !== undefined && { ifMatch }),
      });
    expect((await update({ no_cash: 0 })).status).toBe(422);
    expect((await update({ additional: 101 })).status).toBe(422);
    expect((await update({}, data.version)).status).toBe(200);
    const stale = await update({ additional: 20 }, data.version);
    expect([stale.status, stale.error.code]).toEqual([409, 'stale']);
    expect(stale.error.current).toMatchObject({ valid_from: '2031-02-01', additional: 10 });
    const unknown = await server.current.call('director', calls.create, {
      body: { category_id: 9999, organization_id: null, ...figures, valid_from: '2031-02-01' },
    });
    expect(unknown.error.errors).toHaveProperty('category_id');
    expect((await server.current.call('purchaser', calls.plan, { params: { id: data.id } })).status).toBe(403);
    expect((await server.current.call('director', calls.plan, { params: { id: 9999 } })).status).toBe(404);
  });

  it('a branch sees what is of every branch and its own, and writes its own alone', async () => {
    const { goods, smart } = await tree(server.current);
    await set(server.current, goods, 10);
    await set(server.current, smart, 20, { organization: ORGANIZATION });
    await set(server.current, smart, 30, { organization: OTHER_ORGANIZATION });
    const give = (action: string) => ({
      ...{ user_id: PEOPLE.purchaser.id, resource: 'markup_category', action, granted: true, until: null },
    });
    await server.current.db.kysely
      .insertInto('user_rule')
      .values([give('show'), give('edit')])
      .execute();
    const { data, branch } = await server.current.do('purchaser', calls.index, {});
    expect(branch?.id).toBe(ORGANIZATION);
    const additional = (id: number) => data.find((row) => row.id === id)?.in_force?.additional;
    expect([goods, smart].map(additional)).toEqual([10, 20]);
    const others = await server.current.call('purchaser', calls.index, {
      query: { organization_id: OTHER_ORGANIZATION },
    });
    expect(others.status).toBe(403);
    const { first } = data.find((row) => row.id === smart) as { first: number };
    const seen = await server.current.do('purchaser', calls.revisions, { params: { id: first } });
    expect(seen.data.map((one) => one.organization?.id)).toEqual([ORGANIZATION]);
    const all = await server.current.do('director', calls.revisions, { params: { id: first } });
    expect(all.data).toHaveLength(2);
    const write = async (organization_id: number | null) =>
      (
        await server.current.call('purchaser', calls.create, {
          body: { category_id: smart, organization_id, ...figures, valid_from: '2031-01-01' },
        })
      ).status;
    expect([await write(null), await write(OTHER_ORGANIZATION), await write(ORGANIZATION)]).toEqual([403, 403, 200]);
  });
});
