/** A list that a call gives whole, searched here by its key. */
import { matches, searchKey } from '../../../contract/search.ts';
import type { ApiError } from '../../api/client.ts';
import type { Option, RemoteSource } from './remote.ts';

/** What `useCall` of the call gives, as far as it is needed. */
export interface ReadWhole<Answer> {
  data: Answer | undefined;
  isFetching: boolean;
  error: ApiError | null;
}

const FEW_MINUTES = 5 * 60_000;
/** Such lists change seldom. */
export const WHOLE = { staleTime: FEW_MINUTES } as const;

/** @param read asks the call; the options of one list stand in its answer. */
export function wholeSource<Answer>(
  read: (enabled: boolean) => ReadWhole<Answer>,
  optionsOf: (answer: Answer) => readonly Option[],
): RemoteSource {
  const titles = new Map<number, string>();
  return {
    titleOf: (id) => titles.get(id),
    useFound(search, _page, enabled) {
      const { data, isFetching, error } = read(enabled);
      const all = data === undefined ? [] : optionsOf(data);
      for (const { id, title } of all) titles.set(id, title);
      const options = all.filter(({ title }) => matches(searchKey(title), search));
      return { options, total: 0, loading: isFetching, error };
    },
  };
}
