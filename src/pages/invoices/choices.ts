/** What pages of invoices choose from. */
import { organizationTerritory, warehouseAutocomplete } from '../../../contract/invoices/choices.ts';
import { useCall } from '../../api/queries.ts';
import { sourceOf } from '../../directory/sources.ts';
import { collateUz } from '../../format/collate.ts';
import type { Option } from '../../ui/form/remote.ts';
import { WHOLE, wholeSource } from '../../ui/form/wholeSource.ts';

export const partners = sourceOf('partner');

const useTerritories = (enabled: boolean) => useCall(organizationTerritory, {}, { ...WHOLE, enabled });

export const territories = wholeSource(useTerritories, ({ data }) => data.map(({ id, name }) => ({ id, title: name })));

/** Goods in transit lie in no warehouse that a paper is for. */
export const takesGoods = ({ kind }: { kind: string }): boolean => kind !== 'transit';

type Warehouse = { id: number; name: string; kind: string; organization_id: number; organization: string };

/** Warehouses of several branches have the same name. */
export const warehouseTitle = ({ organization, name }: { organization: string; name: string }): string =>
  `${organization}: ${name}`;

/** Who sees several organizations has the warehouses of each under its name, one after another. */
function warehouseOptions(all: readonly Warehouse[]): Option[] {
  const open = all.filter(takesGoods);
  const several = new Set(open.map((one) => one.organization_id)).size > 1;
  return open
    .toSorted((one, other) => collateUz(one.organization, other.organization) || collateUz(one.name, other.name))
    .map((one) => ({ id: one.id, title: several ? warehouseTitle(one) : one.name }));
}

const useWarehouses = (enabled: boolean) => useCall(warehouseAutocomplete, {}, { ...WHOLE, enabled });

export const warehouses = wholeSource(useWarehouses, ({ data }) => warehouseOptions(data));
