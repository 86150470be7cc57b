import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, isBarcode, meaningOf, splitBlock } from '../../machines/pasteLines/columns.ts';
import { currencyIn, isAmbiguous, parseFigure, pointOf } from '../../machines/pasteLines/figures.ts';

const cells = (text: string) => splitBlock(text).map((row) => row.cells);
const meanings = (text: string) => columnsOf(splitBlock(text)).meanings;

describe('a block is cut into cells', () => {
  it.each([
    [
      'tabs',
      'Choynak\t5\t12 000\nPiyola\t\t900',
      [
        ['Choynak', '5', '12 000'],
        ['Piyola', '', '900'],
      ],
    ],
    [
      'semicolons',
      'Choynak;5;12 000,50\r\nPiyola;7;900',
      [
        ['Choynak', '5', '12 000,50'],
        ['Piyola', '7', '900'],
      ],
    ],
    [
      'spaces',
      '  Artel Art-32  5  1 200 000\nPiyola     7    900',
      [
        ['Artel Art-32', '5', '1 200 000'],
        ['Piyola', '7', '900'],
      ],
    ],
    [
      'commas of a file',
      'sku,title,price\nA-1,"Kabel, 2 m",3.5',
      [
        ['sku', 'title', 'price'],
        ['A-1', 'Kabel, 2 m', '3.5'],
      ],
    ],
    ['one column', '4780000000014\n4780000000021', [['4780000000014'], ['4780000000021']]],
    [
      'inches and quotes',
      'TV 32"\t1\n"Artel" muz\t2\n"TV ""A"", katta"\t3',
      [
        ['TV 32"', '1'],
        ['"Artel" muz', '2'],
        ['TV "A", katta', '3'],
      ],
    ],
    ['a line within a cell', '"Konditsioner\nInverter"\t2', [['Konditsioner Inverter', '2']]],
  ])('%s', (_, text, expected) => expect(cells(text)).toEqual(expected));

  it('numbers lines as a sheet does, empty ones counted', () => {
    expect(splitBlock('\n\na\t1\n\nb\t2\n').map(({ line }) => line)).toEqual([3, 5]);
  });

  it('is empty of nothing', () => {
    for (const text of ['', '\n \n', '\t\t\n']) expect(splitBlock(text)).toEqual([]);
  });
});

describe('figures', () => {
  it.each<[string, number | null]>([
    ['1 234 567,50', 1234567.5],
    ['1\u00a0234\u202f567,5', 1234567.5],
    ['1,234.50', 1234.5],
    ['12.650,00', 12650],
    ["1'234'567", 1234567],
    ['12,650', 12650],
    ['0,650', 0.65],
    ['.5', 0.5],
    ['2500,', 2500],
    ['$ 1,200', 1200],
    ['1 200 000 сум', 1200000],
    ['1 200 000 soʻm', 1200000],
    ['99,90 USD', 99.9],
    ['12 шт.', 12],
    ['5 ta', 5],
    ['\u22123', -3],
    ['12 34', null],
    ['1.2.3', null],
    ['1,234,50', null],
    ['12 a', null],
    ['', null],
    ['сум', null],
    ['10 та', 10],
    ['10 ta', 10],
    ['10ta', 10],
    ['10 dona', 10],
    ['10 дона', 10],
    ['5 упак.', 5],
    ['5 упаковок', 5],
    ['2 компл', 2],
    ['3,5 кг', 3.5],
    ['US$ 5', 5],
    ['5 US$', 5],
    ['US $1,200.50', 1200.5],
    ['12 500 сумов', 12500],
    ['12 500 сум/шт', 12500],
    // of boxes and thousands the figure is another one
    ['5 коробок', null],
    ['5 quti', null],
    ['5 ming', null],
    ['5 тыс', null],
  ])('%s', (text, figure) => expect(parseFigure(text)).toBe(figure));

  it('reads a cell of two meanings as the block is written', () => {
    expect(pointOf(['5,000', '12 500,00'])).toBe(',');
    expect(parseFigure('5,000', ',')).toBe(5);
    expect(parseFigure('5,000', '.')).toBe(5000);
    expect(pointOf(['5,000', '7'])).toBeNull();
    expect(pointOf(['1,5', '1.5'])).toBeNull();
  });

  it('knows which one can be read in two ways', () => {
    for (const text of ['1,250', '12.650', '−125,000 $', '1,250 шт']) expect(isAmbiguous(text), text).toBe(true);
    for (const text of ['0,650', '1250', '1 250', '1,25', '1,2500', '1,250.00', '1,250,000', '1250,125', 'a', ''])
      expect(isAmbiguous(text), text).toBe(false);
  });

  const SPACES = [' ', '\u00a0', '\u202f', '\u2009'];
  const NOTATIONS: readonly (readonly [group: string, point: ',' | '.'])[] = [
    ...['', ...SPACES, "'"].flatMap((group) => [[group, ','] as const, [group, '.'] as const]),
    [',', '.'],
    ['.', ','],
  ];
  const AROUND = [
    (text: string) => text,
    ...['$', 'сум', 'soʻm', 'UZS', '€'].flatMap((sign) => [
      (text: string) => `${sign} ${text}`,
      (text: string) => `${text} ${sign}`,
    ]),
  ];

  it('comes back from every notation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_999 }),
        fc.constantFrom(...NOTATIONS),
        fc.constantFrom(0, 1, 2),
        fc.constantFrom(...AROUND),
        (cents, [group, point], decimals, around) => {
          const whole = Math.floor(cents / 100);
          const fraction = String(cents % 100)
            .padStart(2, '0')
            .slice(0, decimals);
          const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group);
          const written = fraction === '' ? grouped : `${grouped}${point}${fraction}`;
          expect(parseFigure(around(written))).toBe(Number(`${whole}.${fraction || '0'}`));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('currencies', () => {
  it.each<[string, string | null]>([
    ['$12', 'USD'],
    ['12 у.е.', 'USD'],
    ['доллар США', 'USD'],
    ['€ 3', 'EUR'],
    ['Цена, сум', 'UZS'],
    ['Сумма', null],
    ['soʻm', 'UZS'],
    ["so'm", 'UZS'],
    ['сўм', 'UZS'],
    ['руб.', 'RUB'],
    ['US$ 5', 'USD'],
    ['12 сумов', 'UZS'],
    ['Plus$', 'USD'],
    ['12', null],
  ])('%s', (text, currency) => expect(currencyIn(text)).toBe(currency));
});

describe('columns', () => {
  it.each([
    ['Наименование товара', 'name'],
    ['Номенклатура', 'name'],
    ['Артикул', 'sku'],
    ['Код товара', 'sku'],
    ['Штрих-код', 'barcode'],
    ['Штрихкод (EAN13)', 'barcode'],
    ['Shtrix-kodi', 'barcode'],
    ['Кол-во, шт', 'count'],
    ['Количество', 'count'],
    ['Jami soni', 'count'],
    ['Сони', 'count'],
    ['Миқдори', 'count'],
    ['Miqdori', 'count'],
    ['Цена за ед., сум', 'price'],
    ['Нархи', 'price'],
    ['Narxi', 'price'],
    ['Unit price', 'price'],
    ['Сумма', 'sum'],
    ['Сумма с НДС', 'sum'],
    ['Umumiy narx', 'sum'],
    ['Total price', 'sum'],
    ['Валюта', 'currency'],
    ['Valyuta', 'currency'],
    ['Tovar nomi', 'name'],
    ['Maҳsulot', 'name'],
    ['Сумма НДС', 'skip'],
    ['QQS', 'skip'],
    ['Цена продажи', 'skip'],
    ['Sotish narxi', 'skip'],
    ['№', 'skip'],
    ['T/r', 'skip'],
    ['Ед. изм.', null],
    ['Qqqq', null],
  ])('%s', (heading, meaning) => expect(meaningOf(heading)).toBe(meaning));

  it('are known by a heading below other lines', () => {
    const text = 'Счёт-фактура № 17 от 12.11.2026\t\t\t\nТовар\tКол-во\tЦена\tСумма\nЧайник\t5\t100\t500';
    expect(columnsOf(splitBlock(text))).toEqual({ meanings: ['name', 'count', 'price', 'sum'], headAt: 1 });
  });

  it.each<[head: string, expected: string]>([
    // counts
    ['К-во | Цена', 'count,price'],
    ['Наименование | К-во, шт | Цена', 'name,count,price'],
    ['Наименование | к/во | Цена', 'name,count,price'],
    ['Наименование | Кол. | Цена', 'name,count,price'],
    ['Товар | шт. | Цена', 'name,count,price'],
    ['Наименование | Кол-во мест | Кол-во | Цена', 'name,skip,count,price'],
    ['Наименование | Кол-во | Кол-во мест | Цена', 'name,count,skip,price'],
    ['Наименование | Кол-во в упаковке | Количество | Цена', 'name,skip,count,price'],
    ['Наименование | Кол-во коробок | К-во | Цена', 'name,skip,count,price'],
    ['Nomi | Qutilar soni | Soni | Narxi', 'name,skip,count,price'],
    ['Номи | Қути сони | Сони | Нархи', 'name,skip,count,price'],
    ['Nomi | Joylar soni | Miqdori | Narxi', 'name,skip,count,price'],
    ['Номи | Миқдори | Нархи', 'name,count,price'],
    ['Товар | Остаток | Заказ | Цена', 'name,skip,count,price'],
    ['Item | Qty per box | Qty | Unit price', 'name,skip,count,price'],
    // alone such a count is not taken: each line reports that it has none
    ['Наименование | Кол-во мест | Цена', 'name,skip,price'],
    // prices
    ['Nomi | Soni | Chakana narx | Ulgurji narx', 'name,count,skip,price'],
    ['Номи | Сони | Чакана нарх | Улгуржи нарх', 'name,count,skip,price'],
    ['Товар | К-во | Розничная цена | Оптовая цена', 'name,count,skip,price'],
    ['Товар | К-во | Цена розн. | Цена опт.', 'name,count,skip,price'],
    ['Товар | К-во | Рекомендованная цена | Цена', 'name,count,skip,price'],
    ['Товар | К-во | РРЦ | Цена', 'name,count,skip,price'],
    ['Nomi | Soni | Tavsiya etilgan narx | Narxi', 'name,count,skip,price'],
    ['Товар | К-во | Старая цена | Новая цена', 'name,count,skip,price'],
    ['Nomi | Soni | Eski narxi | Yangi narxi', 'name,count,skip,price'],
    ['Номи | Сони | Эски нарх | Янги нарх', 'name,count,skip,price'],
    ['Nomi | Soni | Sotuv narxi | Kirim narxi', 'name,count,skip,price'],
    ['Товар | К-во | Цена | Закупочная цена', 'name,count,skip,price'],
    ['Товар | К-во | Цена за упаковку | Цена за шт', 'name,count,skip,price'],
    ['Товар | К-во | Цена | Скидка, % | Цена со скидкой', 'name,count,skip,skip,price'],
    ['Товар | К-во | Цена без скидки | Цена со скидкой', 'name,count,skip,price'],
    ['Nomi | Soni | Narxi | Chegirma | Chegirmali narxi', 'name,count,skip,skip,price'],
    ['Nomi | Soni | Dona narxi', 'name,count,price'],
    ['Товар | К-во | Стоимость за единицу | Сумма', 'name,count,price,sum'],
    ['Товар | К-во | Стоимость ед. | Стоимость', 'name,count,price,sum'],
    // with the tax and without
    ['Товар | К-во | Цена без НДС | Цена с НДС | Сумма с НДС', 'name,count,skip,price,sum'],
    ['Товар | К-во | Цена | Цена с НДС | Сумма НДС | Сумма', 'name,count,price,skip,skip,sum'],
    ['Товар | К-во | Цена без НДС | Сумма без НДС', 'name,count,price,sum'],
    ['Nomi | Soni | QQSsiz narxi | QQS bilan narxi | QQS summasi', 'name,count,skip,price,skip'],
    [
      '№ | Товар | ИКПУ | Ед. изм. | Кол-во | Цена | Стоимость поставки | Ставка НДС | Сумма НДС | Стоимость поставки с учётом НДС',
      'skip,name,skip,skip,count,price,sum,skip,skip,skip',
    ],
    ['Item | Qty | Old price | New price | Weight of product', 'name,count,skip,price,skip'],
    ['Item | Qty | Price without VAT | Price with VAT', 'name,count,skip,price'],
    // codes
    ['Код ИКПУ | Артикул | К-во | Цена', 'skip,sku,count,price'],
    ['MXIK kodi | Artikul | Soni | Narxi', 'skip,sku,count,price'],
    ['МХИК коди | Артикул | Сони | Нархи', 'skip,sku,count,price'],
    ['Код | Артикул | К-во | Цена', 'skip,sku,count,price'],
    ['Код ТН ВЭД | Код | К-во | Цена', 'skip,sku,count,price'],
    ['Штрих-код упаковки | Штрихкод | К-во | Цена', 'skip,barcode,count,price'],
    ['Штрих код | К-во | Цена', 'barcode,count,price'],
    ['EAN | К-во | Цена', 'barcode,count,price'],
    ['ШК | К-во | Цена', 'barcode,count,price'],
    // names, and what is beside
    ['№ п/п | Наименование | Ед.изм | Кол-во | Цена', 'skip,name,skip,count,price'],
    ['Т/р | Tovar nomi | Oʻlchov birligi | Soni | Narxi | Jami', 'skip,name,skip,count,price,sum'],
    ['Категория товара | Наименование товара | К-во | Цена', 'skip,name,count,price'],
    ['Бренд | Модель | Наименование | К-во | Цена', 'skip,skip,name,count,price'],
    ['Модель | К-во | Цена', 'name,count,price'],
    ['Наименование, бренд | К-во | Цена', 'name,count,price'],
    ['Наименование поставщика | Наименование | К-во | Цена', 'skip,name,count,price'],
    ['Товар | Кол-во на складе | Кол-во | Цена со склада', 'name,skip,count,price'],
    ['Товар | Серийный номер | К-во | Цена | Общий вес', 'name,skip,count,price,skip'],
    ['Маҳсулот номи | Ўлчов бирлиги | Миқдори | Нархи | Жами қиймати', 'name,skip,count,price,sum'],
  ])('%s', (head, expected) => {
    const cells = head.split(' | ');
    const rows = [cells, cells.map((_, at) => String(1000 + at))];
    expect(meanings(rows.map((row) => row.join('\t')).join('\n')).join()).toBe(expected);
  });

  it('take the first of two prices', () => {
    expect(meanings('Nomi\tSoni\tNarxi\tNarxi\nA\t1\t2\t3')).toEqual(['name', 'count', 'price', 'skip']);
  });

  it.each([
    [
      'barcode, name, count, price',
      '4780000000014\tChoynak oq\t5\t120000\n4780000000021\tPiyola koʻk\t12\t9000',
      ['barcode', 'name', 'count', 'price'],
    ],
    [
      'a numbering before',
      '1\tChoynak oq\t5\t120000\n2\tPiyola koʻk\t12\t9000\n3\tLagan katta\t1\t15000',
      ['skip', 'name', 'count', 'price'],
    ],
    ['what multiplies', 'Choynak oq\t500\t5\t100\nPiyola koʻk\t1200\t3\t400', ['name', 'sum', 'count', 'price']],
    ['a price in dollars smaller than the count', 'SKU-1\t50\t3,5\nSKU-2\t40\t4,25', ['sku', 'count', 'price']],
    ['a currency', 'SKU-1\t50\t3,5\t$\nSKU-2\t40\t400000\tсум', ['sku', 'count', 'price', 'currency']],
    ['codes alone', '4780000000014\n4780000000021', ['barcode']],
    ['figures with signs', 'SKU-1\t5\t$ 12\nSKU-2\t4\t$ 19', ['sku', 'count', 'price']],
  ])('without a heading: %s', (_, text, expected) => {
    expect(columnsOf(splitBlock(text))).toEqual({ meanings: expected, headAt: -1 });
  });

  it('know a barcode by its check digit', () => {
    for (const good of ['4780000000014', '96385074', '036000291452', '10614141000415'])
      expect(isBarcode(good)).toBe(true);
    for (const wrong of ['4780000000015', '12345', '']) expect(isBarcode(wrong)).toBe(false);
  });
});

describe('a list without a head', () => {
  it.each([
    ['count before price', 'SKU-3\t4\t50000\nSKU-4\t2\t70000', 'sku,count,price'],
    ['price before count', 'SKU-3\t50000\t4\nSKU-4\t70000\t2', 'sku,price,count'],
    ['counts that go up by one', 'Choynak\t1\t100\nPiyola\t2\t200\nKosa\t3\t300', 'name,count,price'],
    ['such counts alone', 'Choynak\t1\nPiyola\t2\nKosa\t3', 'name,count'],
    ['a numbered list', '1\tChoynak\t5\t12000\n2\tPiyola\t6\t900\n3\tKosa\t4\t900', 'skip,name,count,price'],
    ['two numbered lines', '1\tChoynak\t5\t12000\n2\tPiyola\t6\t900', 'skip,name,count,price'],
    ['one numbered line', '1\tChoynak\t5\t12000', 'skip,name,count,price'],
    ['tens of millions', 'SKU-1\t5\t12000000\nSKU-2\t7\t15000000', 'sku,count,price'],
    ['tens of millions first', 'SKU-1\t12000000\t5\nSKU-2\t15000000\t7', 'sku,price,count'],
    ['small prices with a sign', 'SKU-1\t120 sht\t85 $\nSKU-2\t300 sht\t99 $', 'sku,count,price'],
    ['figures that are alike', 'SKU-1\t120\t99\nSKU-2\t140\t85', 'sku,count,price'],
    ['fractions', 'SKU-1\t1500\t12.5\nSKU-2\t2000\t13.25', 'sku,count,price'],
    ['codes with a wrong check digit', '4780000000013\t5\n4780000000022\t7', 'barcode,count'],
    ['short barcodes', '12345678\t5\t100\n23456789\t2\t300', 'barcode,count,price'],
    ['a sum too', 'Choynak\t12000\t5\t60000\nPiyola\t900\t6\t5400', 'name,price,count,sum'],
  ])('%s', (_, text, expected) => expect(meanings(text).join()).toBe(expected));

  it('knows counts from prices wherever the two stand', () => {
    const line = fc.record({ count: fc.integer({ min: 1, max: 300 }), price: fc.integer({ min: 10, max: 400_000 }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.boolean(), (lines, first) => {
        // prices in whole hundreds of soʻm
        const text = lines
          .map(({ count, price }, at) =>
            [`A-${at}`, ...(first ? [count, price * 100] : [price * 100, count])].join('\t'),
          )
          .join('\n');
        expect(meanings(text).join()).toBe(first ? 'sku,count,price' : 'sku,price,count');
      }),
    );
  });
});
