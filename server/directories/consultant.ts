/** Consultants: with the devices on which each may use the applications of the staff. */
import { sql } from 'kysely';
import { consultant } from '../../contract/directories/consultant.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(consultant, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; device: string }>`
      SELECT r.id, left(string_agg(m.model, ', ' ORDER BY m.model, m.id), 400) AS device
      FROM consultant r JOIN mobile_device m ON m.user_id = r.user_id AND m.status = 'allowed'
      WHERE r.id = ANY (${ids}::integer[]) GROUP BY 1`.execute(db);
    const found = new Map(rows.map(({ id, device }) => [id, device]));
    return new Map(ids.map((id) => [id, { device: found.get(id) ?? null }]));
  },
});
