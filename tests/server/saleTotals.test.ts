/** Totals in the feet of lists of the sale: figures added up by hand, of all rows, of a filter, and of a state that does not count. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientContractIndex } from '../../contract/clientContracts.ts';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import { newClient } from '../../contract/directories/newClient.ts';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';
import { orderIndex } from '../../contract/sale/orders.ts';
import { scoringRunIndex } from '../../contract/scoringRuns.ts';
import type { Trx } from '../../server/db/open.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { type Signed, Till } from './moneyKit.ts';
import { newDocument, newPinfl } from './scoringKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const till = new Till(on);
const of = { aziza: 0, bobur: 0 };

beforeAll(async () => {
  await till.desks();
  of.aziza = await till.client('Aziza Karimova');
  of.bobur = await till.client('Bobur Qodirov');
});

interface Summed {
  meta: { totals?: Record<string, number> };
}
/** The totals as they come with the list, which are those that are asked for one by one where there are many rows. */
async function totals(call: unknown, query: object = {}): Promise<unknown> {
  const asked = async (part: string) =>
    ((await on().do('director', call as never, { query: { ...query, part } } as never)) as Summed).meta.totals;
  const found = await asked('totals');
  expect(await asked('exact')).toEqual(found);
  return found;
}

const document = (db: Trx, kind: string, status: string, organizationId = ORGANIZATION) =>
  createDocument(db, { kind, status, organizationId, userId: PEOPLE.director.id, now: new Date() });
/** The first row of a table that others refer to. */
const first = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await statement.execute(till.kysely)).rows[0]?.id ?? 0;

describe('orders', () => {
  beforeAll(async () => {
    const warehouse = await first(sql`SELECT id FROM warehouse_list WHERE organization_id = ${ORGANIZATION} LIMIT 1`);
    const rows: [status: string, total: number, client: number][] = [
      ['reserved', 1_250_000, of.aziza],
      ['converted', 3_400_001, of.bobur],
      ['reserved', 700_000, of.bobur],
      ['draft', 10_000_000, of.aziza],
      ['expired', 20_000_000, of.aziza],
      ['cancelled', 40_000_000, of.bobur],
    ];
    await on().db.tx(async (db) => {
      for (const [status, total, client] of rows) {
        const { id } = await document(db, 'sale_order', status);
        await sql`INSERT INTO sale_order (id, client_id, warehouse_id, total)
          VALUES (${id}, ${client}, ${warehouse}, ${total})`.execute(db);
      }
    });
  });

  it('1,250,000 + 3,400,001 + 700,000; not a draft, an expired or a cancelled one', async () => {
    expect(await totals(orderIndex)).toEqual({ total: 5_350_001 });
  });
  it('of one client 3,400,001 + 700,000, of a state 1,250,000 + 700,000; cancelled ones where they are asked for', async () => {
    expect(await totals(orderIndex, { client_id: of.bobur })).toEqual({ total: 4_100_001 });
    expect(await totals(orderIndex, { status: 'reserved' })).toEqual({ total: 1_950_000 });
    expect(await totals(orderIndex, { status: 'cancelled' })).toEqual({ total: 40_000_000 });
  });
});

describe('scoring runs', () => {
  beforeAll(async () => {
    const rows: [name: string, decision: string, goods: number, firstPayment: number, limit: number | null][] = [
      ['Aziza Karimova', 'approved', 5_000_000, 1_000_000, 4_000_000],
      ['Bobur Qodirov', 'approved', 3_000_000, 600_000, 2_500_000],
      ['Chinora Sobirova', 'refused', 8_000_000, 0, null],
    ];
    for (const [name, decision, goods, firstPayment, limit] of rows)
      await sql`INSERT INTO scoring_run (pinfl, document, fullname, birth_date, consent, goods, first_payment, term, guarantor,
          attempt, score, decision, credit_limit, status, created_by, search_key)
        VALUES (${newPinfl()}, ${newDocument()}, ${name}, '1985-06-15', true, ${goods}, ${firstPayment}, 12, false, 1, 70,
          ${decision}, ${limit}, 'decided', ${PEOPLE.director.id}, ${name.toLowerCase()})`.execute(till.kysely);
  });

  it('goods 5 + 3 + 8 million, first payments 1,600,000, limits 6,500,000', async () => {
    expect(await totals(scoringRunIndex)).toEqual({
      ...{ goods: 16_000_000, first_payment: 1_600_000, credit_limit: 6_500_000 },
    });
  });
  it('of those that were refused 8 million and no limit, of one person its own', async () => {
    const refused = { goods: 8_000_000, first_payment: 0, credit_limit: 0 };
    expect(await totals(scoringRunIndex, { decision: 'refused' })).toEqual(refused);
    const bobur = { goods: 3_000_000, first_payment: 600_000, credit_limit: 2_500_000 };
    expect(await totals(scoringRunIndex, { search: 'Bobur' })).toEqual(bobur);
  });
});

describe('evaluations of cars', () => {
  beforeAll(async () => {
    await sql`INSERT INTO pledge_car_brand (name) VALUES ('Chevrolet')`.execute(till.kysely);
    const model = await first(
      sql`INSERT INTO pledge_car_model (name, brand_id, years_from)
        SELECT 'Cobalt', id, 2013 FROM pledge_car_brand ORDER BY id DESC LIMIT 1 RETURNING id`,
    );
    const rows: [
      status: string,
      client: number,
      market: number | null,
      value: number | null,
      accepted: number | null,
    ][] = [
      ['inspected', of.aziza, null, null, null],
      ['valued', of.aziza, 120_000_000, 84_000_000, 50_400_000],
      ['approved', of.bobur, 100_000_000, 80_000_000, 40_000_000],
      ['released', of.bobur, 90_000_000, 60_000_000, 30_000_000],
      ['refused', of.bobur, 300_000_000, 200_000_000, 100_000_000],
      ['expired', of.aziza, 70_000_000, 50_000_000, 25_000_000],
    ];
    await on().db.tx(async (db) => {
      for (const [place, [status, client, market, value, accepted]] of rows.entries()) {
        const { id } = await document(db, 'pledge_evaluation', status);
        await sql`INSERT INTO pledge_evaluation (id, client_id, model_id, plate, vin, year, mileage, condition, market, wear, value,
            max_share, accepted, valid_until)
          VALUES (${id}, ${client}, ${model}, '01 A 123 BC', ${`XWBJA69V9DA10421${place}`}, '2020', 50000, 'good', ${market}, 20,
            ${value}, 50, ${accepted}, '2026-12-31')`.execute(db);
      }
    });
  });

  it('market 310, value 224, accepted 120.4 million: one without figures adds nothing, void ones are left out', async () => {
    const all = { market: 310_000_000, value: 224_000_000, accepted: 120_400_000 };
    expect(await totals(pledgeEvaluation.calls.index, { status: 'every' })).toEqual(all);
  });
  it('of one client 190, 140 and 70 million, of the refused their own', async () => {
    const { index } = pledgeEvaluation.calls;
    const bobur = { market: 190_000_000, value: 140_000_000, accepted: 70_000_000 };
    expect(await totals(index, { status: 'every', client_id: of.bobur })).toEqual(bobur);
    const refused = { market: 300_000_000, value: 200_000_000, accepted: 100_000_000 };
    expect(await totals(index, { status: 'refused' })).toEqual(refused);
  });
});

describe('of contracts', () => {
  const LATE: Signed = {
    ...{ signed: '2026-09-01', firstPayment: 0 },
    instalments: [
      { due: '2026-10-10', amount: 100_000 },
      { due: '2026-11-10', amount: 250_000 },
      { due: '2026-12-10', amount: 400_000 },
    ],
  };
  const contract = { aziza: 0, bobur: 0 };

  beforeAll(async () => {
    await till.day('2026-10-01');
    contract.aziza = await till.sign(of.aziza, LATE);
    contract.bobur = await till.sign(of.bobur, LATE);
    await till.handOver(of.aziza, contract.aziza);
    await till.handOver(of.bobur, contract.bobur);
    await till.day('2026-11-21');
    await till.paid(of.bobur, [contract.bobur], 130_000);
  });

  it('new clients: overdue 350,000 + 220,000; 220,000 of who is a middle risk', async () => {
    // the hand-over has made them
    await sql`UPDATE new_client SET began_on = (now() AT TIME ZONE 'Asia/Tashkent')::date,
      risk = CASE client_id WHEN ${of.bobur} THEN 'middle' ELSE 'low' END`.execute(till.kysely);
    const { index } = newClient.calls;
    expect(await totals(index)).toEqual({ overdue: 570_000 });
    expect(await totals(index, { risk: 'middle' })).toEqual({ overdue: 220_000 });
  });

  it('discipline: total 1,500,000, owed 750,000 + 620,000; of one client 750,000 and 620,000', async () => {
    expect(await totals(clientContractIndex)).toEqual({ total: 1_500_000, owed: 1_370_000 });
    expect(await totals(clientContractIndex, { client_id: of.bobur })).toEqual({ total: 750_000, owed: 620_000 });
  });

  it('certificates: debts of those that were issued, 750,000 + 620,000; of one statement its own', async () => {
    const rows: [status: string, contract: number, client: number, statement: string, owed: number | null][] = [
      ['draft', contract.aziza, of.aziza, 'debt', null],
      ['issued', contract.aziza, of.aziza, 'debt', 750_000],
      ['issued', contract.bobur, of.bobur, 'schedule', 620_000],
      ['annulled', contract.bobur, of.bobur, 'paid', 5_000],
    ];
    await on().db.tx(async (db) => {
      for (const [status, about, client, statement, owed] of rows) {
        const { id } = await document(db, 'payment_certificate', status);
        await sql`INSERT INTO payment_certificate (id, contract_id, statement, as_of, client_id, owed)
          VALUES (${id}, ${about}, ${statement}, '2026-11-21', ${client}, ${owed})`.execute(db);
      }
    });
    const { index } = paymentCertificate.calls;
    expect(await totals(index, { status: 'every' })).toEqual({ owed: 1_370_000 });
    expect(await totals(index, { status: 'every', statement: 'schedule' })).toEqual({ owed: 620_000 });
    expect(await totals(index, { status: 'annulled' })).toEqual({ owed: 5_000 });
  });
});

describe('people whom partners have brought', () => {
  it('fees 50,000 + 34,500; of one partner 34,500', async () => {
    const terms =
      await first(sql`INSERT INTO initiative_setting (partner_kind, fee_kind, amount, days, valid_from, status)
      VALUES ('shop', 'sum', 50000, 30, '2026-01-01', 'valid') RETURNING id`);
    const partner = (name: string, phone: string) =>
      first(sql`INSERT INTO initiative_partner (name, kind, phone) VALUES (${name}, 'shop', ${phone}) RETURNING id`);
    const [one, other] = [await partner('Samo', '+998901234567'), await partner('Navoiy', '+998901234568')];
    const rows: [status: string, partner: number, fee: number | null, organization: number][] = [
      ['rewarded', one, 50_000, ORGANIZATION],
      ['rewarded', other, 34_500, OTHER_ORGANIZATION],
      ['called', other, null, ORGANIZATION],
    ];
    await on().db.tx(async (db) => {
      for (const [status, by, fee, organization] of rows) {
        const { id } = await document(db, 'initiative_client', status, organization);
        await sql`INSERT INTO initiative_client (id, partner_id, fullname, phone, valid_until, fee, terms_id)
          VALUES (${id}, ${by}, 'Keltirilgan mijoz', '+998901112233', '2026-12-31', ${fee}, ${terms})`.execute(db);
      }
    });
    const { index } = initiativeClient.calls;
    expect(await totals(index, { status: 'every' })).toEqual({ fee: 84_500 });
    expect(await totals(index, { status: 'every', partner_id: other })).toEqual({ fee: 34_500 });
  });
});
