/** Favourite pages (spec 4 "Favorites", decision 49): one list a person, replaced whole. */
import { describe, expect, it } from 'vitest';
import { saveFavourites } from '../../contract/account.ts';
import { FAVOURITES_MAX, type FavoritePage, loadUser } from '../../contract/cash.ts';
import { type PersonName, withServer } from './world.ts';

const server = withServer();

const page = (path: string): FavoritePage => ({ path, title: `Sahifa ${path}`, icon: 'properties' });
const ACTS = page('/repositories/act-of-counting');
const USERS = page('/settings/users');
const HOME = page('/');

const save = (who: PersonName, my_pages: unknown) =>
  server.current.call(who, saveFavourites, { body: { my_pages } as never });
const kept = async (who: PersonName) => (await server.current.do(who, loadUser)).data.favorite_pages;

describe('the list', () => {
  it('is answered with the person, in its order, and replaced whole', async () => {
    expect(await kept('keeper')).toEqual([]);
    const answer = await save('keeper', [USERS, ACTS, HOME]);
    expect([answer.status, answer.body]).toEqual([200, { data: [USERS, ACTS, HOME] }]);
    expect(await kept('keeper')).toEqual([USERS, ACTS, HOME]);
    expect((await save('keeper', [HOME, USERS])).status).toBe(200);
    expect(await kept('keeper')).toEqual([HOME, USERS]);
    expect((await save('keeper', [])).status).toBe(200);
    expect(await kept('keeper')).toEqual([]);
  });

  it("is a person's own", async () => {
    await save('keeper', [ACTS]);
    await save('deputy', [USERS]);
    await save('viewer', []);
    expect(await kept('keeper')).toEqual([ACTS]);
    expect(await kept('deputy')).toEqual([USERS]);
    expect(await kept('viewer')).toEqual([]);
  });

  it('holds as many as the contract allows and no more', async () => {
    const many = Array.from({ length: FAVOURITES_MAX }, (_, at) => page(`/nowhere/${at}`));
    expect((await save('keeper', many)).status).toBe(200);
    expect(await kept('keeper')).toEqual(many);
    const refused = await save('keeper', [...many, ACTS]);
    expect(refused.status).toBe(422);
    expect(refused.error.errors).toEqual({ my_pages: [expect.stringContaining(String(FAVOURITES_MAX))] });
    expect(await kept('keeper')).toEqual(many);
  });
});

describe('a list that is refused', () => {
  const refused: [string, unknown, Record<string, string[]>][] = [
    [
      'a page twice',
      [ACTS, USERS, { ...ACTS, title: 'Boshqa nom' }],
      { 'my_pages.2.path': ['Bu sahifa roʻyxatda bor.'] },
    ],
    [
      'an address of elsewhere',
      [page('https://example.com'), page('//example.com'), page('/\\example.com'), page('home')],
      Object.fromEntries(
        [0, 1, 2, 3].map((at) => [`my_pages.${at}.path`, ['Sahifa manzili bitta / bilan boshlanadi.']]),
      ),
    ],
    [
      'words that are too long',
      [{ path: `/${'a'.repeat(200)}`, title: 'b'.repeat(151), icon: 'c'.repeat(51) }],
      {
        'my_pages.0.path': ['Koʻpi bilan 200 ta belgi.'],
        'my_pages.0.title': ['Koʻpi bilan 150 ta belgi.'],
        'my_pages.0.icon': ['Koʻpi bilan 50 ta belgi.'],
      },
    ],
    ['an empty title', [{ ...ACTS, title: ' ' }], { 'my_pages.0.title': ['Toʻldirilishi shart.'] }],
    ['no list', 'acts', { my_pages: ['Roʻyxat kerak.'] }],
  ];

  it.each(refused)('%s: named by field, and nothing changes', async (_, pages, errors) => {
    await save('counter1', [USERS]);
    const answer = await save('counter1', pages);
    expect([answer.status, answer.error.code, answer.error.errors]).toEqual([422, 'validation', errors]);
    expect(await kept('counter1')).toEqual([USERS]);
  });
});

describe('saved at once', () => {
  it('is one of the lists, whole', async () => {
    await save('counter2', []);
    const lists = Array.from({ length: 8 }, (_, at) => [ACTS, page(`/list/${at}`), USERS]);
    const answers = await Promise.all(lists.map((list) => save('counter2', list)));
    expect(answers.map((answer) => answer.status)).toEqual(lists.map(() => 200));
    expect(lists).toContainEqual(await kept('counter2'));
  });
});
