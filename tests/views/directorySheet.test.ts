/** The file of a directory: written, and read back cell by cell. */
import { readFileSync } from 'node:fs';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { type AnyDirectory, defineDirectory } from '../../contract/directory/directory.ts';
import { bool, date, digits, names, oneOf, period, refs, someOf, sum, text } from '../../contract/directory/fields.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import { collectorPercent } from '../../contract/settings/collectorPercent.ts';
import { discountBonus } from '../../contract/settings/discountBonus.ts';
import { inputPriceControl } from '../../contract/settings/inputPriceControl.ts';
import { valueSetting } from '../../contract/settings/valueSetting.ts';
import { sheetOfDirectory, sheetOfSetting } from '../../contract/sheet.ts';
import { arrange, FileRefused, type RawCell } from '../../src/directory/sheet/read.ts';
import { MARK, recordRow } from '../../src/directory/sheet/values.ts';
import type { Tongue } from '../../src/directory/sheet/words.ts';
import { fileSheet } from '../../src/directory/sheet/write.ts';
import { xlsxOf } from '../../src/ui/list/xlsx.ts';

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

async function readBack(tongue: Tongue, record = row): Promise<RawCell[][]> {
  const blob = await xlsxOf(fileSheet(goods, tongue, [recordRow(record)], []), {});
  return (await readSheet(Buffer.from(await blob.arrayBuffer()), {
    trim: false,
    parseNumber: (n) => ({ n }),
  })) as RawCell[][];
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
    ['tooLong', [['Nomi'], ['a'.repeat(32_768)]]],
    // together more than a request takes
    ['tooLong', [['Nomi', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], Array.from({ length: 8 }, () => 'a'.repeat(30_001))]],
  ] as const)('refuses a file as a whole: %s', (why, raw) => {
    const reading = () => arrange(goods, [uz, ru], raw as unknown as RawCell[][]);
    expect(reading).toThrow(FileRefused);
    expect(reading).toThrow(why);
  });

  it('holds in one cell what Excel does', async () => {
    const note = 'a'.repeat(32_767);
    const file = arrange(goods, [uz, ru], await readBack(uz, { ...row, note }));
    expect(byPart(file)).toMatchObject({ note });
  });

  it.each([
    '_x0041_ va _x005F_',
    'birinchi\nikkinchi\tuchinchi',
    'a\uFFFDb\uFDD0\uFFFFc',
    `a${String.fromCodePoint(0x1fffe)}b`,
    'constructor',
    '__proto__',
    ' <b>&amp;"\u2028',
    '😀',
  ])('keeps every character of %j', async (note) => {
    const file = arrange(goods, [uz, ru], await readBack(uz, { ...row, note }));
    expect(byPart(file)).toMatchObject({ note, account: row.account });
  });

  it('says of a text that it has characters that nobody sees, and what else it has', async () => {
    const file = arrange(goods, [uz, ru], await readBack(uz, { ...row, note: 'a\u0001b\u0085\ud800' }));
    expect(byPart(file)).toMatchObject({ note: { hidden: 'ab' } });
    const heads = ['No\u0001mi', 'idora:goods:2026-11-25T00:00:00.000Z'];
    expect(arrange(goods, [uz, ru], [heads, ['Choynak', '7.\u00003']])).toMatchObject({
      columns: [{ title: 'Nomi', part: 'name.uz' }],
      rows: [{ key: '7.3' }],
    });
  });

  it('is read back when a head is another by now: the file says what its own heads were', async () => {
    const raw = await readBack(uz);
    const renamed: Tongue = { ...uz, own: { ...uz.own, fields: { name: 'Atalishi', price: 'Bahosi' } } };
    const at = raw[0]?.indexOf('Nomi narxi') ?? -1;
    expect(at).toBeGreaterThan(0);
    const found = byPart(arrange(goods, [renamed, ru], raw));
    expect(found).toMatchObject({ price: { n: '12500' } });
    expect(found).toEqual(byPart(arrange(goods, [uz, ru], raw)));
    // columns that a person has moved are found too, and what stands in the hidden cell may be broken
    const moved = raw.map((cells) => [cells[at], ...cells.slice(0, at), ...cells.slice(at + 1)]);
    expect(byPart(arrange(goods, [renamed, ru], moved))).toMatchObject({ price: { n: '12500' } });
    const broken = raw.map((cells, row) =>
      row > 0 ? cells : cells.map((cell) => (typeof cell === 'string' ? cell.replace('|{', '|') : cell)),
    );
    expect(byPart(arrange(goods, [uz, ru], broken))).toMatchObject({ price: { n: '12500' } });
    expect(byPart(arrange(goods, [renamed, ru], broken))).not.toHaveProperty('price');
  });

  it('an export that is older than the list of heads is read: percentages had no sign, and some other words', () => {
    const tongueOf = (language: 'uz' | 'ru', name: string): Tongue => {
      const text = (file: string) => JSON.parse(readFileSync(`locales/${language}/${file}.json`, 'utf8'));
      return { language, own: text(`settings/${name}`), shared: { ...text('directory'), fields: {} } };
    };
    const partsIn = (setting: unknown, head: string) => {
      const sheet = sheetOfSetting(setting as AnySetting);
      const tongues = (['uz', 'ru'] as const).map((language) => tongueOf(language, sheet.name));
      const { columns } = arrange(sheet, tongues, [
        [head, `${MARK}${sheet.name}:2026-11-20T08:00:00.000Z`],
        ['5', '1.1'],
      ]);
      return columns.map(({ part }) => part);
    };
    // as the files of the days before had them
    const OLDER: [unknown, string, string][] = [
      [discountBonus, 'Chegirma, dan', 'discount_from'],
      [discountBonus, 'Chegirma, gacha', 'discount_to'],
      [discountBonus, 'Скидка, от', 'discount_from'],
      [discountBonus, 'Скидка, до', 'discount_to'],
      [discountBonus, 'Qolgan bonus', 'share'],
      [inputPriceControl, 'Oshishi, koʻpi bilan', 'max_growth'],
      [inputPriceControl, 'Падение, не более', 'max_fall'],
      [valueSetting, 'Наименьший первый взнос', 'first_payment'],
      [carWearPercent, 'Eskirish foizi', 'percent'],
      [carWearPercent, 'Процент износа', 'percent'],
      [collectorPercent, 'Undiruvchiga foiz', 'percent'],
      [collectorPercent, 'Процент взыскателю', 'percent'],
    ];
    for (const [setting, head, part] of OLDER) expect(partsIn(setting, head), head).toEqual([part]);
  });
});
