/** Drivers: with the plates of the cars that they drive. */
import { sql } from 'kysely';
import { driver } from '../../contract/directories/driver.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(driver, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; cars: string }>`
      SELECT driver_id AS id, string_agg(plate, ', ' ORDER BY plate) AS cars FROM delivery_car
      WHERE active AND driver_id = ANY (${ids}::integer[]) GROUP BY 1`.execute(db);
    const found = new Map(rows.map(({ id, cars }) => [id, cars]));
    return new Map(ids.map((id) => [id, { cars: found.get(id) ?? null }]));
  },
});
