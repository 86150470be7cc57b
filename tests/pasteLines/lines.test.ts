import { describe, expect, it } from 'vitest';
import type { VariantInSelect } from '../../contract/invoices/choices.ts';
import { columnsOf, splitBlock } from '../../machines/pasteLines/columns.ts';
import { type Block, blockText, type Fix, goodOf, linesOf, restOf } from '../../machines/pasteLines/lines.ts';
import { KETTLE } from '../../machines/pasteLines/pasteLines.model.ts';

const CUP: VariantInSelect = { ...KETTLE, id: 2, title: 'Piyola', sku: 'SKU-2' };
const found = { 'SKU-1': [KETTLE], 'SKU-2': [CUP], idish: [KETTLE, CUP], Choynak: [KETTLE] };
const currencies = [
  { id: 1, abbrevation: 'UZS', rate: 1 },
  { id: 2, abbrevation: 'USD', rate: 12_000 },
  { id: 3, abbrevation: 'EUR', rate: null },
];

function blockOf(text: string, fixes: Record<number, Fix> = {}): Block {
  const rows = splitBlock(text);
  return { rows, ...columnsOf(rows), currency: 'UZS', fixes, found, currencies };
}
const HEAD = 'Artikul\tNomi\tSoni\tNarxi\tSumma\tValyuta\n';
const lineOf = (cells: string, fix?: Fix) => {
  const [line] = linesOf(blockOf(HEAD + cells, fix && { 1: fix }));
  if (line === undefined) throw new Error('no line');
  return line;
};
const reasons = (cells: string, fix?: Fix) => lineOf(cells, fix).bad.map(({ reason }) => reason);

describe('a line', () => {
  it('is whole: product, figures, rate, selling price by the rule', () => {
    expect(lineOf('SKU-1\t\t5\t2,50\t\t$').body).toEqual({
      product_variant_id: 1,
      currency_id: 2,
      count: 5,
      value: 2.5,
      currency_change: 12_000,
      no_cash: 100,
      additional: 10,
      other_additional: 0,
      selling_price: 33_000,
    });
  });

  it.each<[string, string, string[]]>([
    ['product unknown', 'X-9\t\t5\t10', ['unknown']],
    ['several products', '\tidish\t5\t10', ['several']],
    ['no product', '\t\t5\t10', ['noProduct']],
    ['no count', 'SKU-1\t\t\t10', ['countMissing']],
    ['a count of halves', 'SKU-1\t\t2,5\t10', ['countNotWhole']],
    ['a count of words', 'SKU-1\t\tbesh\t10', ['countNotWhole']],
    ['no units', 'SKU-1\t\t0\t10', ['countZero']],
    ['too many', 'SKU-1\t\t10000000\t10', ['countMost']],
    ['no price', 'SKU-1\t\t5\t', ['priceMissing']],
    ['a price of words', 'SKU-1\t\t5\tarzon', ['priceNotNumber']],
    ['a price of nothing', 'SKU-1\t\t5\t0', ['priceZero']],
    ['a price finer than a hundredth', 'SKU-1\t\t5\t0,1234\t\t$', ['priceFine']],
    ['soʻm with fractions', 'SKU-1\t\t5\t12 500,50', ['priceNotWhole']],
    ['soʻm finer than a hundredth', 'SKU-1\t\t5\t0,1234', ['priceNotWhole']],
    ['soʻm with fractions beside a sum', 'SKU-1\t\t3\t3 333,33\t9 999,99', ['priceNotWhole']],
    ['no price and a sum of soʻm with fractions', 'SKU-1\t\t3\t\t9 999,99', ['sumNotWhole']],
    ['a sum below half a soʻm a unit', 'SKU-1\t\t5\t\t2', ['priceZero']],
    ['a sum without a count', 'SKU-1\t\t\t\t10 000', ['countMissing', 'priceMissing']],
    ['too dear', 'SKU-1\t\t5\t1000000000001', ['priceMost']],
    ['too dear in soʻm', 'SKU-1\t\t5\t1 000 000 000\t\t$', ['priceMost']],
    ['too much in all', 'SKU-1\t\t9999999\t1000000000000', ['sumMost']],
    ['a currency that is not known', 'SKU-1\t\t5\t10\t\tGBP', ['currencyUnknown']],
    ['a currency without a rate', 'SKU-1\t\t5\t10\t\tEUR', ['noRate']],
    [
      'several faults at once',
      'X-9\t\t\tarzon\t\tGBP',
      ['unknown', 'countMissing', 'priceNotNumber', 'currencyUnknown'],
    ],
    ['a total, and no more is said of it', 'Jami:\t\t\t\t500', ['total']],
  ])('%s', (_, cells, expected) => {
    expect(reasons(cells)).toEqual(expected);
    expect(lineOf(cells).body).toBeNull();
  });

  it('takes the product by its code before its name', () => {
    expect(lineOf('SKU-2\tChoynak\t1\t10').product).toEqual(CUP);
    expect(lineOf('X-9\tChoynak\t1\t10').product).toEqual(KETTLE);
  });

  it('divides the sum where no price is written, and reports when it does not divide evenly', () => {
    expect(lineOf('SKU-1\t\t4\t\t10 000')).toMatchObject({ body: { value: 2500 }, differs: null });
    expect(lineOf('SKU-1\t\t1\t9 999\t10 000').differs).toEqual({ ours: 9999, theirs: 10_000, rounded: false });
  });

  it.each<[string, string, string, number, number]>([
    ['soʻm down to whole ones', 'SKU-1\t\t3\t\t10 000', '3333', 3333, 9999],
    ['half a soʻm up', 'SKU-1\t\t2\t\t10 001', '5001', 5001, 10_002],
    ['soʻm of a sum that says so', 'SKU-1\t\t7\t\t100 000 сум', '14286', 14_286, 100_002],
    ['dollars to hundredths', 'SKU-1\t\t3\t\t10 000\t$', '3333.33', 3333.33, 9999.99],
  ])('rounds a price that is divided: %s', (_, cells, shown, value, ours) => {
    const line = lineOf(cells);
    expect(line.value).toBe(shown);
    expect(line.body?.value).toBe(value);
    expect(line.differs).toMatchObject({ ours, rounded: true });
    // written by the person, it is only another figure
    expect(lineOf(cells, { value: shown }).differs).toMatchObject({ ours, rounded: false });
  });

  it('keeps fractions of soʻm in a sum that no price comes from', () => {
    const line = lineOf('SKU-1\t\t3\t3 333\t9 999,99');
    expect(line.bad).toEqual([]);
    expect(line.differs).toEqual({ ours: 9999, theirs: 9999.99, rounded: false });
  });

  it('in another currency has a price of soʻm that can be kept', () => {
    expect(reasons('SKU-1\t\t5\t12,50\t\tUZS', { currency: 'USD' })).toEqual([]);
    expect(reasons('SKU-1\t\t5\t12,50\t\tUSD', { currency: 'UZS' })).toEqual(['priceNotWhole']);
    expect(reasons('SKU-1\t\t3\t\t9 999,99', { value: '3 333' })).toEqual([]);
  });

  it('is in the currency of its cell, its sign, its heading, or of the list', () => {
    expect(lineOf('SKU-1\t\t1\t$ 10\t\tсум').currency).toBe('UZS');
    expect(lineOf('SKU-1\t\t1\t$ 10').currency).toBe('USD');
    expect(linesOf(blockOf('Artikul\tSoni\tNarxi, USD\nSKU-1\t1\t10')).map(({ currency }) => currency)).toEqual([
      'USD',
    ]);
    expect(lineOf('SKU-1\t\t1\t10').currency).toBe('UZS');
  });

  it('is put right by the person', () => {
    expect(reasons('X-9\t\t\tarzon\t\tGBP', { product: CUP, count: '3', value: '1 200,5', currency: 'USD' })).toEqual(
      [],
    );
    expect(lineOf('X-9\t\t\tarzon', { product: CUP, count: '3', value: '1 200,00' }).body).toMatchObject({
      product_variant_id: 2,
      count: 3,
      value: 1200,
    });
    // emptied, it is empty
    expect(reasons('SKU-1\t\t5\t10', { count: '' })).toEqual(['countMissing']);
  });
});

describe('a list', () => {
  const TEXT = `${HEAD}SKU-1\t\t1\t10\nX-9\tkatta "oq" idish\t1\t10\nSKU-1\t\t2\t10\nSKU-2\t\t1\t10`;

  it('reports the first line of a repeated product; a line left out is not counted', () => {
    expect(linesOf(blockOf(TEXT)).map(({ twin }) => twin)).toEqual([null, null, 2, null]);
    expect(linesOf(blockOf(TEXT, { 1: { left: true } })).map(({ twin }) => twin)).toEqual([null, null, null, null]);
  });

  it('parts into what is added and what stays, which is copied as it was', () => {
    const block = blockOf(TEXT, { 4: { left: true } });
    const lines = linesOf(block);
    expect(goodOf(lines, {}).map(({ line }) => line)).toEqual([2, 4]);
    const rest = restOf(lines, {}).map(({ row }) => row);
    expect(rest).toEqual([2, 4]);
    const copied = blockText(block, rest);
    expect(splitBlock(copied).map(({ cells }) => cells)).toEqual(
      [0, ...rest]
        .map((at) => block.rows[at]?.cells.slice(0, 4).concat(['', '']).slice(0, 6))
        .map((cells, at) => (at === 0 ? ['Artikul', 'Nomi', 'Soni', 'Narxi', 'Summa', 'Valyuta'] : cells)),
    );
  });

  it('of a thousand lines is read in the time of a key press', () => {
    const text =
      HEAD + Array.from({ length: 1000 }, (_, at) => `SKU-${(at % 2) + 1}\t\t${at + 1}\t12 500,00`).join('\n');
    const block = blockOf(text);
    // of the processor: a machine that does other work meanwhile is no fault of ours
    const from = process.cpuUsage();
    expect(goodOf(linesOf(block), {})).toHaveLength(1000);
    expect(process.cpuUsage(from).user).toBeLessThan(500_000);
  });

  it('is the same object while nothing of it changes, and never of another time', () => {
    const block = blockOf(`${HEAD}SKU-1\t\t5\t10\nSKU-2\t\t6\t20\nSKU-1\t\t7\t30\nYOʻQ\tidish\t8\t40`);
    const before = linesOf(block);
    expect(linesOf({ ...block })).toEqual(before);
    const changes: Partial<Block>[] = [
      { fixes: { 2: { count: '9' } } },
      { fixes: { 1: { left: true } } },
      { fixes: { 4: { product: CUP } } },
      { fixes: {} },
      { currency: 'USD' },
      { currencies: [{ id: 1, abbrevation: 'UZS', rate: 1 }] },
      { found: { ...found, YOʻQ: [CUP] } },
      { meanings: ['sku', 'name', 'price', 'count', 'sum', 'currency'] },
      { headAt: -1 },
      { rows: block.rows.filter((_, at) => at !== 1) },
    ];
    for (const change of changes) {
      const changed = { ...block, ...change };
      // rows that were never read before
      const fresh = linesOf({ ...changed, rows: structuredClone(changed.rows) });
      expect(linesOf(changed), JSON.stringify(change)).toEqual(fresh);
      expect(linesOf(block), 'and back').toEqual(before);
    }
    const shown = linesOf(block);
    const fixed = linesOf({ ...block, fixes: { 2: { count: '9' } } });
    expect(fixed.map((line, at) => line === shown[at])).toEqual([true, false, true, true]);
  });

  it('reports how an ambiguous figure was read, where nothing settles it', () => {
    const doubtful = (text: string, fixes: Record<number, Fix> = {}) =>
      linesOf(blockOf(text, fixes)).map((line) => line.doubtful);
    const price = { written: '1,250', read: 1250 };
    const head = 'Artikul\tSoni\tNarxi, $\tSumma\n';
    expect(doubtful(`${head}SKU-1\t5\t1,250`)).toEqual([[price]]);
    expect(doubtful(`${head}SKU-1\t2,000\t1,250`)).toEqual([[{ written: '2,000', read: 2000 }, price]]);
    // the other figures of the list, or a sum that comes out
    expect(doubtful(`${head}SKU-1\t5\t1,250\nSKU-2\t5\t99,90`)).toEqual([[], []]);
    expect(doubtful(`${head}SKU-1\t5\t1,250\t6250`)).toEqual([[]]);
    expect(doubtful(`${head}SKU-1\t5\t1,250\t6,25`)).toEqual([[]]);
    // soʻm have no fractions; put right, it is one figure
    expect(doubtful('Artikul\tSoni\tNarxi\nSKU-1\t5\t125,000')).toEqual([[]]);
    expect(doubtful(`${head}SKU-1\t5\t1,250`, { 1: { value: '1250' } })).toEqual([[]]);
    expect(doubtful(`${head}SKU-1\t5\t99`, { 1: { value: '1,250' } })).toEqual([[price]]);
  });

  it('reads a count as its prices are written', () => {
    const counts = (text: string) => linesOf(blockOf(text)).map(({ body }) => body?.count);
    expect(counts('Artikul\tSoni\tNarxi\nSKU-1\t5,000\t12 500,00')).toEqual([5]);
    expect(counts('Artikul\tSoni\tNarxi\nSKU-1\t5,000\t12500')).toEqual([5000]);
  });
});
