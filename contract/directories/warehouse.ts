/** Warehouses of organizations, their kind and keepers (areas 4.3 `/repositories/warehouse-management`). */
import { type DirectoryBody, type DirectoryRow, defineDirectory, type OpenedRow } from '../directory/directory.ts';
import { oneOf, ref, refs, text } from '../directory/fields.ts';

export const warehouse = defineDirectory({
  name: 'warehouse',
  service: 'warehouse',
  rule: 'warehouse_list',
  label: 'name',
  order: 'organization',
  fields: {
    name: text(200, { search: true, sort: true, unique: 'organization' }),
    organization: ref('organization', { scope: true, search: true, filter: true, sort: true }),
    kind: oneOf(['shop', 'main', 'defect', 'fund', 'transit'], { filter: true, sort: true }),
    keepers: refs('user', 50, { optional: true, search: true }),
  },
  stale: ['warehouseAutocomplete'],
});

export type WarehouseRow = DirectoryRow<typeof warehouse>;
export type Warehouse = OpenedRow<typeof warehouse>;
export type WarehouseBody = DirectoryBody<typeof warehouse>;
