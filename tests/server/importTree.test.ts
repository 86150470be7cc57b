/** Files of Excel that are read into a tree: records below others of the same file. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { category } from '../../contract/directories/category.ts';
import { importTakeBack } from '../../contract/imports.ts';
import { faultsOf, importsOf, type Line } from './importKit.ts';
import { type Server, withServer } from './world.ts';

const server = withServer();
const { check, write } = importsOf(server);
let on: Server;
beforeAll(() => {
  on = server.current;
});

const TREE = [
  { title: 'Nomi', part: 'name.uz' },
  { title: 'Nomi (ruscha)', part: 'name.ru' },
  { title: 'Yuqori kategoriya', part: 'parent' },
];
const treeFile = (lines: readonly Line[]) => check(lines, { directory: 'category', columns: TREE });
let trees = 0;
/** Names that no other test has. */
const named = <const Names extends readonly string[]>(...names: Names) => {
  trees += 1;
  return names.map((name) => `${name} ${trees}`) as { [At in keyof Names]: string };
};
const makeCategory = async (name: string, parent_id: number | null = null) =>
  (await on.do('director', category.calls.create, { body: { name: { uz: name, ru: name }, parent_id } })).data;
/** Its name, and those of all above it. */
async function wayOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`WITH RECURSIVE up AS (
      SELECT c.*, 0 AS depth FROM product_category c WHERE c.name_uz = ${name} AND c.active
      UNION ALL SELECT c.*, up.depth + 1 FROM up JOIN product_category c ON c.id = up.parent_id
    ) SELECT name_uz AS name FROM up ORDER BY depth`.execute(on.db.kysely);
  return rows.map((row) => row.name);
}

describe('a file of a tree', () => {
  it('has records below others of the same file, at any depth, and below those that are there', async () => {
    const [top, middle, leaf, other] = named('Texnika', 'Oshxona', 'Plita', 'Muzlatkich') as [
      string,
      string,
      string,
      string,
    ];
    const there = await makeCategory(top);
    const found = await treeFile([
      [middle, middle, top],
      [leaf, leaf, middle],
      [other, other, `${top} / ${middle}`.toUpperCase()],
    ]);
    expect(faultsOf(found)).toEqual([]);
    expect(found.figures).toMatchObject({ fresh: 3, bad: 0 });
    expect(await wayOf(leaf)).toEqual([]);
    expect(await write(found.id)).toMatchObject({ status: 'done', written: 3 });
    expect(await wayOf(leaf)).toEqual([leaf, middle, top]);
    expect(await wayOf(other)).toEqual([other, middle, top]);
    // the next day, in the same words: nothing of it is new
    const again = await treeFile([
      [leaf, leaf, middle],
      [other, other, `${top} / ${middle}`],
    ]);
    expect(again.figures).toMatchObject({ same: 2, fresh: 0, bad: 0 });
    // taken back, the lower ones first: one that others stand below is archived by nobody
    await on.do('director', importTakeBack, { params: { id: found.id } });
    expect(await wayOf(middle)).toEqual([]);
    expect(await wayOf(top)).toEqual([top]);
    expect(there.name.uz).toBe(top);
  });

  it('moves a record below one that the file makes', async () => {
    const [old, fresh] = named('Koʻchadigan', 'Yangi tepa');
    const one = await makeCategory(old);
    const found = await treeFile([[fresh, fresh, null], { key: `${one.id}.${one.version}`, cells: [old, old, fresh] }]);
    expect(found.figures).toMatchObject({ fresh: 1, changed: 1, bad: 0 });
    expect(found.changes).toEqual([{ field: 'parent', count: 1 }]);
    await write(found.id);
    expect(await wayOf(old)).toEqual([old, fresh]);

    const [called, below] = named('Boshqa nom', 'Uning ostida');
    const moved = (await on.do('director', category.calls.show, { params: { id: one.id } })).data;
    const renamed = await treeFile([
      { key: `${one.id}.${moved.version}`, cells: [called, called, fresh] },
      [below, below, called],
    ]);
    expect(renamed.figures).toMatchObject({ fresh: 1, changed: 1, bad: 0 });
    await write(renamed.id);
    expect(await wayOf(below)).toEqual([below, called, fresh]);
  });

  it('names the same name twice by its way, and asks for it where one is not enough', async () => {
    const [phones, laptops, extras, cases] = named('Telefon', 'Noutbuk', 'Aksessuar', 'Gʻilof') as [
      string,
      string,
      string,
      string,
    ];
    const [one, two] = [await makeCategory(phones), await makeCategory(laptops)];
    await makeCategory(extras, one.id);
    await makeCategory(extras, two.id);
    const found = await treeFile([
      [cases, cases, extras],
      [`${cases} A`, `${cases} A`, `${laptops} / ${extras}`],
      [`${cases} B`, `${cases} B`, `Yoʻq / ${extras}`],
    ]);
    expect(faultsOf(found)).toEqual([
      ['parent', '2', `“${extras}” nomli yozuv bir nechta: ustidagisi bilan yozing, masalan “Telefonlar / ${extras}”.`],
      ['parent', '4', `“Yoʻq / ${extras}” degan yozuv yoʻq.`],
    ]);
    await write(found.id, true);
    expect(await wayOf(`${cases} A`)).toEqual([`${cases} A`, extras, laptops]);
  });

  it('names a record above that comes later, is written by two rows, is itself, or is not written', async () => {
    const [late, twin, self, bad, below, lower] = named('Kech', 'Egiz', 'Oʻzi', 'Xato', 'Ostida', 'Eng ostida');
    const [top] = named('Tepa');
    await makeCategory(top);
    const found = await treeFile([
      [`${late} bola`, `${late} bola`, late],
      [late, late, null],
      [twin, twin, null],
      [twin, `${twin} x`, top],
      [`${twin} bola`, `${twin} bola`, twin],
      [self, self, self],
      [bad, bad, 'Hech qanday'],
      [below, below, bad],
      [lower, lower, below],
    ]);
    expect(faultsOf(found)).toEqual([
      ['parent', '2', `“${late}” faylda pastroqda, 3-qatorda turibdi: uni yuqoriroqqa koʻchiring.`],
      ['parent', '6', `“${twin}” nomli yozuv bir nechta: ustidagisi bilan yozing, masalan “Telefonlar / ${twin}”.`],
      ['parent', '7', `“${self}” degan yozuv yoʻq.`],
      ['parent', '8', '“Hech qanday” degan yozuv yoʻq.'],
      ['parent', '9', 'Ustidagi yozuv (8-qator) yozilmaydi: avval oʻsha qatorni tuzating.'],
      ['parent', '10', 'Ustidagi yozuv (9-qator) yozilmaydi: avval oʻsha qatorni tuzating.'],
    ]);
    expect(found.figures).toMatchObject({ fresh: 3, bad: 6 });
  });

  it('moves no record below itself', async () => {
    const [top, leaf] = named('Ota', 'Bola');
    const one = await makeCategory(top);
    await makeCategory(leaf, one.id);
    const found = await treeFile([{ key: `${one.id}.${one.version}`, cells: [top, top, leaf] }]);
    expect(found.figures).toMatchObject({ bad: 1 });
    expect(faultsOf(found).map(([part, rows]) => [part, rows])).toEqual([['parent', '2']]);
  });
});
