import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/open.ts';
import { checkLedgers } from '../../../server/stock/ledgerCheck.ts';
import { openDay, StockError, takeOldest } from '../../../server/stock/posting.ts';
import { type ReceiveLine, receive } from '../../../server/stock/receiving.ts';
import { residueOf, serialsOf, whereIs } from '../../../server/stock/stocked.ts';
import { type Company, freshDatabase, smallCompany } from './database.ts';

let db: Database;
let company: Company;

beforeAll(async () => {
  db = await freshDatabase();
  company = await smallCompany(db);
});
afterAll(() => db.close());

const head = async () => ({
  documentId: await company.document(),
  organizationId: company.organizationId,
  userId: company.userId,
});

async function put(lines: ReceiveLine[], warehouseId = company.shop): Promise<number[]> {
  const start = await head();
  return (await db.tx((trx) => receive(trx, { ...start, warehouseId, lines }))).batchIds;
}

async function take(
  lines: { variantId: number; qty: number }[],
  serials: { serialId: number; state: 'sold' | 'at_partner' | 'written_off' }[] = [],
): Promise<void> {
  const start = await head();
  await db.tx((trx) => takeOldest(trx, { ...start, lines, serials }));
}

const balances = (variantId: number) =>
  db.kysely
    .selectFrom('stock_balance')
    .select(['warehouse_id', 'batch_id', 'qty'])
    .where('product_variant_id', '=', variantId)
    .orderBy('batch_id')
    .execute();

const error = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (caught) {
    if (caught instanceof Error) return caught;
  }
  throw new Error('it was not refused');
};

const phone = (serial_number: string, ...imei_numbers: string[]): ReceiveLine => ({
  variantId: company.phone,
  qty: 1,
  cost: 3_000_000,
  serials: [{ serial_number, imei_numbers }],
});

describe('goods without serial numbers', () => {
  it('enter as a batch a line, and the last cost follows', async () => {
    const [first] = await put([{ variantId: company.kettle, qty: 5, cost: 100_000 }]);
    const [second] = await put([{ variantId: company.kettle, qty: 3, cost: 120_000 }], company.main);
    expect(await balances(company.kettle)).toEqual([
      { warehouse_id: company.shop, batch_id: first, qty: 5 },
      { warehouse_id: company.main, batch_id: second, qty: 3 },
    ]);
    const variant = await db.kysely
      .selectFrom('product_variant')
      .select('last_cost')
      .where('id', '=', company.kettle)
      .executeTakeFirstOrThrow();
    expect(variant.last_cost).toBe(120_000);
  });

  it('make the residue: the sum of the warehouses at the average cost, goods in transit left out', async () => {
    await put([{ variantId: company.cable, qty: 9, cost: 10_000 }], company.transit);
    const residue = await db.tx((trx) => residueOf(trx, company.organizationId));
    expect(residue).toEqual([{ product_variant_id: company.kettle, qty: 8, cost: 107_500 }]);
    expect(await db.tx((trx) => residueOf(trx, company.otherId))).toEqual([]);
  });

  it('leave from the oldest batch first, across warehouses', async () => {
    const [older, newer] = (await balances(company.kettle)).map((row) => row.batch_id);
    await take([
      { variantId: company.kettle, qty: 4 },
      { variantId: company.kettle, qty: 2 },
    ]);
    expect(await balances(company.kettle)).toEqual([
      { warehouse_id: company.shop, batch_id: older, qty: 0 },
      { warehouse_id: company.main, batch_id: newer, qty: 2 },
    ]);
    const costs = await db.kysely
      .selectFrom('stock_move')
      .select(['qty', 'cost'])
      .where('product_variant_id', '=', company.kettle)
      .where('qty', '<', 0)
      .orderBy('id')
      .execute();
    expect(costs).toEqual([
      { qty: -5, cost: 100_000 },
      { qty: -1, cost: 120_000 },
    ]);
  });

  it('never go below zero: every short line is named, nothing is written', async () => {
    const before = await balances(company.kettle);
    const refused = await error(
      take([
        { variantId: company.kettle, qty: 3 },
        { variantId: company.cable, qty: 1 },
      ]),
    );
    expect(refused).toBeInstanceOf(StockError);
    expect(refused).toMatchObject({
      code: 'negative_stock',
      lines: [
        { product_variant_id: company.kettle, title: 'Choynak', text: { key: 'left', values: { left: 2, n: 3 } } },
        { product_variant_id: company.cable, title: 'Kabel', text: { key: 'left', values: { left: 0, n: 1 } } },
      ],
    });
    expect(await balances(company.kettle)).toEqual(before);
  });

  it('are given to as many as there are, however many ask at once', async () => {
    const before = await db.tx((trx) => residueOf(trx, company.organizationId));
    const left = before.find((line) => line.product_variant_id === company.kettle)?.qty ?? 0;
    await put([{ variantId: company.kettle, qty: 5 - left, cost: 90_000 }]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => take([{ variantId: company.kettle, qty: 1 }])),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map((outcome) => outcome.reason.code)).toEqual(Array(3).fill('negative_stock'));
    const after = await db.tx((trx) => residueOf(trx, company.organizationId));
    expect(after.find((line) => line.product_variant_id === company.kettle)).toBeUndefined();
  });

  it('enter 10,000 lines quickly', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => ({ variantId: company.cable, qty: 1, cost: at }));
    const from = performance.now();
    await put(lines);
    const took = performance.now() - from;
    console.info(`receive of 10,000 lines: ${took.toFixed(0)} ms (${db.engine})`);
    await take([{ variantId: company.cable, qty: 10_000 }]);
    // Generous: a guard against one statement a line, not a benchmark.
    expect(took).toBeLessThan(15_000);
  });
});

describe('the ledger', () => {
  it('refuses a balance below zero by its own constraint', async () => {
    const documentId = await company.document();
    const [batch] = await put([{ variantId: company.kettle, qty: 1, cost: 1 }]);
    const day = await db.tx((trx) => openDay(trx, company.organizationId));
    const refused = await error(
      db.kysely
        .insertInto('stock_move')
        .values({
          warehouse_id: company.shop,
          product_variant_id: company.kettle,
          batch_id: batch!,
          serial_id: null,
          qty: -2,
          cost: 1,
          serial_state: null,
          document_id: documentId,
          practice_day_id: day.id,
          created_by: company.userId,
        })
        .execute(),
    );
    expect(refused.message).toContain('stock_balance_never_negative');
  });

  it.each([
    'update stock_move set qty = 1000',
    'delete from stock_move',
    'truncate stock_move cascade',
    "update event_log set event = 'x'",
  ])('is append-only: %s', async (statement) => {
    await db.tx(async (trx) => {
      const documentId = (await trx.selectFrom('document').select('id').executeTakeFirstOrThrow()).id;
      await trx
        .insertInto('event_log')
        .values({
          document_id: documentId,
          machine: 'test',
          subject_id: null,
          event: 'test',
          state_before: null,
          state_after: null,
          user_id: null,
        })
        .execute();
    });
    expect((await error(sql.raw(statement).execute(db.kysely))).message).toContain('append-only');
  });

  it.each([
    'update stock_balance set qty = qty + 1',
    'delete from stock_balance',
    'truncate stock_balance',
    'insert into stock_balance select warehouse_id, product_variant_id, batch_id, 1 from stock_balance limit 1',
  ])('alone writes balances: %s', async (statement) => {
    expect((await error(sql.raw(statement).execute(db.kysely))).message).toContain('written by stock_move alone');
  });

  it('needs an open day', async () => {
    await sql`update practice_day set status = 'closed' where organization_id = ${company.organizationId}`.execute(
      db.kysely,
    );
    expect(await error(put([{ variantId: company.kettle, qty: 1, cost: 1 }]))).toMatchObject({ code: 'no_open_day' });
    expect(await error(take([{ variantId: company.kettle, qty: 1 }]))).toMatchObject({ code: 'no_open_day' });
    await sql`update practice_day set status = 'open' where organization_id = ${company.organizationId}`.execute(
      db.kysely,
    );
  });
});

describe('serial units', () => {
  it('enter with every code, and are found by each', async () => {
    await put([phone('S1', '350000000000001', '350000000000002'), phone('350000000000011', '350000000000011')]);
    expect(await db.tx((trx) => serialsOf(trx, company.organizationId, [company.phone]))).toMatchObject([
      { serial_number: 'S1', imei_numbers: ['350000000000001', '350000000000002'], warehouse_id: company.shop },
      { serial_number: '350000000000011', imei_numbers: [] },
    ]);
    const found = await db.tx((trx) => whereIs(trx, ['350000000000002', 'S1', 'unknown']));
    expect(found).toMatchObject([
      { code: '350000000000002', state: 'in_stock', organization: 'Chilonzor', warehouse: 'shop' },
      { code: 'S1', state: 'in_stock', organization_id: company.organizationId, product_variant_id: company.phone },
    ]);
  });

  it('exist once in stock (V8): named, and refused by the index itself', async () => {
    expect(await error(put([phone('S2', '350000000000002')]))).toMatchObject({
      code: 'serials_elsewhere',
      lines: [{ product_variant_id: company.phone, title: 'Smartfon', text: '350000000000002' }],
    });
    expect(await error(put([phone('S3', '1'), phone('S4', '1')]))).toMatchObject({ code: 'serials_elsewhere' });
    const taken = await error(
      sql`insert into serial_code (serial_id, code, kind, in_stock)
          select max(id), '350000000000002', 'imei', true from serial_number`.execute(db.kysely),
    );
    expect(taken.message).toContain('serial_code_once_in_stock');
  });

  it('leave by name with what becomes of them, and come back as themselves', async () => {
    const [unit] = await db.tx((trx) => serialsOf(trx, company.organizationId));
    await take([], [{ serialId: unit!.serial_id, state: 'written_off' }]);
    expect(await db.tx((trx) => whereIs(trx, ['S1']))).toMatchObject([{ state: 'written_off', organization_id: null }]);
    expect(await error(take([], [{ serialId: unit!.serial_id, state: 'sold' }]))).toMatchObject({
      code: 'serials_elsewhere',
      lines: [{ text: 'S1' }],
    });
    await put([phone('S1')], company.main);
    expect(await db.tx((trx) => whereIs(trx, ['350000000000001']))).toMatchObject([
      { serial_id: unit!.serial_id, state: 'in_stock', warehouse_id: company.main },
    ]);
  });

  it('cannot move as goods without a number, nor be in two places', async () => {
    expect((await error(put([{ variantId: company.phone, qty: 1, cost: 1 }]))).message).toContain(
      'serial goods move by serial number',
    );
    const twice = await error(
      sql`insert into stock_move (warehouse_id, product_variant_id, batch_id, serial_id, qty, cost, document_id,
                                  practice_day_id, created_by)
          select w.id, m.product_variant_id, m.batch_id, m.serial_id, 1, m.cost, m.document_id, m.practice_day_id,
                 m.created_by
          from (select m.* from stock_move m join serial_number s on s.id = m.serial_id
                where s.serial_number = 'S1' order by m.id desc limit 1) m, warehouse_list w`.execute(db.kysely),
    );
    expect(twice.message).toContain('enters once: S1');
    await take([], [{ serialId: (await db.tx((trx) => whereIs(trx, ['S1'])))[0]!.serial_id, state: 'sold' }]);
    const twoPlaces = await error(
      sql`insert into stock_move (warehouse_id, product_variant_id, batch_id, serial_id, qty, cost, document_id,
                                  practice_day_id, created_by)
          select w.id, m.product_variant_id, m.batch_id, m.serial_id, 1, m.cost, m.document_id, m.practice_day_id,
                 m.created_by
          from (select m.* from stock_move m join serial_number s on s.id = m.serial_id
                where s.serial_number = 'S1' order by m.id desc limit 1) m, warehouse_list w`.execute(db.kysely),
    );
    expect(twoPlaces.message).toContain('enters once: S1');
  });
});

describe('the ledger check', () => {
  it('finds nothing in an untouched company', async () => {
    const reports = await checkLedgers(db);
    // Neither an invoice nor a contract is in this company, and so no debt.
    const idle = reports.filter((report) => report.checked === 0).map((report) => report.ledger);
    expect(idle).toEqual([
      'stock: confirmed invoices',
      'partners: balances',
      'partners: confirmed invoices',
      'clients: balances',
      'clients: instalments',
      'clients: debts of contracts',
      'clients: days of contracts',
      'cash: balances',
      'cash: documents',
      'cash: confirmed documents',
    ]);
    expect(reports.flatMap((report) => report.differences)).toEqual([]);
  });

  it('finds planted differences in both directions', async () => {
    // Only the owner of the table can do this; no code of ours does.
    await sql`alter table stock_balance disable trigger stock_balance_guard`.execute(db.kysely);
    await sql`update stock_balance set qty = qty + 1
              where batch_id = (select min(batch_id) from stock_balance)`.execute(db.kysely);
    await sql`delete from stock_balance where batch_id = (select max(batch_id) from stock_balance where qty > 0)`.execute(
      db.kysely,
    );
    await sql`alter table stock_balance enable trigger stock_balance_guard`.execute(db.kysely);
    await sql`update serial_number set state = 'sold', warehouse_id = null
              where serial_number = '350000000000011'`.execute(db.kysely);
    await sql`update serial_code set in_stock = true where code = '350000000000001'`.execute(db.kysely);
    const [stock, serials, codes] = await checkLedgers(db);
    expect(stock?.differences).toHaveLength(2);
    expect(stock?.differences).toContainEqual(expect.objectContaining({ ledger: '0', stored: '1' }));
    expect(stock?.differences).toContainEqual(expect.objectContaining({ ledger: '1', stored: '0' }));
    expect(serials?.differences).toMatchObject([{ stored: 'sold' }]);
    expect(serials?.differences[0]?.ledger).toContain('in_stock in warehouse');
    expect(codes?.differences).toMatchObject([{ ledger: 'not in stock', stored: 'in stock' }]);
  });
});
