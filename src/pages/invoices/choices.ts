/** What pages of invoices choose from. */
import { organizationTerritory, partnerGetAll, warehouseAutocomplete } from '../../../contract/invoices.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { useCall } from '../../api/queries.ts';
import { collateUz } from '../../format/collate.ts';
import { type Option, type RemoteSource, remoteSource } from '../../ui/form/remote.ts';

export const partners = remoteSource(partnerGetAll, ({ id, name, stir }) => ({
  id,
  title: name,
  ...(stir !== null && { note: stir }),
}));

type Territory = { id: number; name: string; organizations: { id: number; name: string }[] };

const KEPT = { staleTime: 5 * 60_000 };

/** Territories and their organizations, which the server gives whole: searched here by the server's key. */
function ofTerritories(optionsOf: (tree: readonly Territory[]) => Option[]): RemoteSource & { useTitles: () => void } {
  const titles = new Map<number, string>();
  const learn = (tree: readonly Territory[] = []) => {
    const options = optionsOf(tree);
    for (const { id, title } of options) titles.set(id, title);
    return options;
  };
  return {
    titleOf: (id) => titles.get(id),
    useFound(search, _page, enabled) {
      const { data, isFetching, error } = useCall(organizationTerritory, {}, { ...KEPT, enabled });
      const options = learn(data?.data).filter(({ title, note = '' }) =>
        matches(searchKey(`${title} ${note}`), search),
      );
      // one page: the whole list is scrolled
      return { options, total: 0, loading: isFetching, error };
    },
    /** For a page whose address may say an id that no list has shown yet. */
    useTitles() {
      learn(useCall(organizationTerritory, {}, KEPT).data?.data);
    },
  };
}

export const territories = ofTerritories((tree) => tree.map(({ id, name }) => ({ id, title: name })));

export const organizations = ofTerritories((tree) =>
  tree.flatMap(({ name, organizations: inside }) => inside.map((one) => ({ id: one.id, title: one.name, note: name }))),
);

type Warehouse = { id: number; name: string; kind: string; organization_id: number; organization: string };

/** Those that goods can come to; who sees several organizations has each with its own, one after another. */
function warehouseOptions(all: readonly Warehouse[] = []): Option[] {
  const open = all.filter(({ kind }) => kind !== 'transit');
  const several = new Set(open.map((one) => one.organization_id)).size > 1;
  return open
    .toSorted((one, other) => collateUz(one.organization, other.organization) || collateUz(one.name, other.name))
    .map(({ id, name, organization }) => ({ id, title: several ? `${organization}: ${name}` : name }));
}

const warehouseTitles = new Map<number, string>();

export const warehouses: RemoteSource = {
  titleOf: (id) => warehouseTitles.get(id),
  useFound(search, _page, enabled) {
    const { data, isFetching, error } = useCall(warehouseAutocomplete, {}, { ...KEPT, enabled });
    const all = warehouseOptions(data?.data);
    for (const { id, title } of all) warehouseTitles.set(id, title);
    const options = all.filter(({ title }) => matches(searchKey(title), search));
    return { options, total: 0, loading: isFetching, error };
  },
};

/** The warehouse of a person who has no choice. */
export function useOnlyWarehouse(): Option | null {
  const all = warehouseOptions(useCall(warehouseAutocomplete, {}, KEPT).data?.data);
  return all.length === 1 ? (all[0] ?? null) : null;
}
