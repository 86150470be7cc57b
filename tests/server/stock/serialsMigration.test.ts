/** The migration of serial numbers stored as scanned to their one form. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serials0004 } from '../../../server/db/migrations/0004_serials.ts';
import type { Database } from '../../../server/db/open.ts';
import { checkLedgers } from '../../../server/stock/ledgerCheck.ts';
import { receive } from '../../../server/stock/receiving.ts';
import { type Company, freshDatabase, smallCompany } from './database.ts';

let db: Database;
let company: Company;

beforeAll(async () => {
  db = await freshDatabase();
  company = await smallCompany(db);
});
afterAll(() => db.close());

const rename = async (from: string, to: string) => {
  await sql`UPDATE serial_number SET serial_number = ${to} WHERE serial_number = ${from}`.execute(db.kysely);
  await sql`UPDATE serial_code SET code = ${to} WHERE code = ${from}`.execute(db.kysely);
};

it('makes one unit of two spellings, and keeps apart what is two rows of the ledger', async () => {
  const { organizationId, userId, shop, phone } = company;
  const documentId = await company.document();
  const units = ['A1', 'B2', 'C3', 'D4', 'E5'];
  await db.tx((trx) =>
    receive(trx, {
      documentId,
      organizationId,
      userId,
      warehouseId: shop,
      lines: [
        {
          variantId: phone,
          qty: units.length,
          cost: 100,
          serials: units.map((serial_number) => ({ serial_number, imei_numbers: [`35${serial_number.slice(1)}`] })),
        },
      ],
    }),
  );
  for (const table of ['serial_number', 'serial_code', 'count_entry']) {
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(`${table}_one_form`)}`.execute(db.kysely);
  }
  // As it was: the case of whoever scanned, and two units of which one is the ghost of the other.
  await rename('A1', 'abc 1');
  await rename('C3', 'SN-7');
  await rename('D4', 'sn-7');
  const act = await company.document('act_of_count');
  await sql`INSERT INTO act_of_count (id, comment) VALUES (${act}, 'sinov')`.execute(db.kysely);
  await sql`UPDATE document SET status = 'counting' WHERE id = ${act}`.execute(db.kysely);
  const counter = await sql<{ id: number }>`INSERT INTO computing_act_user (act_of_count_id, user_id, title)
    VALUES (${act}, ${userId}, '1') RETURNING id`.execute(db.kysely);
  for (const code of ['abc 1', 'ABC1', 'b2']) {
    await sql`INSERT INTO count_entry (entry_id, computing_act_user_id, product_variant_id, count, serial_number, source, entered_at)
      VALUES (${randomUUID()}, ${counter.rows[0]?.id}, ${phone}, 1, ${code}, 'scan', now())`.execute(db.kysely);
  }
  await sql`INSERT INTO count_decision (act_of_count_id, product_variant_id, manual_count, manual_serials, user_id)
    VALUES (${act}, ${phone}, 3, ARRAY['b2', 'B2', 'abc1'], ${userId})`.execute(db.kysely);

  await serials0004.up(db.kysely as never);

  const serials = await sql<{ id: number; serial_number: string; codes: string[] }>`
    SELECT s.id, s.serial_number, (SELECT array_agg(code ORDER BY code) FROM serial_code WHERE serial_id = s.id) AS codes
    FROM serial_number s ORDER BY s.id`.execute(db.kysely);
  const ghost = `SN-7/${serials.rows[3]?.id}`;
  expect(serials.rows.map((row) => row.serial_number)).toEqual(['ABC1', 'B2', 'SN-7', ghost, 'E5']);
  expect(serials.rows.map((row) => row.codes)).toEqual([
    ['351', 'ABC1'],
    ['352', 'B2'],
    ['353', 'SN-7'],
    ['354', ghost],
    ['355', 'E5'],
  ]);
  const counted = await sql<{ serial_number: string; n: number }>`
    SELECT serial_number, sum(count)::integer AS n FROM count_entry GROUP BY 1 ORDER BY 1`.execute(db.kysely);
  expect(counted.rows).toEqual([
    { serial_number: 'ABC1', n: 1 },
    { serial_number: 'B2', n: 1 },
  ]);
  expect(await db.kysely.selectFrom('count_decision').select(['manual_count', 'manual_serials']).execute()).toEqual([
    { manual_count: 2, manual_serials: ['ABC1', 'B2'] },
  ]);
  for (const report of await checkLedgers(db)) expect(report.differences, report.ledger).toEqual([]);
  // From now on the tables themselves refuse another form, and entries are append-only as before.
  await expect(rename('B2', 'b2')).rejects.toThrow('one_form');
  await expect(sql`UPDATE count_entry SET count = 1`.execute(db.kysely)).rejects.toThrow();
});
