/**
 * Lists. What a list shows is in its address (`sort=title`, `-title` in reverse order, `page`, filters), what its
 * person likes in this browser (size of a page, columns), the rest is declared by the page.
 *
 * - `useList`: the server has the list and gives it by pages.
 * - `useRows`: the list is here whole.
 */
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { QueryOf } from '../../../contract/bodies.ts';
import type { Call, ResponseOf } from '../../../contract/call.ts';
import { COUNTED, type ListPart, type Meta, PAGE_SIZE } from '../../../contract/common.ts';
import {
  type ApiError,
  type OptionsArgument,
  type ReadOptions,
  type RequestOptions,
  request,
} from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { loadTexts } from '../../i18n/index.ts';
import { compareBy, isNumeric, kindOf, type ListColumn } from './columns.tsx';
import { type DeclaredFilter, filterOf, type ListFilter } from './filters.tsx';
import { sizeIn, useChosenColumns, usePageSize } from './remembered.ts';
import { gather, WHOLE_PAGE, type Whole } from './whole.ts';

// texts of every list, while its own are loading
loadTexts('kit').catch(() => {});

export interface Sort {
  key: string;
  descending: boolean;
}

export interface List<Row, Answer = unknown> {
  name: string;
  columns: readonly ListColumn<Row, Answer>[];
  shown: readonly ListColumn<Row, Answer>[];
  choose: (key: string, shown: boolean) => void;
  /** The list's own columns again; undefined while they are shown. */
  chooseOwn: (() => void) | undefined;
  filters: readonly ListFilter<Answer>[];
  written: (key: string) => string | null;
  set: (key: string, value: string | number | null) => void;
  /** The filters as the server is asked by them; undefined of a list that is here whole. */
  question: Readonly<Record<string, unknown>> | undefined;
  /** Whether a filter narrows the list. */
  narrowed: boolean;
  clear: () => void;
  sort: Sort | null;
  /** How a press on the head sorts; undefined where the list cannot be sorted by this column. */
  sorter: (column: ListColumn<Row, Answer>) => (() => void) | undefined;
  rows: readonly Row[];
  /** Over all pages; null while it is not counted, and beyond what is counted unasked (`more`). */
  total: number | null;
  /** There are more rows than are counted unasked. */
  more: boolean;
  /** Counts and sums to the last row, by a press; undefined where they are exact already. */
  countExactly: (() => void) | undefined;
  counting: boolean;
  /** The exact count took too long and was given up. */
  uncountable: boolean;
  answer: Answer | undefined;
  /** What the foot is of: the filtered rows of a list that is here whole. */
  footed: Answer | undefined;
  /** null: a page that is found by its key, further than pages are numbered. */
  page: number | null;
  perPage: number;
  setPage: (page: number) => void;
  /** The pages beside this one, undefined where there is none. */
  toPrevious: (() => void) | undefined;
  toNext: (() => void) | undefined;
  setPerPage: (size: number) => void;
  pending: boolean;
  fetching: boolean;
  /** Rows of the question before. */
  stale: boolean;
  error: ApiError | null;
  retry: () => void;
  /** Every row that is shown, up to a limit: `cut` when there are more. */
  whole: (onProgress: (done: number, all: number) => void, signal: AbortSignal) => Promise<Whole<Row>>;
  rowKey: (row: Row) => string | number;
  /** Where a row opens: its first column is the link. */
  href: ((row: Row) => string) | undefined;
  summed: Summed<Row, Answer> | undefined;
}

/** What the feet of a list sum; paper and Excel sum the same of the rows that they get. */
export interface Summed<Row, Answer> {
  counts: (row: Row) => boolean;
  /** What the feet leave out, in words; null where nothing is left out. */
  leftOut: (answer: Answer) => string | null;
  leftOutOf: (rows: readonly Row[]) => string | null;
}

interface Declared<Row, Answer, Key extends string> {
  /** Under this name the columns are remembered. */
  name: string;
  /** The first is always shown. */
  columns: readonly ListColumn<Row, Answer>[];
  filters?: readonly DeclaredFilter<Answer, Key>[];
  /** The order that the list has unasked: `-created`. */
  sort?: string;
  /** `row.id` by default. */
  rowKey?: (row: Row) => string | number;
  href?: (row: Row) => string;
  /** Without it the feet stand on the screen alone. */
  summed?: Summed<Row, Answer>;
}

const ownId = (row: unknown) => (row as { id: string | number }).id;

function sortIn(written: string | null | undefined, known: readonly { key: string }[]): Sort | null {
  const descending = written?.startsWith('-') === true;
  const key = descending ? written?.slice(1) : written;
  const column = known.find((one) => one.key === key);
  return column === undefined ? null : { key: column.key, descending };
}

const writtenSort = (sort: Sort | null) => (sort === null ? null : `${sort.descending ? '-' : ''}${sort.key}`);

/** What does not depend on where the rows come from. */
function useListFrame<Row, Answer>(
  { name, columns, filters: declared = [], sort: own, rowKey, href, summed }: Declared<Row, Answer, string>,
  sortable: (column: ListColumn<Row, Answer>) => boolean,
) {
  const [params, setAddress] = useAddress();
  const filters = declared.map(filterOf);
  const [keptSize, keepSize] = usePageSize();
  const [chosen, setChosen] = useChosenColumns(name);
  const written = (key: string) => {
    const value = params.get(key);
    const filter = filters.find((one) => one.key === key);
    return value === null || filter?.read(value) === null ? null : value;
  };
  const [after, before] = [params.get('after'), params.get('before')];
  const keyed = after !== null || before !== null;
  const page = numberIn(params, 'page') ?? 1;
  // a page's number means nothing without its size: a link to a further page carries both
  const perPage = sizeIn(params.get('per_page')) ?? (page > 1 || keyed ? PAGE_SIZE : keptSize);
  const placed = (next: number, size: number) => ({
    page: next === 1 ? null : next,
    per_page: next === 1 || size === PAGE_SIZE ? null : size,
    after: null,
    before: null,
  });
  const FIRST = placed(1, perPage);
  const sortables = columns.filter(sortable);
  const ownSort = sortIn(own, columns);
  const sort = sortIn(params.get('sort'), sortables) ?? ownSort;

  const isShown = (column: ListColumn<Row, Answer>, at: number) => at === 0 || (chosen[column.key] ?? !column.hidden);

  return {
    name,
    columns,
    shown: columns.filter(isShown),
    choose(key: string, shown: boolean) {
      const { [key]: _, ...rest } = chosen;
      const usual = !columns.find((column) => column.key === key)?.hidden;
      setChosen(shown === usual ? rest : { ...rest, [key]: shown });
    },
    chooseOwn: Object.keys(chosen).length === 0 ? undefined : () => setChosen({}),
    filters,
    written,
    set: (key: string, value: string | number | null) => setAddress({ [key]: value, ...FIRST }, { push: true }),
    /** A filter shows counts by state. */
    counted: declared.some(({ kind }) => kind === 'chips' || kind === 'own'),
    narrowed: filters.some(({ key }) => written(key) !== null),
    clear: () => setAddress({ ...Object.fromEntries(filters.map(({ key }) => [key, null])), ...FIRST }, { push: true }),
    sort,
    sorter(column: ListColumn<Row, Answer>) {
      if (!sortable(column)) return undefined;
      return () => {
        // figures and days are looked at from the greatest, words from the first letter; then in reverse, then unsorted
        const first = isNumeric(kindOf(column));
        const next: Sort | null =
          sort?.key !== column.key
            ? { key: column.key, descending: first }
            : sort.descending === first || ownSort?.key === column.key
              ? { key: column.key, descending: !sort.descending }
              : null;
        const same = writtenSort(next) === writtenSort(ownSort);
        setAddress({ sort: same ? null : writtenSort(next), ...FIRST }, { push: true });
      };
    },
    page: keyed ? null : page,
    place: keyed ? { ...(after !== null ? { after } : { before }) } : { page },
    perPage,
    setPage: (next: number) => setAddress(placed(next, perPage), { push: true }),
    setKey: (key: { after: string } | { before: string }) =>
      setAddress(
        { page: null, after: null, before: null, ...key, per_page: perPage === PAGE_SIZE ? null : perPage },
        { push: true },
      ),
    setPerPage(size: number) {
      keepSize(size);
      // the first row that is seen now stays in sight
      setAddress(keyed ? FIRST : placed(Math.floor(((page - 1) * perPage) / size) + 1, size));
    },
    /** A page that is not there any more, because the list has become shorter. */
    setLastPage: (last: number) => setAddress(placed(last, perPage)),
    rowKey: rowKey ?? ownId,
    href,
    summed,
  };
}

function useLastPage(
  page: number | null,
  perPage: number,
  total: number | null | undefined,
  setLastPage: (last: number) => void,
) {
  const last = total === undefined || total === null || total === 0 ? undefined : Math.ceil(total / perPage);
  useEffect(() => {
    if (last !== undefined && page !== null && page > last) setLastPage(last);
  });
}

/** A call that answers a page of rows. */
export type ListCall = Call & { method: 'GET' };
export type RowOf<C extends Call> = ResponseOf<C> extends { data: readonly (infer Row)[]; meta: Meta } ? Row : never;

type ParamsPart<C extends Call> = Pick<ReadOptions<C>, 'params'>;

export type ListOptions<C extends ListCall> = Declared<RowOf<C>, ResponseOf<C>, keyof QueryOf<C> & string> &
  ParamsPart<C> & {
    call: C;
    /** Travels with every question and is not in the address. */
    query?: Partial<QueryOf<C>>;
    /** Milliseconds after which the list is read again by itself. */
    refetchInterval?: number;
  };

/** A list of the server. */
export function useList<C extends ListCall>(options: ListOptions<C>): List<RowOf<C>, ResponseOf<C>> {
  type Row = RowOf<C>;
  const { call, params, query: fixed, refetchInterval } = options;
  const frame = useListFrame<Row, ResponseOf<C>>(options, (column) => column.sort !== undefined);
  const { perPage, sort, filters, written } = frame;

  const query: Record<string, unknown> = { ...fixed };
  for (const filter of filters) {
    const value = written(filter.key);
    if (value !== null) Object.assign(query, filter.query?.(value) ?? { [filter.key]: filter.read(value) });
  }
  const column = frame.columns.find((one) => one.key === sort?.key);
  if (sort !== null && column?.sort !== undefined) {
    query.sort = `${sort.descending ? '-' : ''}${column.sort === true ? column.key : column.sort}`;
  }
  const sized = perPage === PAGE_SIZE ? {} : { per_page: perPage };
  const partsOf = (part: ListPart, more: object) => ({ params, query: { ...more, part } }) as unknown as ReadOptions<C>;
  const { sort: _, ...filtered } = query;
  const rowsFound = useCall<C>(call, partsOf('rows', { ...query, ...frame.place, ...sized }), {
    placeholderData: keepPreviousData,
    ...(refetchInterval !== undefined && { refetchInterval }),
  });
  const paged = rowsFound.data as Paged<Row> | undefined;
  const stale = rowsFound.isPlaceholderData;
  const known = stale ? undefined : paged?.meta.total;

  // Rows do not wait for these: each is asked apart and kept by its filter.
  const [exactOf, setExactOf] = useState<string | null>(null);
  const filter = JSON.stringify([params, filtered]);
  const refreshed = refetchInterval !== undefined && { refetchInterval };
  const counts = useCall<C>(call, partsOf('counts', filtered), {
    enabled: paged !== undefined && (known === null || frame.counted),
    placeholderData: keepPreviousData,
    ...refreshed,
  });
  const totals = useCall<C>(call, partsOf('totals', filtered), {
    enabled: paged !== undefined && frame.columns.some(({ foot }) => foot !== undefined),
    ...refreshed,
  });
  const exact = useCall<C>(call, partsOf('exact', filtered), {
    enabled: exactOf === filter,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const metaOf = ({ data }: { data: unknown }) => (data as Paged<Row> | undefined)?.meta;
  const counted = counts.isPlaceholderData ? undefined : metaOf(counts);
  const exactly = exactOf === filter ? metaOf(exact) : undefined;
  const total = known ?? exactly?.total ?? counted?.total ?? null;
  const summed = metaOf(totals);
  const more = total === null && counted?.more === true;
  const answer =
    rowsFound.data &&
    ({
      ...rowsFound.data,
      // The counts by state of the filter before stay until the new ones are there; sums do not: they are not of these rows.
      meta: { ...metaOf(counts), ...summed, ...exactly, ...paged?.meta, total },
    } as ResponseOf<C>);
  const needsExact = more || (summed?.more === true && exactly === undefined);
  useLastPage(frame.page, perPage, total, frame.setLastPage);

  const { next, previous } = paged?.meta ?? {};
  const lastNumbered = Math.ceil(COUNTED / perPage);
  const toPage = (wanted: number) => () => frame.setPage(wanted);
  const { page } = frame;
  const follows = next === undefined ? total !== null && (page ?? 1) * perPage < total : next !== null;

  return {
    ...frame,
    question: filtered,
    rows: paged?.data ?? [],
    total,
    more,
    countExactly: needsExact && exactOf !== filter ? () => setExactOf(filter) : undefined,
    counting: exactOf === filter && exact.isFetching,
    uncountable: exactly?.total === null,
    toPrevious:
      page === null
        ? previous
          ? () => frame.setKey({ before: previous })
          : undefined
        : page > 1
          ? toPage(page - 1)
          : undefined,
    toNext: !follows
      ? undefined
      : page !== null && (page < lastNumbered || !next)
        ? toPage(page + 1)
        : next
          ? () => frame.setKey({ after: next })
          : undefined,
    answer,
    // a foot that may still say something keeps its place
    footed: totals.isLoading ? undefined : answer,
    pending: rowsFound.isPending,
    fetching: rowsFound.isFetching,
    stale,
    error: rowsFound.error,
    retry() {
      // what is counted and summed beside the rows is of the same moment; an exact count is a click
      for (const part of [rowsFound, counts, totals]) if (part.isEnabled) void part.refetch();
    },
    whole: (onProgress, signal) =>
      gather<Row>({
        keyOf: frame.rowKey,
        onProgress: (done) => onProgress(done, Math.max(done, total ?? 0)),
        signal,
        readPage: async (place) => {
          const asked = { params, query: { ...query, ...place, per_page: WHOLE_PAGE, part: 'rows' }, signal };
          const args = [asked] as unknown as OptionsArgument<RequestOptions<C>>;
          return (await request(call, ...args)) as Paged<Row>;
        },
      }),
  };
}

interface Paged<Row> {
  data: readonly Row[];
  meta: Meta;
}

export interface RowsOptions<Row, Key extends string> extends Declared<Row, readonly Row[], Key> {
  rows: readonly Row[] | undefined;
  /** Whether a row passes a filter that is set. */
  test?: (row: Row, key: Key, written: string) => boolean;
  error?: ApiError | null;
  retry?: () => void;
}

/** A list that is here whole: filtered, sorted and cut into pages in the browser. */
export function useRows<Row, Key extends string = string>(options: RowsOptions<Row, Key>): List<Row, readonly Row[]> {
  const { rows: all, test, error = null, retry = () => {} } = options;
  const frame = useListFrame<Row, readonly Row[]>(options as Declared<Row, readonly Row[], string>, () => true);
  const { perPage, sort, filters, written } = frame;
  const page = frame.page ?? 1;
  const set = filters.flatMap(({ key }) => {
    const value = written(key);
    return value === null ? [] : [{ key: key as Key, value }];
  });
  const passing = (all ?? []).filter((row) => set.every(({ key, value }) => test?.(row, key, value) !== false));
  const column = frame.columns.find((one) => one.key === sort?.key);
  if (column !== undefined) passing.sort((one, other) => compareBy(column, one, other, sort?.descending === true));
  useLastPage(page, perPage, all === undefined ? undefined : passing.length, frame.setLastPage);
  return {
    ...frame,
    question: undefined,
    rows: passing.slice((page - 1) * perPage, page * perPage),
    total: passing.length,
    more: false,
    countExactly: undefined,
    counting: false,
    uncountable: false,
    toPrevious: page > 1 ? () => frame.setPage(page - 1) : undefined,
    toNext: page * perPage < passing.length ? () => frame.setPage(page + 1) : undefined,
    answer: all,
    footed: all && passing,
    pending: all === undefined && error === null,
    fetching: all === undefined && error === null,
    stale: false,
    error,
    retry,
    whole: async () => ({ rows: passing, cut: false }),
  };
}
