/** Money of a client for the card and for lists of clients, as far as the person sees it. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ClientMoney, clientMoney, type PaymentOfClient } from '../../contract/sale/clientMoney.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import type { Among } from '../lists/declared.ts';
import { seesFreeOf, seesMoney, seesMoneyOf } from './seen.ts';
import { dayOfDebts, LEFT, STANDING, type StandingRow, standingOf } from './standing.ts';
import { moneyOver } from './totals.ts';

type Db = Kysely<Schema>;

/** Payments that the card shows. */
const SHOWN = 15;

type ContractOfClient = ClientMoney['contracts'][number];
type Standing = 'owed' | 'prepaid' | 'overdue' | 'overdue_days' | 'next_due';

async function contractsOf(db: Db, user: SignedIn, client: number): Promise<ContractOfClient[]> {
  const { rows } = await sql<Omit<ContractOfClient, Standing> & StandingRow>`
    SELECT c.id, d.number, d.status, jsonb_build_object('id', o.id, 'name', o.name) AS organization, c.total, c.closed_on,
           coalesce((SELECT v.title FROM contract_line l JOIN product_variant v ON v.id = l.product_variant_id
             WHERE l.contract_id = c.id ORDER BY l.id LIMIT 1), '') AS title, u.instalments, u.paid, ${STANDING.columns}
    FROM contract c JOIN document d ON d.id = c.id JOIN organization o ON o.id = d.organization_id
    ${STANDING.joinsWith(
      sql`(count(*) FILTER (WHERE i.number > 0))::integer AS instalments,
        (count(*) FILTER (WHERE i.number > 0 AND i.paid = i.amount))::integer AS paid,`,
    )}
    WHERE c.client_id = ${client} AND c.signed_on IS NOT NULL AND ${seesMoneyOf(user)} ORDER BY c.id DESC`.execute(db);
  return rows.map((row) => {
    const { id, number, status, organization, total, closed_on, title, instalments, paid } = row;
    const { owed, prepaid, overdueSum, overdueDays, nextDue } = standingOf(row);
    return {
      ...{ id, number, status, organization, total: Number(total), closed_on, title, instalments, paid },
      ...{ owed, prepaid, overdue: overdueSum, overdue_days: overdueDays, next_due: nextDue },
    };
  });
}

interface Sums {
  known: boolean;
  free: number;
  kept: number;
  payments_total: number;
  payments: PaymentOfClient[];
}

/** Sums over all payments, with the last ones of them. */
async function sumsOf(db: Db, user: SignedIn, client: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    WITH own AS MATERIALIZED (
      SELECT k.id, d.number, d.status, d.practice_day_id, k.channel, k.amount
      FROM cash_document k JOIN document d ON d.id = k.id
      WHERE k.client_id = ${client} AND k.type = 'payment' AND d.status IN ('confirmed', 'reversed') AND ${seesMoneyOf(user)}),
    shown AS (
      SELECT k.id, k.number, y.date AS day, k.channel, k.amount,
             CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'number', x.number, 'reason', r.reason) END AS reversed,
             ARRAY(SELECT coalesce(n.number, '#' || n.id) FROM cash_document_contract l JOIN document n ON n.id = l.contract_id
               WHERE l.cash_document_id = k.id ORDER BY n.id) AS contracts
      FROM (SELECT * FROM own ORDER BY id DESC LIMIT ${SHOWN}) k
      LEFT JOIN practice_day y ON y.id = k.practice_day_id
      LEFT JOIN cash_document r ON r.reverses_id = k.id LEFT JOIN document x ON x.id = r.id)
    SELECT EXISTS (SELECT FROM client WHERE id = ${client}) AS known,
      coalesce((SELECT sum(b.prepaid) FROM client_balance b WHERE b.client_id = ${client} AND b.contract_id IS NULL
        AND b.prepaid > 0 AND ${seesFreeOf(user, sql`b.organization_id`)}), 0) AS free,
      coalesce(sum(own.amount) FILTER (WHERE own.status = 'confirmed'), 0) AS kept, count(*)::integer AS payments_total,
      (SELECT coalesce(jsonb_agg(s ORDER BY s.id DESC), '[]') FROM shown s) AS payments
    FROM own`.execute(db);
  return rows[0] as Sums;
}

/** By `id`, in two statements; read by hand in `bench/clientMoney.bench.ts`. */
export async function moneyOfClient(db: Db, user: SignedIn, id: number): Promise<ClientMoney | null> {
  const { known, free, kept, payments_total, payments } = await sumsOf(db, user, id);
  if (!known) return null;
  const contracts = await contractsOf(db, user, id);
  const sum = (of: (one: ContractOfClient) => number) => contracts.reduce((total, one) => total + of(one), 0);
  const next = contracts.flatMap(({ next_due }) => next_due ?? []).sort();
  return {
    ...{ owed: sum(({ owed }) => owed), overdue: sum(({ overdue }) => overdue) },
    overdue_days: Math.max(0, ...contracts.map(({ overdue_days }) => overdue_days)),
    prepaid: sum(({ prepaid }) => prepaid) + Number(free),
    ...{ kept: Number(kept), next_due: next[0] ?? null, payments_total, contracts, payments },
  };
}

export interface MoneyInList {
  owed: number;
  overdue: number;
  overdue_days: number;
  prepaid: number;
  /** Contracts that are not over. */
  contracts: number;
}

/** Of many clients at once; nobody's, where the person sees no sums. */
export async function moneyOfClients(
  db: Db,
  user: SignedIn,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MoneyInList>> {
  if (!seesMoney(user) || ids.length === 0) return new Map();
  const { rows } = await sql<MoneyInList & { id: number }>`
    SELECT p.id, coalesce(m.owed, 0) AS owed, coalesce(m.late, 0) AS overdue, coalesce(m.days, 0) AS overdue_days,
           coalesce(m.prepaid, 0) + coalesce(f.prepaid, 0) AS prepaid, coalesce(m.contracts, 0) AS contracts
    FROM unnest(${[...ids]}::integer[]) AS p (id)
    LEFT JOIN LATERAL (
      SELECT sum(b.owed) AS owed, sum(u.late) AS late, max(greatest(0, coalesce(y.d - c.oldest_due, 0))) AS days,
             sum(b.prepaid) AS prepaid,
             (count(*) FILTER (WHERE d.status IN ('signed', 'awaiting_handover', 'active')))::integer AS contracts
      FROM contract c JOIN document d ON d.id = c.id
      CROSS JOIN LATERAL (SELECT ${dayOfDebts(sql`d.organization_id`)} AS d) y
      LEFT JOIN client_balance b ON b.contract_id = c.id
      LEFT JOIN LATERAL (SELECT sum(${LEFT}) AS late FROM instalment i
        WHERE i.contract_id = c.id AND i.paid < i.amount AND i.due < y.d) u ON c.oldest_due IS NOT NULL
      WHERE c.client_id = p.id AND c.signed_on IS NOT NULL AND ${seesMoneyOf(user)}) m ON true
    LEFT JOIN LATERAL (SELECT sum(b.prepaid) AS prepaid FROM client_balance b
      WHERE b.client_id = p.id AND b.contract_id IS NULL AND b.prepaid > 0
        AND ${seesFreeOf(user, sql`b.organization_id`)}) f ON true`.execute(db);
  return new Map(
    rows.map(({ id, owed, overdue, overdue_days, prepaid, contracts }) => [
      id,
      { owed: Number(owed), overdue: Number(overdue), overdue_days, prepaid: Number(prepaid), contracts },
    ]),
  );
}

/** The same over the clients of a statement; nothing, where the person sees no sums. */
export async function moneyTotalsOfClients(
  db: Db,
  user: SignedIn,
  ids: RawBuilder<unknown>,
  among: Among,
): Promise<Record<string, number>> {
  if (!seesMoney(user)) return {};
  const { owed, overdue, prepaid } = await moneyOver(
    db,
    sql`${among(sql`c.client_id`)} AND c.client_id IN (${ids}) AND ${seesMoneyOf(user)}`,
    sql`${among(sql`b.client_id`)} AND b.client_id IN (${ids}) AND ${seesFreeOf(user, sql`b.organization_id`)}`,
  );
  return { owed, overdue, prepaid };
}

export const clientMoneyImplementations: Implementation[] = [
  implement(clientMoney, {
    async handle({ db, user, params }) {
      const data = await moneyOfClient(db, user, params.id);
      if (data === null) throw notFound();
      return { data };
    },
  }),
];
