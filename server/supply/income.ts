/** Invoices as the storekeeper sees them: what came, how many of its numbers are saved, no prices. */
import { type Kysely, sql } from 'kysely';
import {
  INCOME_STATUSES,
  type IncomeDetails,
  type IncomeLine,
  incomeIndex,
  incomeShow,
} from '../../contract/income.ts';
import { allows } from '../../contract/rules.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { likeLiteral } from '../db/search.ts';
import type { SignedIn } from '../http/auth.ts';
import { daysOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { INVOICE_KIND } from '../invoices/access.ts';

type Db = Kysely<Schema>;

const seen = (user: SignedIn) => {
  const all = user.office || allows(user.rules, 'base_repository.allshow');
  return sql`d.kind = ${INVOICE_KIND} AND d.status = ANY (${[...INCOME_STATUSES]}::text[])
    AND ${all ? sql`true` : sql`d.organization_id = ${user.organizationId}`}`;
};

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

export const incomeCalls: Implementation[] = [
  implement(incomeIndex, {
    async handle({ db, user, query }) {
      const { page, perPage, cut } = paged(query);
      const filters = [seen(user)];
      if (query.warehouse_id) filters.push(sql`i.warehouse_list_id = ${query.warehouse_id}`);
      if (query.partner) filters.push(sql`i.partner_id = ${query.partner}`);
      if (query.date) {
        const { from, to } = daysOf(query.date);
        filters.push(sql`i.invoice_date BETWEEN ${from}::date AND ${to}::date`);
      }
      const words = query.search?.trim();
      if (words) {
        const like = `%${likeLiteral(words)}%`;
        filters.push(sql`(d.number ILIKE ${like} OR i.number_invoice ILIKE ${like})`);
      }
      const sort = query.sort ?? '-created_at';
      const column = sort.endsWith('invoice_date') ? sql`invoice_date` : sql`created_at`;
      const direction = sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC');
      const { rows } = await sql<{
        statuses: Record<string, number>;
        ids: number[];
        totals: { n: number; lines: number; units: number };
      }>`
        WITH found AS MATERIALIZED (
          SELECT d.id, d.status, d.created_at, i.invoice_date
          FROM document d JOIN product_invoice i ON i.id = d.id WHERE ${sql.join(filters, sql` AND `)}
        ), chosen AS (
          SELECT * FROM found WHERE ${query.status ? sql`status = ${query.status}` : sql`true`}
        ), page AS (
          SELECT id, row_number() OVER (ORDER BY ${column} ${direction}, id ${direction}) AS at FROM chosen
          ORDER BY at ${cut}
        )
        SELECT (SELECT coalesce(json_object_agg(status, n), '{}') FROM
                 (SELECT status, count(*) AS n FROM found GROUP BY 1) s) AS statuses,
               (SELECT coalesce(json_agg(id ORDER BY at), '[]') FROM page) AS ids,
               (SELECT json_build_object('n', (SELECT count(*) FROM chosen), 'lines', count(*),
                                         'units', coalesce(sum(x.count), 0))
                FROM input_product x WHERE x.withdrawn_at IS NULL
                  AND x.product_invoice_id IN (SELECT id FROM chosen)) AS totals`.execute(db);
      const [{ statuses, ids, totals }] = rows as [(typeof rows)[number]];
      const incomes = await incomesOf(db, ids);
      return {
        data: incomes.map(({ comment: _c, sent_at: _s, confirmed_at: _k, ...income }) => income),
        meta: {
          current_page: page,
          total: totals.n,
          per_page: perPage,
          statuses,
          totals: { lines: totals.lines, units: totals.units },
        },
      };
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
