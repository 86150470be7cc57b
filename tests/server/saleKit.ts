/** What a sale needs in server tests: a client, goods with a price and a stock of their own, an order. */
import { sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import { client } from '../../contract/directories/client.ts';
import { type OrderDetails, orderCreate } from '../../contract/sale/orders.ts';
import { searchKey } from '../../contract/search.ts';
import { ORGANIZATION, type PersonName, type Server, stockIn } from './world.ts';

/** The shop of the first branch. */
export const SHOP = 1;
export const PRICE = 1_000_000;

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

/** A new client with a document and a phone of nobody else. */
export async function newClient(on: Server, more: object = {}): Promise<number> {
  const digits = String(next()).padStart(7, '0');
  const body = {
    ...{ fullname: `Xaridor ${digits}`, birth_date: '1985-06-15', gender: 'male', consent: true },
    documents: [{ number: `KA${digits}`, issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2035-01-14' }],
    phones: [{ phone: `+99897${digits}`, owner: 'self' }],
    ...more,
  };
  return (await on.do('director', client.calls.create, { body } as never)).data.id;
}

export interface Goods {
  readonly id: number;
  readonly serials: readonly string[];
}

/** A product of its own in the shop, with a price. */
export async function newGoods(
  on: Server,
  {
    qty = 10,
    price = PRICE,
    serial = false,
    category = 1,
  }: { qty?: number; price?: number | null; serial?: boolean; category?: number } = {},
): Promise<Goods> {
  const n = next();
  const title = `Savdo tovari ${n}`;
  const serials = serial ? Array.from({ length: qty }, (_, at) => `SV-${n}-${at + 1}`) : [];
  const id = await on.db.tx(async (trx) => {
    const product = await trx
      .insertInto('product')
      .values({ name: title, category_id: category, brand_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await trx
      .insertInto('product_variant')
      .values({
        ...{ product_id: product.id, title, sku: `SAVDO-${n}`, barcode: null },
        ...{ is_serial_number: serial, imei_count: 0, search_key: searchKey(title) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (price !== null) await setPrice(on, made.id, price, trx as never);
    if (qty > 0)
      await stockIn(trx, ORGANIZATION, SHOP, {
        lines: [{ variantId: made.id, qty, ...(serial ? { serials } : {}) }],
      });
    return made.id;
  });
  return { id, serials };
}

export const setPrice = (on: Pick<Server, 'db'>, variant: number, price: number, db = on.db.kysely) =>
  sql`INSERT INTO price (product_variant_id, price, valid_from) VALUES (${variant}, ${price}, clock_timestamp() - interval '1 second')`.execute(
    db,
  );

export type OrderBody = BodyOf<typeof orderCreate>;
export const lineFor = ({ id }: Goods, more: object = {}) => ({
  product_variant_id: id,
  qty: 1,
  price: PRICE,
  ...more,
});

export async function newOrder(
  on: Server,
  { who = 'seller', ...more }: Partial<OrderBody> & { who?: PersonName } = {},
): Promise<OrderDetails> {
  const body = { warehouse_id: SHOP, client_id: more.client_id ?? (await newClient(on)), lines: [], ...more };
  return (await on.do(who, orderCreate, { body })).data;
}

/** Units of a product that are kept now. */
export async function keptOf(on: Server, variant: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT coalesce(sum(qty), 0)::integer AS n FROM reservation
    WHERE product_variant_id = ${variant} AND ended_at IS NULL`.execute(on.db.kysely);
  return rows[0]?.n ?? 0;
}

/** An approved entry of the black list for a document, as its calls would leave it. @returns ends it */
export async function list(on: Server, document: string): Promise<() => Promise<void>> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO black_list_entry (fullname, documents, listed_from, status, created_by, owner_id, search_key)
    VALUES ('Roʻyxatdagi odam', ARRAY[${document}]::text[], '2020-01-01', 'approved', 1, 1, '') RETURNING id`.execute(
    on.db.kysely,
  );
  return async () => {
    await sql`UPDATE black_list_entry SET listed_to = '2020-01-02' WHERE id = ${rows[0]?.id ?? 0}`.execute(
      on.db.kysely,
    );
  };
}

/** The document of a client. */
export async function documentOf(on: Server, clientId: number): Promise<string> {
  const { rows } = await sql<{
    number: string;
  }>`SELECT number FROM client_document WHERE client_id = ${clientId}`.execute(on.db.kysely);
  return rows[0]?.number ?? '';
}
