/** What the search finds besides pages: which page each hit opens, and the question to the server. */
import { SEARCH_LONGEST, type SearchHit, type SearchKind, searchEverywhere } from '../../contract/everywhere.ts';
import type { RecordGroup } from '../../machines/searchDialog/listing.ts';
import { request } from '../api/client.ts';
import { pathOf, withQuery } from '../routes/registry.ts';

const PATHS: Readonly<Record<SearchKind, (hit: SearchHit) => string>> = {
  act: ({ id }) => pathOf('act', { actId: id }),
  counter: ({ id, at }) => pathOf('counter', { actId: id, counterId: at ?? 0 }),
  invoice: ({ id }) => pathOf('invoice', { id }),
  serial: ({ id, at, title }) => withQuery(pathOf('residueProducts'), { search: title, row: `${id}-${at}` }),
  client: ({ id }) => withQuery(pathOf('clientCard'), { id }),
  partner: ({ id }) => withQuery(pathOf('reliablePartners'), { row: id }),
  // the first tab of its page
  product: ({ id }) => withQuery(pathOf('pricedProducts'), { row: id }),
  person: ({ id }) => withQuery(pathOf('users'), { row: id }),
};

export const pathOfHit = (hit: SearchHit): string => PATHS[hit.kind](hit);

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
  const { data } = await request(searchEverywhere, { query: { search: query.slice(0, SEARCH_LONGEST) }, signal });
  return data.map(({ group, hits, more }) => ({
    group,
    more,
    hits: hits.map((hit) => ({ ...hit, key: `${hit.kind}-${hit.id}-${hit.at ?? 0}`, path: pathOfHit(hit) })),
  }));
}
