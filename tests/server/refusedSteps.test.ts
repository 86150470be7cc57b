/** A refused step is counted: where, by whom of which position and branch, how often; never what was sent. */
import { expect, it } from 'vitest';
import { actCancel, actForm } from '../../contract/counting/acts.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { openAct } from './acts.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, stockIn, withServer } from './world.ts';

const server = withServer();

/** What a person's colleagues were refused, once it is `n` refusals: they are written after the answer. */
async function counted(chart: string, who: PersonName, n: number) {
  const rows = () =>
    server.current.db.kysely
      .selectFrom('refused_step as r')
      .innerJoin('app_user as u', (join) =>
        join.onRef('u.position_id', '=', 'r.position_id').onRef('u.organization_id', '=', 'r.organization_id'),
      )
      .select(['r.state', 'r.event', 'r.reason', 'r.count'])
      .where('r.chart', '=', chart)
      .where('u.id', '=', PEOPLE[who].id)
      .orderBy('r.event')
      .orderBy('r.reason')
      .execute();
  await expect.poll(async () => (await rows()).reduce((sum, row) => sum + row.count, 0)).toBe(n);
  return rows();
}

it('counts by state, event and reason, also where the transaction was rolled back', async () => {
  const on = server.current;
  const id = await openAct(on);
  for (let time = 0; time < 3; time += 1)
    expect((await on.call('keeper', actForm, { params: { id } })).status).toBe(409);
  const cancel = { params: { id }, body: { reason: 'Sinov' } };
  expect((await on.call('keeper', actCancel, { ...cancel, ifMatch: 77 })).status).toBe(409);
  expect((await on.call('keeper', actCancel, cancel)).status).toBe(200);
  expect((await on.call('keeper', actCancel, cancel)).status).toBe(409);

  expect(await counted('countingAct', 'keeper', 5)).toEqual([
    { state: 'cancelled', event: 'act.cancel', reason: 'not_allowed_now', count: 1 },
    { state: 'created', event: 'act.cancel', reason: 'stale', count: 1 },
    { state: 'created', event: 'act.form', reason: 'not_allowed_now', count: 3 },
  ]);
});

it('counts a missing right, without a state where the row was not looked at, and the reason in words of the text', async () => {
  const on = server.current;
  const body = { name: 'Sanaladigan ombor', organization_id: ORGANIZATION, kind: 'main' as const };
  const { data } = await on.do('director', warehouse.calls.create, { body });
  const params = { id: data.id };
  expect((await on.call('counter1', warehouse.calls.archive, { params })).status).toBe(403);
  await on.db.tx((trx) => stockIn(trx, ORGANIZATION, data.id, { lines: [{ variantId: 1, qty: 2 }] }));
  expect((await on.call('director', warehouse.calls.archive, { params })).status).toBe(409);
  expect(await counted('directoryRecord', 'counter1', 1)).toEqual([
    { state: '', event: 'record.archive', reason: 'forbidden', count: 1 },
  ]);
  expect(await counted('directoryRecord', 'director', 1)).toEqual([
    { state: 'active', event: 'record.archive', reason: 'warehouse_has_stock', count: 1 },
  ]);
});

it('counts for the branch of the document, not for that of who asked', async () => {
  const on = server.current;
  const id = await openAct(on);
  const { kysely } = on.db;
  await kysely.updateTable('document').set({ organization_id: OTHER_ORGANIZATION }).where('id', '=', id).execute();
  expect((await on.call('keeper', actForm, { params: { id } })).status).toBe(409);
  const branches = () =>
    kysely
      .selectFrom('refused_step as r')
      .innerJoin('app_user as u', 'u.position_id', 'r.position_id')
      .select(['r.event', 'r.count'])
      .where('r.organization_id', '=', OTHER_ORGANIZATION)
      .where('u.id', '=', PEOPLE.keeper.id)
      .execute();
  await expect.poll(branches).toEqual([{ event: 'act.form', count: 1 }]);
});

it('a count that cannot be written changes no answer', async () => {
  const on = server.current;
  const id = await openAct(on);
  await on.db.kysely.schema.alterTable('refused_step').renameTo('refused_step_away').execute();
  try {
    const answer = await on.call('keeper', actForm, { params: { id } });
    expect([answer.status, answer.error?.code]).toEqual([409, 'not_allowed_now']);
    expect((await on.call('keeper', actForm, { params: { id } })).status).toBe(409);
  } finally {
    await on.db.kysely.schema.alterTable('refused_step_away').renameTo('refused_step').execute();
  }
});
