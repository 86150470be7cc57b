/** What is in the warehouses of an organization, and where serial numbers are. */

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface Residue {
  product_variant_id: number;
  qty: number;
  /** Weighted average cost of the batches, whole soʻm. */
  cost: number;
}

/** What the organization has: the sum of its active warehouses, goods in transit left out. */
export async function residueOf(
  trx: Kysely<Schema>,
  organizationId: number,
  variantIds?: readonly number[],
): Promise<Residue[]> {
  const { rows } = await sql<Residue>`
    select b.product_variant_id, sum(b.qty)::int as qty, round(sum(b.qty * s.cost) / sum(b.qty)) as cost
    from stock_balance b
    join warehouse_list w on w.id = b.warehouse_id
    join stock_batch s on s.id = b.batch_id
    where w.organization_id = ${organizationId}::int and w.active and w.kind <> 'transit' and b.qty > 0
      and (${variantIds ?? null}::int[] is null or b.product_variant_id = any(${variantIds ?? null}::int[]))
    group by b.product_variant_id
    order by b.product_variant_id`.execute(trx);
  return rows;
}

export interface SerialInStock {
  serial_id: number;
  product_variant_id: number;
  serial_number: string;
  imei_numbers: string[];
  warehouse_id: number;
}

/** The serial units of that residue. */
export async function serialsOf(
  trx: Kysely<Schema>,
  organizationId: number,
  variantIds?: readonly number[],
): Promise<SerialInStock[]> {
  const { rows } = await sql<SerialInStock>`
    select n.id as serial_id, n.product_variant_id, n.serial_number, n.warehouse_id,
           coalesce((select array_agg(c.code order by c.code) from serial_code c
                     where c.serial_id = n.id and c.kind = 'imei'), '{}') as imei_numbers
    from serial_number n
    join warehouse_list w on w.id = n.warehouse_id
    where w.organization_id = ${organizationId}::int and w.active and w.kind <> 'transit'
      and (${variantIds ?? null}::int[] is null or n.product_variant_id = any(${variantIds ?? null}::int[]))
    order by n.id`.execute(trx);
  return rows;
}

export interface CodePlace {
  code: string;
  serial_id: number;
  product_variant_id: number;
  serial_number: string;
  state: string;
  warehouse_id: number | null;
  warehouse: string | null;
  organization_id: number | null;
  organization: string | null;
}

/** Where the unit of each known code is: the one in stock, else the one known last. Unknown codes are left out. */
export async function whereIs(trx: Kysely<Schema>, codes: readonly string[]): Promise<CodePlace[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<CodePlace>`
    select distinct on (c.code) c.code, c.serial_id, n.product_variant_id, n.serial_number, n.state,
           n.warehouse_id, w.name as warehouse, w.organization_id, o.name as organization
    from serial_code c
    join serial_number n on n.id = c.serial_id
    left join warehouse_list w on w.id = n.warehouse_id
    left join organization o on o.id = w.organization_id
    where c.code = any(${[...new Set(codes)]}::text[])
    order by c.code, c.in_stock desc, c.serial_id desc`.execute(trx);
  return rows;
}
