/** Contracts of clients as scoring sees them (`contract/clientContracts.ts`): who scores sees those of all branches (decision 91). */
import { type Kysely, sql } from 'kysely';
import { type ClientContract, clientContractIndex, clientDiscipline } from '../../contract/clientContracts.ts';
import { CONTRACT_SORTS } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { declareList, type Lead } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { sumsOver } from '../lists/sums.ts';
import { dayOfDebts } from '../sale/standing.ts';
import { termsOfSale } from '../sale/terms.ts';

type Db = Kysely<Schema>;

export const clientContractList = declareList({
  call: 'clientContractIndex',
  from: sql`contract c`,
  id: sql`c.id`,
  always: sql`c.charged_on IS NOT NULL AND c.listed_status IN ('active', 'closed')`,
  sorts: CONTRACT_SORTS,
  sort: '-signed_on',
  filters: {
    client_id: 'contract_client',
    organization_id: 'contract_list_day_branch',
    status: 'contract_list_day_state',
  },
});

interface Row {
  id: number;
  number: string | null;
  client_id: number;
  client: string;
  organization_id: number;
  organization: string;
  status: ClientContract['status'];
  signed_on: string;
  closed_on: string | null;
  total: number;
  owed: number;
  months: ClientContract['months'];
}

async function rowsOf(db: Db, ids: readonly number[]): Promise<ClientContract[]> {
  const { rows } = await sql<Row>`
    SELECT c.id, d.number, c.client_id, p.fullname AS client, d.organization_id, o.name AS organization, d.status,
           c.signed_on, c.closed_on, c.total, coalesce(b.owed, 0) AS owed, m.months
    FROM contract c JOIN document d ON d.id = c.id JOIN client p ON p.id = c.client_id
    JOIN organization o ON o.id = d.organization_id LEFT JOIN client_balance b ON b.contract_id = c.id
    CROSS JOIN LATERAL (SELECT ${dayOfDebts(sql`d.organization_id`)} AS d) y
    -- paid on the day for which the last of its money counts; what a reversal took back counts no more
    CROSS JOIN LATERAL (SELECT coalesce(jsonb_agg(jsonb_build_object('due', i.due, 'paid', i.paid >= i.amount, 'late',
        CASE WHEN i.paid >= i.amount THEN greatest(0, coalesce((SELECT max(e.counts_on) - i.due FROM client_entry e
               WHERE e.instalment_id = i.id AND e.amount > 0
                 AND NOT EXISTS (SELECT FROM client_entry r WHERE r.source_id = e.source_id AND r.amount < 0)), 0))
             WHEN i.due < y.d THEN y.d - i.due END) ORDER BY i.number), '[]') AS months
      FROM instalment i WHERE i.contract_id = c.id AND i.number > 0) m
    WHERE c.id = ANY (${[...ids]}::integer[])`.execute(db);
  return inOrder(ids, rows).map(({ client_id, client, organization_id, organization, months, ...row }) => {
    const known = months.filter(({ late }) => late !== null);
    const last = months.at(-1)?.due;
    return {
      ...row,
      client: person(client_id, client),
      organization: { id: organization_id, name: organization },
      ...{ total: Number(row.total), owed: Number(row.owed), months },
      closed_early: row.closed_on !== null && last !== undefined && row.closed_on < last,
      due: known.length,
      on_time: known.filter(({ paid, late }) => paid && late === 0).length,
      late_days: Math.max(0, ...known.map(({ late }) => late ?? 0)),
    };
  });
}

const added = (rows: readonly ClientContract[], of: (row: ClientContract) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

export const clientContractImplementations: Implementation[] = [
  implement(clientContractIndex, {
    async handle({ db, query }) {
      const { client_id, organization_id, status } = query;
      const where = client_id ? [sql`c.client_id = ${client_id}`] : [];
      const leads: Lead[] = [];
      if (organization_id)
        leads.push({ filter: 'organization_id', is: sql`c.listed_organization = ${organization_id}` });
      if (status) leads.push({ filter: 'status', is: sql`c.listed_status = ${status}` });
      return answerList(db, clientContractList, query, {
        where,
        leads,
        narrowed: where.length > 0,
        rows: (ids) => rowsOf(db, ids),
        totals: (ids, among) =>
          sumsOver(
            db,
            { total: sql`t.total`, owed: sql`b.owed` },
            sql`contract t LEFT JOIN client_balance b ON b.contract_id = t.id AND ${among(sql`b.contract_id`)}
              WHERE t.id IN (${ids}) AND ${among(sql`t.id`)}`,
          ),
      });
    },
  }),

  implement(clientDiscipline, {
    async record({ db, params: { id } }) {
      const { rows } = await sql<{ id: number; fullname: string }>`
        SELECT id, fullname FROM client WHERE id = ${id}`.execute(db);
      if (rows[0] === undefined) throw notFound();
      return rows[0];
    },
    async handle({ db, user, language, record: { id, fullname } }) {
      const { rows } = await sql<{ id: number }>`
        SELECT c.id FROM contract c JOIN document d ON d.id = c.id
        WHERE c.client_id = ${id} AND c.charged_on IS NOT NULL AND d.status IN ('active', 'closed') ORDER BY c.id`.execute(
        db,
      );
      const all = await rowsOf(
        db,
        rows.map((row) => row.id),
      );
      const selling = { clientId: id, organizationId: user.organizationId, lines: [], language };
      const { limit, used } = await termsOfSale(db, selling);
      return {
        data: {
          client: person(id, fullname),
          contracts: all.length,
          closed: all.filter(({ status }) => status === 'closed').length,
          closed_early: all.filter((one) => one.closed_early).length,
          due: added(all, ({ due }) => due),
          on_time: added(all, ({ on_time }) => on_time),
          late_days: Math.max(0, ...all.map(({ late_days }) => late_days)),
          limit: limit?.sum ?? null,
          used,
        },
      };
    },
  }),
];
