/** Cars as pledges against what is owed on them, by model (areas 4.12). */
import { sql } from 'kysely';
import { type PledgeOfModel, pledgeAnalysis } from '../../contract/pledgeAnalysis.ts';
import { carBasePrice } from '../../contract/settings/carBasePrice.ts';
import { PLEDGES } from '../directories/pledgeEvaluation.ts';
import { spanOf, tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { inForceOf } from '../settings/inForce.ts';

export const pledgeAnalysisImplementations: Implementation[] = [
  implement(pledgeAnalysis, {
    async handle({ db, user, query, now }) {
      const { from, to } = spanOf(query.date);
      // before the hand-over what is owed is what was financed, as in the limit of a client (V11)
      const { rows } = await sql<PledgeOfModel>`
        SELECT m.id AS model_id, b.name || ' ' || m.name AS model, count(*)::integer AS evaluations,
               coalesce(sum(r.market) FILTER (WHERE r.valid_until IS NOT NULL), 0)::float8 AS market,
               coalesce(sum(r.accepted) FILTER (WHERE r.valid_until IS NOT NULL), 0)::float8 AS accepted,
               count(*) FILTER (WHERE r.status = 'pledged')::integer AS pledged,
               coalesce(sum(r.accepted) FILTER (WHERE r.status = 'pledged'), 0)::float8 AS security,
               coalesce(sum(o.debt) FILTER (WHERE r.status = 'pledged'), 0)::float8 AS debt,
               count(*) FILTER (WHERE r.status = 'released')::integer AS released,
               coalesce(sum(p.earlier), 0)::float8 AS price_then, coalesce(sum(p.today), 0)::float8 AS price_now
        FROM ${PLEDGES.table.from} JOIN pledge_car_model m ON m.id = r.model_id JOIN pledge_car_brand b ON b.id = m.brand_id
        LEFT JOIN LATERAL (
          SELECT CASE WHEN c.charged_on IS NULL THEN c.total - c.first_payment ELSE coalesce(l.owed, 0) END AS debt
          FROM contract c LEFT JOIN client_balance l ON l.contract_id = c.id
          WHERE c.pledge_evaluation_id = r.id AND c.signed_on IS NOT NULL) o ON r.status = 'pledged'
        LEFT JOIN LATERAL (
          SELECT t.price AS today, e.price AS earlier
          FROM (SELECT (g.at AT TIME ZONE 'Asia/Tashkent')::date AS day FROM event_log g
            WHERE g.document_id = r.id AND g.event = 'pledge.value' ORDER BY g.id DESC LIMIT 1) v
          JOIN LATERAL ${inForceOf(carBasePrice, sql`v.day`)} e ON e.model_id = r.model_id AND e.year = r.year::integer
          JOIN ${inForceOf(carBasePrice, tashkentDay(now))} t ON t.model_id = e.model_id AND t.year = e.year) p
          ON r.status = 'pledged'
        WHERE r.created_at >= ${from} AND r.created_at < ${to} AND ${PLEDGES.visible(user)}
        GROUP BY m.id, b.name ORDER BY debt DESC, evaluations DESC, model`.execute(db);
      return { data: rows };
    },
  }),
];
