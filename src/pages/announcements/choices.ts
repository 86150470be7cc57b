/** Whom an announcement can be addressed to. The server gives both lists whole: they are searched here by its key. */
import { announcementChoices } from '../../../contract/announcements.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { useCall } from '../../api/queries.ts';
import type { RemoteSource } from '../../ui/form/remote.ts';

function wholeList(part: 'positions' | 'organizations'): RemoteSource {
  return {
    // what is chosen is kept with its title
    titleOf: () => undefined,
    useFound(search, _page, enabled) {
      const { data, isFetching, error } = useCall(announcementChoices, {}, { staleTime: 5 * 60_000, enabled });
      const options = (data?.data[part] ?? []).filter(({ title }) => matches(searchKey(title), search));
      return { options, total: 0, loading: isFetching, error };
    },
  };
}

export const positions = wholeList('positions');
export const organizations = wholeList('organizations');
