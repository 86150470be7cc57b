/** The catalogue of rules: the office words their titles; resource, action and area are the release's. */
import { sql } from 'kysely';
import { rule } from '../../contract/directories/rule.ts';
import { serveDirectory } from '../directory/serve.ts';
import { heldRules } from '../people/holders.ts';

serveDirectory(rule, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; positions: number; people: number }>`
      SELECT r.id,
        (SELECT count(*)::integer FROM position_rule g JOIN position p ON p.id = g.position_id AND p.active
          WHERE g.resource = r.resource AND g.action = r.action) AS positions,
        coalesce(h.people, 0) AS people
      FROM rule r LEFT JOIN (SELECT resource, action, count(*)::integer AS people FROM ${heldRules} held GROUP BY 1, 2) h
        ON h.resource = r.resource AND h.action = r.action
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  },
});
