/** The file of a directory: written, and read back cell by cell. */
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { type AnyDirectory, defineDirectory } from '../../contract/directory/directory.ts';
import { bool, date, digits, names, oneOf, period, refs, someOf, sum, text } from '../../contract/directory/fields.ts';
import { sheetOfDirectory } from '../../contract/sheet.ts';
import { arrange, FileRefused, type RawCell } from '../../src/directory/sheet/read.ts';
import { recordRow } from '../../src/directory/sheet/values.ts';
import type { Tongue } from '../../src/directory/sheet/words.ts';
import { fileSheet } from '../../src/directory/sheet/write.ts';

const goods = sheetOfDirectory(
  defineDirectory({
    name: 'goods',
    service: 'warehouse',
    rule: 'product',
    label: 'name',
    fields: {
      account: digits(20),
      name: names(100, { sort: true }),
      note: text(100, { optional: true }),
      price: sum(),
      since: date(),
      sold: period({ open: true }),
      kind: oneOf(['shop', 'main']),
      tags: someOf(['new', 'old']),
      serial: bool(),
      keepers: refs('user', 5),
    },
  }) as unknown as AnyDirectory,
);

const own = (title: string, shop: string, fresh: string) => ({
  fields: { name: title, price: `${title} narxi` },
  values: { kind: { shop }, tags: { new: fresh } },
});
const uz: Tongue = {
  language: 'uz',
  own: own('Nomi', 'Doʻkon', 'Yangi'),
  shared: {
    yes: 'Ha',
    no: 'Yoʻq',
    since: '{{from}} dan',
    named: { uz: '{{field}}, oʻzbekcha', ru: '{{field}}, ruscha' },
  },
};
const ru: Tongue = {
  language: 'ru',
  own: own('Название', 'Магазин', 'Новый'),
  shared: { yes: 'Да', no: 'Нет', since: 'с {{from}}', named: { uz: '{{field}} (узб.)', ru: '{{field}} (рус.)' } },
};

const row = {
  id: 7,
  version: 3,
  account: '20208000900123456001',
  name: { uz: 'Choynak', ru: 'Чайник' },
  note: '=1+1',
  price: 12_500,
  since: '2026-11-25',
  sold: { from: '2026-11-01', to: null },
  kind: 'shop',
  tags: ['new', 'old'],
  serial: false,
  keepers: [
    { id: 1, title: 'Aziz Qodirov' },
    { id: 2, title: 'Karim' },
  ],
};

async function readBack(tongue: Tongue): Promise<RawCell[][]> {
  const buffer = await writeExcelFile(fileSheet(goods, tongue, [recordRow(row)], [])).toBuffer();
  return (await readSheet(buffer, { trim: false, parseNumber: (n) => ({ n }) })) as RawCell[][];
}

const byPart = ({ columns, rows }: ReturnType<typeof arrange>, at = 0) =>
  Object.fromEntries(columns.map(({ part }, place) => [part, rows[at]?.cells[place]]));

describe('the file of a directory', () => {
  it.each([
    ['uz', uz],
    ['ru', ru],
  ] as const)(
    'written in %s, comes back as it was: codes and texts that begin with a sign stay texts',
    async (_, tongue) => {
      const file = arrange(goods, [uz, ru], await readBack(tongue));
      expect(byPart(file)).toEqual({
        account: '20208000900123456001',
        'name.uz': 'Choynak',
        'name.ru': 'Чайник',
        note: '=1+1',
        price: { n: '12500' },
        since: { d: '2026-11-25' },
        sold: tongue === uz ? '01.11.2026 dan' : 'с 01.11.2026',
        kind: 'shop',
        tags: 'new, old',
        serial: false,
        keepers: 'Aziz Qodirov, Karim',
      });
      expect(file.rows).toEqual([expect.objectContaining({ row: 2, key: '7.3' })]);
      expect(Date.parse(file.exportedAt ?? '')).toBeGreaterThan(0);
    },
  );

  it('keeps the number of each row in Excel past blank rows, and what no field is called', () => {
    const file = arrange(
      goods,
      [uz, ru],
      [
        ['Nomi', 'Izoh 2'],
        ['Choynak', 'x'],
        [null, null],
        ['Piyola', null],
      ],
    );
    expect(file.columns).toEqual([
      { title: 'Nomi', part: 'name.uz' },
      { title: 'Izoh 2', part: null },
    ]);
    expect(file.rows.map(({ row: at, key }) => [at, key])).toEqual([
      [2, null],
      [4, null],
    ]);
  });

  it('leaves what an export has beside the fields, and the reasons of bad rows', () => {
    const heads = ['Sabab', 'Nomi', 'Holati', 'idora:goods:reasons'];
    const file = arrange(
      goods,
      [{ ...uz, shared: { ...uz.shared, status: 'Holati' } }],
      [heads, ['x', 'Choynak', 'Faol', '7.3']],
    );
    expect(file.columns).toEqual([{ title: 'Nomi', part: 'name.uz' }]);
    expect(file.rows).toEqual([{ row: 2, key: '7.3', cells: ['Choynak'] }]);
    expect(file.exportedAt).toBeNull();
  });

  it('takes heads and words however they are typed, and leaves unknown ones to the check', () => {
    const heads = ["  nomi,  o'zbekcha ", 'kind', 'serial'];
    const file = arrange(goods, [uz, ru], [heads, ['Choynak', "do'kon", 'да'], ['Piyola', 'bozor', 'bor']]);
    expect(byPart(file)).toEqual({ 'name.uz': 'Choynak', kind: 'shop', serial: true });
    expect(byPart(file, 1)).toEqual({ 'name.uz': 'Piyola', kind: 'bozor', serial: 'bor' });
  });

  it('reads no number that Excel may have changed: it comes as it is written', () => {
    const file = arrange(
      goods,
      [uz, ru],
      [
        ['account', 'since'],
        [{ n: '2.0208E+19' }, new Date('2026-11-25T10:30:00Z')],
      ],
    );
    expect(byPart(file)).toEqual({ account: { n: '2.0208E+19' }, since: { d: '2026-11-25T10:30:00.000Z' } });
  });

  it.each([
    ['unknown', [['Boshqa'], ['x']]],
    ['empty', [['Nomi'], [null]]],
    [
      'twice',
      [
        ['Nomi', 'Название (рус.)', 'Nomi'],
        ['a', 'b', 'c'],
      ],
    ],
    [
      'other',
      [
        ['Nomi', 'idora:bank:2026-11-25T00:00:00.000Z'],
        ['a', '1.1'],
      ],
    ],
    ['tooLong', [['Nomi'], ['a'.repeat(4001)]]],
  ] as const)('refuses a file as a whole: %s', (why, raw) => {
    const reading = () => arrange(goods, [uz, ru], raw as unknown as RawCell[][]);
    expect(reading).toThrow(FileRefused);
    expect(reading).toThrow(why);
  });
});
