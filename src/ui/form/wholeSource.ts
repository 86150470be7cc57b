/** A list that a call gives whole, searched here by the server's key. */
import { matches, searchKey } from '../../../contract/search.ts';
import { type Option, type RemoteSource, titleIn } from './remote.ts';

/** What `useCall` of the call gives, as far as it is needed. */
export interface ReadWhole<Answer> {
  data: Answer | undefined;
  isFetching: boolean;
  error: unknown;
}

const FEW_MINUTES = 5 * 60_000;
/** Such lists change seldom. */
export const WHOLE = { staleTime: FEW_MINUTES } as const;

/**
 * @param read asks the call.
 * @param optionsOf the options in its answer; a repeated one is listed once.
 */
export function wholeSource<Answer>(
  read: (enabled: boolean) => ReadWhole<Answer>,
  optionsOf: (answer: Answer) => readonly Option[],
): RemoteSource {
  const optionsIn = (answer: Answer): Option[] => [
    ...new Map(optionsOf(answer).map((option) => [option.id, option])).values(),
  ];
  return {
    useFound(search, _page, enabled) {
      const { data, isFetching, error } = read(enabled);
      const all = data === undefined ? [] : optionsIn(data);
      const options = all.filter(({ title, note = '' }) => matches(searchKey(`${title} ${note}`), search));
      // one page: the whole list is scrolled
      return { options, more: false, loading: isFetching, error };
    },
    useTitle(id) {
      const { data, error } = read(id !== null);
      return titleIn(data && optionsIn(data), id, error);
    },
  };
}
