/** What the guards of a contract read beside its state. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ContractContext, FREE_CONTRACT } from '../../machines/contract/contract.machine.ts';
import { isListed } from '../clients/listed.ts';
import { isOneOf } from '../db/rows.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { dayOfWriting } from '../practiceDay/openDay.ts';
import { dayOfDebts } from '../sale/standing.ts';
import type { ContractRecord } from './access.ts';
import { writeOffYears } from './writeOffTerms.ts';

type Db = Kysely<Schema>;

/** Whether the first instalment of a contract is due: its goods leave no more (decision 72). */
export const isStale = (contract: RawBuilder<unknown>, organization: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT 1 FROM instalment i WHERE i.contract_id = ${contract} AND i.number = 1
    AND i.due <= ${dayOfWriting(organization)})`;

/** Whether what a contract `c`, the document `d`, owes may be given up: it is overdue for so many years, or was given up for that. */
export const isAged = sql`CASE WHEN c.oldest_due IS NULL THEN d.status = 'written_off' ELSE
  c.oldest_due <= ${dayOfDebts(sql`d.organization_id`)}
    - make_interval(months => round(12 * ${writeOffYears(sql`d.organization_id`)})::integer) END`;

interface Money {
  id: number;
  first_payment: number;
  owed: number | null;
  received: number | null;
}
type Found = Money & Pick<ContractContext, 'obstacles' | 'listed' | 'stale' | 'leaving' | 'aged' | 'decided'>;

/** Whether the goods of an order are kept for its client. */
export const isReserved = (order: RawBuilder<unknown> | number, now: Date): RawBuilder<boolean> =>
  sql`EXISTS (SELECT 1 FROM sale_order q JOIN document e ON e.id = q.id
    WHERE q.id = ${order} AND e.status = 'reserved' AND q.reserved_until > ${now})`;

/** What signing a draft waits for in any case, of what is found at once for many of them: its goods and its client. */
const obstaclesAtLeast = (now: Date) => sql`CASE WHEN d.status = 'draft'
  THEN (NOT ${isReserved(sql`c.sale_order_id`, now)})::integer + (p.pinfl IS NULL OR NOT p.active)::integer ELSE 0 END`;

/** Over `c`, the contract, and `b`, what the ledger says of it. */
const MONEY = sql`c.id, c.first_payment, b.owed,
  b.prepaid + (SELECT i.paid FROM instalment i WHERE i.contract_id = c.id AND i.number = 0) AS received`;

const moneyOf = ({ first_payment, owed, received }: Money) => ({
  lacking: Math.max(0, Number(first_payment) - Number(received ?? 0)),
  unpaid: Number(owed ?? 0),
});

/**
 * Facts of several contracts at once; `obstacles` is the least that signing a draft waits for (`factsForSigner` finds all
 * of it). The ledger of clients says what the first payment lacks and what is owed once the goods were handed over.
 */
export async function contractFactsOf(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, ContractContext>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Found>`
    SELECT ${MONEY}, ${obstaclesAtLeast(now)} AS obstacles,
           ${isListed('p', tashkentDay(now))} AS listed, ${isStale(sql`c.id`, sql`d.organization_id`)} AS stale,
           EXISTS (SELECT 1 FROM product_delivery o JOIN document x ON x.id = o.id
             WHERE o.contract_id = c.id AND x.status = 'picking') AS leaving,
           ${isAged} AS aged, EXISTS (SELECT 1 FROM file f WHERE f.document_id = c.id) AS decided
    FROM contract c JOIN document d ON d.id = c.id JOIN client p ON p.id = c.client_id
    LEFT JOIN client_balance b ON b.contract_id = c.id
    WHERE ${isOneOf(sql`c.id`, ids)}`.execute(db);
  return new Map(
    rows.map((row) => {
      const { id, obstacles, listed, stale, leaving, aged, decided } = row;
      return [id, { ...FREE_CONTRACT, obstacles, listed, stale, leaving, aged, decided, ...moneyOf(row) }];
    }),
  );
}

/**
 * Signed contracts whose first payment is there: it came while their client was on the black list, who is not on it any
 * more (decision 60).
 */
export async function freeToGoOn(db: Db, now: Date): Promise<{ id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    SELECT c.id, c.client_id FROM contract c JOIN client p ON p.id = c.client_id JOIN client_balance b ON b.contract_id = c.id
    WHERE c.listed_status = 'signed' AND b.prepaid + coalesce(
        (SELECT i.paid FROM instalment i WHERE i.contract_id = c.id AND i.number = 0), 0) >= c.first_payment
      AND NOT ${isListed('p', tashkentDay(now))} ORDER BY c.client_id, c.id`.execute(db);
  return rows;
}

/** Facts of contracts that are `HANDED_OVER`: of money alone, which takes a database a fifth of the time to plan. */
export async function handedOverFactsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ContractContext>> {
  const { rows } = await sql<Money>`
    SELECT ${MONEY} FROM contract c LEFT JOIN client_balance b ON b.contract_id = c.id
    WHERE ${isOneOf(sql`c.id`, ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...FREE_CONTRACT, ...moneyOf(row) }]));
}

export const contractFacts = async (db: Db, { id }: Pick<ContractRecord, 'id'>, now: Date): Promise<ContractContext> =>
  (await contractFactsOf(db, [id], now)).get(id) ?? FREE_CONTRACT;
