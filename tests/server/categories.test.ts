/** Categories of products: their tree, what keeps one from the archive, and where archived ones are no longer offered. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { category } from '../../contract/directories/category.ts';
import { installableCategory } from '../../contract/directories/installableCategory.ts';
import { categoryGetAll } from '../../contract/residues.ts';
import { markupCategory } from '../../contract/settings/markupCategory.ts';
import { importCatalogue } from '../../server/stock/importCatalogue.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const { calls } = category;

const bodyOf = (name: string, parent_id: number | null = null) => ({
  name: { uz: name, ru: `${name} (ru)` },
  parent_id,
});
const add = async (name: string, parent: number | null = null) =>
  (await server.current.do('director', calls.create, { body: bodyOf(name, parent) })).data;
const list = async (query: object = {}) =>
  (await server.current.do('director', calls.index, { query: { per_page: 100, ...query } })).data;

describe('the tree', () => {
  it('stands one below another, by name within a level, in the order of the reader’s language', async () => {
    const house = await add('Uy jihozlari');
    const kitchen = await add('Oshxona', house.id);
    await add('Plitalar', kitchen.id);
    await add('Changyutgichlar', house.id);
    await add('Aksessuarlar');
    const rows = await list();
    const names = rows.map(({ name, level }) => `${'-'.repeat((level as number) - 1)}${name.uz}`);
    expect(names).toEqual([
      'Aksessuarlar',
      'Tovarlar',
      'Uy jihozlari',
      '-Oshxona',
      '--Plitalar',
      // ch is a letter of its own, after z
      '-Changyutgichlar',
    ]);
    expect((await list({ sort: '-name' })).map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
    expect((await server.current.do('director', calls.show, { params: { id: kitchen.id } })).data.level).toBe(2);
  });

  it('never has a category below itself', async () => {
    const top = await add('Texnika');
    const middle = await add('Katta texnika', top.id);
    const low = await add('Kir yuvish', middle.id);
    for (const parent of [top.id, middle.id, low.id]) {
      const { status, error } = await server.current.call('director', calls.update, {
        params: { id: top.id },
        body: bodyOf('Texnika', parent),
      });
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['parent_id']]);
    }
    const moved = await server.current.do('director', calls.update, {
      params: { id: low.id },
      body: bodyOf('Kir yuvish', top.id),
    });
    expect(moved.data).toMatchObject({ level: 2, parent: { id: top.id } });
  });

  it('has a name once below one category, and again below another', async () => {
    const [one, other] = [await add('Birinchi'), await add('Ikkinchi')];
    await add('Kabellar', one.id);
    const again = { body: bodyOf('KABELLAR', one.id) };
    expect((await server.current.call('director', calls.create, again)).status).toBe(422);
    expect((await add('Kabellar', other.id)).parent?.id).toBe(other.id);
  });

  it('counts products of a category with those below it, and says whether its goods are installed', async () => {
    const top = await add('Konditsionerlar');
    const low = await add('Devoriy', top.id);
    await sql`INSERT INTO product (name, category_id) VALUES ('Split', ${low.id}), ('Mobil', ${top.id})`.execute(
      server.current.db.kysely,
    );
    await sql`INSERT INTO product (name, category_id, active) VALUES ('Eski', ${top.id}, false)`.execute(
      server.current.db.kysely,
    );
    const [speciality] = installableCategory.spec.fields.speciality.values;
    await server.current.do('director', installableCategory.calls.create, {
      body: { category_id: low.id, speciality, norm_minutes: 90 },
    });
    const found = (await list()).filter(({ id }) => id === top.id || id === low.id);
    expect(found.map(({ products, installable }) => [products, installable])).toEqual([
      [2, false],
      [1, true],
    ]);
  });
});

describe('the archive', () => {
  const archive = (id: number) => server.current.call('director', calls.archive, { params: { id } });

  it('takes none that has products or categories below it', async () => {
    const top = await add('Mebel');
    const low = await add('Stollar', top.id);
    expect([(await archive(top.id)).status, (await archive(1)).error.code]).toEqual([409, 'in_use']);
    await server.current.do('director', calls.archive, { params: { id: low.id } });
    expect((await archive(top.id)).status).toBe(200);
  });

  it('what is in it is not offered, not marked up and not imported', async () => {
    const { id } = await add('Soatlar');
    await archive(id);
    const offered = await server.current.do('director', categoryGetAll, { query: { search: 'soatlar' } });
    expect(offered.data).toEqual([]);
    // an address that holds it still has its name
    expect((await server.current.do('director', categoryGetAll, { query: { id } })).data).toHaveLength(1);
    const { data } = await server.current.do('director', markupCategory.calls.index, {});
    expect(data.map((row) => row.id)).not.toContain(id);
    const markup = { category_id: id, organization_id: null, no_cash: 100, additional: 1, other_additional: 0 };
    const refused = await server.current.call('director', markupCategory.calls.create, {
      body: { ...markup, valid_from: '2026-12-01' },
    });
    expect(Object.keys(refused.error.errors ?? {})).toEqual(['category_id']);
    const report = await importCatalogue(server.current.db, {
      content: Buffer.from('sku,title,category\nS-1,Soat,Soatlar\n'),
      fileName: 'soatlar.csv',
      organizationId: ORGANIZATION,
      userId: PEOPLE.director.id,
    });
    expect(report.bad).toEqual([{ line: 2, message: 'category Soatlar is archived' }]);
  });
});
