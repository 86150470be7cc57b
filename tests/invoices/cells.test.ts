/** Cells of the line grid: one reading for what is typed, pasted into a cell and pasted as a list. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import { figuresOf } from '../../machines/invoiceWorkspace/lines.ts';
import { parseFigure } from '../../machines/pasteLines/figures.ts';
import { formatNumber } from '../../src/format/numbers.ts';
import {
  currencyOf,
  opened,
  pastedInto,
  ratesOf,
  read,
  type TypedField,
} from '../../src/pages/invoices/window/cells.ts';
import { isCodeOf } from '../../src/pages/invoices/window/codes.ts';

const CURRENCIES = [
  { id: 1, abbrevation: 'UZS', rate: 1 },
  { id: 2, abbrevation: 'USD', rate: 12_650 },
];

describe('what is pasted into a cell', () => {
  it.each<[TypedField, currency: string | null, text: string, change: object | null]>([
    ['value', 'USD', '1,250', { value: 1250 }],
    ['value', 'USD', '1.250,00', { value: 1250 }],
    ['value', 'USD', '1,250.50', { value: 1250.5 }],
    ['value', 'USD', '99,90\n', { value: 99.9 }],
    ['value', 'USD', '$ 99', { value: 99 }],
    ['value', null, '99', { value: 99 }],
    // its currency comes along
    ['value', 'UZS', '$ 99', { value: 99, currency_id: 2, currency_change: 12_650 }],
    ['value', 'USD', '1 250 000 soʻm', { value: 1_250_000, currency_id: 1, currency_change: 1 }],
    // one that cannot be chosen: the list shows why
    ['value', 'UZS', '€ 99', null],
    ['count', 'UZS', '2 шт', { count: 2 }],
    ['count', 'UZS', '10 ta', { count: 10 }],
    ['count', 'UZS', '2,5', null],
    ['count', 'UZS', '$ 2', null],
    ['selling_price', 'USD', '1 250 000 сум', { selling_price: 1_250_000 }],
    ['selling_price', 'USD', '$ 99', null],
    ['currency_change', 'USD', '12,650', { currency_change: 12_650 }],
    ['no_cash', 'USD', '80', { no_cash: 80 }],
    ['value', 'USD', '5\t99', null],
    ['value', 'USD', '5\n99', null],
    ['value', 'USD', 'SKU-1', null],
    ['value', 'USD', ' ', null],
  ])('%s of a line in %s: %j', (field, currency, text, change) => {
    expect(pastedInto(field, text, { currency, currencies: CURRENCIES })).toEqual(change);
  });

  it('is read as in a list', () => {
    const texts = [
      '1,250',
      '1.250',
      '1,250.50',
      '1.250,00',
      '1 250',
      '0,650',
      '12,5',
      '1250',
      '$ 1,250',
      '7 шт',
      '1.2.3',
    ];
    for (const text of texts) expect(read('value', text, 'USD') ?? null, text).toBe(parseFigure(text));
  });
});

describe('a cell', () => {
  it('that is opened and left keeps its figure', () => {
    expect(opened(162.345)).toBe('162,3450');
    expect(opened(null)).toBe('');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (units) => {
        const figure = units / 10_000;
        expect(read('currency_change', opened(figure), 'USD')).toBe(figure);
        expect(read('currency_change', formatNumber(figure, { decimals: 4 }), 'USD')).toBe(figure);
      }),
    );
  });
});

describe('the currency of a row', () => {
  const dollars = { ...MODEL_LINE, currency_id: 2, currency: { abbrevation: 'USD' } };
  const row = { line: dollars, figures: figuresOf(dollars) };

  it('comes from its line before the list of currencies is loaded', () => {
    expect(currencyOf([], row)).toBe('USD');
    expect(currencyOf(CURRENCIES, row)).toBe('USD');
  });
  it('is of the list when another one is entered, and never guessed', () => {
    const other = { ...row, figures: { ...row.figures, currency_id: 1 } };
    expect(currencyOf(CURRENCIES, other)).toBe('UZS');
    expect(currencyOf([], other)).toBeNull();
    expect(currencyOf([], { line: null, figures: row.figures })).toBeNull();
  });
});

describe('a scanned code', () => {
  const of = (barcode: string | null) => ({ barcode, sku: 'SKU-1' });
  it.each<[words: string, barcode: string | null, is: boolean]>([
    ['01901314707250', '1901314707250', true],
    ['1901314707250', '01901314707250', true],
    // a UPC-A that is read as an EAN-13
    ['0036000291452', '036000291452', true],
    ['036000291452', '0036000291452', true],
    ['1901314707251', '1901314707250', false],
    ['ЫЛГ-1', null, true],
    ['0', '00', false],
  ])('%s is that of %s: %s', (words, barcode, is) => expect(isCodeOf(words, of(barcode))).toBe(is));
});

describe('rates in the head', () => {
  const inDollars = (rate: number) => ({ currency: { abbrevation: 'USD' }, currency_change: rate });
  const inSom = { currency: { abbrevation: 'UZS' }, currency_change: 1 };
  it('are those of the lines, from the least to the greatest', () => {
    const lines = [inSom, inDollars(12_600), inDollars(12_450.5), inDollars(12_500)];
    expect(ratesOf(lines, CURRENCIES)).toEqual([{ currency: 'USD', from: 12_450.5, to: 12_600 }]);
  });
  it('are that of the day before a line has one', () => {
    expect(ratesOf([inSom], CURRENCIES)).toEqual([{ currency: 'USD', from: 12_650, to: 12_650 }]);
    expect(ratesOf([inSom], [])).toEqual([]);
  });
});
