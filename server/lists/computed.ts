/** Lists of what is found by computing: the parts of a list without an index and without keys. */
import { PAGE_SIZE } from '../../contract/common.ts';
import type { ListQuery } from './list.ts';

interface Computed<Row, Figures, Extra> {
  /** At most `limit` rows after the first `offset`. */
  rows: (limit: number, offset: number) => Promise<Row[]>;
  /** Total, counts and sums of the filter. */
  figures: () => Promise<Figures>;
  /** Fields of every part. */
  meta?: Extra;
}

/**
 * The same parts for what is found by computing and has no ids of its own: a ledger on a day, results by branch. Its
 * pages are numbered to the end.
 */
export async function answerComputed<Row, Figures extends { total: number }, Extra extends object = object>(
  query: ListQuery,
  { rows, figures, meta }: Computed<Row, Figures, Extra>,
): Promise<{
  data: Row[];
  meta: Extra & { current_page: number; per_page: number; total: number | null; more?: boolean } & Partial<
      Omit<Figures, 'total'>
    >;
}> {
  const { page = 1, per_page = PAGE_SIZE, part } = query;
  const place = { ...(meta as Extra), current_page: page, per_page };
  const whole = async () => {
    const found: Figures & Partial<Omit<Figures, 'total'>> = await figures();
    return { ...place, ...found };
  };
  if (part === 'counts' || part === 'totals' || part === 'exact') return { data: [], meta: await whole() };
  const offset = (page - 1) * per_page;
  const found = await rows(per_page + 1, offset);
  const data = found.slice(0, per_page);
  const isLast = found.length <= per_page && (data.length > 0 || offset === 0);
  const none: Partial<Omit<Figures, 'total'>> = {};
  if (isLast) return { data, meta: { ...place, ...none, total: offset + data.length } };
  if (part === 'rows') return { data, meta: { ...place, ...none, total: null, more: true } };
  const { total } = await figures();
  return { data, meta: { ...place, ...none, total } };
}
