/** Invoices as the storekeeper sees them: what came, how many of its numbers are saved, no prices. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  INCOME_STATUSES,
  type IncomeDetails,
  type IncomeLine,
  incomeIndex,
  incomeShow,
} from '../../contract/income.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { numberIs } from '../db/search.ts';
import type { SignedIn } from '../http/auth.ts';
import { daysOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { INVOICE_KIND } from '../invoices/access.ts';
import { invoiceList } from '../invoices/heads.ts';
import { declareList } from '../lists/declared.ts';
import { answerList } from '../lists/list.ts';

type Db = Kysely<Schema>;

const seesAll = (user: SignedIn) => user.office || allows(user.rules, 'base_repository.allshow');

const seen = (user: SignedIn) =>
  sql`d.kind = ${INVOICE_KIND} AND d.status = ANY (${[...INCOME_STATUSES]}::text[])
    AND ${seesAll(user) ? sql`true` : sql`d.organization_id = ${user.organizationId}`}`;

type Head = Omit<IncomeDetails, 'input_products'>;

/** The invoices of the ids, in their order, in one statement. */
async function incomesOf(db: Db, ids: readonly number[]): Promise<Head[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Head>`
    SELECT d.id, d.number, i.number_invoice, i.invoice_date, d.status, d.created_at, i.comment, i.sent_at, i.confirmed_at,
           json_build_object('id', p.id, 'name', p.name) AS partner,
           json_build_object('id', w.id, 'name', w.name) AS warehouse,
           json_build_object('id', o.id, 'name', o.name) AS organization,
           coalesce(l.lines, 0) AS lines, coalesce(l.units, 0) AS units,
           json_build_object('saved', coalesce(l.saved, 0), 'needed', coalesce(l.needed, 0)) AS serials
    FROM document d
    JOIN product_invoice i ON i.id = d.id
    JOIN partner p ON p.id = i.partner_id
    JOIN warehouse_list w ON w.id = i.warehouse_list_id
    JOIN organization o ON o.id = d.organization_id
    LEFT JOIN (
      SELECT x.product_invoice_id, count(*)::integer AS lines, sum(x.count)::integer AS units,
             sum(CASE WHEN v.is_serial_number THEN x.count ELSE 0 END)::integer AS needed,
             sum((SELECT count(*) FROM input_serial s WHERE s.input_product_id = x.id))::integer AS saved
      FROM input_product x JOIN product_variant v ON v.id = x.product_variant_id
      WHERE x.product_invoice_id = ANY (${[...ids]}::integer[]) AND x.withdrawn_at IS NULL GROUP BY 1
    ) l ON l.product_invoice_id = d.id
    WHERE d.id = ANY (${[...ids]}::integer[])`.execute(db);
  const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());
  const found = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        created_at: new Date(row.created_at).toISOString(),
        sent_at: iso(row.sent_at),
        confirmed_at: iso(row.confirmed_at),
      },
    ]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function linesOf(db: Db, invoiceId: number, withUnits: boolean): Promise<IncomeLine[]> {
  const { rows } = await sql<IncomeLine>`
    SELECT x.id, x.count, x.lot_number,
           json_build_object('id', v.id, 'product_variant_title', v.title, 'sku', v.sku, 'barcode', v.barcode,
                             'is_serial_number', v.is_serial_number, 'imei_count', v.imei_count) AS variant,
           json_build_object('saved', coalesce(s.n, 0),
                             'needed', CASE WHEN v.is_serial_number THEN x.count ELSE 0 END) AS serials,
           coalesce(s.units, '[]') AS units
    FROM input_product x
    JOIN product_variant v ON v.id = x.product_variant_id
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS n,
             ${
               withUnits
                 ? sql`json_agg(json_build_object('serial_number', serial_number,
                                                  'imei_numbers', imei_numbers) ORDER BY id)`
                 : sql`NULL::json`
             } AS units
      FROM input_serial WHERE input_product_id = x.id
    ) s ON true
    WHERE x.product_invoice_id = ${invoiceId} AND x.withdrawn_at IS NULL
    ORDER BY x.position, x.id`.execute(db);
  return rows;
}

export const incomeList = declareList({
  ...invoiceList,
  call: 'incomeIndex',
  filters: {
    warehouse_id: 'product_invoice_warehouse',
    partner: 'product_invoice_number',
    status: 'document_list_state',
    date: 'product_invoice_date',
    search: 'product_invoice_search',
  },
  state: { by: sql`d.status`, states: INCOME_STATUSES },
});

export const incomeCalls: Implementation[] = [
  implement(incomeIndex, {
    async handle({ db, user, query }) {
      const filters: RawBuilder<unknown>[] = [];
      if (query.warehouse_id) filters.push(sql`i.warehouse_list_id = ${query.warehouse_id}`);
      if (query.partner) filters.push(sql`i.partner_id = ${query.partner}`);
      if (query.date) {
        const { from, to } = daysOf(query.date);
        filters.push(sql`i.invoice_date BETWEEN ${from}::date AND ${to}::date`);
      }
      const words = query.search?.trim();
      if (words) filters.push(numberIs(sql`i.search_key`, words));
      return answerList(db, incomeList, query, {
        where: [seen(user), ...filters],
        narrowed: filters.length > 0 || !seesAll(user),
        state: query.status && sql`d.status = ${query.status}`,
        async rows(ids) {
          const incomes = await incomesOf(db, ids);
          return incomes.map(({ comment: _c, sent_at: _s, confirmed_at: _k, ...income }) => income);
        },
        async totals(ids, among) {
          const { rows } = await sql<{ lines: number; units: number }>`
            SELECT count(*)::integer AS lines, coalesce(sum(x.count), 0)::bigint AS units FROM input_product x
            WHERE x.withdrawn_at IS NULL AND x.product_invoice_id IN (${ids})
              AND ${among(sql`x.product_invoice_id`)}`.execute(db);
          return { lines: rows[0]?.lines ?? 0, units: Number(rows[0]?.units ?? 0) };
        },
      });
    },
  }),

  implement(incomeShow, {
    async record({ db, user, params }) {
      const { rows } = await sql`SELECT 1 FROM document d WHERE d.id = ${params.id} AND ${seen(user)}`.execute(db);
      const [income] = rows.length === 0 ? [] : await incomesOf(db, [params.id]);
      if (!income) throw notFound();
      return income;
    },
    async handle({ db, record, query }) {
      return { data: { ...record, input_products: await linesOf(db, record.id, query.units === 'true') } };
    },
  }),
];
