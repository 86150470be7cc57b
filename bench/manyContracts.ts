/**
 * Three years of contracts of thirty branches, written by statements over sets: with 300,000 contracts some five million
 * instalments. One branch was closed after half a year. States follow from the age: drafts are new, closed ones old.
 * The ledger has its balances alone, as lists read them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../server/db/open.ts';

export const BRANCHES = 30;
export const CLOSED_BRANCH = 29;
/** Contracts of one transaction. */
const STEP = 10_000;

/** What a kept database depends on. */
export function contentHash(size: number): string {
  const migrations = fileURLToPath(new URL('../server/db/migrations/', import.meta.url));
  const hash = createHash('sha256')
    .update(`${size}`)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(`${migrations}${name}`));
  return hash.digest('hex').slice(0, 12);
}

/** A third as many clients as contracts; a family name is that of some two hundred of a hundred thousand. */
export async function manyContracts(database: Database, size: number): Promise<void> {
  const { kysely } = database;
  await sql`INSERT INTO organization (name, short_name, code, kind)
    SELECT 'Filial ' || n, 'Filial ' || n, 'F' || n, 'branch' FROM generate_series(2, ${BRANCHES}::integer) n`.execute(
    kysely,
  );
  await sql`INSERT INTO warehouse_list (organization_id, name, kind)
    SELECT n, 'Ombor ' || n, 'shop' FROM generate_series(2, ${BRANCHES}::integer) n`.execute(kysely);
  await sql`INSERT INTO practice_day (organization_id, practice_month_id, date)
    SELECT n, 1, '2026-11-21' FROM generate_series(2, ${BRANCHES}::integer) n`.execute(kysely);
  for (const rule of ['show', 'allshow']) await sql`INSERT INTO rule VALUES ('contract', ${rule})`.execute(kysely);
  // who works in a branch sees its contracts alone
  await sql`INSERT INTO position (name_uz, name_ru, kind) VALUES ('Sotuvchi', 'Продавец', 'stock')`.execute(kysely);
  await sql`INSERT INTO position_rule VALUES (1, 'contract', 'show'), (1, 'contract', 'allshow'), (2, 'contract', 'show')`.execute(
    kysely,
  );
  await sql`UPDATE app_user SET position_id = 2, organization_id = CASE id WHEN 2 THEN 20 ELSE ${CLOSED_BRANCH}::integer END
    WHERE id IN (2, 3)`.execute(kysely);
  const clients = Math.ceil(size / 3);
  // a statement of minutes would be taken for an engine that hangs
  for (let low = 1; low <= clients; low += STEP)
    await sql`INSERT INTO client (fullname, birth_date, gender, consent, search_key)
      SELECT 'Familiya' || n % 500 || ' Ism' || n, '1990-01-01', 'male', true, ' familiya' || n % 500 || ' ism' || n
      FROM generate_series(${low}::integer, ${Math.min(clients, low + STEP - 1)}::integer) n`.execute(kysely);
  for (let low = 1; low <= size; low += STEP) {
    const made = sql`(
      SELECT m.*, CASE WHEN m.branch = ${CLOSED_BRANCH}::integer AND m.age < 900 THEN 28 ELSE m.branch END AS organization,
        CASE WHEN n % 40 = 0 OR m.status = 'draft' THEN NULL ELSE m.created_at::date + n % 2 END AS signed_on
      FROM (SELECT a.*, CASE WHEN n % 20 = 0 THEN 'cancelled' WHEN age < 2 THEN 'draft' WHEN age < 4 THEN 'signed'
          WHEN age < 6 THEN 'awaiting_handover' WHEN age > term * 31 AND n % 9 <> 0 THEN 'closed' ELSE 'active' END AS status
        FROM (SELECT n, (ARRAY[12, 15, 18, 18])[1 + n % 4] AS term,
            1 + floor(power((n::bigint * 7919 % 1000) / 1000.0, 2) * ${BRANCHES}::integer)::integer AS branch,
            timestamptz '2023-11-22' + n * (interval '1095 days' / ${size}::integer) AS created_at,
            1095 - (n::bigint * 1095 / ${size}::integer)::integer AS age
          FROM generate_series(${low}::integer, ${Math.min(size, low + STEP - 1)}::integer) n) a) m)`;
    await database.tx(async (trx) => {
      // what triggers keep and keys check is written as they would leave it
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql`INSERT INTO document (id, kind, organization_id, number, status, created_by, owner_id, created_at, since)
        SELECT 1000000 + n, 'sale_order', organization, 'O-' || n, 'converted', 1, 1, created_at, created_at FROM ${made} m
        UNION ALL SELECT 2000000 + n, 'contract', organization, CASE WHEN signed_on IS NOT NULL THEN 'S-' || n END, status,
          1, 1, created_at, created_at FROM ${made} m`.execute(trx);
      await sql`INSERT INTO sale_order (id, client_id, warehouse_id, total)
        SELECT 1000000 + n, 1 + n::bigint * 7907 % ${clients}::integer, organization, 0 FROM ${made} m`.execute(trx);
      await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, signed_on, signed_at, goods,
          first_payment, term, markup, total, payment_day, charged_on, closed_on, oldest_due,
          listed_status, listed_organization, listed_owner, listed_at)
        SELECT 2000000 + n, 1 + n::bigint * 7907 % ${clients}::integer, 1000000 + n, 1, organization, signed_on,
          signed_on::timestamptz, total, 0, term, 0, total, 15,
          CASE WHEN status IN ('active', 'closed') THEN signed_on END,
          CASE WHEN status = 'closed' THEN (signed_on + term * interval '1 month')::date END,
          CASE WHEN status = 'active' THEN (signed_on + (1 + paid) * interval '1 month')::date END,
          status, organization, 1, created_at
        FROM (SELECT m.*, term * (100000 + n::bigint * 7901 % 9973 * 100) AS total,
            least(term - 1, greatest(0, age / 31 - CASE WHEN n % 7 = 0 THEN 2 ELSE 0 END)) AS paid FROM ${made} m) m`.execute(
        trx,
      );
      const own = sql`c.id > ${2_000_000 + low - 1} AND c.id <= ${2_000_000 + low + STEP - 1}`;
      await sql`INSERT INTO contract_line (contract_id, product_variant_id, qty, price)
        SELECT c.id, 1 + c.id % 10000, 1, c.total FROM contract c WHERE ${own}`.execute(trx);
      await sql`INSERT INTO instalment (contract_id, number, due, amount, paid)
        SELECT c.id, i, u.due, s.amount, CASE WHEN c.closed_on IS NOT NULL OR u.due < c.oldest_due THEN s.amount ELSE 0 END
        FROM contract c, generate_series(0, c.term) i,
          LATERAL (SELECT (c.signed_on + i * interval '1 month')::date AS due) u,
          LATERAL (SELECT CASE i WHEN 0 THEN 0 ELSE c.total / c.term END AS amount) s
        WHERE ${own} AND c.signed_on IS NOT NULL`.execute(trx);
      await sql`INSERT INTO client_balance (client_id, organization_id, contract_id, charged, owed, prepaid)
        SELECT c.client_id, c.warehouse_id, c.id, c.total, (SELECT sum(i.amount - i.paid) FROM instalment i WHERE i.contract_id = c.id), 0
        FROM contract c WHERE ${own} AND c.charged_on IS NOT NULL`.execute(trx);
    });
  }
  const written = ['client', 'document', 'sale_order', 'contract', 'contract_line', 'instalment', 'client_balance'];
  for (const table of written) await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(kysely);
  await sql`ANALYZE`.execute(kysely);
}
