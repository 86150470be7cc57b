import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../../server/db/migrations/index.ts';
import { type Database, openDatabase, type Trx } from '../../../server/db/open.ts';

/** A fresh, migrated database: in memory, or on the server that TEST_DATABASE_URL names. */
export async function freshDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const db = await openDatabase({ memory: true });
    await migrate(db.kysely);
    return db;
  }
  const name = `idora_stock_${randomUUID().replaceAll('-', '')}`;
  const onServer = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = await openDatabase({ databaseUrl: url.href });
  await migrate(db.kysely);
  return {
    ...db,
    async close() {
      await db.close();
      await onServer(`drop database ${name}`);
    },
  };
}

export interface Company {
  organizationId: number;
  otherId: number;
  userId: number;
  shop: number;
  main: number;
  transit: number;
  otherShop: number;
  /** A variant without serial numbers, another one, and a phone. */
  kettle: number;
  cable: number;
  phone: number;
  document(kind?: string): Promise<number>;
}

let documents = 0;

/** The least that a posting needs: two branches with warehouses, an open day each, three products. */
export async function smallCompany(db: Database): Promise<Company> {
  return db.tx(async (trx) => {
    const one = async (name: string, code: string) =>
      (
        await trx
          .insertInto('organization')
          .values({ name, short_name: name, code, kind: 'branch' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const organizationId = await one('Chilonzor', 'CHL');
    const otherId = await one('Yunusobod', 'YUN');
    const month = await trx
      .insertInto('practice_month')
      .values({ year: 2026, month: 9 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('practice_day')
      .values(
        [organizationId, otherId].map((organization_id) => ({
          organization_id,
          practice_month_id: month.id,
          date: '2026-09-14',
        })),
      )
      .execute();
    const warehouse = async (organization_id: number, kind: 'shop' | 'main' | 'transit') =>
      (
        await trx
          .insertInto('warehouse_list')
          .values({ organization_id, name: kind, kind })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const position = await trx
      .insertInto('position')
      .values({ name_uz: 'Omborchi', name_ru: 'Кладовщик', kind: 'stock' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const user = await trx
      .insertInto('app_user')
      .values({
        username: 'omborchi',
        password_hash: '-',
        fullname: 'Karimov Anvar',
        position_id: position.id,
        organization_id: organizationId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const category = await trx
      .insertInto('product_category')
      .values({ name_uz: 'Hammasi', name_ru: 'Все' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const variant = async (trx: Trx, title: string, serial: boolean) => {
      const product = await trx
        .insertInto('product')
        .values({ name: title, category_id: category.id, brand_id: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = await trx
        .insertInto('product_variant')
        .values({
          product_id: product.id,
          title,
          sku: title,
          barcode: null,
          is_serial_number: serial,
          imei_count: serial ? 2 : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const userId = user.id;
    return {
      organizationId,
      otherId,
      userId,
      shop: await warehouse(organizationId, 'shop'),
      main: await warehouse(organizationId, 'main'),
      transit: await warehouse(organizationId, 'transit'),
      otherShop: await warehouse(otherId, 'shop'),
      kettle: await variant(trx, 'Choynak', false),
      cable: await variant(trx, 'Kabel', false),
      phone: await variant(trx, 'Smartfon', true),
      async document(kind = 'test') {
        const row = await db.kysely
          .insertInto('document')
          .values({
            kind,
            organization_id: organizationId,
            number: `T-${++documents}`,
            status: 'posted',
            practice_day_id: null,
            created_by: userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      },
    };
  });
}
