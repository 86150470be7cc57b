/** A version of the scoring model keeps what it was made of (decision 75). */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { scoringCriterion } from '../../contract/directories/scoringCriterion.ts';
import { modelTrialStart } from '../../contract/modelTrials.ts';
import { criterionSetting } from '../../contract/settings/criterionSetting.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { tryModels } from '../../server/scoring/trials.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const TODAY = tashkentDay(new Date());

async function criterion(code: string): Promise<number> {
  const { data } = await server.current.do('director', scoringCriterion.calls.create, {
    body: { code, name: { uz: code, ru: code }, criterion_group: 'person', fact: 'age', weight: 40, missing: 20 },
  });
  return data.id;
}
const condition = (id: number, at_least: number, score: number, from: string) =>
  sql`INSERT INTO criterion_condition (criterion_id, at_least, score, stop, valid_from, status)
    VALUES (${id}, ${at_least}, ${score}, false, ${from}, 'valid')`.execute(server.current.db.kysely);
const figures = (criteria: readonly number[]) => ({
  ...{
    title: 'Model',
    manual_from: 40,
    approve_from: 60,
    limit_approved: 5_000_000,
    limit_80: 8_000_000,
    limit_90: 10_000_000,
  },
  ...{ validity_days: 30, criteria, valid_from: TODAY },
});

it('a settled model keeps criteria, conditions of its first day and discipline; a criterion without conditions is named', async () => {
  const { db } = server.current;
  await db.kysely
    .insertInto('user_rule')
    .values(
      ['show', 'confirm'].map((action) => ({
        ...{ user_id: PEOPLE.keeper.id, resource: 'scoring_criteria', action, granted: true, until: null },
      })),
    )
    .execute();
  const [age, income] = [await criterion('age'), await criterion('income')];
  await condition(age, 0, 0, daysAfter(TODAY, -20));
  await condition(age, 21, 15, daysAfter(TODAY, -20));
  await condition(age, 21, 20, daysAfter(TODAY, -10));
  await condition(age, 21, 99, daysAfter(TODAY, 5));
  await sql`INSERT INTO payment_discipline_setting (days_from, days_to, score, months_back, valid_from, status)
    VALUES (0, 5, 100, 24, ${daysAfter(TODAY, -20)}, 'valid')`.execute(db.kysely);

  const { data } = await server.current.do('director', criterionSetting.calls.create, { body: figures([age, income]) });
  const params = { id: data.id };
  const refused = await server.current.call('keeper', criterionSetting.calls.plan, { params });
  expect([refused.status, refused.error.errors]).toEqual([422, { criteria: [expect.stringContaining('income')] }]);

  await server.current.do('director', criterionSetting.calls.update, { params, body: figures([age]) });
  await server.current.do('director', modelTrialStart, { params });
  await tryModels(db);
  await server.current.do('keeper', criterionSetting.calls.plan, { params });
  // what comes later changes nothing of it
  await condition(age, 21, 50, TODAY);
  const { rows } = await sql<{ frozen: unknown }>`SELECT frozen FROM criterion_setting WHERE id = ${data.id}`.execute(
    db.kysely,
  );
  expect(rows[0]?.frozen).toEqual({
    criteria: [
      { id: age, code: 'age', group: 'person', fact: 'age', weight: 40, missing: 20, name: { uz: 'age', ru: 'age' } },
    ],
    conditions: [
      { criterion_id: age, at_least: 0, at_most: null, score: 0, stop: false },
      { criterion_id: age, at_least: 21, at_most: null, score: 20, stop: false },
    ],
    discipline: [{ days_from: 0, days_to: 5, score: 100, months_back: 24 }],
  });
  const { rows: log } = await sql<{ payload: unknown }>`
    SELECT payload FROM record_log WHERE kind = 'criterionSetting' AND record_id = ${data.id} AND event = 'revision.plan'`.execute(
    db.kysely,
  );
  expect(log).toEqual([{ payload: { conditions: 2, discipline: 1, trial: expect.any(Number) } }]);
});

it('a criterion of the model in force is not archived, one of a draft is (decision 92)', async () => {
  const { kysely } = server.current.db;
  const { rows } = await sql<{ id: number; criterion: number }>`
    SELECT s.id, c.scoring_criterion_id AS criterion FROM criterion_setting s
    JOIN criterion_setting_criteria c ON c.criterion_setting_id = s.id WHERE s.status = 'valid' LIMIT 1`.execute(
    kysely,
  );
  const archive = (id: number) => server.current.call('director', scoringCriterion.calls.archive, { params: { id } });
  const refused = await archive(rows[0]?.criterion ?? 0);
  expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
    409,
    'in_use',
    expect.stringContaining('skoring modeli: 1'),
  ]);
  const free = await criterion('free');
  await server.current.do('director', criterionSetting.calls.create, { body: figures([free]) });
  expect((await archive(free)).status).toBe(200);
});

it('cut-offs are in order, and a model has criteria', async () => {
  const refused = async (change: object) => {
    const { status, error } = await server.current.call('director', criterionSetting.calls.create, {
      body: { ...figures([await criterion(`c${Math.random()}`)]), ...change },
    });
    return [status, Object.keys(error?.errors ?? {})];
  };
  expect(await refused({ manual_from: 61 })).toEqual([422, ['approve_from']]);
  expect(await refused({ manual_from: 60 })).toEqual([200, []]);
  expect(await refused({ criteria: [] })).toEqual([422, ['criteria']]);
});
