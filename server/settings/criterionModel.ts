/**
 * A settled version of the scoring model keeps its criteria, the conditions in force and the payment discipline as they
 * were (decision 75): the same input and version give the same score, whatever is changed later.
 */
import { type Kysely, sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import { criterionCondition } from '../../contract/settings/criterionCondition.ts';
import { paymentDisciplineSetting } from '../../contract/settings/paymentDisciplineSetting.ts';
import type { Schema } from '../db/schema.ts';
import { invalid } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { inForceOf } from './inForce.ts';
import type { Found, SettingHooks } from './serve.ts';

/** @throws Refusal 422 at `criteria` that have no condition in force on the first day: they would give no points */
async function freezeModel(db: Kysely<Schema>, { id, valid_from, criteria }: Found): Promise<LoggedFields> {
  const chosen = criteria as readonly Chosen[];
  const { rows } = await sql<{
    criteria: { id: number }[];
    conditions: { criterion_id: number }[];
    discipline: object[];
  }>`
    SELECT
      (SELECT jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'group', c.criterion_group, 'fact', c.fact,
         'weight', c.weight, 'missing', c.missing, 'name', jsonb_build_object('uz', c.name_uz, 'ru', c.name_ru)) ORDER BY c.code) FROM scoring_criterion c
       WHERE c.id = ANY (${chosen.map((one) => one.id)}::integer[])) AS criteria,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('criterion_id', r.criterion_id, 'at_least', r.at_least, 'at_most', r.at_most,
         'score', r.score, 'stop', r.stop) ORDER BY r.criterion_id, r.at_least), '[]')
       FROM ${inForceOf(criterionCondition, valid_from)} r
       WHERE r.criterion_id = ANY (${chosen.map((one) => one.id)}::integer[])) AS conditions,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('days_from', r.days_from, 'days_to', r.days_to, 'score', r.score,
         'months_back', r.months_back) ORDER BY r.days_from), '[]')
       FROM ${inForceOf(paymentDisciplineSetting, valid_from)} r) AS discipline`.execute(db);
  const [model] = rows;
  if (model === undefined) throw new Error(`no model ${id}`);
  const known = new Set(model.conditions.map(({ criterion_id }) => criterion_id));
  const empty = chosen.filter((one) => !known.has(one.id)).map(({ title }) => title);
  if (empty.length > 0)
    throw invalid({ criteria: [{ key: 'criteria_without_conditions', values: { names: empty.join(', ') } }] });
  await sql`UPDATE criterion_setting SET frozen = ${JSON.stringify(model)}::jsonb WHERE id = ${id}`.execute(db);
  return { conditions: model.conditions.length, discipline: model.discipline.length };
}

/** What single settings keep with a revision when it is settled, by the setting's name. */
export const FREEZES: Readonly<Record<string, NonNullable<SettingHooks['freeze']>>> = { criterionSetting: freezeModel };
