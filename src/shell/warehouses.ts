/** Warehouses that the person may choose, and their organizations: one answer of the server, searched here. */
import type { ResponseOf } from '../../contract/call.ts';
import { warehouseAutocomplete } from '../../contract/invoices.ts';
import { matches, searchKey } from '../../contract/search.ts';
import { useCall } from '../api/queries.ts';
import type { Option, RemoteSource } from '../ui/form/remote.ts';

type Warehouse = ResponseOf<typeof warehouseAutocomplete>['data'][number];

export const useWarehouses = (enabled = true) =>
  useCall(warehouseAutocomplete, {}, { enabled, staleTime: 60_000, select: ({ data }) => data });

/** Each option once. */
function ofWarehouses(optionOf: (warehouse: Warehouse) => Option): RemoteSource & { useTitles: () => void } {
  const titles = new Map<number, string>();
  return {
    titleOf: (id) => titles.get(id),
    useFound(search, _page, enabled) {
      const found = useWarehouses(enabled);
      const all = new Map((found.data ?? []).map(optionOf).map((option) => [option.id, option]));
      for (const { id, title } of all.values()) titles.set(id, title);
      const options = [...all.values()].filter(({ title, note = '' }) =>
        matches(searchKey(`${title} ${note}`), search),
      );
      // one page: the whole list is scrolled
      return { options, total: 0, loading: found.isFetching, error: found.error };
    },
    /** For a page whose address may say an id that no list has shown yet. */
    useTitles() {
      const { data = [] } = useWarehouses();
      for (const { id, title } of data.map(optionOf)) titles.set(id, title);
    },
  };
}

export const warehouses = ofWarehouses(({ id, name, organization }) => ({ id, title: name, note: organization }));

export const organizations = ofWarehouses(({ organization_id, organization }) => ({
  id: organization_id,
  title: organization,
}));
