import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { matches, numberReadings, searchKey, searchKeys } from '../../contract/search.ts';

describe('searchKey', () => {
  it.each([
    ['чўл', 'chol'],
    ["cho'l", 'chol'],
    ['choʻl', 'chol'],
    ['cho’l', 'chol'],
    ['cho`l', 'chol'],
    ['CHO‘L', 'chol'],
    ['choʼl', 'chol'],
    ['cho´l', 'chol'],
    ['Ғафур Ғулом', 'gafur gulom'],
    ['Gʻafur Gʻulom', 'gafur gulom'],
    ['Хоразм', 'horazm'],
    ['Xorazm', 'horazm'],
    ['Khorazm', 'horazm'],
    ['Ҳамид', 'hamid'],
    ['Самарқанд', 'samarkand'],
    ['Самарканд', 'samarkand'],
    ['Samarqand', 'samarkand'],
    ['Шаҳноза', 'shahnoza'],
    ['Shahnoza', 'shahnoza'],
    ["Is'hoq", 'ishok'],
    ['Исҳоқ', 'ishok'],
    ['Ёқуб', 'yokub'],
    ['Yoqub', 'yokub'],
    ['Юлдуз', 'yulduz'],
    ['Yulduz', 'yulduz'],
    ['Яшнобод', 'yashnobod'],
    ['Егор', 'egor'],
    ['Yegor', 'egor'],
    ['Джасур', 'jasur'],
    ['Жасур', 'jasur'],
    ['Цирк', 'sirk'],
    ['Sirk', 'sirk'],
    ['Объектив', 'obektiv'],
    ['Muz  latgich\t«Artel»,  HD-430', 'muz latgich artel hd 430'],
    ['Samsung Galaxy A55 5G 8/256 GB', 'samsung galahy a55 5g 8 256 gb'],
    ['Café Électrique №5', 'cafe electrikue no5'],
    ['Dzhamshid Жамшид', 'jamshid jamshid'],
    ['  ', ''],
    ['', ''],
    ["'", ''],
  ])('%s → %s', (text, key) => {
    expect(searchKey(text)).toBe(key);
  });

  it('reads composed and decomposed letters alike', () => {
    for (const text of ['чўл', 'йод', 'ёлка', 'é']) {
      expect(searchKey(text.normalize('NFD'))).toBe(searchKey(text.normalize('NFC')));
    }
  });

  it('is its own key: a key searched again stays', () => {
    for (const text of ['Чўлпон', 'Xurshid', 'kkh', 'Мухаммаджон', 'Galaxy Watch']) {
      expect(searchKey(searchKey(text))).toBe(searchKey(text));
    }
  });
});

describe('searchKeys', () => {
  it('holds the key of the query in the wrong layout', () => {
    expect(searchKeys('ыфьыгтп')).toContain('samsung');
    expect(searchKeys('[jkjlbkmybr')).toContain('holodilnik');
    expect(searchKeys('{JKJLBKMYBR')).toContain('holodilnik');
    // The Uzbek Cyrillic layout has ў, қ, ғ, ҳ on keys of its own.
    expect(searchKeys('xok')).toContain('chol');
    expect(searchKeys('чўл')[0]).toBe('chol');
  });

  it('has no empty key and none twice', () => {
    expect(searchKeys('')).toEqual([]);
    expect(searchKeys(' - ')).toEqual([]);
    expect(searchKeys('2024')).toEqual(['2024']);
  });
});

describe('numberReadings', () => {
  it.each([
    ['срд-26-0023', 'chl-26-0023'],
    ['СРД-26-0023', 'chl-26-0023'],
    ['д-26-0023', 'l-26-0023'],
    // the Uzbek Cyrillic layout has ғ on the key of the sign
    ['срдғ26ғ0023', 'chl-26-0023'],
    ['СРД-.25-0001', 'chl-/25-0001'],
    ['CHL-26-0023', 'chl-26-0023'],
    // a supplier writes numbers in either script
    ['ya-15', 'нф-15'],
  ])('%s is also %s', (typed, meant) => {
    expect(numberReadings(typed)).toContain(meant);
  });

  it('reads figures once', () => {
    expect(numberReadings('0023')).toEqual(['0023']);
  });
});

describe('matches', () => {
  const key = searchKey('Choʻlpon koʻchasi, Смартфон Samsung Galaxy A55 5G');
  it.each([
    ['чўлпон', true],
    ["CHO'LPON", true],
    ['galaxy смартфон', true],
    ['a55 сам', true],
    ['ыфьыгтп', true],
    ['xjkgjy', true],
    ['galaxy a56', false],
    ['', true],
  ])('%s → %s', (query, expected) => {
    expect(matches(key, query)).toBe(expected);
  });
});

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const files = ['uz_districts.csv', 'uz_settlements.csv', 'uz_regions.csv'];
const absent = files.filter((file) => !existsSync(data + file));
describe('names of the open data', () => {
  it(absent.length ? `not checked: ${data} is absent` : 'give one key in both scripts', () => {
    if (absent.length) return;
    let names = 0;
    const differ: string[] = [];
    for (const file of files) {
      const [header = '', ...lines] = readFileSync(data + file, 'utf8')
        .trim()
        .split('\n');
      const columns = header.split(',');
      const latin = columns.indexOf('name_uz_latn');
      const cyrillic = columns.indexOf('name_uz_cyrl');
      for (const line of lines) {
        // Quoted names hold commas: they are few and no evidence more.
        if (line.includes('"')) continue;
        const cells = line.split(',');
        names++;
        if (searchKey(cells[latin] ?? '') !== searchKey(cells[cyrillic] ?? '')) differ.push(line);
      }
    }
    expect(differ).toEqual([]);
    expect(names).toBeGreaterThan(2_500);
  });
});
