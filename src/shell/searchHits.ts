/** What the search finds besides pages: which page each hit opens, and the question to the server. */
import { SEARCH_LONGEST, type SearchHit, type SearchKind, searchEverywhere } from '../../contract/everywhere.ts';
import type { RecordGroup } from '../../machines/searchDialog/listing.ts';
import { request } from '../api/client.ts';
import { pathOf, withQuery } from '../routes/registry.ts';
import { declaredPath } from '../routes/shown.ts';

const PATHS: Readonly<Record<SearchKind, (hit: SearchHit) => string>> = {
  act: ({ id }) => pathOf('act', { actId: id }),
  counter: ({ id, at }) => pathOf('counter', { actId: id, counterId: at ?? 0 }),
  invoice: ({ id }) => pathOf('invoice', { id }),
  saleOrder: ({ id }) => withQuery(pathOf('createOrder'), { row: id }),
  contract: ({ id }) => withQuery(pathOf('contracts'), { row: id }),
  output: ({ id }) => withQuery(pathOf('outputWindow'), { id }),
  cashDocument: ({ id }) => withQuery(pathOf('cashOperations'), { row: id }),
  soldUnit: ({ id }) => withQuery(pathOf('contracts'), { row: id }),
  serial: ({ id, at, title }) => withQuery(pathOf('residueProducts'), { search: title, row: `${id}-${at}` }),
  client: ({ id }) => withQuery(pathOf('clientCard'), { id }),
  partner: ({ id }) => withQuery(pathOf('reliablePartners'), { row: id }),
  // the first tab of its page
  product: ({ id }) => withQuery(pathOf('pricedProducts'), { row: id }),
  person: ({ id }) => withQuery(pathOf('users'), { row: id }),
};

const isSearchKind = (kind: string): kind is SearchKind => kind in PATHS;

export const pathOfHit = (hit: SearchHit): string =>
  isSearchKind(hit.kind) ? PATHS[hit.kind](hit) : declaredPath(hit.kind, { row: hit.id });

/** As everywhere (decision 52): a question is worth its way once the person stops typing. */
const SETTLED = 500;

const settled = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, SETTLED);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

export async function findRecords(query: string, signal: AbortSignal): Promise<RecordGroup[]> {
  await settled(signal);
  const { data } = await request(searchEverywhere, { body: { search: query.slice(0, SEARCH_LONGEST) }, signal });
  return data.map(({ group, hits, more }) => ({
    group,
    more,
    hits: hits.map((hit) => ({ ...hit, key: `${hit.kind}-${hit.id}-${hit.at ?? 0}`, path: pathOfHit(hit) })),
  }));
}
