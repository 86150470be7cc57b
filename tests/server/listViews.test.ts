/** Saved views of lists: a person's own, and shared by who may (issue "what a list gives its users"). */
import { beforeEach, describe, expect, it } from 'vitest';
import { listViewAdd, listViewDelete, listViewEdit, listViewIndex, MOST_VIEWS } from '../../contract/listViews.ts';
import { type PersonName, withServer } from './world.ts';

const server = withServer();
const LIST = 'acts';
interface Written {
  name: string;
  address: string;
  columns: Record<string, boolean>;
  shared: boolean;
}
const VIEW: Written = {
  name: 'Tugallanganlar',
  address: 'status=completed&sort=-created',
  columns: { author: true },
  shared: false,
};

const add = (who: PersonName, change: Partial<Written & { list: string }> = {}) =>
  server.current.call(who, listViewAdd, { body: { list: LIST, ...VIEW, ...change } });
const edit = (who: PersonName, id: number, change: Partial<Written> = {}, ifMatch?: number) =>
  server.current.call(who, listViewEdit, { params: { id }, body: { ...VIEW, ...change }, ifMatch });
const remove = (who: PersonName, id: number) => server.current.call(who, listViewDelete, { params: { id } });
const views = async (who: PersonName, list = LIST) =>
  (await server.current.call(who, listViewIndex, { query: { list } })).body.data;
async function only(who: PersonName) {
  const [view] = await views(who);
  if (view === undefined) throw new Error(`${who} has no view`);
  return view;
}

beforeEach(async () => {
  await server.current.db.kysely.deleteFrom('list_view').execute();
});

describe('own views', () => {
  it('come back as they were kept, by name, for their person and list alone', async () => {
    expect((await add('keeper')).status).toBe(200);
    await add('keeper', { name: 'bekor qilingan', address: '', columns: {} });
    await add('keeper', { list: 'invoices' });
    expect(await views('keeper')).toEqual([
      expect.objectContaining({ name: 'bekor qilingan', address: '', columns: {} }),
      { ...VIEW, id: expect.any(Number), own: true, author: expect.any(String), version: 1 },
    ]);
    expect(await views('keeper', 'invoices')).toHaveLength(1);
    expect(await views('deputy')).toEqual([]);
  });

  it('have no two of one name in a list, in whatever letters', async () => {
    await add('keeper');
    const twin = await add('keeper', { name: 'TUGALLANGANLAR' });
    expect(twin.status).toBe(422);
    expect(twin.error.errors).toEqual({ name: ['Bu nomli koʻrinishingiz bor.'] });
    expect((await add('deputy')).status).toBe(200);
    await add('keeper', { name: 'Boshqa' });
    const other = (await views('keeper')).find(({ name }) => name === 'Boshqa');
    expect((await edit('keeper', other?.id ?? 0)).status).toBe(422);
    expect((await edit('keeper', other?.id ?? 0, { name: 'BOSHQA' })).status).toBe(200);
  });

  it('are thirty in a list and no more', async () => {
    for (let at = 0; at < MOST_VIEWS; at += 1) await add('keeper', { name: `Koʻrinish ${at}` });
    const more = await add('keeper');
    expect([more.status, more.error.errors]).toEqual([
      422,
      { name: ['Bitta roʻyxatda koʻpi bilan 30 ta koʻrinish saqlanadi.'] },
    ]);
    expect(await views('keeper')).toHaveLength(30);
  });

  it('are replaced by the version that was seen', async () => {
    await add('keeper');
    const { id } = await only('keeper');
    expect((await edit('keeper', id, { address: 'status=new', columns: {} }, 1)).status).toBe(200);
    expect(await only('keeper')).toMatchObject({ address: 'status=new', columns: {}, version: 2 });
    const late = await edit('keeper', id, {}, 1);
    expect([late.status, late.error.code, late.error.current]).toEqual([
      409,
      'stale',
      expect.objectContaining({ address: 'status=new', version: 2 }),
    ]);
    expect(await only('keeper')).toMatchObject({ address: 'status=new', version: 2 });
  });

  it('are nobody else’s to change or delete', async () => {
    await add('keeper');
    const { id } = await only('keeper');
    expect([(await edit('deputy', id)).status, (await remove('deputy', id)).status]).toEqual([404, 404]);
    expect((await remove('director', id)).status).toBe(404);
    expect((await remove('keeper', id)).status).toBe(200);
    expect(await views('keeper')).toEqual([]);
    expect((await remove('keeper', id)).status).toBe(404);
  });

  it('need a name and no more columns than a list has', async () => {
    expect((await add('keeper', { name: '  ' })).error.errors).toHaveProperty('name');
    const columns = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`c${at}`, true]));
    expect((await add('keeper', { columns })).error.errors).toEqual({ columns: ['Ustunlar soni juda koʻp.'] });
  });
});

describe('shared views', () => {
  it('are seen by everybody with their author, who alone changes them', async () => {
    expect((await add('director', { shared: true })).status).toBe(200);
    const seen = await only('keeper');
    expect(seen).toMatchObject({ own: false, shared: true, author: 'Gulnora Hamidova' });
    expect((await edit('keeper', seen.id)).status).toBe(404);
    expect((await edit('director', seen.id, { shared: false })).status).toBe(200);
    expect(await views('keeper')).toEqual([]);
  });

  it('need the right to share', async () => {
    const refused = await add('keeper', { shared: true });
    expect([refused.status, refused.error.message]).toEqual([403, 'Koʻrinishni hammaga ochishga ruxsatingiz yoʻq.']);
    await add('keeper');
    const { id } = await only('keeper');
    expect((await edit('keeper', id, { shared: true })).status).toBe(403);
    expect(await only('keeper')).toMatchObject({ shared: false, version: 1 });
  });

  it('are taken away by who may share, not only by their author', async () => {
    await add('keeper');
    const { id } = await only('keeper');
    await server.current.db.kysely.updateTable('list_view').set({ shared: true }).where('id', '=', id).execute();
    expect((await remove('viewer', id)).status).toBe(404);
    expect((await remove('director', id)).status).toBe(200);
  });
});
