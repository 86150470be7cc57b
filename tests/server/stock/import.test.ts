import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKey } from '../../../contract/search.ts';
import type { Database } from '../../../server/db/open.ts';
import { barcodeError } from '../../../server/stock/barcode.ts';
import { type ImportOptions, importCatalogue } from '../../../server/stock/importCatalogue.ts';
import { checkLedgers } from '../../../server/stock/ledgerCheck.ts';
import { residueOf } from '../../../server/stock/stocked.ts';
import { type Company, freshDatabase, smallCompany } from './database.ts';

let db: Database;
let company: Company;

beforeAll(async () => {
  db = await freshDatabase();
  company = await smallCompany(db);
  await db.kysely
    .insertInto('currency_rate')
    .values([
      { currency: 'USD', date: '2026-09-13', uzs_per_unit: 11_800 },
      { currency: 'USD', date: '2026-09-14', uzs_per_unit: 11_811.68 },
      { currency: 'USD', date: '2026-09-15', uzs_per_unit: 99_999 },
    ])
    .execute();
});
afterAll(() => db.close());

const load = (text: string, more: Partial<ImportOptions> = {}) =>
  importCatalogue(db, {
    content: Buffer.from(text),
    fileName: 'test.csv',
    organizationId: company.organizationId,
    userId: company.userId,
    ...more,
  });

const variant = (sku: string) =>
  db.kysely.selectFrom('product_variant').selectAll().where('sku', '=', sku).executeTakeFirst();

/** Everything that an import could have written. */
async function figures(): Promise<Record<string, number>> {
  const tables = [
    'product',
    'product_variant',
    'product_category',
    'brand',
    'price',
    'stock_move',
    'stock_batch',
    'document',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db.kysely);
    counts[table] = rows[0]!.n;
  }
  return counts;
}

describe('a good file', () => {
  const file =
    'quantity,title,colour,sku,barcode,cost,price,currency,category,brand,unit\n' +
    '5,"Choynak ""Artel"", 1,7 l",oq,K-1,4006381333931,150000,199000,,Choynaklar,Artel,\n' +
    '2,Lampa,,K-2,,1.50,2.99,USD,Lampalar,Philips,dona\n' +
    ',Kabel 2 m,,K-3,,,,,,,metr\n';

  it('brings products, prices and stock by one document', async () => {
    const report = await load(file);
    expect(report).toMatchObject({ rows: 3, bad: [], created: 3, reused: 0, lines: 2, units: 7, imported: true });
    expect(report.unknownColumns).toEqual(['colour']);
    expect(report.opening).toEqual({ number: expect.stringMatching(/^CHL-\d\d-0001$/) as string, posted: true });
    expect(await variant('K-1')).toMatchObject({
      title: 'Choynak "Artel", 1,7 l',
      barcode: '4006381333931',
      last_cost: 150_000,
      unit: 'dona',
      search_key: expect.stringContaining('choynak artel'),
    });
    // The rate of the practice day, to whole soʻm.
    expect(await variant('K-2')).toMatchObject({ last_cost: 17_718 });
    const batch = await db.kysely
      .selectFrom('stock_batch')
      .select(['cost', 'currency', 'value'])
      .where('currency', '=', 'USD')
      .executeTakeFirst();
    expect(batch).toEqual({ cost: 17_718, currency: 'USD', value: 1.5 });
    const own = (await variant('K-3'))!.barcode!;
    expect(own).toMatch(/^2/);
    expect(barcodeError(own)).toBeUndefined();
    const log = await db.kysely.selectFrom('event_log').select(['event', 'state_after']).execute();
    expect(log).toEqual([{ event: 'opening.post', state_after: 'posted' }]);
  });

  it('changes nothing the second time', async () => {
    const before = await figures();
    const report = await load(file);
    expect(report).toMatchObject({ created: 0, reused: 3, lines: 0, units: 0 });
    expect(report.opening).toEqual({ number: expect.stringMatching(/^CHL-\d\d-0001$/) as string, posted: false });
    expect(await figures()).toEqual(before);
  });

  it('enters another branch with the same products', async () => {
    const report = await load(file, { organizationId: company.otherId });
    expect(report).toMatchObject({
      created: 0,
      reused: 3,
      lines: 2,
      opening: { number: expect.stringMatching(/^YUN-\d\d-0001$/) as string, posted: true },
    });
    expect(await db.tx((trx) => residueOf(trx, company.otherId))).toHaveLength(2);
  });

  it('takes sku from id, and a category by any spelling of its name', async () => {
    const before = await figures();
    await load('id,title,category,brand\nZ-1,Elektr choynak,ЧОЙНАКЛАР,Artel\n');
    const after = await figures();
    expect(await variant('Z-1')).toBeDefined();
    expect(after.product_category).toBe(before.product_category);
    expect(after.document).toBe(before.document);
  });

  it('finds a brand whatever its letter case, by a search too, and none that is archived', async () => {
    const before = await figures();
    await load('sku,title,brand\nM-1,Muzlatgich,ARTEL\nM-2,Changyutgich,Sinov Brendi\n');
    expect((await figures()).brand).toBe(Number(before.brand) + 1);
    const brands = db.kysely.selectFrom('brand').select(['name', 'search_key']).where('name', '=', 'Sinov Brendi');
    expect(await brands.execute()).toEqual([{ name: 'Sinov Brendi', search_key: searchKey('Sinov Brendi') }]);
    await sql`UPDATE brand SET active = false WHERE name = 'Sinov Brendi'`.execute(db.kysely);
    const report = await load('sku,title,brand\nM-2,Changyutgich,Sinov Brendi\nM-3,Fen,sinov brendi\n');
    expect(report.bad).toEqual([{ line: 3, message: 'brand sinov brendi is archived' }]);
  });
});

const BAD =
  'sku,title,barcode,is_serial_number,cost,price,currency,quantity\n' +
  'B-1,Yaxshi,,,1000,,,3\n' +
  'B-2,,4006381333932,,-5,,,1.5\n' +
  'B-1,"Ikki\nqatorli",,,1,,,1\n' +
  'B-4,Valyuta,,,1,,XYZ,1\n' +
  'B-5,Oddiy,4006381333931,,1,,,1\n' +
  'B-6,Telefon,,ha,1,,,2\n' +
  'B-7,Kam\n' +
  ',Skusiz,,balki,1,abc,,1\n' +
  'B-9,Yana yaxshi,,,2000,,,,,\n';

describe('bad rows', () => {
  const lines = [
    [3, 'title is missing'],
    [3, 'barcode 4006381333932 has a wrong check digit (1 would be right)'],
    [3, 'cost is "-5", not a sum of money'],
    [3, 'quantity is "1.5", not a whole number from 0 to 9999999'],
    [4, 'sku B-1 is on line 2 already'],
    [6, 'currency XYZ has no rate on 2026-09-14'],
    [7, 'barcode 4006381333931 belongs to the product with sku K-1'],
    [8, 'has 2 units of serial goods and 0 serial numbers (column serial_numbers)'],
    [9, 'has 2 fields, the header has 8'],
    [10, 'sku is missing (and so is id)'],
    [10, 'is_serial_number is "balki", not true or false'],
    [10, 'price is "abc", not a sum of money'],
  ].map(([line, message]) => ({ line, message }));

  it('are named all at once with their lines; all or nothing keeps everything out', async () => {
    const before = await figures();
    const report = await load(BAD, { allOrNothing: true });
    expect(report.bad).toEqual(lines);
    expect(report).toMatchObject({ rows: 9, imported: false, created: 0, lines: 0 });
    expect(await figures()).toEqual(before);
  });

  it('leave the good ones in without that flag', async () => {
    const report = await load(BAD);
    expect(report.bad).toEqual(lines);
    expect(report).toMatchObject({ imported: true, created: 2, lines: 1, units: 3 });
    expect(await variant('B-9')).toBeDefined();
    expect(await variant('B-4')).toBeUndefined();
    const again = await load(BAD);
    expect(again).toMatchObject({ created: 0, reused: 2, lines: 0, opening: { posted: false } });
  });

  it('include serial numbers that are in stock', async () => {
    const serial = (sku: string, numbers: string) =>
      `sku,title,is_serial_number,quantity,cost,serial_numbers\n${sku},Noutbuk,true,2,5000000,${numbers}\n`;
    expect(await load(serial('S-1', 'AA1;AA2'))).toMatchObject({ bad: [], units: 2 });
    expect(await load(serial('S-1', 'AA1;AA2'))).toMatchObject({ bad: [], opening: { posted: false } });
    expect((await load(serial('S-2', 'AA2;AA3'))).bad).toEqual([
      { line: 2, message: 'serial number AA2 is in stock in Chilonzor' },
    ]);
    // The case of letters makes no other unit, neither in stock nor in the file.
    expect((await load(serial('S-3', 'aa2;aa4'))).bad).toEqual([
      { line: 2, message: 'serial number AA2 is in stock in Chilonzor' },
    ]);
    expect((await load(serial('S-4', 'aa5;AA5'))).bad).toEqual([
      { line: 2, message: 'serial number AA5 is on line 2 already' },
    ]);
    expect(await load(serial('S-5', 'aa6;Aa7'))).toMatchObject({ bad: [], units: 2 });
    const units = await db.kysely.selectFrom('serial_number').select('serial_number').orderBy('id').execute();
    expect(units.map((unit) => unit.serial_number)).toEqual(['AA1', 'AA2', 'AA6', 'AA7']);
  });

  it.each([
    ['', 'The file is empty.'],
    ['title,price\nA,1\n', 'There is no column "sku" (nor "id" in its place).'],
    ['sku,price\nA,1\n', 'There is no column "title".'],
    ['sku,title,sku\nA,1,2\n', 'The column "sku" is there twice.'],
  ])('a file %j is refused: %s', async (text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('a file that is no UTF-8, and a branch that is not there, are refused', async () => {
    await expect(load('', { content: Buffer.from('sku,title\nA,\xcf\xf0\n', 'latin1') })).rejects.toThrow('UTF-8');
    await expect(load('sku,title\nA,B\n', { organizationId: 999 })).rejects.toThrow('There is no branch 999.');
  });
});

const catalogue = fileURLToPath(new URL('../../../../shared/data/electronics_catalogue.csv', import.meta.url));
describe('the open catalogue', () => {
  const here = existsSync(catalogue);
  it(here
    ? 'enters with demo stock, and a second run changes nothing'
    : `not checked: ${catalogue} is absent`, async () => {
    if (!here) return;
    const options = { content: readFileSync(catalogue), demoStock: 7 };
    const from = performance.now();
    const report = await load('', options);
    console.info(`catalogue of ${report.rows} rows: ${(performance.now() - from).toFixed(0)} ms (${db.engine})`);
    expect(report).toMatchObject({ rows: 9_077, bad: [], warnings: [], created: 9_077 });
    expect(report.unknownColumns).toEqual(['model', 'source']);
    expect(report.lines).toBeGreaterThan(7_000);
    const before = await figures();
    const again = await load('', options);
    expect(again).toMatchObject({ created: 0, reused: 9_077, lines: 0 });
    expect(await figures()).toEqual(before);
    const cheap = await db.kysely
      .selectFrom('product_variant')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('last_cost', '<=', 0)
      .where('sku', 'like', 'P%')
      .executeTakeFirst();
    expect(cheap?.n).toBeLessThan(1_500);
    for (const ledger of await checkLedgers(db)) expect(ledger.differences).toEqual([]);
  }, 60_000);
});
