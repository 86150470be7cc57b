/** Scenarios of charts: kept under a name for everybody who sees the gallery, deleted by their author. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_SCENARIOS, scenarioAdd, scenarioDelete, scenarioIndex } from '../../contract/scenarios.ts';
import { type PersonName, withServer } from './world.ts';

const server = withServer();
const SCENARIO = {
  machine: 'countingAct',
  name: 'Bekor qilingan sanoq',
  walk: '!created~+>act.cancel',
  ends: ['countingAct: created', 'countingAct: cancelled'],
};

const add = (who: PersonName, change: Partial<typeof SCENARIO> = {}) =>
  server.current.call(who, scenarioAdd, { body: { ...SCENARIO, ...change } });
const scenarios = async (who: PersonName, machine = SCENARIO.machine) =>
  (await server.current.call(who, scenarioIndex, { query: { machine } })).body.data;

/** One that another person keeps. */
async function othersScenario(name: string): Promise<number> {
  const { kysely } = server.current.db;
  const { id: user_id } = await kysely
    .selectFrom('app_user')
    .innerJoin('scenario as own', (join) => join.onTrue())
    .select('app_user.id')
    .whereRef('app_user.id', '!=', 'own.user_id')
    .executeTakeFirstOrThrow();
  const { id } = await kysely
    .insertInto('scenario')
    .values({ ...SCENARIO, name, ends: JSON.stringify(SCENARIO.ends), release: '1.0.0', user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeEach(async () => {
  await server.current.db.kysely.deleteFrom('scenario').execute();
});

describe('scenarios of a chart', () => {
  it('come back as they were kept, by name, with their author and release', async () => {
    expect((await add('director')).status).toBe(200);
    await othersScenario('Aktni yopish');
    await add('director', { machine: 'invoice' });
    const [first, second, ...more] = await scenarios('director');
    expect(first).toMatchObject({ name: 'Aktni yopish', own: false, release: '1.0.0' });
    expect(second).toMatchObject({ ...SCENARIO, own: true, release: expect.stringMatching(/^\d+\.\d+/) });
    expect(second?.author).not.toBe(first?.author);
    expect(more).toEqual([]);
  });

  it('have one name each', async () => {
    await add('director');
    const twice = await add('director', { name: 'bekor qilingan SANOQ' });
    expect(twice).toMatchObject({ status: 422, body: { errors: { name: [expect.any(String)] } } });
  });

  it('are not more than a chart may have', async () => {
    await add('director');
    for (let kept = 1; kept < MOST_SCENARIOS; kept += 1) await othersScenario(`${kept}`);
    expect((await add('director', { name: 'yana bitta' })).status).toBe(422);
    expect((await add('director', { machine: 'invoice' })).status).toBe(200);
  });

  it('are deleted by their author alone', async () => {
    const { body } = await add('director');
    const others = await othersScenario('Birovniki');
    const remove = (id: number) => server.current.call('director', scenarioDelete, { params: { id } });
    expect((await remove(others)).status).toBe(403);
    expect((await remove(body.id)).status).toBe(200);
    expect((await remove(body.id)).status).toBe(404);
    expect((await scenarios('director')).map(({ id }) => id)).toEqual([others]);
  });

  it('need the right to see the gallery', async () => {
    expect((await add('counter1')).status).toBe(403);
  });
});
