/** Positions: who works in one keeps it (decision 92). */
import { sql } from 'kysely';
import { position } from '../../contract/directories/position.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(position, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; people: number; rules: number }>`
      SELECT p.id,
        (SELECT count(*)::integer FROM app_user u WHERE u.position_id = p.id AND u.active) AS people,
        (SELECT count(*)::integer FROM position_rule r WHERE r.position_id = p.id) AS rules
      FROM position p WHERE p.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  },
});
