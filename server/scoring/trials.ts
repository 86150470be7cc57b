/**
 * A draft version of the scoring model tried on the past (areas 4.16, decision 75): every run of the last year is scored again by it
 * with what its sources said then and how the client had paid until then. A slice a transaction, which keeps how far it is: nobody
 * waits, and a process that was killed is no loss.
 */
import { type Kysely, sql } from 'kysely';
import type { TrialStand } from '../../contract/modelTrials.ts';
import { disciplineOf } from '../../contract/scoring/discipline.ts';
import { type Fact, type Facts, type Offer, SOURCE_OF } from '../../contract/scoring/facts.ts';
import { applied, type Decision, owedOn, scoreOf } from '../../contract/scoring/score.ts';
import type { TrialCell } from '../../contract/scoring/trial.ts';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { historiesOf } from './history.ts';
import type { Version } from './models.ts';
import { contractsOf } from './runContracts.ts';

type Db = Kysely<Schema>;

/** Runs of a slice: on the embedded database everybody waits for it. */
const SLICE = 25;

/** A version as it would be settled: what its score and its decision are made of. */
export type Tried = Pick<
  Version,
  'criteria' | 'conditions' | 'discipline' | 'manual_from' | 'approve_from' | 'limit_approved' | 'limit_80' | 'limit_90'
>;

/** Runs of which it is known what was asked for, what sources said and what the cut-offs decided. */
export const TRIED_RUNS = sql`r.decision IS NOT NULL AND r.said IS NOT NULL AND r.offers IS NOT NULL`;

interface PastRun {
  id: number;
  client_id: number | null;
  goods: number;
  first_payment: number;
  term: number;
  guarantor: boolean;
  offers: readonly Offer[];
  said: Facts;
  asked: readonly string[];
  decided_on: string;
  was: Decision;
  was_score: number;
  contracts: number;
  overdue: number;
}

/** What runs are scored by now, by their ids: what was said then, and of the ledger the discipline as this version counts it. */
async function factsOf(
  db: Db,
  { discipline, criteria }: Tried,
  runs: readonly PastRun[],
): Promise<ReadonlyMap<number, Facts>> {
  const asks = criteria.some(({ fact }) => fact === 'discipline');
  const known = runs.flatMap(({ id, client_id, decided_on }) =>
    asks && client_id !== null ? [{ id, clientId: client_id, day: decided_on }] : [],
  );
  const histories = await historiesOf(db, known);
  const points = new Map(known.map(({ id, day }, at) => [id, disciplineOf(discipline, day, histories[at] ?? [])]));
  return new Map(
    runs.map(({ id, said: { discipline: _, ...said } }) => {
      const own = points.get(id) ?? null;
      return [id, own === null ? said : { ...said, discipline: own }];
    }),
  );
}

/** Whether a criterion looks at what was never asked in the run; our own ledger is known without asking. */
const isUnasked = ({ criteria }: Tried, { asked }: PastRun): boolean =>
  criteria.some(({ fact }: { fact: Fact }) => {
    const source = SOURCE_OF[fact];
    return source !== 'application' && fact !== 'discipline' && !asked.includes(source);
  });

function tryRun(model: Tried, run: PastRun, known: Facts): TrialCell {
  const application = {
    ...{ goods: run.goods, firstPayment: run.first_payment, term: run.term, guarantor: run.guarantor },
  };
  const { score, decision } = scoreOf(model, applied(application, owedOn(application, run.offers), known));
  const { was, was_score, contracts, overdue } = run;
  return { was, now: decision, was_score, score, runs: 1, contracts, overdue };
}

interface Trial {
  readonly id: number;
  readonly model: Tried;
  readonly since_day: string;
  readonly last_run: number;
  readonly after_run: number;
}

async function runsOf(db: Db, { since_day, after_run, last_run }: Trial): Promise<PastRun[]> {
  const { rows } = await sql<PastRun>`
    SELECT r.id, r.client_id, r.goods::float8 AS goods, r.first_payment::float8 AS first_payment, r.term, r.guarantor, r.offers,
           r.said, to_char(r.decided_on, 'YYYY-MM-DD') AS decided_on, r.score AS was_score,
           -- a person decides what the cut-offs left open
           CASE WHEN r.reviewed_by IS NULL THEN r.decision ELSE 'manual' END AS was,
           ARRAY(SELECT DISTINCT a.source FROM scoring_answer a WHERE a.scoring_run_id = r.id) AS asked,
           k.contracts, k.overdue
    FROM scoring_run r CROSS JOIN LATERAL ${contractsOf(sql`r`)} k
    WHERE r.id > ${after_run} AND r.id <= ${last_run} AND r.decided_on >= ${since_day}::date AND ${TRIED_RUNS}
    ORDER BY r.id LIMIT ${SLICE}`.execute(db);
  return rows;
}

/** What the runs of a slice come to, in one statement: several of them may be of one cell. */
async function addCells(db: Db, trial: number, cells: readonly TrialCell[]): Promise<void> {
  await sql`
    INSERT INTO model_trial_cell AS c (model_trial_id, was, now, was_score, score, runs, contracts, overdue)
    SELECT ${trial}::integer, v.was, v.now, v.was_score, v.score, sum(v.runs), sum(v.contracts), sum(v.overdue)
    FROM jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      AS v (was text, now text, was_score integer, score integer, runs integer, contracts integer, overdue integer)
    GROUP BY v.was, v.now, v.was_score, v.score
    ON CONFLICT (model_trial_id, was, now, was_score, score) DO UPDATE SET runs = c.runs + excluded.runs,
      contracts = c.contracts + excluded.contracts, overdue = c.overdue + excluded.overdue`.execute(db);
}

/** The next slice of a trial. @returns whether there may be another one */
async function trySlice(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<Trial>`
    SELECT id, model, to_char(since_day, 'YYYY-MM-DD') AS since_day, last_run, after_run FROM model_trial
    WHERE id = ${id} AND finished_at IS NULL FOR UPDATE`.execute(db);
  const [trial] = rows;
  if (trial === undefined) return false;
  const runs = await runsOf(db, trial);
  const facts = await factsOf(db, trial.model, runs);
  const cells = runs.map((run) => tryRun(trial.model, run, facts.get(run.id) ?? {}));
  await addCells(db, id, cells);
  const unasked = runs.filter((run) => isUnasked(trial.model, run)).length;
  const isLast = runs.length < SLICE;
  await sql`
    UPDATE model_trial SET after_run = ${runs.at(-1)?.id ?? trial.after_run}, done = done + ${runs.length},
      unasked = unasked + ${unasked}, finished_at = ${isLast ? now : null}::timestamptz WHERE id = ${id}`.execute(db);
  if (isLast)
    await sql`UPDATE model_trial t SET without_run = greatest(0, (
        SELECT count(*) FROM contract c WHERE c.charged_on IS NOT NULL AND c.signed_on >= t.since_day)
      - (SELECT coalesce(sum(k.contracts), 0) FROM model_trial_cell k WHERE k.model_trial_id = t.id)) WHERE t.id = ${id}`.execute(
      db,
    );
  return !isLast;
}

/** A slice of each trial that runs. @returns whether one of them has more to do */
export async function tryModels(database: Database, now = new Date()): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM model_trial WHERE finished_at IS NULL ORDER BY id`.execute(
    database.kysely,
  );
  let more = false;
  for (const { id } of rows) more = (await database.tx((db) => trySlice(db, id, now))) || more;
  return more;
}

/** How the latest trial of a version stands to what the version would keep now. */
export async function trialStandOf(
  db: Db,
  revision: number,
  model?: Tried,
): Promise<{ stand: TrialStand; id: number | null }> {
  const { rows } = await sql<{ id: number; finished: boolean; same: boolean }>`
    SELECT t.id, t.finished_at IS NOT NULL AS finished,
           t.model = ${model === undefined ? AS_KEPT : sql`${JSON.stringify(model)}::jsonb`} AS same
    FROM model_trial t JOIN criterion_setting m ON m.id = t.criterion_setting_id
    WHERE m.id = ${revision} ORDER BY t.id DESC LIMIT 1`.execute(db);
  const [last] = rows;
  if (last === undefined) return { stand: 'untried', id: null };
  if (!last.same) return { stand: 'outdated', id: last.id };
  return { stand: last.finished ? 'tried' : 'trying', id: last.id };
}

/** A settled version `m` as a trial has one. */
const AS_KEPT = sql`(m.frozen || jsonb_build_object('manual_from', m.manual_from, 'approve_from', m.approve_from,
  'limit_approved', m.limit_approved, 'limit_80', m.limit_80, 'limit_90', m.limit_90))`;
