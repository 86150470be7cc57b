/** Ministries: with how many employers each has, and how many clients work there. */
import { sql } from 'kysely';
import { ministry } from '../../contract/directories/ministry.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(ministry, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; workplaces: number; clients: number }>`
      SELECT w.ministry_id AS id, count(DISTINCT w.id)::integer AS workplaces, count(p.id)::integer AS clients
      FROM workplace w LEFT JOIN client p ON p.workplace_id = w.id AND p.active
      WHERE w.active AND w.ministry_id = ANY (${ids}::integer[]) GROUP BY 1`.execute(db);
    const found = new Map(rows.map(({ id, ...counts }) => [id, counts]));
    return new Map(ids.map((id) => [id, found.get(id) ?? { workplaces: 0, clients: 0 }]));
  },
});
