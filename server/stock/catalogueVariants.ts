/** Products and categories that an import of the catalogue finds or creates. */
import { sql } from 'kysely';
import { sameBarcode } from '../../contract/barcode.ts';
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { nextInternalBarcodes } from './barcode.ts';
import { NO_CATEGORY, type Row } from './catalogueRows.ts';
import { whereIs } from './stocked.ts';

interface StoredVariant {
  id: number;
  sku: string;
  is_serial_number: boolean;
  last_cost: number;
}

export async function existingVariants(trx: Trx, rows: readonly Row[]): Promise<Map<string, StoredVariant>> {
  const stored = await trx
    .selectFrom('product_variant')
    .select(['id', 'sku', 'is_serial_number', 'last_cost'])
    .where(sql<boolean>`sku = any(${rows.map((row) => row.sku)}::text[])`)
    .execute();
  return new Map(stored.map((variant) => [variant.sku, variant]));
}

/** What only the database knows: archived brands, barcodes of other products, serial numbers in stock. */
export async function checkAgainstStored(
  trx: Trx,
  rows: readonly Row[],
  existing: ReadonlyMap<string, StoredVariant>,
  posted: boolean,
  problem: (line: number, message: string) => void,
): Promise<void> {
  const named = [...new Set(rows.map((row) => row.brand))];
  const { rows: archived } = await sql<{ name: string }>`select named.name from brand b
    join unnest(${named}::text[]) as named (name) on lower(b.name) = lower(named.name) where not b.active`.execute(trx);
  const gone = new Set(archived.map(({ name }) => name));
  for (const row of rows)
    if (gone.has(row.brand) && !existing.has(row.sku)) problem(row.line, `brand ${row.brand} is archived`);
  const wanted = new Map<string, Row>();
  for (const row of rows) if (row.barcode && !existing.has(row.sku)) wanted.set(sameBarcode(row.barcode), row);
  const { rows: taken } = await sql<{ barcode: string; sku: string }>`
    select barcode, sku from product_variant
    where lpad(barcode, 14, '0') = any(${[...wanted.keys()]}::text[])`.execute(trx);
  for (const { barcode, sku } of taken) {
    const row = wanted.get(sameBarcode(barcode));
    if (row) problem(row.line, `barcode ${row.barcode} belongs to the product with sku ${sku}`);
  }
  // Of a file that was posted before they are in stock by this very file.
  if (posted) return;
  const lines = new Map(rows.flatMap((row) => row.serials.map((code) => [code, row.line] as const)));
  const places = await whereIs(trx, [...lines.keys()]);
  for (const { code, organization } of places) {
    if (organization) problem(lines.get(code)!, `serial number ${code} is in stock in ${organization}`);
  }
}

/** Categories, brands, products and variants that are not there yet; the id of each by its sku. */
export async function createVariants(
  trx: Trx,
  rows: readonly Row[],
  barcodesOfFile: ReadonlySet<string>,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const categories = await categoriesOf(trx, rows);
  const names = [...new Map(rows.map(({ brand }) => [brand.toLowerCase(), brand])).values()].filter(Boolean);
  await sql`insert into brand (name, search_key)
    select * from unnest(${names}::text[], ${names.map(searchKey)}::text[])
    on conflict (lower(name)) do nothing`.execute(trx);
  const { rows: brands } = await sql<{ id: number; key: string }>`select b.id, named.key
    from unnest(${names}::text[], ${names.map((name) => name.toLowerCase())}::text[]) as named (name, key)
    join brand b on lower(b.name) = lower(named.name)`.execute(trx);
  const brandIds = new Map(brands.map((brand) => [brand.key, brand.id]));

  const missing = rows.filter((row) => !row.barcode);
  const given = await nextInternalBarcodes(trx, missing.length, barcodesOfFile);
  missing.forEach((row, at) => {
    row.barcode = given[at]!;
  });

  const taken = await sql<{ id: number }>`
    select nextval(s.name)::int as id
    from (select pg_get_serial_sequence('product', 'id')::regclass as name offset 0) s,
         generate_series(1, ${rows.length}::int)`.execute(trx);
  const productIds = taken.rows.map((row) => row.id);
  await sql`
    insert into product (id, name, category_id, brand_id)
    select * from unnest(${productIds}::int[], ${rows.map((row) => row.title)}::text[],
                         ${rows.map((row) => categories.get(row.category)!.id)}::int[],
                         ${rows.map((row) => brandIds.get(row.brand.toLowerCase()) ?? null)}::int[])`.execute(trx);
  const { rows: variants } = await sql<{ id: number; sku: string }>`
    insert into product_variant (product_id, title, sku, barcode, unit, is_serial_number, last_cost, search_key)
    select * from unnest(${productIds}::int[], ${rows.map((row) => row.title)}::text[],
                         ${rows.map((row) => row.sku)}::text[], ${rows.map((row) => row.barcode)}::text[],
                         ${rows.map((row) => row.unit)}::text[], ${rows.map((row) => row.serial)}::boolean[],
                         ${rows.map((row) => row.cost ?? 0)}::numeric[],
                         ${rows.map((row) =>
                           searchKey(
                             `${row.title} ${row.sku} ${row.barcode} ${row.brand} ${categories.get(row.category)!.name_ru}`,
                           ),
                         )}::text[])
    returning id, sku`.execute(trx);
  const ids = new Map(variants.map((variant) => [variant.sku, variant.id]));
  const priced = rows.filter((row) => row.price !== undefined);
  await sql`
    insert into price (product_variant_id, price)
    select * from unnest(${priced.map((row) => ids.get(row.sku))}::int[],
                         ${priced.map((row) => row.price)}::numeric[])`.execute(trx);
  return ids;
}

interface Category {
  id: number;
  name_ru: string;
}

/** A category of the file is one known by its Uzbek or Russian name, however it is spelt, else a new one. */
async function categoriesOf(trx: Trx, rows: readonly Row[]): Promise<Map<string, Category>> {
  const stored = await trx.selectFrom('product_category').select(['id', 'name_uz', 'name_ru']).orderBy('id').execute();
  const byKey = new Map<string, Category>();
  for (const category of stored) {
    for (const key of [searchKey(category.name_uz), searchKey(category.name_ru)]) {
      if (!byKey.has(key)) byKey.set(key, category);
    }
  }
  const found = new Map<string, Category>();
  const fresh = new Map<string, { uz: string; ru: string }>();
  const names = new Set(rows.map((row) => row.category));
  for (const name of names) {
    const names = name ? { uz: name, ru: name } : NO_CATEGORY;
    const known = byKey.get(searchKey(names.uz));
    if (known) found.set(name, known);
    else fresh.set(searchKey(names.uz), names);
  }
  const made = [...fresh.values()];
  const { rows: created } = await sql<Category & { name_uz: string }>`
    insert into product_category (name_uz, name_ru, search_key)
    select * from unnest(${made.map((name) => name.uz)}::text[], ${made.map((name) => name.ru)}::text[],
                         ${made.map((name) => searchKey(`${name.uz} ${name.ru}`))}::text[])
    returning id, name_uz, name_ru`.execute(trx);
  const createdByKey = new Map(created.map((category) => [searchKey(category.name_uz), category]));
  for (const name of names) {
    if (found.has(name)) continue;
    const category = createdByKey.get(searchKey(name || NO_CATEGORY.uz));
    if (category) found.set(name, category);
  }
  return found;
}
