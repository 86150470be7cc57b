import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, code128, code128Values, ean13, isEan13 } from '../../src/pages/invoices/print/bars.ts';

/** Modules as ones and zeros. */
const modules = (widths: readonly number[]) =>
  widths.map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(width)).join('');

describe('EAN-13', () => {
  // a known example, half by half: the parity of its first digit is LGLLGG
  it('draws 4003994155486', () => {
    const left = ['0001101', '0100111', '0111101', '0001011', '0010111', '0011101'];
    const right = ['1100110', '1001110', '1001110', '1011100', '1001000', '1010000'];
    expect(modules(ean13('4003994155486'))).toBe(`101${left.join('')}01010${right.join('')}101`);
  });

  it('has 95 modules and reads back to its digits', () => {
    const L = [
      '0001101',
      '0011001',
      '0010011',
      '0111101',
      '0100011',
      '0110001',
      '0101111',
      '0111011',
      '0110111',
      '0001011',
    ];
    const flip = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
    const R = L.map(flip);
    const G = R.map((bits) => [...bits].reverse().join(''));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (body) => {
        const twelve = String(body).padStart(12, '0');
        const code = Array.from({ length: 10 }, (_, digit) => `${twelve}${digit}`).find(isEan13) as string;
        const bits = modules(ean13(code));
        expect(bits).toHaveLength(95);
        const digitAt = (at: number) => bits.slice(at, at + 7);
        const left = Array.from({ length: 6 }, (_, at) => digitAt(3 + at * 7));
        const right = Array.from({ length: 6 }, (_, at) => digitAt(50 + at * 7));
        const parity = left.map((one) => (L.includes(one) ? 'L' : 'G')).join('');
        const first = [
          'LLLLLL',
          'LLGLGG',
          'LLGGLG',
          'LLGGGL',
          'LGLLGG',
          'LGGLLG',
          'LGGGLL',
          'LGLGLG',
          'LGLGGL',
          'LGGLGL',
        ];
        const read = [
          first.indexOf(parity),
          ...left.map((one) => Math.max(L.indexOf(one), G.indexOf(one))),
          ...right.map((one) => R.indexOf(one)),
        ];
        expect(read.join('')).toBe(code);
      }),
    );
  });

  it('knows a wrong check digit', () => {
    expect(isEan13('4003994155486')).toBe(true);
    expect(isEan13('4003994155487')).toBe(false);
  });
});

describe('Code 128', () => {
  it.each<[string, number[]]>([
    ['PJJ123C', [104, 48, 42, 42, 17, 18, 19, 35, 55, 106]],
    ['Wikipedia', [104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106]],
    ['42184020500', [105, 42, 18, 40, 20, 50, 100, 16, 6, 106]],
    ['12', [105, 12, 14, 106]],
  ])('%s', (code, values) => expect(code128Values(code)).toEqual(values));

  it('draws the stop with its closing bar, eleven modules a value and two more', () => {
    const bits = modules(code128('PJJ123C'));
    expect(bits.startsWith('11010010000')).toBe(true);
    expect(bits.endsWith('1100011101011')).toBe(true);
    expect(bits).toHaveLength(10 * 11 + 2);
  });

  it('reads back to its text', () => {
    const text = (values: readonly number[]) => {
      let set = values[0] === 105 ? 'C' : 'B';
      let read = '';
      for (const value of values.slice(1, -2)) {
        if (value === 99 && set === 'B') set = 'C';
        else if (value === 100 && set === 'C') set = 'B';
        else read += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
      }
      return read;
    };
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9-]{1,24}$/), (code) => {
        const values = code128Values(code);
        expect(text(values)).toBe(code);
        const sum = values.slice(0, -2).reduce((all, value, at) => all + value * Math.max(1, at), 0);
        expect(values.at(-2)).toBe(sum % 103);
      }),
      { numRuns: 1000 },
    );
  });
});

it('draws what a scanner can read, and nothing else', () => {
  expect(barsOf('4003994155486')?.modules).toBe(95);
  // a UPC-A is an EAN-13 with a zero before
  expect(barsOf('036000291452')?.widths).toEqual(ean13('0036000291452'));
  expect(barsOf('4780000000001')?.quiet).toBe(10);
  expect(barsOf('Чойнак')).toBeNull();
  expect(barsOf('')).toBeNull();
});
