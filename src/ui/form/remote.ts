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
  /**
   * The title of an id: an address has nothing else. Asked for where no list has shown it; undefined until it is known, null
   * of what is not there for the person.
   */
  useTitle: (id: number | null) => string | null | undefined;
}

type RowOf<C extends Call> = ResponseOf<C> extends { data: readonly (infer Row)[]; meta: Meta } ? Row : never;
type Answer<C extends Call> = { data: RowOf<C>[]; meta: Meta };

/** What `useTitle` says of an id whose record was asked for. @param options undefined: not answered yet */
export const titleIn = (options: readonly Option[] | undefined, id: number | null, error: unknown) =>
  options?.find((option) => option.id === id)?.title ?? (id === null || (!options && !error) ? undefined : null);

/** A source that keeps what it has shown, and to which an option made elsewhere on the page can be added. */
export interface LearningSource extends RemoteSource {
  titleOf: (id: number) => string | undefined;
  learn: (option: Option) => void;
}

/** `remoteSource(userGetAll, ({ id, title }) => ({ id, title }))`, once a module. `query` travels with every question. */
export function remoteSource<C extends Call>(
  call: C,
  optionOf: (row: RowOf<C>) => Option,
  query: Partial<QueryOf<C>> = {},
): LearningSource {
  const titles = new Map<number, string>();
  const partsOf = (asked: object) => ({ query: { ...query, ...asked, part: 'rows' } }) as unknown as ReadOptions<C>;
  const optionsIn = (answer: Answer<C> | undefined) => answer?.data.map(optionOf);
  return {
    titleOf: (id) => titles.get(id),
    learn: ({ id, title }) => {
      titles.set(id, title);
    },
    useTitle(id) {
      const seen = id === null ? undefined : titles.get(id);
      const { data, error } = useCall<C>(call, partsOf({ id }), { enabled: id !== null && seen === undefined });
      return seen ?? titleIn(optionsIn(data as Answer<C> | undefined), id, error);
    },
    useFound(search, page, enabled) {
      const found = useCall<C>(call, partsOf({ search, page }), { enabled, placeholderData: keepPreviousData });
      const answer = found.data as Answer<C> | undefined;
      const options = optionsIn(answer) ?? [];
      for (const { id, title } of options) titles.set(id, title);
      const { total, next } = answer?.meta ?? {};
      const more = total === null ? next !== null : (total ?? 0) > page * PAGE_SIZE;
      return { options, more, loading: found.isFetching, error: found.error };
    },
  };
}
