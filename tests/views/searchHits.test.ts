/** What the search finds besides pages: a group is asked for exactly while the pages of its hits are built. */
import { describe, expect, it } from 'vitest';
import { SEARCH_GROUPS, SEARCH_KINDS, type SearchHit } from '../../contract/everywhere.ts';
import searchRu from '../../locales/ru/search.json' with { type: 'json' };
import searchUz from '../../locales/uz/search.json' with { type: 'json' };
import { matchPath, pageOf } from '../../src/routes/registry.ts';
import { GROUP_PAGES, pathOfHit } from '../../src/shell/searchHits.ts';

it('has a group where every page that it opens is built, and no other', () => {
  const built = Object.entries(GROUP_PAGES)
    .filter(([, ids]) => ids.every((id) => pageOf(id).built === true))
    .map(([group]) => group);
  expect(built.toSorted()).toEqual([...SEARCH_GROUPS].toSorted());
});

describe('a hit', () => {
  const hit = (kind: SearchHit['kind']): SearchHit => {
    return { kind, id: 7, at: 3, title: 'SN-1', note: '', status: null, look: null, exact: false };
  };

  it.each(SEARCH_KINDS)('of kind %s opens a page of its group', (kind) => {
    const { pathname } = new URL(pathOfHit(hit(kind)), 'http://idora');
    const page = matchPath(pathname)?.page;
    expect(Object.values(GROUP_PAGES).flat()).toContain(page?.id);
    expect(page?.built).toBe(true);
  });

  it('opens the very record', () => {
    expect(SEARCH_KINDS.map((kind) => pathOfHit(hit(kind)))).toEqual([
      '/repositories/act-of-counting/7',
      '/repositories/act-of-counting/7/counters/3',
      '/repositories/organization-invoice/7',
      '/repositories/residue-products?search=SN-1&row=7-3',
      '/clients/info-card?id=7',
      '/repositories/reliable-partners?row=7',
      '/settings/users?row=7',
    ]);
  });
});

it('has words for each group, in both languages', () => {
  for (const { groups } of [searchUz, searchRu])
    expect(Object.keys(groups).toSorted()).toEqual([...SEARCH_GROUPS].toSorted());
});
