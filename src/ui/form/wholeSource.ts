/** A list that a call gives whole, searched here by the server's key. */
import { matches, searchKey } from '../../../contract/search.ts';
import type { Option, RemoteSource } from './remote.ts';

/** What `useCall` of the call gives, as far as it is needed. */
export interface ReadWhole<Answer> {
  data: Answer | undefined;
  isFetching: boolean;
  error: unknown;
}

const FEW_MINUTES = 5 * 60_000;
/** Such lists change seldom. */
export const WHOLE = { staleTime: FEW_MINUTES } as const;

export interface WholeSource extends RemoteSource {
  /** For a page whose address may hold an id that no list has shown yet. */
  useTitles: () => void;
}

/**
 * @param read asks the call.
 * @param optionsOf the options in its answer; a repeated one is listed once.
 */
export function wholeSource<Answer>(
  read: (enabled: boolean) => ReadWhole<Answer>,
  optionsOf: (answer: Answer) => readonly Option[],
): WholeSource {
  const titles = new Map<number, string>();
  const learn = (answer: Answer | undefined): Option[] => {
    const options = new Map(answer === undefined ? [] : optionsOf(answer).map((option) => [option.id, option]));
    for (const { id, title } of options.values()) titles.set(id, title);
    return [...options.values()];
  };
  return {
    titleOf: (id) => titles.get(id),
    useFound(search, _page, enabled) {
      const { data, isFetching, error } = read(enabled);
      const options = learn(data).filter(({ title, note = '' }) => matches(searchKey(`${title} ${note}`), search));
      // one page: the whole list is scrolled
      return { options, more: false, loading: isFetching, error };
    },
    useTitles() {
      learn(read(true).data);
    },
  };
}
