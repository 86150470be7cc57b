/** Lists that pages of stock choose from: warehouses, their organizations, categories. */
import type { ResponseOf } from '../../../contract/call.ts';
import { warehouseAutocomplete } from '../../../contract/invoices.ts';
import { categoryGetAll } from '../../../contract/residues.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { useCall } from '../../api/queries.ts';
import { type Option, type RemoteSource, remoteSource } from '../../ui/form/remote.ts';

type Warehouse = ResponseOf<typeof warehouseAutocomplete>['data'][number];

/** A list that the server gives whole, searched here by the same key; each option once. */
function ofWarehouses(optionOf: (warehouse: Warehouse) => Option): RemoteSource {
  const titles = new Map<number, string>();
  return {
    titleOf: (id) => titles.get(id),
    useFound(search, _page, enabled) {
      const found = useCall(warehouseAutocomplete, {}, { enabled, staleTime: 60_000 });
      const all = new Map((found.data?.data ?? []).map(optionOf).map((option) => [option.id, option]));
      for (const { id, title } of all.values()) titles.set(id, title);
      const options = [...all.values()].filter(({ title, note = '' }) =>
        matches(searchKey(`${title} ${note}`), search),
      );
      // one page: the whole list is scrolled
      return { options, total: 0, loading: found.isFetching, error: found.error };
    },
  };
}

export const warehouses = ofWarehouses(({ id, name, organization }) => ({ id, title: name, note: organization }));

export const organizations = ofWarehouses(({ organization_id, organization }) => ({
  id: organization_id,
  title: organization,
}));

export const categories = remoteSource(categoryGetAll, ({ id, name, above }) => ({
  id,
  title: name,
  note: above.join(' / '),
}));
