/** Products, variants and barcodes: what a new variant is given, what is fixed, how it is found, what the archive refuses. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { product } from '../../contract/directories/product.ts';
import { productBarcode } from '../../contract/directories/productBarcode.ts';
import { serialCategory } from '../../contract/directories/serialCategory.ts';
import { variant } from '../../contract/directories/variant.ts';
import { type VariantInSelect, variantGetAll, variantRecognize } from '../../contract/invoices/choices.ts';
import { residueIndex } from '../../contract/residues.ts';
import { Catalogue } from '../../machines/countingWorkspace/scan.ts';
import { barcodeError } from '../../server/stock/barcode.ts';
import { importCatalogue } from '../../server/stock/importCatalogue.ts';
import { isCodeOf } from '../../src/pages/invoices/window/codes.ts';
import { ORGANIZATION, PEOPLE, PHONE, PLAIN, withServer } from './world.ts';

const server = withServer();
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.current.db.kysely);
const { calls } = variant;

let made = 0;
const bodyOf = (more: object = {}) => {
  made += 1;
  return { title: `Choynak ${made}`, product_id: 1, sku: `CH-${made}`, imei_count: 0, ...more };
};
const add = async (more: object = {}) =>
  (await server.current.do('director', calls.create, { body: bodyOf(more) })).data;
const refused = async (more: object) => {
  const { status, error } = await server.current.call('director', calls.create, { body: bodyOf(more) });
  return [status, Object.keys(error.errors ?? {})];
};
const found = async (search: string) =>
  (await server.current.do('director', variantGetAll, { query: { search } })).data.map(({ id }) => id);

beforeAll(async () => {
  await run(sql`UPDATE brand SET name = 'Artel', search_key = 'artel'`);
});

describe('a variant', () => {
  it('is given a barcode of the shop’s own where it has none', async () => {
    const { barcode } = await add();
    expect(barcode).toMatch(/^2/);
    expect(barcodeError(barcode as string)).toBeUndefined();
    const cleared = await add({ barcode: '4006381333931' });
    const body = { ...bodyOf(), sku: cleared.sku, barcode: null };
    const { data } = await server.current.do('director', calls.update, { params: { id: cleared.id }, body });
    expect(data.barcode).toBeNull();
  });

  it('refuses a wrong barcode, and IMEIs without serial numbers', async () => {
    expect(await refused({ barcode: '4006381333932' })).toEqual([422, ['barcode']]);
    expect(await refused({ barcode: 'AB-12' })).toEqual([422, ['barcode']]);
    expect(await refused({ imei_count: 1 })).toEqual([422, ['is_serial_number']]);
    expect(await refused({ imei_count: 3, is_serial_number: true })).toEqual([422, ['imei_count']]);
  });

  it('is counted by serial number or not for good, once a draft of an order has a line of it (decision 94)', async () => {
    const one = await add();
    const frozen = async () =>
      (await server.current.do('director', calls.show, { params: { id: one.id } })).data.frozen;
    expect(await frozen()).toEqual({});
    await run(sql`WITH d AS (INSERT INTO document (kind, number, organization_id, status, created_by)
        VALUES ('sale_order', 'T-94', ${ORGANIZATION}, 'draft', 1) RETURNING id),
      c AS (INSERT INTO client (fullname, birth_date, gender, consent) VALUES ('Aliyev', '1990-01-01', 'male', true) RETURNING id),
      o AS (INSERT INTO sale_order (id, client_id, warehouse_id) SELECT d.id, c.id, 1 FROM d, c RETURNING id)
      INSERT INTO sale_order_line (sale_order_id, product_variant_id, qty, price) SELECT id, ${one.id}, 1, 100000 FROM o`);
    expect(Object.keys(await frozen()).sort()).toEqual(['imei_count', 'is_serial_number']);
    await run(sql`UPDATE document SET status = 'cancelled' WHERE number = 'T-94'`);
    expect(await frozen()).toEqual({});
  });

  it('has the price that is valid now and what lies in all warehouses', async () => {
    await run(sql`INSERT INTO price (product_variant_id, price, valid_from) VALUES
      (${PLAIN}, 100000, now() - interval '9 days'), (${PLAIN}, 120000, now() - interval '1 day'),
      (${PLAIN}, 150000, now() + interval '1 day')`);
    const { data } = await server.current.do('director', calls.show, { params: { id: PLAIN } });
    expect(data).toMatchObject({ category: 'Tovarlar', brand: 'Artel', price: 120_000 });
    const { rows } = await sql<{ n: number }>`SELECT sum(qty)::integer AS n FROM stock_balance
      WHERE product_variant_id = ${PLAIN}`.execute(server.current.db.kysely);
    expect([data.stock, data.stock > 0]).toEqual([rows[0]?.n, true]);
    expect(await add()).toMatchObject({ price: null, stock: 0 });
  });

  it('is found by its words, by its brand and by its category, and by what its product is called then', async () => {
    const one = await add({ title: 'Elektr choynak' });
    for (const words of ['elektr', one.sku, 'elektr artel', 'tovarlar elektr'])
      expect(await found(words)).toContain(one.id);
    const { rows } = await sql<{ id: number }>`INSERT INTO brand (name) VALUES ('Bosch') RETURNING id`.execute(
      server.current.db.kysely,
    );
    const body = { name: 'Choynaklar', category_id: 1, brand_id: rows[0]?.id as number };
    await server.current.do('director', product.calls.update, { params: { id: 1 }, body });
    expect(await found('elektr bosch')).toContain(one.id);
    expect(await found('elektr artel')).not.toContain(one.id);
  });
});

describe('serial or not (decision 94)', () => {
  const flip = async (id: number) => {
    const { data } = await server.current.do('director', calls.show, { params: { id } });
    const { title, sku, imei_count, is_serial_number } = data;
    const body = { title, sku, imei_count, product_id: data.product.id, is_serial_number: !is_serial_number };
    return server.current.call('director', calls.update, { params: { id }, body });
  };

  it('is fixed while there is stock', async () => {
    for (const id of [PLAIN, PHONE]) {
      const { status, error } = await flip(id);
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['is_serial_number']]);
    }
    expect((await flip((await add()).id)).status).toBe(200);
  });

  it('is fixed while a line of an unfinished invoice has it, and then the variant stays out of the archive', async () => {
    const { id } = await add();
    await run(sql`INSERT INTO document (id, kind, organization_id, number, status, created_by)
      VALUES (9001, 'product_invoice', ${ORGANIZATION}, 'T-9001', 'draft', 1)`);
    await run(sql`INSERT INTO product_invoice (id, partner_id, warehouse_list_id, number_invoice, invoice_date)
      SELECT 9001, 1, min(id), '1', '2026-11-20' FROM warehouse_list`);
    await run(sql`INSERT INTO input_product (product_invoice_id, product_variant_id, position, currency_id, value, count,
        no_cash, currency_change, selling_price, created_by)
      SELECT 9001, ${id}, 1, min(id), 1000, 1, 100, 1, 1000, 1 FROM currency`);
    expect((await flip(id)).status).toBe(422);
    const archive = () => server.current.call('director', calls.archive, { params: { id } });
    expect((await archive()).error.code).toBe('in_use');
    await run(sql`UPDATE document SET status = 'cancelled' WHERE id = 9001`);
    expect((await flip(id)).status).toBe(200);
    expect((await archive()).status).toBe(200);
  });

  it('is proposed by the nearest serial category above the product', async () => {
    const { rows } = await sql<{ id: number }>`INSERT INTO product_category (name_uz, name_ru, parent_id)
      VALUES ('Smartfonlar', 'Смартфоны', 1) RETURNING id`.execute(server.current.db.kysely);
    const body = { name: 'Galaxy', category_id: rows[0]?.id as number };
    const { data } = await server.current.do('director', product.calls.create, { body });
    expect([data.serial, data.imei_count]).toEqual([false, 0]);
    const serial = { category_id: 1, serial: true, imei_count: 2 };
    await server.current.do('director', serialCategory.calls.create, { body: serial });
    const { data: again } = await server.current.do('director', product.calls.show, { params: { id: data.id } });
    expect([again.serial, again.imei_count]).toEqual([true, 2]);
  });
});

describe('a further barcode (decision 96)', () => {
  const further = (barcode: string, variant_id: number) =>
    server.current.call('director', productBarcode.calls.create, { body: { barcode, variant_id } });

  it('finds its variant wherever a barcode does, until it is archived', async () => {
    const { id } = await add();
    const barcode = '5901234123457';
    const one = (await further(barcode, id)).body.data;
    const recognized = async () =>
      (await server.current.do('director', variantRecognize, { body: { words: [barcode] } })).data[0]?.matches.map(
        (match) => match.id,
      );
    expect([await found(barcode), await recognized()]).toEqual([[id], [id]]);
    const { data: chosen } = await server.current.do('director', variantGetAll, { query: { id } });
    expect(isCodeOf(barcode, chosen[0] as VariantInSelect)).toBe(true);
    expect(new Catalogue(chosen).byCode(barcode).map((one) => one.id)).toEqual([id]);
    await further('96385074', PLAIN);
    const residues = await server.current.do('director', residueIndex, { query: { search: '96385074' } });
    expect(new Set(residues.data.map((row) => row.variant.id))).toEqual(new Set([PLAIN]));
    await server.current.do('director', productBarcode.calls.archive, { params: { id: one.id } });
    expect(await recognized()).toEqual([]);
  });

  it('is right, and of one variant alone', async () => {
    const one = await add({ barcode: '4012345678901' });
    const fields = async (barcode: string) => Object.keys((await further(barcode, PLAIN)).error.errors ?? {});
    expect(await fields('4012345678902')).toEqual(['barcode']);
    // a scanner may write zeros before it
    expect(await fields('04012345678901')).toEqual(['barcode']);
    expect((await further('20000004', one.id)).status).toBe(200);
    expect(await refused({ barcode: '20000004' })).toEqual([422, ['barcode']]);
  });
});

describe('the archive', () => {
  it('takes no variant with stock and no product with variants', async () => {
    const stock = await server.current.call('director', calls.archive, { params: { id: PLAIN } });
    expect([stock.status, stock.error.code]).toEqual([409, 'in_use']);
    const variants = await server.current.call('director', product.calls.archive, { params: { id: 1 } });
    expect([variants.status, variants.error.code]).toEqual([409, 'in_use']);
  });

  it('what is in it is not offered and not imported', async () => {
    const one = await add({ title: 'Dazmol' });
    await server.current.do('director', calls.archive, { params: { id: one.id } });
    expect(await found('dazmol')).toEqual([]);
    const report = await importCatalogue(server.current.db, {
      content: Buffer.from(`sku,title\n${one.sku},Dazmol\n`),
      fileName: 'dazmol.csv',
      organizationId: ORGANIZATION,
      userId: PEOPLE.director.id,
    });
    expect(report.bad).toEqual([{ line: 2, message: `sku ${one.sku} is archived` }]);
  });
});
