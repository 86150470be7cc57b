/** The directory of warehouses: its calls, and its record as fields. */
import {
  type Warehouse,
  type WarehouseKind,
  warehouseArchive,
  warehouseCreate,
  warehouseHistory,
  warehouseRestore,
  warehouseShow,
  warehouseUpdate,
} from '../../../contract/supply.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { FRESH, recordPane } from '../../ui/record/useRecordPane.ts';

export type WarehouseFields = {
  name: string;
  organization: Chosen | null;
  kind: WarehouseKind | null;
  keepers: readonly Chosen[];
};

const bodyOf = ({ name, organization, kind, keepers }: WarehouseFields) => ({
  name: name.trim(),
  organization_id: organization?.id ?? 0,
  kind: kind ?? 'shop',
  keepers: keepers.map(({ id }) => id),
});

export const warehousePane = recordPane<Warehouse, WarehouseFields>({
  form: 'warehouse',
  empty: { name: '', organization: null, kind: null, keepers: [] },
  fieldsOf: ({ name, organization_id, organization, kind, keepers }) => ({
    name,
    organization: { id: organization_id, title: organization },
    kind,
    keepers: keepers.map(({ id, fullname }) => ({ id, title: fullname })),
  }),
  factsOf: ({ moved }) => ({ moved }),
  useShow: (id) => useCall(warehouseShow, { params: { id } }, FRESH),
  useHistory: (id) => useCall(warehouseHistory, { params: { id } }, FRESH),
  readHistory: (id) => request(warehouseHistory, { params: { id } }),
  create: (values, options) => request(warehouseCreate, { body: bodyOf(values), ...options }),
  update: (id, values, options) => request(warehouseUpdate, { params: { id }, body: bodyOf(values), ...options }),
  archive: (id, options) => request(warehouseArchive, { params: { id }, ...options }),
  restore: (id, options) => request(warehouseRestore, { params: { id }, ...options }),
});
