/** What the cells of a file hold, and what of them is refused with which reason (issue 18). */
import { describe, expect, it } from 'vitest';
import { categoryGroup } from '../../contract/directories/categoryGroup.ts';
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { CELL_CHARACTERS } from '../../contract/excel.ts';
import { importAdd, importCreate, partsOf, ROW_CHARACTERS, takesFiles } from '../../contract/imports.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { settingTakesFiles, sheetOfDirectory, sheetOfSetting } from '../../contract/sheet.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { recordRow } from '../../src/directory/sheet/values.ts';
import { directoryWorld } from './directoryWorld.ts';
import { faultsOf, HASH, importsOf } from './importKit.ts';
import { exportOf, readAgain } from './sheetKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const { body, referred } = directoryWorld(server);
const { check } = importsOf(server);
const columnsOf = (...parts: string[]) => parts.map((part) => ({ title: part, part }));

describe('a cell of many names', () => {
  const sheet = sheetOfDirectory(categoryGroup as unknown as AnyDirectory);

  it('is read back untouched with as many as the field takes', async () => {
    const on = server.current;
    const categories: number[] = [];
    while (categories.length < 200) categories.push(await referred('category', categories.length));
    await on.do('director', categoryGroup.calls.create, { body: { name: 'Hammasi', categories } });
    const { data: rows } = await on.do('director', categoryGroup.calls.index, { query: { per_page: 100 } });
    const raw = exportOf(sheet, 'uz', rows.map(recordRow));
    expect(Math.max(...raw.flat().map((cell) => String(cell).length))).toBeGreaterThan(4000);
    const { figures, faults } = await readAgain(on, sheet, raw);
    expect(faults).toEqual([]);
    expect(figures).toMatchObject({ same: rows.length, changed: 0, bad: 0 });
  });

  it('has one fault where there are more, however many', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => String.fromCharCode(97 + (at % 26)) + (at % 999)).join(
      ', ',
    );
    const found = await check([['Koʻp', names.slice(0, CELL_CHARACTERS)]], {
      directory: 'categoryGroup',
      columns: columnsOf('name', 'categories'),
    });
    expect(faultsOf(found)).toEqual([['categories', '2', 'Katakda nomlar koʻp: koʻpi bilan 200 ta boʻladi.']]);
    expect(found.faults[0]?.samples[0]?.cell).toBe(names.slice(0, 200));
  });
});

describe('a text', () => {
  const sheet = sheetOfDirectory(initiativePartner as unknown as AnyDirectory);
  const make = async (own: object) =>
    server.current.call('director', initiativePartner.calls.create, {
      body: { ...(await body(initiativePartner as unknown as AnyDirectory)), ...own } as never,
    });

  it('of several lines has one kind of line break, and is read back untouched', async () => {
    const made = await make({ terms: 'bir\r\nikki\r\ruch\ttoʻrt _x0041_' });
    expect(made.body.data.terms).toBe('bir\nikki\n\nuch\ttoʻrt _x0041_');
    const { data: rows } = await server.current.do('director', initiativePartner.calls.index, {});
    for (const lineBreak of ['\n', '\r\n']) {
      const raw = exportOf(sheet, 'uz', rows.map(recordRow)).map((cells) =>
        cells.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\n', lineBreak) : cell)),
      );
      expect((await readAgain(server.current, sheet, raw)).figures).toMatchObject({ same: rows.length, bad: 0 });
    }
  });

  it('with a character that nobody sees is refused in words, in a file too', async () => {
    const { status, error } = await make({ terms: 'a\u0001b' });
    const words = 'Koʻrinmaydigan belgi bor: uni oʻchiring yoki matnni qaytadan yozing.';
    expect([status, error.errors]).toEqual([422, { terms: [words] }]);
    const found = await check([
      [{ hidden: 'Anor' }, '00901'],
      ['Anor', { hidden: '00902' }],
    ]);
    expect(faultsOf(found)).toEqual([
      ['name', '2', words],
      ['mfo', '3', words],
    ]);
    expect(found.faults[0]?.samples).toEqual([{ row: 2, title: 'Anor', cell: 'Anor' }]);
  });
});

describe('a barcode', () => {
  // 123601057072 is a right UPC-A, and what Excel makes of the EAN-13 0123601057072
  const CODES = ['123601057072', '0123601057072', '00123601057072', '96385074', '4 006381 333931', '14006381333938'];

  it('is a text cell of any length, or a number that has lost no zero', async () => {
    const columns = columnsOf('title', 'barcode');
    const isBarcode = ([part]: (string | null)[]) => part === 'barcode';
    const typed = CODES.map((code) => [code, code]);
    expect(faultsOf(await check(typed, { directory: 'variant', columns })).filter(isBarcode)).toEqual([]);
    const numbers = [
      { n: '123601057072' },
      { n: '4006381333931' },
      { n: '14006381333938' },
      { n: '1.23601057072E+11' },
    ];
    const found = await check(
      numbers.map((number) => [number.n, number]),
      { directory: 'variant', columns },
    );
    expect(faultsOf(found).filter(isBarcode)).toEqual([
      ['barcode', '2', expect.stringMatching(/^12 xonali son .* nol yoʻqolgan/)],
      ['barcode', '3', expect.stringMatching(/^13 xonali son .* nol yoʻqolgan/)],
      ['barcode', '5', expect.stringMatching(/^Koʻrsatkichli son/)],
    ]);
  });
});

describe('a row', () => {
  it('takes the longest texts of every declaration', () => {
    const most = (field: { kind: string; max?: number }): number => {
      if (field.kind === 'refs') return Math.min(CELL_CHARACTERS, (field.max as number) * 500);
      return field.kind === 'ref'
        ? 500
        : (['text', 'area', 'names', 'message'].includes(field.kind) && field.max) || 100;
    };
    const sheets = [
      ...servedDirectories().flatMap(({ directory }) => (takesFiles(directory) ? [sheetOfDirectory(directory)] : [])),
      ...(settings as readonly AnySetting[]).filter(settingTakesFiles).map(sheetOfSetting),
    ];
    expect(sheets.length).toBeGreaterThan(80);
    for (const { name, fields } of sheets) {
      const characters = partsOf(fields).reduce((sum, { field }) => sum + most(field), 0);
      expect(characters, name).toBeLessThan(ROW_CHARACTERS);
    }
  });

  it('of longer texts is refused', async () => {
    const on = server.current;
    const begun = { directory: 'bank', file_name: 'a', file_hash: HASH, exported_at: null, rows: 1 };
    const { data } = await on.do('director', importCreate, { body: { ...begun, columns: columnsOf('name', 'mfo') } });
    const add = (cells: string[]) =>
      on.call('director', importAdd, { params: { id: data.id }, body: { rows: [{ row: 2, key: null, cells }] } });
    const long = 'a'.repeat(CELL_CHARACTERS);
    const faults = async (cells: string[]) => (await add(cells)).error.errors;
    expect(await faults(Array.from({ length: 8 }, () => long))).toEqual({
      'rows.0.cells': [expect.stringMatching(/240/)],
    });
    expect(Object.keys((await faults([`${long}a`])) ?? {})).toEqual(['rows.0.cells.0']);
    expect((await add(Array.from({ length: 7 }, () => long))).status).toBe(200);
  });
});
