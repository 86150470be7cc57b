/** Lists of the cash desk: its journal, clients who pay, prepaid money, contracts that are paid to the end (areas 4.20). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type CashboxClient,
  type ClosedContract,
  cashboxClientIndex,
  closedContractIndex,
  type PrepaidClient,
  prepaidClientIndex,
} from '../../contract/cashClients.ts';
import { CASH_DOCUMENT_STATUSES, cashDocumentIndex } from '../../contract/cashDocuments.ts';
import { BEFORE_HAND_OVER } from '../../contract/sale/contracts.ts';
import { CONTRACT_KIND } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { BY_CREATION, numberedLike, person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { daysOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Among, declareList } from '../lists/declared.ts';
import { inOrder, referencesOf } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { sumsOver } from '../lists/sums.ts';
import { dayOfDebts, standingsOf } from '../sale/standing.ts';
import { moneyOver } from '../sale/totals.ts';
import { CASH_KIND, cashAnswer, cashRows, seesEveryDesk } from './cashDocuments.ts';

type Db = Kysely<Schema>;

export const journal = declareList({
  call: 'cashDocumentIndex',
  from: sql`document d JOIN cash_document k ON k.id = d.id`,
  id: sql`d.id`,
  always: sql`d.kind = ${sql.lit(CASH_KIND)}`,
  sorts: {
    created_at: BY_CREATION,
  },
  sort: '-created_at',
  filters: {
    organization_id: 'document_list_organization',
    client_id: 'cash_document_client',
    cash_account_id: 'cash_document_account',
    status: 'document_list_state',
    type: 'cash_document_type',
    channel: 'cash_document_channel',
    date: 'document_day',
    search: 'document_number_search',
  },
  state: { by: sql`d.status`, states: CASH_DOCUMENT_STATUSES },
});

const clients = declareList({
  call: 'cashboxClientIndex',
  from: sql`client c`,
  id: sql`c.id`,
  always: sql`EXISTS (SELECT FROM contract t WHERE t.client_id = c.id AND t.signed_on IS NOT NULL)`,
  sorts: {
    fullname: {
      columns: [
        { by: sql`(NOT c.active)`, type: 'boolean' },
        { by: sql`c.fullname_order`, type: 'text' },
        { by: sql`c.id`, type: 'integer' },
      ],
      index: 'client_by_name',
    },
  },
  sort: 'fullname',
  filters: { search: 'client_search', organization_id: 'contract_client', standing: 'contract_oldest_due' },
});

const prepaidList = declareList({
  call: 'prepaidClientIndex',
  from: sql`client_balance b`,
  id: sql`b.id`,
  always: sql`b.prepaid > 0`,
  sorts: {
    prepaid: {
      columns: [
        { by: sql`b.prepaid`, type: 'numeric' },
        { by: sql`b.id`, type: 'integer' },
      ],
      index: 'client_balance_prepaid_sum',
    },
  },
  sort: '-prepaid',
  filters: { organization_id: 'client_balance_prepaid', search: 'client_search' },
});

const closedList = declareList({
  call: 'closedContractIndex',
  from: sql`contract c JOIN document d ON d.id = c.id`,
  id: sql`c.id`,
  always: sql`c.closed_on IS NOT NULL`,
  sorts: {
    closed_on: {
      columns: [
        { by: sql`c.closed_on`, type: 'date' },
        { by: sql`c.id`, type: 'integer' },
      ],
      index: 'contract_closed',
    },
  },
  sort: '-closed_on',
  filters: { organization_id: 'document_list_organization', date: 'contract_closed', search: 'client_search' },
});

/** Whose desks the person reads, and the one that is asked for. */
export function desksOf(user: SignedIn, column: RawBuilder<unknown>, asked?: number): RawBuilder<unknown>[] {
  return [
    ...(seesEveryDesk(user) ? [] : [sql`${column} = ${user.organizationId}`]),
    ...(asked === undefined ? [] : [sql`${column} = ${asked}`]),
  ];
}

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);

/** Clients by their name, or by the number of a contract. */
async function clientsBy(db: Db, word: string): Promise<readonly number[]> {
  return referencesOf(
    db,
    sql`SELECT p.id FROM client p WHERE ${keysAre('p.search_key', word)}
      UNION SELECT t.client_id FROM contract t WHERE t.id IN (${numberedLike(CONTRACT_KIND, word)})`,
  );
}

interface OfClient {
  id: number;
  client_id: number;
  number: string | null;
  open: boolean;
  signed_on: string;
  /** 0 of a contract that was handed over. */
  first_payment: number;
}

async function clientRows(db: Db, user: SignedIn, ids: readonly number[]): Promise<CashboxClient[]> {
  const desks = and(desksOf(user, sql`d.organization_id`));
  const { rows: named } = await sql<{ id: number; fullname: string }>`
    SELECT id, fullname FROM client WHERE id = ANY (${[...ids]}::integer[])`.execute(db);
  const { rows: contracts } = await sql<OfClient>`
    SELECT t.id, t.client_id, d.number, d.status IN ('signed', 'awaiting_handover', 'active') AS open, t.signed_on,
           CASE WHEN d.status = ANY (${BEFORE_HAND_OVER}::text[]) THEN t.first_payment ELSE 0 END AS first_payment
    FROM contract t JOIN document d ON d.id = t.id
    WHERE t.client_id = ANY (${[...ids]}::integer[]) AND t.signed_on IS NOT NULL AND ${desks} ORDER BY t.id`.execute(
    db,
  );
  const { rows: free } = await sql<{ client_id: number; prepaid: number }>`
    SELECT d.client_id, sum(d.prepaid) AS prepaid FROM client_balance d
    WHERE d.client_id = ANY (${[...ids]}::integer[]) AND d.contract_id IS NULL AND d.prepaid > 0 AND ${desks}
    GROUP BY 1`.execute(db);
  const standings = await standingsOf(
    db,
    contracts.filter(({ open }) => open).map(({ id }) => id),
  );
  return inOrder(ids, named).map(({ id, fullname }) => {
    const own = contracts.filter((one) => one.client_id === id && one.open);
    const stands = own.flatMap((one) => standings.get(one.id) ?? []);
    const firsts = own.map(({ id: of, signed_on, first_payment }) => {
      return { on: signed_on, sum: Math.max(0, Number(first_payment) - (standings.get(of)?.prepaid ?? 0)) };
    });
    const first = firsts.reduce((total, one) => total + one.sum, 0);
    const days = firsts.flatMap((one) => (one.sum > 0 ? one.on : []));
    const sum = (of: (one: (typeof stands)[number]) => number) => stands.reduce((total, one) => total + of(one), 0);
    const next = [...days, ...stands.flatMap(({ nextDue }) => nextDue ?? [])].sort();
    return {
      ...{ id, fullname, contracts: own.map((one) => ({ id: one.id, number: one.number })) },
      ...{ owed: sum(({ owed }) => owed), due: first + sum(({ due }) => due), first_payment: first },
      overdue: sum(({ overdueSum }) => overdueSum),
      overdue_days: Math.max(0, ...stands.map(({ overdueDays }) => overdueDays)),
      next_due: next[0] ?? null,
      prepaid: sum(({ prepaid }) => prepaid) + Number(free.find((one) => one.client_id === id)?.prepaid ?? 0),
    };
  });
}

async function prepaidRows(db: Db, ids: readonly number[]): Promise<PrepaidClient[]> {
  const { rows } = await sql<{
    id: number;
    client_id: number;
    fullname: string;
    organization_id: number;
    organization: string;
    contract_id: number | null;
    number: string | null;
    prepaid: number;
    since: string | null;
    next_due: string | null;
  }>`
    SELECT b.id, b.client_id, p.fullname, b.organization_id, o.name AS organization, b.contract_id, d.number, b.prepaid,
      (SELECT min(y.date) FROM (SELECT e.source_id FROM client_entry e
          WHERE e.client_id = b.client_id AND e.organization_id = b.organization_id
            AND e.contract_id IS NOT DISTINCT FROM b.contract_id AND e.kind IN ('prepaid_in', 'prepaid_out')
          GROUP BY 1 HAVING sum(CASE e.kind WHEN 'prepaid_in' THEN e.amount ELSE -e.amount END) > 0) s
        JOIN document x ON x.id = s.source_id JOIN practice_day y ON y.id = x.practice_day_id) AS since,
      (SELECT min(c.oldest_due) FROM contract c JOIN client_balance k ON k.contract_id = c.id
        WHERE k.client_id = b.client_id AND k.organization_id = b.organization_id
          AND (b.contract_id IS NULL OR c.id = b.contract_id)) AS next_due
    FROM client_balance b JOIN client p ON p.id = b.client_id JOIN organization o ON o.id = b.organization_id
    LEFT JOIN document d ON d.id = b.contract_id
    WHERE b.id = ANY (${[...ids]}::integer[])`.execute(db);
  return inOrder(ids, rows).map((row) => ({
    id: row.id,
    client: person(row.client_id, row.fullname),
    organization: { id: row.organization_id, name: row.organization },
    contract: row.contract_id === null ? null : { id: row.contract_id, number: row.number },
    prepaid: Number(row.prepaid),
    since: row.since,
    next_due: row.next_due,
  }));
}

async function closedRows(db: Db, ids: readonly number[]): Promise<ClosedContract[]> {
  const { rows } = await sql<{
    id: number;
    number: string | null;
    client_id: number;
    fullname: string;
    organization_id: number;
    organization: string;
    total: number;
    signed_on: string;
    closed_on: string;
    late: number;
    late_days: number;
    prepaid: number;
    certificate: ClosedContract['certificate'];
  }>`
    SELECT c.id, d.number, c.client_id, p.fullname, d.organization_id, o.name AS organization, c.total, c.signed_on, c.closed_on,
           l.late, l.late_days, coalesce(b.prepaid, 0) AS prepaid,
           (SELECT jsonb_build_object('id', x.id, 'number', x.number) FROM payment_certificate r JOIN document x ON x.id = r.id
             WHERE r.contract_id = c.id AND r.statement = 'paid' AND x.status = 'issued' ORDER BY x.id DESC LIMIT 1) AS certificate
    FROM contract c JOIN document d ON d.id = c.id JOIN client p ON p.id = c.client_id
    JOIN organization o ON o.id = d.organization_id
    -- paid on the day for which the last of its money counts; what a reversal took back counts no more
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE m.days > 0)::integer AS late, greatest(0, max(m.days)) AS late_days
      FROM (SELECT max(e.counts_on) - i.due AS days FROM instalment i JOIN client_entry e ON e.instalment_id = i.id
        WHERE i.contract_id = c.id AND e.amount > 0
          AND NOT EXISTS (SELECT FROM client_entry r WHERE r.source_id = e.source_id AND r.amount < 0)
        GROUP BY i.id, i.due) m) l
    LEFT JOIN client_balance b ON b.client_id = c.client_id AND b.organization_id = d.organization_id AND b.contract_id IS NULL
    WHERE c.id = ANY (${[...ids]}::integer[])`.execute(db);
  return inOrder(ids, rows).map((row) => ({
    ...{ id: row.id, number: row.number, client: person(row.client_id, row.fullname) },
    organization: { id: row.organization_id, name: row.organization },
    ...{ total: Number(row.total), signed_on: row.signed_on, closed_on: row.closed_on },
    ...{ late: row.late, late_days: row.late_days, prepaid: Number(row.prepaid), certificate: row.certificate },
  }));
}

/** Sums of what came in and went out, over documents of a statement; a payment that was reversed came in all the same. */
const movedOf = (db: Db, ids: RawBuilder<unknown>, among: Among): Promise<Record<string, number>> =>
  sumsOver(
    db,
    {
      in: sql`CASE WHEN k.type = 'payment' THEN k.amount END`,
      out: sql`CASE WHEN k.type = 'reversal' THEN k.amount END`,
    },
    sql`cash_document k JOIN document x ON x.id = k.id
      WHERE x.status IN ('confirmed', 'reversed') AND k.id IN (${ids}) AND ${among(sql`k.id`)}`,
  );

export const cashListImplementations: Implementation[] = [
  implement(cashDocumentIndex, {
    async handle({ db, user, query }) {
      const where = desksOf(user, sql`d.organization_id`, query.organization_id);
      if (query.client_id) where.push(sql`k.client_id = ${query.client_id}`);
      if (query.cash_account_id) where.push(sql`k.cash_account_id = ${query.cash_account_id}`);
      if (query.type) where.push(sql`k.type = ${query.type}`);
      if (query.channel) where.push(sql`k.channel = ${query.channel}`);
      if (query.date) {
        const { from, to } = daysOf(query.date);
        where.push(
          sql`d.practice_day_id IN (SELECT id FROM practice_day WHERE date BETWEEN ${from}::date AND ${to}::date)`,
        );
      }
      if (query.search) where.push(sql`d.id IN (${numberedLike(CASH_KIND, query.search)})`);
      return answerList(db, journal, query, {
        where,
        narrowed: where.length > 0,
        state: query.status && sql`d.status = ${query.status}`,
        async rows(ids) {
          const rows = await cashRows(db, sql`WHERE d.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map((row) => cashAnswer(user, row));
        },
        totals: (ids, among) => movedOf(db, ids, among),
      });
    },
  }),

  implement(cashboxClientIndex, {
    async handle({ db, user, query }) {
      const desks = desksOf(user, sql`x.organization_id`, query.organization_id);
      const where: RawBuilder<unknown>[] = [];
      if (desks.length > 0)
        where.push(sql`EXISTS (SELECT FROM contract t JOIN document x ON x.id = t.id
          WHERE t.client_id = c.id AND t.signed_on IS NOT NULL AND ${and(desks)})`);
      if (query.search) where.push(sql`c.id = ANY (${await clientsBy(db, query.search)}::integer[])`);
      if (query.standing === 'overdue')
        where.push(sql`c.id IN (SELECT t.client_id FROM contract t JOIN document x ON x.id = t.id
          WHERE t.oldest_due < ${dayOfDebts(sql`x.organization_id`)} AND ${and(desks)})`);
      if (query.standing === 'prepaid')
        where.push(sql`c.id IN (SELECT x.client_id FROM client_balance x WHERE x.prepaid > 0 AND ${and(desks)})`);
      return answerList(db, clients, query, {
        where,
        narrowed: where.length > 0,
        rows: (ids) => clientRows(db, user, ids),
        async totals(ids, among) {
          const own = sql`${among(sql`c.client_id`)} AND c.client_id IN (${ids})`;
          const free = sql`${among(sql`b.client_id`)} AND b.client_id IN (${ids})`;
          const seen = desksOf(user, sql`d.organization_id`);
          const money = await moneyOver(
            db,
            and([own, sql`d.status IN ('signed', 'awaiting_handover', 'active')`, ...seen]),
            and([free, ...desksOf(user, sql`b.organization_id`)]),
          );
          const { first } = await sumsOver(
            db,
            { first: sql`greatest(0, c.first_payment - coalesce(k.prepaid, 0))` },
            sql`contract c JOIN document d ON d.id = c.id LEFT JOIN client_balance k ON k.contract_id = c.id
              WHERE d.kind = ${CONTRACT_KIND} AND d.status = ANY (${BEFORE_HAND_OVER}::text[]) AND ${and([own, ...seen])}`,
          );
          return { ...money, due: money.due + (first ?? 0) };
        },
      });
    },
  }),

  implement(prepaidClientIndex, {
    async handle({ db, user, query }) {
      const where = desksOf(user, sql`b.organization_id`, query.organization_id);
      if (query.search) where.push(sql`b.client_id = ANY (${await clientsBy(db, query.search)}::integer[])`);
      return answerList(db, prepaidList, query, {
        where,
        narrowed: where.length > 0,
        rows: (ids) => prepaidRows(db, ids),
        totals: (ids, among) =>
          sumsOver(
            db,
            { prepaid: sql`x.prepaid` },
            sql`client_balance x WHERE x.id IN (${ids}) AND ${among(sql`x.id`)}`,
          ),
      });
    },
  }),

  implement(closedContractIndex, {
    async handle({ db, user, query }) {
      const where = desksOf(user, sql`d.organization_id`, query.organization_id);
      if (query.search) where.push(sql`c.client_id = ANY (${await clientsBy(db, query.search)}::integer[])`);
      if (query.date) {
        const { from, to } = daysOf(query.date);
        where.push(sql`c.closed_on BETWEEN ${from}::date AND ${to}::date`);
      }
      return answerList(db, closedList, query, {
        where,
        narrowed: where.length > 0,
        rows: (ids) => closedRows(db, ids),
        totals: (ids, among) =>
          sumsOver(db, { total: sql`t.total` }, sql`contract t WHERE t.id IN (${ids}) AND ${among(sql`t.id`)}`),
      });
    },
  }),
];
