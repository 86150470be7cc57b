import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allows } from '../../contract/rules.ts';
import { placedKey, searchKey } from '../../contract/search.ts';
import { isOneSlip, RANK, search } from '../../machines/searchDialog/search.ts';
import { ENTRIES as MODEL } from '../../machines/searchDialog/searchDialog.model.ts';
import {
  buildIndex,
  type Mark,
  type SearchEntry,
  type SearchLanguage,
} from '../../machines/searchDialog/searchIndex.ts';
import { pages } from '../../src/routes/registry.ts';
import { PEOPLE } from '../server/world.ts';
import { ENTRIES } from './texts.ts';

const indexes = { uz: buildIndex(ENTRIES, 'uz'), ru: buildIndex(ENTRIES, 'ru') };
const found = (query: string, language: SearchLanguage = 'uz') =>
  search(indexes[language], query).flatMap(({ pages }) => pages);
const first = (query: string, language: SearchLanguage = 'uz') => found(query, language)[0]?.entry.id;

/** The text with what is marked in brackets. */
const marked = (text: string, marks: readonly Mark[]) =>
  marks.reduceRight((all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, text);

const entry = (id: string, area: string, uz: [string, string, string?], ru: [string, string, string?]): SearchEntry => {
  const texts = ([title, section, aliases]: [string, string, string?]) => ({
    title,
    section,
    aliases: aliases?.split(', ') ?? [],
  });
  return { id, path: `/${id}`, area, built: true, texts: { uz: texts(uz), ru: texts(ru) } };
};

/** One answer of a list of one page. */
function answer(query: string, uz: [string, string, string?], ru: [string, string, string?], language: SearchLanguage) {
  const [group] = search(buildIndex([entry('one', 'area', uz, ru)], language), query);
  const [page] = group?.pages ?? [];
  return {
    title: page && marked(page.title, page.marks),
    via: page?.via && `${page.via.kind}: ${marked(page.via.text, page.via.marks)}`,
    section: group && marked(group.title, group.marks),
    sectionVia: group?.via && `${group.via.kind}: ${marked(group.via.text, group.via.marks)}`,
  };
}

describe('what is found', () => {
  const titlesOf = (language: SearchLanguage) =>
    ENTRIES.map(({ id, texts }) => [id, texts[language].title] as const).filter(
      ([, title], at, all) => all.findIndex(([, other]) => other === title) === at,
    );
  const expectFirst = (queries: readonly (readonly [string, string])[], language: SearchLanguage = 'uz') => {
    const missed = queries.filter(([id, query]) => first(query, language) !== id);
    expect(missed.map(([id, query]) => `${id}: "${query}" finds ${first(query, language)}`)).toEqual([]);
  };

  it.each(['uz', 'ru'] as const)('each page first by its title in any language, shown in %s', (language) => {
    expectFirst(titlesOf('uz'), language);
    expectFirst(titlesOf('ru'), language);
  });

  it.each(["'", '’', '`', '‘', 'ʼ', ''])('each page first with the apostrophe %j', (apostrophe) => {
    expectFirst(titlesOf('uz').map(([id, title]) => [id, title.replace(/[ʻʼ]/g, apostrophe)]));
  });

  it('each page first in Uzbek Cyrillic', () => {
    const pairs: Record<string, string> = { oʻ: 'ў', gʻ: 'ғ', sh: 'ш', ch: 'ч', ya: 'я', yu: 'ю', yo: 'ё', ye: 'е' };
    const letters = new Map(
      [...'abdefghijklmnopqrstuvxyz'].map((one, at) => [one, [...'абдефгҳижклмнопқрстувхйз'][at]]),
    );
    const cyrillic = (title: string) =>
      title
        .toLowerCase()
        .replace(/oʻ|gʻ|sh|ch|y[auoe]/g, (pair) => pairs[pair] ?? pair)
        .replaceAll('ʼ', 'ъ')
        .replace(/[a-z]/g, (letter) => letters.get(letter) ?? letter);
    // Cyrillic has no c of its own
    expectFirst(
      titlesOf('uz').flatMap(([id, title]) => (/c(?!h)/i.test(title) ? [] : [[id, cyrillic(title)] as const])),
    );
  });

  it('each page first by a Russian title with е for ё', () => {
    expectFirst(
      titlesOf('ru').map(([id, title]) => [id, title.replaceAll('ё', 'е')]),
      'ru',
    );
  });

  const QWERTY = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
  const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
  const retype = (text: string, from: string, to: string) =>
    [...text.toLowerCase()].map((letter) => to[from.indexOf(letter)] ?? letter).join('');

  it('each page first when the keyboard was in the wrong layout', () => {
    expectFirst(titlesOf('uz').map(([id, title]) => [id, retype(title.replace(/[ʻʼ]/g, "'"), QWERTY, RUSSIAN)]));
    // a name that is half Latin or has signs that another key gives is not typed in one layout
    const russian = titlesOf('ru').filter(([, title]) => /^[а-яё \-.]+$/i.test(title));
    expect(russian.length).toBeGreaterThan(180);
    expectFirst(
      russian.map(([id, title]) => [id, retype(title.replaceAll('.', ''), RUSSIAN, QWERTY)]),
      'ru',
    );
  });

  it('each page by each of its aliases', () => {
    const missed = ENTRIES.flatMap(({ id, texts }) =>
      [...texts.uz.aliases, ...texts.ru.aliases].filter((alias) => !found(alias).some((page) => page.entry.id === id)),
    );
    expect(missed).toEqual([]);
  });

  it.each(['uz', 'ru'] as const)('each page of a section by the name of the section in %s', (language) => {
    for (const one of ENTRIES) {
      expect(found(one.texts[language].section).map((page) => page.entry.id)).toContain(one.id);
    }
  });

  /** One letter left out, wrong, doubled or at its neighbour's place, in a word of four letters and more. */
  const slip = (title: string, at: number, way: number, letter: string): string => {
    const words = [...title.matchAll(/[\p{L}ʻʼ]+/gu)].filter(({ 0: word }) => word.replace(/[ʻʼ]/g, '').length >= 4);
    const word = words[at % Math.max(1, words.length)];
    if (word === undefined) return title;
    const letters = word[0].match(/\p{L}[ʻʼ]?/gu) ?? [];
    const place = Math.floor(at / words.length) % letters.length;
    const [one = '', next = ''] = letters.slice(place, place + 2);
    const changed = [letter + one, letter, '', next + one][way] ?? '';
    letters.splice(place, way === 3 ? 2 : 1, changed);
    return title.slice(0, word.index) + letters.join('') + title.slice(word.index + word[0].length);
  };
  it.each([
    ['uz', 'abdefghijklmnopqrstuvxyz'],
    ['ru', 'абвгдежзийклмнопрстуфхцчшщыэюя'],
  ] as const)('each page with one slip of the fingers in its %s title', (language, alphabet) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ENTRIES),
        fc.nat(60),
        fc.nat(3),
        fc.constantFrom(...alphabet),
        ({ id, texts }, at, way, letter) => {
          const query = slip(texts[language].title, at, way, letter);
          expect(
            found(query).map((page) => page.entry.id),
            query,
          ).toContain(id);
        },
      ),
      { numRuns: 400, seed: 29 },
    );
  });

  it('nothing for letters that are nowhere', () => {
    expect(found('qwzxqwzx')).toEqual([]);
  });
});

describe('order', () => {
  it('title, its words, inside them, a whole alias, section, alias, other language, slip', () => {
    const other: [string, string, string?] = ['Икс', 'Игрек'];
    const entries = [
      entry('slip', 'a', ['Savda', 'A'], other),
      entry('other', 'b', ['Boshqa', 'B'], ['Savdo xonasi', 'Игрек']),
      entry('alias', 'c', ['Boshqa', 'C', 'naqd savdo'], other),
      entry('section', 'd', ['Boshqa', 'Savdo ishlari'], other),
      entry('wholeAlias', 'e', ['Boshqa', 'E', 'savdo'], other),
      entry('inside', 'f', ['Ulgurjisavdo', 'F'], other),
      entry('word', 'g', ['Qayta savdo', 'G'], other),
      entry('prefix', 'h', ['Savdo rejasi', 'H'], other),
      entry('whole', 'i', ['Savdo', 'I'], other),
    ];
    const order = search(buildIndex(entries, 'uz'), 'savdo').flatMap(({ pages }) => pages);
    expect(order.map(({ entry: { id } }) => id)).toEqual([
      'whole',
      'prefix',
      'word',
      'inside',
      'wholeAlias',
      'section',
      'alias',
      'other',
    ]);
    expect(order.map(({ rank }) => rank)).toEqual([...order.map(({ rank }) => rank)].sort((a, b) => a - b));
    // a slip is forgiven while few pages answer
    const few = search(buildIndex(entries.slice(0, 8), 'uz'), 'savdo').flatMap(({ pages }) => pages);
    expect(few.at(-1)).toMatchObject({ entry: { id: 'slip' }, rank: RANK.slip });
  });

  it('groups by their best page, then the group that was found itself, then the menu', () => {
    expect(search(indexes.uz, 'reja').map(({ area }) => area)).toEqual(['plans', 'rating', 'levy']);
  });
});

describe('marks', () => {
  const plan = ['Savdo rejasi', 'Rejalar va marja', 'oylik norma, maqsad'] as [string, string, string];
  const план = ['План продаж', 'Планы и маржа', 'цель месяца'] as [string, string, string];
  it.each([
    ['reja', 'Savdo [reja]si', undefined, '[Reja]lar va marja'],
    ['режа', 'Savdo [reja]si', undefined, '[Reja]lar va marja'],
    ['norm', 'Savdo rejasi', 'alias: oylik [norm]a', 'Rejalar va marja'],
    ['план', 'Savdo rejasi', 'other: [План] продаж', 'Rejalar va marja'],
    ['ghjlf;', 'Savdo rejasi', 'other: План [продаж]', 'Rejalar va marja'],
    ['savod', '[Savdo] rejasi', undefined, 'Rejalar va marja'],
    ['savdo reja', '[Savdo] [reja]si', undefined, '[Reja]lar va marja'],
  ])('"%s" marks %s', (query, title, via, section) => {
    const shown = answer(query, plan, план, 'uz');
    expect(shown.title).toBe(title);
    expect(shown.via ?? undefined).toBe(via);
    expect(shown.section).toBe(section);
  });

  it.each([
    ['sh', '[Ш]артнома'],
    ['shart', '[Шарт]нома'],
    ['шарт', '[Shart]noma'],
    ['ш', '[Sh]artnoma'],
    ['y', '[Я]нги'],
    ['ya', '[Я]нги'],
    ['я', '[Ya]ngi'],
    ["to'lo", '[Toʻlo]v'],
    ['то', '[Toʻ]lov'],
    ['ta', '[Taʼ]minot'],
    ['таъминот', '[Taʼminot]'],
    ['podezd', '[Подъезд]'],
    ['xat', '[Хат]'],
    ['khat', '[Хат]'],
    ['отчет', '[Отчёт]ы'],
    ['otchyot', '[Отчёт]ы'],
    ['aksiya', '[Акция]'],
    ['акция', '[Aksiya]'],
    ['е', '[Ye]tkazish'],
  ])('"%s" marks the letters of %s as they are written', (query, title) => {
    const text = title.replace(/[[\]]/g, '');
    expect(answer(query, [text, 'Boʻlim'], ['Страница', 'Раздел'], 'uz').title).toBe(title);
  });

  it('shows the section in the other language where that is the match', () => {
    expect(answer('раздел', ['Sahifa', 'Boʻlim'], ['Страница', 'Раздел'], 'uz')).toEqual({
      title: 'Sahifa',
      via: null,
      section: 'Boʻlim',
      sectionVia: 'other: [Раздел]',
    });
  });

  it('stay inside the text, in order, and apart', () => {
    const letters = fc.constantFrom(...'abchsyoʻʼ’ʻ -шщяёьъцйқўғҳхкзжЁЯШ1');
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 18 }).map((all) => all.join('')),
        fc.array(letters, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
        (title, query) => {
          const index = buildIndex([entry('one', 'a', [title, 'Boʻlim'], ['Страница', 'Раздел'])], 'uz');
          for (const { pages } of search(index, query)) {
            for (const { marks } of pages) {
              let end = 0;
              for (const [from, to] of marks) {
                expect(from).toBeGreaterThanOrEqual(end);
                expect(to).toBeGreaterThan(from);
                expect(to).toBeLessThanOrEqual(title.length);
                end = to;
              }
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('placedKey', () => {
  it('is the key, with the place of each of its letters', () => {
    const letters = fc.constantFrom(...'abcdhkqstwxyzoʻ’`gʼ .-АбцщшяёйьъеўҚҲk№ßé', 'й', 'ch', 'ʻʼ');
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 20 }).map((all) => all.join('')),
        (text) => {
          const { key, from, to } = placedKey(text);
          expect(key).toBe(searchKey(text));
          expect(from).toHaveLength(key.length);
          expect(to).toHaveLength(key.length);
          for (const [at, begin] of from.entries()) {
            expect(begin).toBeLessThan(to[at] ?? 0);
            expect(begin).toBeGreaterThanOrEqual(from[at - 1] ?? 0);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('isOneSlip', () => {
  it.each([
    ['savdo', 'savdo', true],
    ['savdo', 'savo', true],
    ['savdo', 'savddo', true],
    ['savdo', 'sabdo', true],
    ['savdo', 'savod', true],
    ['savdo', 'avdo', true],
    ['savdo', 'savdos', true],
    ['savdo', 'sadvo', true],
    ['savdo', 'sodva', false],
    ['savdo', 'save', false],
    ['savdo', 'sav', false],
    ['', 'a', true],
    ['ab', 'ba', true],
    ['abc', 'cab', false],
  ])('%s, %s: %s', (one, other, expected) => {
    expect(isOneSlip(one, other)).toBe(expected);
    expect(isOneSlip(other, one)).toBe(expected);
  });
});

it('the pages of the model are those that a keeper sees', () => {
  const rules: Record<string, Record<string, boolean>> = {};
  for (const rule of PEOPLE.keeper.rules) {
    const [resource = '', action = ''] = rule.split('.');
    rules[resource] = { ...rules[resource], [action]: true };
  }
  const shown = new Set<string>(pages.filter((page) => allows(rules, page.menuRule ?? page.rule)).map(({ id }) => id));
  const seen = ENTRIES.filter(({ id }) => shown.has(id));
  const plain = ({ id, path, area, texts }: SearchEntry) => [
    id,
    path,
    area,
    ...[texts.uz, texts.ru].map(({ title, section }) => `${title} ${section}`),
  ];
  expect(MODEL.map(plain)).toEqual(seen.map(plain));
});
