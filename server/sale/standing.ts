/** How contracts stand, by the columns that the ledger keeps: for lists, which read no whole schedule. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Stage, stageOf } from '../../contract/sale/allocation.ts';
import type { Schema } from '../db/schema.ts';

export interface ContractStanding {
  /** Of a contract that was handed over. */
  owed: number;
  paid: number;
  prepaid: number;
  /** Unpaid with due date ≤ D. */
  due: number;
  /** The due date of the oldest unpaid instalment. */
  nextDue: string | null;
  overdueDays: number;
  overdueSum: number;
  stage: Stage;
}

/** D of an organization (decision 58): its open day, else its last one, else today in Tashkent. */
export const dayOfDebts = (organization: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (SELECT y.date FROM practice_day y WHERE y.organization_id = ${organization}
   ORDER BY y.status <> 'open', y.date DESC LIMIT 1),
  (now() AT TIME ZONE 'Asia/Tashkent')::date)`;

/** By contract; one whose ledger has nothing owes nothing. */
export async function standingsOf(
  db: Kysely<Schema>,
  contracts: readonly number[],
): Promise<ReadonlyMap<number, ContractStanding>> {
  if (contracts.length === 0) return new Map();
  const { rows } = await sql<Omit<ContractStanding, 'stage'> & { id: number }>`
    SELECT c.id, coalesce(b.owed, 0) AS owed, coalesce(b.charged - b.owed, 0) AS paid, coalesce(b.prepaid, 0) AS prepaid,
           coalesce(u.due, 0) AS due, c.oldest_due AS "nextDue", greatest(0, coalesce(y.d - c.oldest_due, 0)) AS "overdueDays",
           coalesce(u.late, 0) AS "overdueSum"
    FROM contract c JOIN document d ON d.id = c.id
    CROSS JOIN LATERAL (SELECT ${dayOfDebts(sql`d.organization_id`)} AS d) y
    LEFT JOIN client_balance b ON b.contract_id = c.id
    LEFT JOIN LATERAL (SELECT sum(i.amount - i.paid) AS due, sum(i.amount - i.paid) FILTER (WHERE i.due < y.d) AS late
      FROM instalment i WHERE i.contract_id = c.id AND i.paid < i.amount AND i.due <= y.d) u ON c.oldest_due IS NOT NULL
    WHERE c.id = ANY (${[...contracts]}::integer[])`.execute(db);
  return new Map(
    rows.map(({ id, ...row }) => [
      id,
      {
        ...row,
        ...{ owed: Number(row.owed), paid: Number(row.paid), prepaid: Number(row.prepaid), due: Number(row.due) },
        ...{ overdueSum: Number(row.overdueSum), stage: stageOf(row.overdueDays) },
      },
    ]),
  );
}
