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
  (SELECT y.date FROM practice_day y WHERE y.organization_id = ${organization} AND y.status = 'open'),
  (SELECT y.date FROM practice_day y WHERE y.organization_id = ${organization} ORDER BY y.date DESC LIMIT 1),
  (now() AT TIME ZONE 'Asia/Tashkent')::date)`;

/** What an instalment `i` lacks: neither paid nor given up. */
export const LEFT = sql`(i.amount - i.paid - i.written_off)`;

const BALANCE = sql`CROSS JOIN LATERAL (SELECT ${dayOfDebts(sql`d.organization_id`)} AS d) y
    LEFT JOIN client_balance b ON b.contract_id = c.id`;

/**
 * What a statement over contracts `c` with their documents `d` adds to read how they stand: joins, and the columns that
 * `standingOf` takes.
 */
export const STANDING = {
  joins: sql`${BALANCE}
    LEFT JOIN LATERAL (SELECT sum(${LEFT}) AS due, sum(${LEFT}) FILTER (WHERE i.due < y.d) AS late
      FROM instalment i WHERE i.contract_id = c.id AND i.paid < i.amount AND i.due <= y.d) u ON c.oldest_due IS NOT NULL`,
  /** The same where whole schedules are counted besides: each is read once. */
  joinsWith: (counted: RawBuilder<unknown>) => sql`${BALANCE}
    CROSS JOIN LATERAL (SELECT ${counted} sum(${LEFT}) FILTER (WHERE c.oldest_due IS NOT NULL AND i.due <= y.d) AS due,
        sum(${LEFT}) FILTER (WHERE c.oldest_due IS NOT NULL AND i.due < y.d) AS late
      FROM instalment i WHERE i.contract_id = c.id) u`,
  columns: sql`coalesce(b.owed, 0) AS stands_owed, coalesce(b.charged - b.owed - b.written_off, 0) AS stands_paid,
    coalesce(b.prepaid, 0) AS stands_prepaid, coalesce(u.due, 0) AS stands_due, c.oldest_due AS stands_next_due,
    greatest(0, coalesce(y.d - c.oldest_due, 0)) AS stands_overdue_days, coalesce(u.late, 0) AS stands_overdue`,
} as const;

export interface StandingRow {
  stands_owed: number;
  stands_paid: number;
  stands_prepaid: number;
  stands_due: number;
  stands_next_due: string | null;
  stands_overdue_days: number;
  stands_overdue: number;
}

export const standingOf = (row: StandingRow): ContractStanding => ({
  ...{ owed: Number(row.stands_owed), paid: Number(row.stands_paid), prepaid: Number(row.stands_prepaid) },
  ...{ due: Number(row.stands_due), nextDue: row.stands_next_due, overdueDays: row.stands_overdue_days },
  ...{ overdueSum: Number(row.stands_overdue), stage: stageOf(row.stands_overdue_days) },
});

/** By contract; one whose ledger has nothing owes nothing. */
export async function standingsOf(
  db: Kysely<Schema>,
  contracts: readonly number[],
): Promise<ReadonlyMap<number, ContractStanding>> {
  if (contracts.length === 0) return new Map();
  const { rows } = await sql<StandingRow & { id: number }>`
    SELECT c.id, ${STANDING.columns} FROM contract c JOIN document d ON d.id = c.id ${STANDING.joins}
    WHERE c.id = ANY (${[...contracts]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, standingOf(row)]));
}
