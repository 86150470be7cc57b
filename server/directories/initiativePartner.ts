/** Partners who bring clients: a person is paid a fee, so the PINFL must be known; that of a shop may be. */
import { sql } from 'kysely';
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { sumsOver } from '../lists/sums.ts';

serveDirectory(initiativePartner, {
  acceptsMany: 'each',
  async refuse(_, { body, before }): Promise<Faults> {
    const pinfl = body.pinfl === undefined ? (before?.pinfl ?? null) : body.pinfl;
    return body.kind === 'person' && pinfl === null ? { pinfl: [{ key: 'person_needs_pinfl' }] } : {};
  },
  totals: ({ db }, ids, among) =>
    sumsOver(
      db,
      { fee: sql`l.fee` },
      sql`initiative_client l JOIN document d ON d.id = l.id
        WHERE l.partner_id IN (${ids}) AND ${among(sql`l.partner_id`)} AND d.status <> 'duplicate'`,
    ),
  // who was a client before was not brought
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; brought: number; clients: number; fee: number }>`
      SELECT l.partner_id AS id, count(*)::integer AS brought, count(l.client_id)::integer AS clients,
             coalesce(sum(l.fee), 0)::float8 AS fee
      FROM initiative_client l JOIN document d ON d.id = l.id
      WHERE l.partner_id = ANY (${ids}::integer[]) AND d.status <> 'duplicate' GROUP BY 1`.execute(db);
    const found = new Map(rows.map(({ id, ...figures }) => [id, figures]));
    return new Map(ids.map((id) => [id, found.get(id) ?? { brought: 0, clients: 0, fee: 0 }]));
  },
});
