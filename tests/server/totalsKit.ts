/** Totals in the foot of a list, compared with what its rows show. */
import { expect } from 'vitest';
import type { ListCall } from '../../src/ui/list/useList.ts';
import type { PersonName, Server } from './world.ts';

interface Listed {
  data: Record<string, unknown>[];
  meta: { next?: string | null; totals?: Record<string, number> };
}

/**
 * The totals of a filter are the sums of what its columns show over all of its pages.
 * @param shown what each column shows of a row; a row that does not count shows nothing
 */
export async function expectTotals<Row>(
  on: Server,
  who: PersonName,
  call: ListCall,
  query: object,
  shown: Readonly<Record<string, (row: Row) => number | null | undefined>>,
): Promise<Record<string, number>> {
  const ask = async (more: object) =>
    (await on.do(who, call as never, { query: { ...query, ...more } } as never)) as Listed;
  const sums = Object.fromEntries(Object.keys(shown).map((key) => [key, 0]));
  for (let after: string | null | undefined; after !== null; ) {
    const { data, meta } = await ask({ part: 'rows', ...(after !== undefined && { after }) });
    for (const row of data)
      for (const [key, of] of Object.entries(shown)) sums[key] = (sums[key] ?? 0) + (of(row as Row) ?? 0);
    after = meta.next ?? null;
  }
  for (const part of ['totals', 'exact']) {
    const { meta } = await ask({ part });
    expect(meta.totals, `${part} ${JSON.stringify(query)}`).toEqual(sums);
  }
  return sums;
}
