/** Calls of trials of a version of the model (`contract/modelTrials.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import { type ModelTrial, modelTrialShow, modelTrialStart, type TrialAnswer } from '../../contract/modelTrials.ts';
import { type TrialCell, trialBands, trialChanges } from '../../contract/scoring/trial.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { keptOf } from '../settings/criterionModel.ts';
import { TRIED_RUNS, type Tried, trialStandOf } from './trials.ts';

type Db = Kysely<Schema>;

/** Runs of a year are tried. */
const DAYS = 365;

interface Revision extends Omit<Tried, 'criteria' | 'conditions' | 'discipline'> {
  readonly id: number;
  readonly valid_from: string;
  readonly status: string;
  readonly criteria: readonly Chosen[];
  /** What it keeps since it was settled. */
  readonly frozen: Pick<Tried, 'criteria' | 'conditions' | 'discipline'> | null;
}

async function revisionBy(db: Db, id: number, lock = false): Promise<Revision> {
  const { rows } = await sql<Revision>`
    SELECT m.id, to_char(m.valid_from, 'YYYY-MM-DD') AS valid_from, m.status, m.manual_from, m.approve_from, m.frozen,
           m.limit_approved::float8 AS limit_approved, m.limit_80::float8 AS limit_80, m.limit_90::float8 AS limit_90,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.name_uz) ORDER BY c.id), '[]')
            FROM criterion_setting_criteria k JOIN scoring_criterion c ON c.id = k.scoring_criterion_id
            WHERE k.criterion_setting_id = m.id) AS criteria
    FROM criterion_setting m WHERE m.id = ${id} ${lock ? sql`FOR UPDATE OF m` : sql``}`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** The version as it would be settled now. @throws Refusal 422 at criteria without conditions */
async function modelOf(db: Db, revision: Revision): Promise<Tried> {
  const { manual_from, approve_from, limit_approved, limit_80, limit_90 } = revision;
  const kept = revision.frozen ?? (await keptOf(db, revision));
  return { ...kept, manual_from, approve_from, limit_approved, limit_80, limit_90 };
}

async function trialBy(db: Db, id: number): Promise<ModelTrial> {
  type Found = Omit<ModelTrial, 'created_by' | 'changes' | 'bands'> & { author_id: number; author: string };
  const { rows } = await sql<Found>`
    SELECT t.id, to_char(t.since_day, 'YYYY-MM-DD') AS since, t.runs, t.done, t.unasked, t.without_run, t.finished_at,
           t.created_at, u.id AS author_id, u.fullname AS author
    FROM model_trial t JOIN app_user u ON u.id = t.created_by WHERE t.id = ${id}`.execute(db);
  const { author_id, author, finished_at, created_at, ...found } = rows[0] as Found;
  const { rows: cells } = await sql<TrialCell>`
    SELECT was, now, was_score, score, runs, contracts, overdue FROM model_trial_cell WHERE model_trial_id = ${id}`.execute(
    db,
  );
  return {
    ...found,
    finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
    created_at: new Date(created_at).toISOString(),
    created_by: person(author_id, author),
    changes: trialChanges(cells),
    bands: trialBands(cells),
  };
}

async function answerOf(db: Db, revision: Revision): Promise<TrialAnswer> {
  // what lacks conditions cannot have been tried as it stands
  const model = await modelOf(db, revision).catch(() => undefined);
  const { stand, id } = await trialStandOf(db, revision.id, model);
  return {
    stand: model === undefined && stand !== 'untried' ? 'outdated' : stand,
    trial: id === null ? null : await trialBy(db, id),
  };
}

export const modelTrialImplementations: Implementation[] = [
  implement(modelTrialStart, {
    record: ({ db, params }) => revisionBy(db, params.id, true),
    async handle({ db, user, now, record }) {
      if (record.status !== 'draft') throw conflict('not_allowed_now', { messageKey: 'errors.model_settled' });
      const model = await modelOf(db, record);
      const { stand } = await trialStandOf(db, record.id, model);
      if (stand === 'trying') throw conflict('not_allowed_now', { messageKey: 'errors.model_trying' });
      const since = daysAfter(tashkentDay(now), -DAYS);
      // one of the version as it was is of no use any more
      await sql`DELETE FROM model_trial WHERE criterion_setting_id = ${record.id} AND finished_at IS NULL`.execute(db);
      await sql`
        INSERT INTO model_trial (criterion_setting_id, model, since_day, last_run, runs, created_by, created_at)
        SELECT ${record.id}, ${JSON.stringify(model)}::jsonb, ${since}::date, coalesce(max(r.id), 0), count(*),
               ${user.id}, ${now}
        FROM scoring_run r WHERE r.decided_on >= ${since}::date AND ${TRIED_RUNS}`.execute(db);
      // goes on once this is committed
      nudge({ topic: 'sources' });
      return { data: await answerOf(db, record) };
    },
  }),

  implement(modelTrialShow, {
    record: ({ db, params }) => revisionBy(db, params.id),
    handle: async ({ db, record }) => ({ data: await answerOf(db, record) }),
  }),
];
