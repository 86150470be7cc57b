/** Totals of money columns over many contracts or clients: what the rows of their lists show, in a few statements. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Among } from '../lists/declared.ts';
import { sumsOver } from '../lists/sums.ts';
import { dayOfDebts, LEFT } from './standing.ts';

type Db = Kysely<Schema>;

/** Days of debts are found once for each branch, not for each contract. */
const DAYS = sql`(SELECT o.id, ${dayOfDebts(sql`o.id`)} AS d FROM organization o OFFSET 0)`;

export interface MoneyTotals {
  owed: number;
  /** Unpaid with a due date up to D, and before it. */
  due: number;
  overdue: number;
  prepaid: number;
}

/**
 * How contracts stand together, a condition on `c` with its document `d`, and what is free of clients, one on their
 * balance `b`.
 */
export async function moneyOver(
  db: Db,
  contracts: RawBuilder<unknown>,
  free: RawBuilder<unknown> = sql`false`,
): Promise<MoneyTotals> {
  const { rows } = await sql<MoneyTotals>`
    WITH own AS MATERIALIZED (
      SELECT c.id, c.oldest_due, d.organization_id FROM contract c JOIN document d ON d.id = c.id
      WHERE c.signed_on IS NOT NULL AND ${contracts})
    SELECT coalesce(m.owed, 0) AS owed, coalesce(u.due, 0) AS due, coalesce(u.overdue, 0) AS overdue,
           coalesce(m.prepaid, 0) + coalesce(f.prepaid, 0) AS prepaid
    FROM (SELECT sum(b.owed) AS owed, sum(b.prepaid) AS prepaid FROM own JOIN client_balance b ON b.contract_id = own.id) m,
      (SELECT sum(l.due) AS due, sum(l.overdue) AS overdue FROM own JOIN ${DAYS} y ON y.id = own.organization_id
        CROSS JOIN LATERAL (SELECT sum(${LEFT}) AS due, sum(${LEFT}) FILTER (WHERE i.due < y.d) AS overdue
          FROM instalment i WHERE i.contract_id = own.id AND i.paid < i.amount AND i.due <= y.d) l
        WHERE own.oldest_due <= y.d) u,
      (SELECT sum(b.prepaid) AS prepaid FROM client_balance b WHERE b.contract_id IS NULL AND b.prepaid > 0 AND ${free}) f`.execute(
    db,
  );
  const { owed = 0, due = 0, overdue = 0, prepaid = 0 } = rows[0] ?? {};
  return { owed: Number(owed), due: Number(due), overdue: Number(overdue), prepaid: Number(prepaid) };
}

/** States whose contracts nobody pays for: seen in lists, summed where one of them is asked for alone. */
const UNCOUNTED: readonly string[] = ['draft', 'cancelled'];

/** Columns of a list of contracts, over a statement that selects ids, each with its `state` where the list has one. */
export const contractTotals = (
  db: Db,
  stated: RawBuilder<unknown>,
  among: Among,
  only: string | undefined,
): Promise<Record<string, number>> => {
  const counts =
    only !== undefined && UNCOUNTED.includes(only) ? sql`true` : sql`s.state <> ALL (${UNCOUNTED}::text[])`;
  return sumsOver(
    db,
    {
      ...{ total: sql`c.total`, first_payment: sql`c.first_payment`, owed: sql`b.owed` },
      paid: sql`b.charged - b.owed - b.written_off + b.prepaid`,
    },
    // the ranges of both tables are read, where the statement alone would make the planner read all of them
    sql`(${stated}) s JOIN contract c ON c.id = s.id AND ${among(sql`c.id`)}
      LEFT JOIN client_balance b ON b.contract_id = c.id AND ${among(sql`b.contract_id`)} WHERE ${counts}`,
  );
};
