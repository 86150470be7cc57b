/** What was done with directories in the demo: a warehouse for a season, and a supplier that was put away too early. */
import { partner } from '../../contract/directories/partner.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { call, DAY, type Desk, HOUR, personOf, type Replay } from './desk.ts';

export async function recordReplays(desk: Desk): Promise<Replay[]> {
  const { id: organization_id } = await desk.db.kysely
    .selectFrom('organization')
    .select('id')
    .where('code', '=', 'CHL')
    .executeTakeFirstOrThrow();
  const { id: supplier } = await desk.db.kysely
    .selectFrom('partner')
    .select('id')
    .where('active', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const keeper = (await personOf(desk, 'storekeeper')).id;
  const fund = { name: 'Mavsumiy ombor', organization_id, kind: 'fund' as const };
  let made = 0;
  const steps: [daysAgo: number, run: () => Promise<unknown>][] = [
    [
      52,
      async () => {
        made = (await call(desk, 'director', warehouse.calls.create, { body: fund })).data.id;
      },
    ],
    [
      50,
      () =>
        call(desk, 'director', warehouse.calls.update, { params: { id: made }, body: { ...fund, keepers: [keeper] } }),
    ],
    [15, () => call(desk, 'accountant', partner.calls.restore, { params: { id: supplier } })],
    [6, () => call(desk, 'director', warehouse.calls.archive, { params: { id: made } })],
    [3, () => call(desk, 'accountant', partner.calls.archive, { params: { id: supplier } })],
  ];
  return steps.map(([daysAgo, run]) => ({
    at: new Date(Date.now() - daysAgo * DAY - 2 * HOUR),
    run: async () => {
      await run();
    },
  }));
}
