/** Who has no contract: numbers are masked, and the last decision of the scoring says why for many of them. */
import { sql } from 'kysely';
import { notClient } from '../../contract/directories/notClient.ts';
import { masked } from '../clients/masking.ts';
import { serveDirectory } from '../directory/serve.ts';

interface Facts {
  id: number;
  client: number | null;
  run: number | null;
  phone: string | null;
  pinfl: string | null;
  decision: 'approved' | 'manual' | 'refused' | null;
}

serveDirectory(notClient, {
  visible: () => sql`r.became_on IS NULL`,
  async extra({ db }, ids) {
    const { rows } = await sql<Facts>`
      SELECT r.id, r.client_id AS client, o.id AS run, o.decision, coalesce(c.pinfl, s.pinfl) AS pinfl,
             (SELECT p.phone FROM client_phone p WHERE p.client_id = c.id AND p.active ORDER BY p.id LIMIT 1) AS phone
      FROM not_client r LEFT JOIN client c ON c.id = r.client_id LEFT JOIN scoring_run s ON s.id = r.scoring_run_id
      LEFT JOIN LATERAL (SELECT x.id, x.decision FROM scoring_run x WHERE x.pinfl = coalesce(c.pinfl, s.pinfl)
        ORDER BY x.id DESC LIMIT 1) o ON true
      WHERE r.id = ANY (${[...ids]}::integer[])`.execute(db);
    return new Map(
      rows.map(({ id, phone, pinfl, ...facts }) => [
        id,
        {
          ...facts,
          phone: phone === null ? null : masked.phone(phone),
          pinfl: pinfl === null ? null : masked.pinfl(pinfl),
        },
      ]),
    );
  },
});
