import { describe, expect, it } from 'vitest';
import { barcodeError, checkDigit, internalBarcode } from '../../../server/stock/barcode.ts';
import { parseCsv } from '../../../server/stock/csv.ts';

const fields = (text: string) => parseCsv(text).map((record) => record.fields);

describe('parseCsv', () => {
  it.each<[string, string, string[][]]>([
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'without a last line break',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['quotes, separators inside', '"a","b, c"\n', [['a', 'b, c']]],
    ['doubled quotes', '"TV 55"" LED",1\n', [['TV 55" LED', '1']]],
    ['a quotation mark inside an unquoted field', 'TV 55" LED,1\n', [['TV 55" LED', '1']]],
    ['line breaks inside quotes', '"a\nb",c\n', [['a\nb', 'c']]],
    [
      'empty fields',
      ',\n"",\n',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'blank lines',
      'a,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['nothing', '', []],
  ])('reads %s', (_, text, expected) => {
    expect(fields(text)).toEqual(expected);
  });

  it('names the line of the file on which a record begins', () => {
    expect(parseCsv('h\n"a\nb\r\nc"\n\nd\n').map((record) => record.line)).toEqual([1, 2, 6]);
  });

  it('reports what is wrong with a record and reads on', () => {
    const records = parseCsv('a,b\n"x"y,1\n2,3\n"never closed,\n4');
    expect(records.map((record) => record.error)).toEqual([
      undefined,
      'text follows a closing quotation mark',
      undefined,
      'a quotation mark that opens is never closed',
    ]);
    expect(records[2]?.fields).toEqual(['2', '3']);
  });

  it('reads a million cells in a moment', () => {
    const text = `${'abc,"d ""e""",f,1\n'.repeat(250_000)}`;
    const from = performance.now();
    expect(parseCsv(text)).toHaveLength(250_000);
    expect(performance.now() - from).toBeLessThan(5_000);
  });
});

describe('barcodes', () => {
  it.each(['4006381333931', '96385074', '036000291452', '10012345678902'])('%s is right', (barcode) => {
    expect(barcodeError(barcode)).toBeUndefined();
  });
  it.each([
    ['4006381333932', 'wrong check digit (1 would be right)'],
    ['400638133393', 'wrong check digit'],
    ['12345', 'has 5 digits'],
    ['40063813339A1', 'other characters'],
  ])('%s: %s', (barcode, reason) => {
    expect(barcodeError(barcode)).toContain(reason);
  });
  it('makes its own ones: EAN-13 with prefix 2', () => {
    expect(internalBarcode(1)).toBe('2000000000015');
    expect(internalBarcode(12_345)).toMatch(/^2\d{12}$/);
    expect(barcodeError(internalBarcode(12_345))).toBeUndefined();
    expect(checkDigit('400638133393')).toBe(1);
  });
});
