/** Employers: with how many clients work there, and the share of them that is late with a contract. */
import { sql } from 'kysely';
import { workplace } from '../../contract/directories/workplace.ts';
import { serveDirectory } from '../directory/serve.ts';
import { dayOfDebts } from '../sale/standing.ts';

serveDirectory(workplace, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; clients: number; overdue: string | null }>`
      SELECT p.workplace_id AS id, count(*)::integer AS clients,
        round(100.0 * count(*) FILTER (WHERE l.late) / nullif(count(*) FILTER (WHERE l.late IS NOT NULL), 0), 2) AS overdue
      FROM client p LEFT JOIN LATERAL (
        SELECT bool_or(coalesce(c.oldest_due < ${dayOfDebts(sql`d.organization_id`)}, false)) AS late
        FROM contract c JOIN document d ON d.id = c.id WHERE c.client_id = p.id AND d.status = 'active') l ON true
      WHERE p.active AND p.workplace_id = ANY (${ids}::integer[]) GROUP BY 1`.execute(db);
    const found = new Map(
      rows.map(({ id, clients, overdue }) => [id, { clients, overdue: overdue === null ? null : Number(overdue) }]),
    );
    return new Map(ids.map((id) => [id, found.get(id) ?? { clients: 0, overdue: null }]));
  },
});
