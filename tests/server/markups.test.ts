import { describe, expect, it } from 'vitest';
import { additionalPrices } from '../../contract/invoices.ts';
import { markupsOf, NO_MARKUP } from '../../server/supply/markups.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PHONE, PLAIN, type Server, withServer } from './world.ts';

const server = withServer();

/** Goods → Phones → Smartphones; the phone stands in the lowest one. The open day is 2026-11-21. */
async function tree({ db }: Server): Promise<{ goods: number; phones: number; smart: number }> {
  const add = async (name: string, parent: number) =>
    (
      await db.kysely
        .insertInto('product_category')
        .values({ name_uz: name, name_ru: name, parent_id: parent })
        .onConflict((row) => row.columns(['parent_id', 'name_uz']).doUpdateSet({ name_ru: name }))
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
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
