/** Warehouses: used while goods lie there; where goods have moved, kind and organization stay (areas 2.2, 4.3). */
import { sql } from 'kysely';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { serveDirectory } from '../directory/serve.ts';

export const WAREHOUSES = serveDirectory(warehouse, {
  table: 'warehouse_list',
  children: { keepers: { table: 'warehouse_keeper', own: 'warehouse_id', other: 'user_id' } },
  async inUse(db, { id }) {
    const { rows } = await sql<{ n: number | null }>`
      SELECT sum(qty)::integer AS n FROM stock_balance WHERE warehouse_id = ${id}`.execute(db);
    const n = rows[0]?.n ?? 0;
    return n > 0 ? { key: 'warehouse_has_stock', values: { n } } : null;
  },
  async freeze(db, { id }) {
    const { rows } = await sql`SELECT 1 FROM stock_balance WHERE warehouse_id = ${id} LIMIT 1`.execute(db);
    return rows.length === 0 ? {} : { kind: 'warehouse_moved', organization: 'warehouse_moved' };
  },
});
