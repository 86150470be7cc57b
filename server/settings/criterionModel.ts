/**
 * A settled version of the scoring model keeps its criteria, the conditions in force and the payment discipline as they
 * were (decision 75): the same input and version give the same score, whatever is changed later. It is settled only once it was
 * tried on past contracts as it stands.
 */
import { type Kysely, sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Discipline } from '../../contract/scoring/score.ts';
import { criterionCondition } from '../../contract/settings/criterionCondition.ts';
import { paymentDisciplineSetting } from '../../contract/settings/paymentDisciplineSetting.ts';
import type { Schema } from '../db/schema.ts';
import { conflict, invalid } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import type { Version } from '../scoring/models.ts';
import { trialStandOf } from '../scoring/trials.ts';
import { inForceOf } from './inForce.ts';
import type { Found, SettingHooks } from './serve.ts';

type Db = Kysely<Schema>;

/** What is kept of a version. */
export interface Kept {
  readonly criteria: Version['criteria'];
  readonly conditions: Version['conditions'];
  readonly discipline: readonly Discipline[];
}

/** @throws Refusal 422 at `criteria` that have no condition in force on the first day: they would give no points */
export async function keptOf(
  db: Db,
  { valid_from, criteria: chosen }: { valid_from: string; criteria: readonly Chosen[] },
): Promise<Kept> {
  const ids = chosen.map((one) => one.id);
  const { rows } = await sql<Kept>`
    SELECT
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'group', c.criterion_group, 'fact', c.fact,
         'weight', c.weight, 'missing', c.missing, 'name', jsonb_build_object('uz', c.name_uz, 'ru', c.name_ru)) ORDER BY c.code), '[]')
       FROM scoring_criterion c WHERE c.id = ANY (${ids}::integer[])) AS criteria,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('criterion_id', r.criterion_id, 'at_least', r.at_least, 'at_most', r.at_most,
         'score', r.score, 'stop', r.stop) ORDER BY r.criterion_id, r.at_least), '[]')
       FROM ${inForceOf(criterionCondition, valid_from)} r
       WHERE r.criterion_id = ANY (${ids}::integer[])) AS conditions,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('days_from', r.days_from, 'days_to', r.days_to, 'score', r.score,
         'months_back', r.months_back) ORDER BY r.days_from), '[]')
       FROM ${inForceOf(paymentDisciplineSetting, valid_from)} r) AS discipline`.execute(db);
  const kept = rows[0] as Kept;
  const known = new Set(kept.conditions.map(({ criterion_id }) => criterion_id));
  const empty = chosen.filter((one) => !known.has(one.id)).map(({ title }) => title);
  if (empty.length > 0)
    throw invalid({ criteria: [{ key: 'criteria_without_conditions', values: { names: empty.join(', ') } }] });
  return kept;
}

export async function freezeModel(db: Db, revision: Found): Promise<LoggedFields> {
  const kept = await keptOf(db, revision as Found & { criteria: readonly Chosen[] });
  await sql`UPDATE criterion_setting SET frozen = ${JSON.stringify(kept)}::jsonb WHERE id = ${revision.id}`.execute(db);
  return { conditions: kept.conditions.length, discipline: kept.discipline.length };
}

/** @throws Refusal 409 where the version was not tried as it stands */
async function freezeTried(db: Db, revision: Found): Promise<LoggedFields> {
  const frozen = await freezeModel(db, revision);
  const { stand, id } = await trialStandOf(db, revision.id);
  if (stand !== 'tried') throw conflict('not_allowed_now', { messageKey: `errors.model_${stand}` });
  return { ...frozen, trial: id };
}

/** What single settings keep with a revision when it is settled, by the setting's name. */
export const FREEZES: Readonly<Record<string, NonNullable<SettingHooks['freeze']>>> = { criterionSetting: freezeTried };
