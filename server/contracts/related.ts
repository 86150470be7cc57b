/** Documents that a contract led to: its payments and what took them back, its outputs, its certificates. */
import { type Kysely, sql } from 'kysely';
import type { ContractDetails } from '../../contract/sale/contracts.ts';
import type { Schema } from '../db/schema.ts';

type Related = ContractDetails['documents'][number];

/** In the order in which they were made. */
export async function relatedTo(db: Kysely<Schema>, contract: number): Promise<Related[]> {
  const payments = sql`SELECT l.cash_document_id FROM cash_document_contract l WHERE l.contract_id = ${contract}`;
  const { rows } = await sql<Related>`
    SELECT r.kind, d.id, d.number, d.status, to_char(y.date, 'YYYY-MM-DD') AS day, r.amount::float8 AS amount
    FROM (
      SELECT k.type AS kind, k.id, k.amount FROM cash_document k
        WHERE (k.type = 'payment' AND k.id IN (${payments})) OR (k.type = 'reversal' AND k.reverses_id IN (${payments}))
      UNION ALL SELECT 'output', o.id, NULL FROM product_delivery o WHERE o.contract_id = ${contract}
      UNION ALL SELECT 'certificate', p.id, NULL FROM payment_certificate p WHERE p.contract_id = ${contract}
    ) r JOIN document d ON d.id = r.id LEFT JOIN practice_day y ON y.id = d.practice_day_id
    ORDER BY d.id`.execute(db);
  return rows;
}
