/** Warehouses that the person may choose, and their organizations: one answer of the server. */
import { warehouseAutocomplete } from '../../contract/invoices/choices.ts';
import { useCall } from '../api/queries.ts';
import { wholeSource } from '../ui/form/wholeSource.ts';

export const useWarehouses = (enabled = true) =>
  useCall(warehouseAutocomplete, {}, { enabled, staleTime: 60_000, select: ({ data }) => data });

export const warehouses = wholeSource(useWarehouses, (all) =>
  all.map(({ id, name, organization }) => ({ id, title: name, note: organization })),
);

export const organizations = wholeSource(useWarehouses, (all) =>
  all.map(({ organization_id, organization }) => ({ id: organization_id, title: organization })),
);
