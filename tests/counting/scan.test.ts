import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imeiFault, isBarcode, luhn } from '../../contract/checkDigits.ts';
import type { CountableProduct } from '../../contract/counting/entries.ts';
import { MAX_COUNT } from '../../contract/counting/shared.ts';
import { inLatin, serialKey } from '../../contract/serial.ts';
import { Catalogue, type Counted, parseQuantity, parseScan, readScan } from '../../machines/countingWorkspace/scan.ts';
import { readSheet } from '../../machines/countingWorkspace/sheet.ts';

const product = (id: number, more: Partial<CountableProduct> = {}): CountableProduct => ({
  id,
  title: `Buyum ${id}`,
  sku: `SKU-${id}`,
  barcode: `478000000000${id}`,
  is_serial_number: false,
  imei_count: 0,
  ...more,
});

const cable = product(1, { title: 'Quloqchin Samsung Galaxy Buds FE, oq' });
const phone = product(2, { title: 'Smartfon Honor X8b', is_serial_number: true, imei_count: 2 });
const watch = product(3, { title: 'Soat Gʻalaba', is_serial_number: true, barcode: '8806095467863' });
const upc = product(4, { barcode: '0012345678905' });
const twin = product(5, { barcode: 'SKU-6' });
const other = product(6, { sku: 'sku-6', barcode: null });
const catalogue = new Catalogue([cable, phone, watch, upc, twin, other]);
const nothing: Counted = { totalOf: () => 0, serialAt: () => null };
const IMEI = '356938035643809';

const read = (text: string, chosen?: CountableProduct, counted = nothing, asSerial = false) =>
  readScan(text, { catalogue, counted, chosen }, asSerial);

describe('a scanned line', () => {
  it('is a code, with a quantity before the star', () => {
    expect(parseScan(' 4780 ')).toEqual({ code: '4780', quantity: null });
    expect(parseScan('12*4780')).toEqual({ code: '4780', quantity: 12 });
    expect(parseScan('12 * 4780')).toEqual({ code: '4780', quantity: 12 });
    expect(parseScan('12*')).toEqual({ code: '', quantity: 12 });
    expect(parseScan('*12')).toEqual({ code: '', quantity: 12 });
    expect(parseScan('0*4780')).toEqual({ code: '4780', quantity: 0 });
  });

  it('is recognised by barcode and code, in any case and in a Cyrillic layout', () => {
    expect(read('4780000000001')).toEqual({ kind: 'add', product: cable, count: 1 });
    expect(read('sku-1')).toEqual({ kind: 'add', product: cable, count: 1 });
    expect(inLatin('ЫЛГ-1')).toBe('SKU-1');
    expect(read('ЫЛГ-1')).toEqual({ kind: 'add', product: cable, count: 1 });
    expect(read('12*4780000000001')).toEqual({ kind: 'add', product: cable, count: 12 });
    expect(read('12*', cable)).toEqual({ kind: 'add', product: cable, count: 12 });
  });

  it('finds an EAN-13 that was scanned as UPC-A, and vice versa', () => {
    expect(read('012345678905')).toMatchObject({ product: upc });
    const short = new Catalogue([product(9, { barcode: '012345678905' })]);
    expect(short.byCode('0012345678905')).toHaveLength(1);
  });

  it('is not guessed: unknown, two products, nothing chosen, too many', () => {
    expect(read('999')).toMatchObject({ kind: 'refused', reason: 'unknown', code: '999' });
    expect(read('SKU-6')).toMatchObject({ kind: 'refused', reason: 'several' });
    expect(read('7*')).toMatchObject({ kind: 'refused', reason: 'nothingChosen' });
    expect(read('')).toEqual({ kind: 'empty' });
    expect(read('10000000*SKU-1')).toMatchObject({ reason: 'tooMany' });
    const full: Counted = { ...nothing, totalOf: () => MAX_COUNT };
    expect(read('SKU-1', undefined, full)).toMatchObject({ reason: 'tooMany' });
  });
});

describe('serial goods', () => {
  it('are chosen by their barcode, then counted one serial number at a time', () => {
    expect(read('SKU-2')).toEqual({ kind: 'choose', product: phone });
    expect(read('3*SKU-2')).toMatchObject({ reason: 'serialsOneByOne' });
    expect(read(IMEI, phone)).toEqual({ kind: 'add', product: phone, count: 1, serial: IMEI });
    expect(read('3*', phone)).toMatchObject({ reason: 'serialsOneByOne' });
    expect(read('ab-12', watch)).toMatchObject({ kind: 'add', serial: 'AB-12' });
  });

  it('are the same unit whatever the case, the spaces and the layout of their numbers', () => {
    for (const spelling of ['SM-A5512', 'sm-a5512', ' sM-a55 12\u200b', 'ЫЬ-Ф5512', 'ыь-ф5512\u00a0']) {
      expect(serialKey(spelling), spelling).toBe('SM-A5512');
      expect(read(spelling, watch), spelling).toMatchObject({ kind: 'add', serial: 'SM-A5512' });
    }
    const counted: Counted = { ...nothing, serialAt: (_, serial) => (serial === 'ABC12345' ? '2026' : null) };
    expect(read('abc12345', watch, counted)).toMatchObject({ reason: 'serialTwice', code: 'ABC12345' });
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => serialKey(serialKey(text)) === serialKey(text)));
  });

  it('report at once what is wrong with an IMEI', () => {
    expect(luhn(IMEI)).toBe(true);
    expect(imeiFault('356938035643808')).toBe('imeiCheck');
    expect(read('356938035643808', phone)).toMatchObject({ reason: 'imeiCheck' });
    expect(read('35693803564', phone)).toMatchObject({ reason: 'imeiLength' });
  });

  it('report at once a second scan of the same one', () => {
    const counted: Counted = { ...nothing, serialAt: () => '2026-11-21T05:51:36.000Z' };
    expect(read(IMEI, phone, counted)).toMatchObject({ reason: 'serialTwice', at: '2026-11-21T05:51:36.000Z' });
  });

  it('do not take a barcode that nobody knows for a serial number, unless the person confirms it', () => {
    expect(isBarcode('4006381333931')).toBe(true);
    expect(read('4006381333931', watch)).toMatchObject({ reason: 'unknown', product: watch });
    expect(read('4006381333931', watch, nothing, true)).toMatchObject({ kind: 'add', serial: '4006381333931' });
  });
});

describe('what a limited act does not count', () => {
  const tablet = product(7, { title: 'Planshet', sku: 'TAB-7', barcode: '8801643709341' });
  const limited = new Catalogue([cable, phone], new Catalogue([tablet]));
  const scan = (text: string, chosen?: CountableProduct, asSerial = false) =>
    readScan(text, { catalogue: limited, counted: nothing, chosen }, asSerial);

  it('is refused by name at a scan, with a quantity and after serial goods, too', () => {
    for (const text of ['8801643709341', 'tab-7', '12*TAB-7'])
      for (const chosen of [undefined, cable, phone])
        expect(scan(text, chosen)).toMatchObject({ kind: 'refused', reason: 'outside', product: tablet });
    expect(limited.titleOf(tablet.id)).toBe('Planshet');
    expect(limited.byId(tablet.id)).toBeUndefined();
    expect(scan('999')).toMatchObject({ reason: 'unknown' });
    expect(scan('4780000000001')).toMatchObject({ kind: 'add', product: cable });
  });

  it('is refused by name when words are typed that find it; parts of a code are not words', () => {
    for (const chosen of [undefined, cable])
      expect(scan('planshet', chosen)).toMatchObject({ kind: 'refused', reason: 'outside', product: tablet });
    expect(scan('88016437')).toMatchObject({ reason: 'unknown' });
    expect(scan('televizor')).toMatchObject({ reason: 'unknown' });
  });

  it('names none of several products that typed words find', () => {
    const several = new Catalogue([cable], new Catalogue([tablet, product(8, { title: 'Planshet 2', sku: 'TAB-8' })]));
    const read = (text: string) => readScan(text, { catalogue: several, counted: nothing, chosen: undefined }, false);
    expect(read('plansh')).toEqual({ kind: 'refused', reason: 'outside', code: 'plansh' });
    expect(read('planshet 2')).toMatchObject({ reason: 'outside', product: { title: 'Planshet 2' } });
  });

  it('is not offered by the search, and refused by name in a sheet', () => {
    expect(limited.find('planshet', 8)).toEqual([]);
    const head = ['Kodi', 'Soni'];
    const { good, bad } = readSheet('a.xlsx', [head, ['TAB-7', 3], ['SKU-1', 2], ['SKU-99', 1]], limited);
    expect(good).toMatchObject([{ productId: cable.id, count: 2 }]);
    expect(bad).toEqual([
      { line: 2, reason: 'outside', value: 'Planshet' },
      { line: 4, reason: 'unknown', value: 'SKU-99' },
    ]);
  });
});

describe('a unit scanned before its product', () => {
  it('says that the product comes first, whether nothing or plain goods were scanned before', () => {
    for (const chosen of [undefined, cable])
      for (const code of [IMEI, 'SN-A5512B', 'R58M123ABCD'])
        expect(read(code, chosen)).toMatchObject({ kind: 'refused', reason: 'serialFirst', code });
    // a damaged barcode, an IMEI with a wrong digit and short codes are not taken for one
    for (const code of ['4006381333932', '356938035643808', 'ABC-12', 'kabel'])
      expect(read(code)).toMatchObject({ reason: 'unknown' });
  });
});

describe('search', () => {
  it('finds by name in any script, by code and by barcode', () => {
    expect(catalogue.find('galaxy buds', 8)).toEqual([cable]);
    expect(catalogue.find('ғалаба', 8)).toEqual([watch]);
    expect(catalogue.find("g'alaba", 8)).toEqual([watch]);
    expect(catalogue.find('5467863', 8)).toEqual([watch]);
    expect(catalogue.find('', 8)).toEqual([]);
  });

  it('offers what is called so first, however many others have its words in their codes', () => {
    const others = Array.from({ length: 20 }, (_, at) =>
      product(at + 1, { title: `Buyum 83-${100 + at}`, barcode: `20008300000${10 + at}` }),
    );
    const meant = product(99, { title: 'Buyum 83-00083' });
    expect(new Catalogue([...others, meant]).find('buyum 83-00083', 8)).toEqual([meant, ...others.slice(0, 7)]);
  });

  it('answers among 10,000 products within a keystroke', () => {
    const many = new Catalogue(
      Array.from({ length: 10_000 }, (_, at) => product(at + 1, { title: `Smartfon Samsung ${at}` })),
    );
    const once = (query: string) => {
      const began = performance.now();
      many.find(query, 8);
      return performance.now() - began;
    };
    // the best of five: what the search costs, not what else the machine does
    const best = (query: string) => Math.min(...Array.from({ length: 5 }, () => once(query)));
    const times = ['s', 'sa', 'samsung 77', 'zzz', 'ыфьыгтп'].map(best);
    expect(Math.max(...times)).toBeLessThan(50);
  });
});

describe('a quantity', () => {
  it('is whole and not blank', () => {
    expect(parseQuantity('')).toBeNull();
    expect(parseQuantity(' 0 ')).toBe(0);
    for (const text of ['1 200', '1\u00a0200', '1\u202f200']) expect(parseQuantity(text)).toBe(1200);
    expect(parseQuantity('1 234 567')).toBe(1_234_567);
    for (const text of ['-1', '1,5', '1e3', 'abc', '12345678', '00012345', '0x10', '1 2', '12 34', '1  234', '1234 5'])
      expect(parseQuantity(text)).toBeNull();
  });

  it('is read back whatever whole number is typed', () => {
    fc.assert(fc.property(fc.nat(MAX_COUNT), (count) => parseQuantity(String(count)) === count));
  });
});

describe('a sheet', () => {
  const head = ['Shtrix-kod', 'Kodi', 'Tovar', 'Soni', 'Seriya raqamlari'];
  const rows = (...lines: unknown[][]) => readSheet('a.xlsx', [head, ...lines], catalogue);

  it('names all bad lines at once with their numbers', () => {
    const { good, bad, blank, fault } = rows(
      [4780000000001, null, null, 12, null],
      ['000', null, null, 1, null],
      [null, 'SKU-4', null, -2, null],
      [null, null, 'Smartfon Honor X8b', 2, `${IMEI}, 356938035643808`],
      [null, 'SKU-6', null, 1, null],
      [null, 'SKU-4', null, null, null],
      [null, null, null, 5, null],
      [null, 'SKU-1', null, 3, null],
      [null, 'SKU-3', null, 2, null],
      [null, 'SKU-3', null, 2, 'A1 A1'],
      [null, 'SKU-4', null, 1, 'A9'],
      [null, 'SKU-4', null, 10_000_000, null],
    );
    expect(fault).toBeNull();
    expect(good).toEqual([{ line: 2, productId: 1, count: 12, serials: [] }]);
    expect(blank).toBe(1);
    expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'unknown'],
      [4, 'notWhole'],
      [5, 'imeiCheck'],
      [6, 'several'],
      [8, 'noProduct'],
      [9, 'twice'],
      [10, 'serialsNeeded'],
      [11, 'serialTwice'],
      [12, 'noSerials'],
      [13, 'tooMany'],
    ]);
    expect(bad.find(({ reason }) => reason === 'twice')?.other).toBe(2);
  });

  it('takes serial goods one unit a line, zeros, and counts by serial numbers alone', () => {
    const { good, bad } = rows(
      [null, 'SKU-3', null, 1, 'A1'],
      [null, 'SKU-3', null, null, 'A2;A3'],
      [null, 'SKU-2', null, 0, null],
      [null, 'SKU-3', null, 1, 'A1'],
    );
    expect(good).toEqual([
      { line: 2, productId: 3, count: 3, serials: ['A1', 'A2', 'A3'] },
      { line: 4, productId: 2, count: 0, serials: [] },
    ]);
    expect(bad).toEqual([{ line: 5, reason: 'serialTwice', value: 'A1', other: 2 }]);
    const spelt = rows([null, 'SKU-3', null, null, 'a1, Ф2'], [null, 'SKU-3', null, 1, 'A1']);
    expect(spelt.good[0]?.serials).toEqual(['A1', 'A2']);
    expect(spelt.bad).toEqual([{ line: 3, reason: 'serialTwice', value: 'A1', other: 2 }]);
  });

  it('reads thousands that stand apart, and takes two numbers in one cell for none', () => {
    const { good, bad } = rows(
      [null, 'SKU-1', null, '1 234', null],
      [null, 'SKU-4', null, '1 2', null],
      [null, 'SKU-3', null, '1 2', 'A1 A2'],
    );
    expect(good.map(({ count }) => count)).toEqual([1234]);
    expect(bad).toEqual([
      { line: 3, reason: 'notWhole', value: '1 2' },
      { line: 4, reason: 'notWhole', value: '1 2' },
    ]);
  });

  it('reads Russian headings below other lines, and reports a missing column', () => {
    const found = readSheet('a', [['Опись'], ['Штрихкод', 'Кол-во'], ['4780000000001', '3']], catalogue);
    expect(found.good).toEqual([{ line: 3, productId: 1, count: 3, serials: [] }]);
    expect(readSheet('a', [['Kodi']], catalogue).fault).toBe('noCountColumn');
    expect(readSheet('a', [['Soni']], catalogue).fault).toBe('noProductColumn');
    expect(readSheet('a', [], catalogue).fault).toBe('empty');
    expect(readSheet('a', [head], catalogue).fault).toBe('empty');
  });
});
