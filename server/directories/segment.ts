/** Segments: what a condition must say, and a new count where one was changed. */
import { sql } from 'kysely';
import { segment } from '../../contract/directories/segment.ts';
import { nudge } from '../db/pool.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(segment, {
  lines: { conditions: { table: 'segment_condition', own: 'segment_id' } },
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; clients: number | null; counted_at: Date | null }>`
      SELECT id, clients, counted_at FROM segment WHERE id = ANY (${[...ids]}::integer[])`.execute(db);
    return new Map(
      rows.map(({ id, clients, counted_at }) => [
        id,
        { clients, counted_at: counted_at === null ? null : new Date(counted_at).toISOString() },
      ]),
    );
  },
  async refuse(_, { body, before }): Promise<Faults> {
    const faults: Faults = {};
    const conditions = body.conditions ?? [];
    for (const [at, { at_least = null, at_most = null }] of conditions.entries()) {
      if (at_least === null && at_most === null) faults[`conditions.${at}.at_least`] = [{ key: 'segment_bound' }];
      else if (at_least !== null && at_most !== null && at_most < at_least)
        faults[`conditions.${at}.at_most`] = [{ key: 'segment_turned' }];
    }
    const has = (name: 'gender' | 'region') =>
      name === 'gender' ? (body.gender ?? before?.gender) : (body.region_id ?? before?.region?.id);
    const works = conditions.some(({ active }) => active !== false);
    if (body.conditions !== undefined && !works && !has('gender') && !has('region'))
      faults.conditions = [{ key: 'segment_empty' }];
    return faults;
  },
  acceptsMany: 'each',
  async write({ db }, id) {
    await sql`UPDATE segment SET clients = NULL, counted_at = NULL WHERE id = ${id}`.execute(db);
    // it is counted once this is committed
    nudge({ topic: 'sources' });
  },
});
