/** Lists of the server to choose one from: what a `RemoteSelect` asks, without the component that draws it. */
import { keepPreviousData } from '@tanstack/react-query';
import type { QueryOf } from '../../../contract/bodies.ts';
import type { Call, ResponseOf } from '../../../contract/call.ts';
import { type Meta, PAGE_SIZE } from '../../../contract/common.ts';
import type { ReadOptions } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';

export interface Option {
  id: number;
  title: string;
  /** grey words at the end of the line */
  note?: string;
}

export interface Found {
  options: Option[];
  /** Others follow on the next page. */
  more: boolean;
  loading: boolean;
  error: unknown;
}

export interface RemoteSource {
  useFound: (search: string, page: number, enabled: boolean) => Found;
  /** The title of an id that was seen in this list before: an address has only the id. */
  titleOf: (id: number) => string | undefined;
}

type RowOf<C extends Call> = ResponseOf<C> extends { data: readonly (infer Row)[]; meta: Meta } ? Row : never;

/** A source to which an option made elsewhere on the page can be added. */
export interface LearningSource extends RemoteSource {
  learn: (option: Option) => void;
}

/** `remoteSource(userGetAll, ({ id, title }) => ({ id, title }))`, once a module. `query` travels with every question. */
export function remoteSource<C extends Call>(
  call: C,
  optionOf: (row: RowOf<C>) => Option,
  query: Partial<QueryOf<C>> = {},
): LearningSource {
  const titles = new Map<number, string>();
  return {
    titleOf: (id) => titles.get(id),
    learn: ({ id, title }) => {
      titles.set(id, title);
    },
    useFound(search, page, enabled) {
      const parts = { query: { ...query, search, page, part: 'rows' } } as unknown as ReadOptions<C>;
      const found = useCall<C>(call, parts, { enabled, placeholderData: keepPreviousData });
      const answer = found.data as { data: RowOf<C>[]; meta: Meta } | undefined;
      const options = (answer?.data ?? []).map(optionOf);
      for (const { id, title } of options) titles.set(id, title);
      const { total, next } = answer?.meta ?? {};
      const more = total === null ? next !== null : (total ?? 0) > page * PAGE_SIZE;
      return { options, more, loading: found.isFetching, error: found.error };
    },
  };
}
