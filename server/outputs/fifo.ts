/** The FIFO check (areas 4.16): whether an older unit lies beside a scanned one, and what left before older ones. */
import { type RawBuilder, sql } from 'kysely';
import { type FifoBreach, type FifoUnit, fifoIndex, fifoUnit } from '../../contract/outputs.ts';
import type { SignedIn } from '../http/auth.ts';
import { spanOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalidField } from '../http/refusal.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { cameOn, imeisOf, olderUnits, sourceOf } from './older.ts';

export const fifoList = declareList({
  call: 'fifoIndex',
  from: sql`fifo_violation f`,
  id: sql`f.id`,
  sorts: {
    created_at: {
      columns: [
        { by: sql`f.created_at`, type: 'timestamptz' },
        { by: sql`f.id`, type: 'integer' },
      ],
      index: 'fifo_violation_list',
    },
  },
  sort: '-created_at',
  filters: {
    organization_id: 'fifo_violation_organization',
    date: 'fifo_violation_list',
    reason: 'fifo_violation_reason',
  },
});

const seesBreach = (user: SignedIn): RawBuilder<boolean> =>
  user.office ? sql`true` : sql`f.organization_id = ${user.organizationId}`;

export const fifoImplementations: Implementation[] = [
  implement(fifoUnit, {
    async handle({ db, query, now }) {
      const { rows } = await sql<Omit<FifoUnit, 'older' | 'older_count'> & { id: number }>`
        SELECT s.id, s.serial_number, ${imeisOf('s')} AS imei_numbers, v.title, v.sku, s.state,
               CASE WHEN w.id IS NOT NULL THEN json_build_object('name', w.name, 'organization', o.name) END AS warehouse,
               ${cameOn('b')} AS received_on, ${sourceOf('b')} AS source
        FROM serial_code c JOIN serial_number s ON s.id = c.serial_id JOIN stock_batch b ON b.id = s.batch_id
        JOIN product_variant v ON v.id = s.product_variant_id
        LEFT JOIN warehouse_list w ON w.id = s.warehouse_id LEFT JOIN organization o ON o.id = w.organization_id
        WHERE c.code = ${query.code} ORDER BY c.in_stock DESC, s.id DESC LIMIT 1`.execute(db);
      const [found] = rows;
      if (found === undefined) throw invalidField('code', 'scan_unknown', { code: query.code });
      const { id, ...unit } = found;
      const older = (await olderUnits(db, [id], null, now)).get(id);
      return { data: { ...unit, older_count: older?.count ?? 0, older: older?.units ?? [] } };
    },
  }),

  implement(fifoIndex, {
    async handle({ db, user, query }) {
      const where: RawBuilder<unknown>[] = [seesBreach(user)];
      if (query.organization_id) where.push(sql`f.organization_id = ${query.organization_id}`);
      if (query.reason) where.push(sql`f.reason = ${query.reason}`);
      if (query.date) {
        const { from, to } = spanOf(query.date);
        where.push(sql`f.created_at >= ${from} AND f.created_at < ${to}`);
      }
      return answerList(db, fifoList, query, {
        where,
        narrowed: where.length > 1 || !user.office,
        async rows(ids) {
          const { rows } = await sql<Omit<FifoBreach, 'created_at'> & { created_at: Date }>`
            SELECT f.id, json_build_object('id', d.id, 'number', d.number) AS output, o.name AS organization,
                   w.name AS warehouse, v.title, s.serial_number, ${cameOn('b')} AS received_on,
                   ${cameOn('y')} AS older_received_on, f.days_older, f.reason, f.words,
                   json_build_object('id', u.id, 'fullname', u.fullname) AS created_by, f.created_at
            FROM fifo_violation f JOIN document d ON d.id = f.product_delivery_id
            JOIN organization o ON o.id = f.organization_id JOIN warehouse_list w ON w.id = f.warehouse_id
            JOIN serial_number s ON s.id = f.serial_id JOIN product_variant v ON v.id = s.product_variant_id
            JOIN stock_batch b ON b.id = f.batch_id JOIN stock_batch y ON y.id = f.older_batch_id
            JOIN app_user u ON u.id = f.created_by WHERE f.id = ANY (${[...ids]}::integer[])`.execute(db);
          return inOrder(
            ids,
            rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
          );
        },
      });
    },
  }),
];
