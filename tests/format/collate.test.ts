import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collateUz, sortUz } from '../../src/format/collate.ts';

const sorted = (texts: string[]) => [...texts].sort(collateUz);

describe('Uzbek order', () => {
  it('puts oʻ, gʻ, sh, ch, ng after z', () => {
    expect(sorted(['choy', 'shakar', 'gʻisht', 'oʻrik', 'zira', 'olma', 'sabzi', 'chang', 'gilos'])).toEqual([
      'gilos',
      'olma',
      'sabzi',
      'zira',
      'oʻrik',
      'gʻisht',
      'shakar',
      'chang',
      'choy',
    ]);
  });

  it('takes any apostrophe for the sign of oʻ and gʻ', () => {
    expect(sorted(["o'rik", 'zira', 'o‘tin', 'olma'])).toEqual(['olma', 'zira', "o'rik", 'o‘tin']);
  });

  it('ng is a letter, n before gʻ is not', () => {
    expect(sorted(['tong', 'tonz', 'ton'])).toEqual(['ton', 'tonz', 'tong']);
    expect(sorted(['mangʻit', 'manz', 'mang'])).toEqual(['manz', 'mangʻit', 'mang']);
  });

  it('a tutuq parts s from h', () => {
    expect(sorted(['ishoq', 'isʼhoq', 'isz'])).toEqual(['isʼhoq', 'isz', 'ishoq']);
  });

  it('compares figures as numbers, Latin before Cyrillic, ў қ ғ ҳ last', () => {
    expect(sorted(['№ 10', '№ 9', 'Ҳ', 'Я', 'Ў', 'Z'])).toEqual(['№ 9', '№ 10', 'Z', 'Я', 'Ў', 'Ҳ']);
  });

  it('is a total order', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
        expect(Math.sign(collateUz(a, b))).toBe(-Math.sign(collateUz(b, a)) || 0);
        if (collateUz(a, b) <= 0 && collateUz(b, c) <= 0) expect(collateUz(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('sorts by a property without changing the list', () => {
    const list = [{ name: 'Shahar' }, { name: 'Qishloq' }];
    expect(sortUz(list, ({ name }) => name).map(({ name }) => name)).toEqual(['Qishloq', 'Shahar']);
    expect(list[0]?.name).toBe('Shahar');
  });
});
