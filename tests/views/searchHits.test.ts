/** What the search finds besides pages, in the words of the issue: each kind has a group, and a hit opens its record in a built page. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { SEARCH_GROUPS, SEARCH_KINDS, type SearchHit, type SearchKind } from '../../contract/everywhere.ts';
import noticesRu from '../../locales/ru/notices.json' with { type: 'json' };
import searchRu from '../../locales/ru/search.json' with { type: 'json' };
import serverRu from '../../locales/ru/server.json' with { type: 'json' };
import noticesUz from '../../locales/uz/notices.json' with { type: 'json' };
import searchUz from '../../locales/uz/search.json' with { type: 'json' };
import serverUz from '../../locales/uz/server.json' with { type: 'json' };
import { matchPath, pageOf } from '../../src/routes/registry.ts';
import { pathOfHit } from '../../src/shell/searchHits.ts';

/** "Ctrl+K also finds documents by number, suppliers, products by name and barcode, IMEI, people", clients of issue 19, and what each opens. */
const WANTED: Readonly<Record<string, Readonly<Partial<Record<SearchKind, string>>>>> = {
  documents: {
    act: '/repositories/act-of-counting/7',
    counter: '/repositories/act-of-counting/7/counters/3',
    invoice: '/repositories/organization-invoice/7',
    saleOrder: '/contracts/create-order?row=7',
    contract: '/contracts/contracts?row=7',
    output: '/repository-output/create-update?id=7',
    cashDocument: '/cashbox/cash-operations?row=7',
  },
  serials: {
    serial: '/repositories/residue-products?search=SN-1&row=7-3',
    soldUnit: '/contracts/contracts?row=7',
  },
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

/** A declared document is a hit under the name of its declaration. */
const declared = directories
  .filter((one: AnyDirectory) => one.spec.document !== undefined)
  .map(({ spec }) => spec.name);

it.each(declared)('of a declared document opens its window: %s', (kind) => {
  const hit = { kind, id: 7, at: null, title: 'CHL-26-0001', note: '', status: 'draft', look: 'new', exact: true };
  const { pathname, searchParams } = new URL(pathOfHit(hit), 'http://idora');
  const { page } = matchPath(pathname) ?? {};
  expect(page?.built).toBe(true);
  expect(page?.declared).toContain(kind);
  expect(searchParams.get('row')).toBe('7');
});

it.each([
  ['uz', noticesUz, serverUz],
  ['ru', noticesRu, serverRu],
])(
  'a document has one name: in the search, in the bell, on the home page and over its chart (%s)',
  (language, notices, server) => {
    const nameOf = (chart: string): string =>
      JSON.parse(readFileSync(resolve(import.meta.dirname, `../../locales/${language}/machines/${chart}.json`), 'utf8'))
        .name;
    // a list of counting, a permission and a dated setting are called by what they are of
    const called = [...declared, 'countingAct', 'invoice', 'output', 'cashDocument', 'announcement', 'staffTest'];
    for (const chart of called) {
      const names = [notices.kinds, server.queue.kinds].map((kinds) => (kinds as Record<string, string>)[chart]);
      for (const name of names) if (name !== undefined) expect(name, chart).toBe(nameOf(chart));
    }
  },
);

it('has words for each group, in both languages', () => {
  for (const { groups } of [searchUz, searchRu])
    expect(Object.keys(groups).toSorted()).toEqual([...SEARCH_GROUPS].toSorted());
});
