/** What the search finds besides pages, in the words of the issue: each kind has a group, and a hit opens its record in a built page. */
import { describe, expect, it } from 'vitest';
import { SEARCH_GROUPS, SEARCH_KINDS, type SearchHit, type SearchKind } from '../../contract/everywhere.ts';
import searchRu from '../../locales/ru/search.json' with { type: 'json' };
import searchUz from '../../locales/uz/search.json' with { type: 'json' };
import { matchPath, pageOf } from '../../src/routes/registry.ts';
import { pathOfHit } from '../../src/shell/searchHits.ts';

/** "Ctrl+K also finds documents by number, suppliers, products by name and barcode, IMEI, people", clients of issue 19, and what each opens. */
const WANTED: Readonly<Record<string, Readonly<Partial<Record<SearchKind, string>>>>> = {
  documents: {
    act: '/repositories/act-of-counting/7',
    counter: '/repositories/act-of-counting/7/counters/3',
    invoice: '/repositories/organization-invoice/7',
  },
  serials: { serial: '/repositories/residue-products?search=SN-1&row=7-3' },
  clients: { client: '/clients/info-card?id=7' },
  partners: { partner: '/repositories/reliable-partners?row=7' },
  products: { product: '/products/products?row=7' },
  people: { person: '/settings/users?row=7' },
};

const opened = Object.values(WANTED).flatMap((kinds) => Object.entries(kinds)) as [SearchKind, string][];

it('has a group for everything that is to be found', () => {
  expect(SEARCH_GROUPS.toSorted()).toEqual(Object.keys(WANTED).toSorted());
  expect(SEARCH_KINDS.toSorted()).toEqual(opened.map(([kind]) => kind).toSorted());
});

describe('a hit', () => {
  it.each(opened)('of kind %s opens its record: %s', (kind, path) => {
    const hit: SearchHit = { kind, id: 7, at: 3, title: 'SN-1', note: '', status: null, look: null, exact: false };
    expect(pathOfHit(hit)).toBe(path);
    expect(matchPath(new URL(path, 'http://idora').pathname)?.page.built).toBe(true);
  });

  it('of a product opens the tab of variants, which is the first', () => {
    expect(pageOf('pricedProducts').declared?.[0]).toBe('variant');
  });
});

it('has words for each group, in both languages', () => {
  for (const { groups } of [searchUz, searchRu])
    expect(Object.keys(groups).toSorted()).toEqual([...SEARCH_GROUPS].toSorted());
});
