/** Which pages are about what a rule is for, as the list of pages names it. */
import type { PageDeclaration } from './page.ts';
import { type PageId, pages } from './registry.ts';

const NAMES = /[a-z_]+\.[a-z_]+/g;

/** Resources that only the records of a page ask for, not the page itself. */
const OF_RECORDS: Readonly<Partial<Record<PageId, readonly string[]>>> = {
  pricedProducts: ['product'],
  systemMessages: ['system_message'],
};

function resourcesOf({ id, rule = '', menuRule = '' }: PageDeclaration): ReadonlySet<string> {
  const named = `${rule} ${menuRule}`.match(NAMES) ?? [];
  return new Set([...named.map((one) => one.slice(0, one.indexOf('.'))), ...(OF_RECORDS[id as PageId] ?? [])]);
}

let byResource: ReadonlyMap<string, readonly PageDeclaration[]> | undefined;

function index(): ReadonlyMap<string, readonly PageDeclaration[]> {
  const found = new Map<string, PageDeclaration[]>();
  for (const page of pages as readonly PageDeclaration[]) {
    if (!page.built) continue;
    for (const resource of resourcesOf(page)) found.set(resource, [...(found.get(resource) ?? []), page]);
  }
  return found;
}

/** Built pages that ask for a rule of the resource: its other actions are what is done there. */
export function pagesAbout(resource: string): readonly PageDeclaration[] {
  byResource ??= index();
  return byResource.get(resource) ?? [];
}
