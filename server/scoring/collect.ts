/**
 * What the server does with a run by itself: asks its sources outside of any transaction, writes each answer, scores once
 * all are there, and decides. Every step asks the chart anew, so two processes may work on one run.
 */
import { type Kysely, sql } from 'kysely';
import { type Asked as AskedSource, type Facts, SOURCE_OF } from '../../contract/scoring/facts.ts';
import { applied, decide, owedOn, scoreOf } from '../../contract/scoring/score.ts';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { answerQuestionnaire, startQuestionnaires } from '../directories/questionnaire.ts';
import { lockRecord } from '../documents/records.ts';
import { tashkentDay } from '../http/days.ts';
import { applicationOf, linesOf } from './detail.ts';
import { heldUntil, versionOf } from './models.ts';
import type { Run } from './run.ts';
import { findRun, RUNS, waitingOf } from './runs.ts';
import { ADAPTERS, type Answered } from './sources.ts';

interface Scene {
  readonly db: Kysely<Schema>;
  readonly now: Date;
}

/** Answers that leave nothing to ask again: the source knows, or says that it knows nothing. */
const isAnswer = ({ result }: Answered): boolean => result === 'answered' || result === 'no_data';

/** Writes the answer of a source that is waited for. */
export async function writeAnswer(scene: Scene, run: Run, source: AskedSource, answer: Answered): Promise<void> {
  await RUNS.takeOwn(scene, run, isAnswer(answer) ? 'source.answer' : 'source.fail', async () => {
    const { result, said, stand_in } = answer;
    await sql`INSERT INTO scoring_answer (scoring_run_id, attempt, source, result, said, stand_in, at)
      VALUES (${run.id}, ${run.attempt}, ${source}, ${result}, ${JSON.stringify(said)}::jsonb, ${stand_in}, ${scene.now})`.execute(
      scene.db,
    );
    return { source, result, stand_in };
  });
}

/** Of sources that were asked again the last answer counts. */
const saidBy = ({ answers }: Run): Facts => Object.assign({}, ...answers.map(({ said }) => said));

/** Gives every criterion its points. */
export async function scoreRun(scene: Scene, run: Run): Promise<void> {
  await RUNS.takeOwn(scene, run, 'run.score', async () => {
    const version = await versionOf(scene.db, run.model_id as number);
    const application = applicationOf(run);
    const said = saidBy(run);
    const { given, score } = scoreOf(version, applied(application, owedOn(application, run.offers ?? []), said));
    for (const { criterion, fact, input, weight, points, stop } of given)
      await sql`INSERT INTO scoring_log (scoring_run_id, criterion_id, fact, source, input, weight, points, stop, at)
        VALUES (${run.id}, ${criterion}, ${fact}, ${SOURCE_OF[fact]}, ${input}, ${weight}, ${points}, ${stop}, ${scene.now})`.execute(
        scene.db,
      );
    await sql`UPDATE scoring_run SET said = ${JSON.stringify(said)}::jsonb, score = ${score} WHERE id = ${run.id}`.execute(
      scene.db,
    );
    return { score, criteria: given.length };
  });
}

/** Decides by the cut-offs; the application that it answers moves with it. */
export async function decideRun(scene: Scene, run: Run): Promise<void> {
  const { details } = await RUNS.takeOwn(scene, run, 'run.decide', async () => {
    const version = await versionOf(scene.db, run.model_id as number);
    const stopped = (await linesOf(scene.db, run.id)).some(({ stop }) => stop);
    const { decision, limit } = decide(version, run.score ?? 0, stopped);
    await sql`UPDATE scoring_run SET decision = ${decision}, credit_limit = ${limit},
      decided_on = ${tashkentDay(scene.now)}::date, valid_until = ${await heldUntil(scene, run.model_id)}::date
      WHERE id = ${run.id}`.execute(scene.db);
    return { decision, score: run.score, limit, stopped };
  });
  if (run.questionnaire_id !== null) await answerQuestionnaire(scene, run.questionnaire_id, details);
}

/** One step further, where the run waits for no source. @returns whether there was one */
async function moveOn(scene: Scene, run: Run): Promise<boolean> {
  const facts = await RUNS.facts(scene, run, 'run.score', 'before');
  if (RUNS.takes(run, 'run.score', facts)) await scoreRun(scene, run);
  else if (RUNS.takes(run, 'run.decide', facts)) await decideRun(scene, run);
  else if (RUNS.takes(run, 'run.fail', facts)) await RUNS.takeOwn(scene, run, 'run.fail', async () => ({}));
  else return false;
  return true;
}

/** Brings one run as far as it goes. */
export async function collect(database: Database, id: number, now = new Date()): Promise<void> {
  const run = await findRun({ db: database.kysely, now }, id);
  const answers = await Promise.all(
    waitingOf(run).map(async (source) => [source, await ADAPTERS[source](run, { db: database.kysely, now })] as const),
  );
  for (const [source, answer] of answers)
    await database.tx(async (db) => {
      const held = await findRun({ db, now }, id, true);
      if (held.attempt === run.attempt && waitingOf(held).includes(source))
        await writeAnswer({ db, now }, held, source, answer);
    });
  const step = () =>
    database.tx(async (db) => {
      // of an application and its run the application is held first, as where a person decides
      if (run.questionnaire_id !== null) await lockRecord(db, 'document', run.questionnaire_id);
      return moveOn({ db, now }, await findRun({ db, now }, id, true));
    });
  while (await step());
}

/** Every application and every run that waits for the server. */
export async function collectDue(database: Database, now = new Date()): Promise<void> {
  await startQuestionnaires(database, now);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM scoring_run WHERE status IN ('collecting', 'scored') ORDER BY id`.execute(database.kysely);
  for (const { id } of rows) await collect(database, id, now);
}

/** Runs whose time is over are marked so; who asks for a valid one uses the day itself. @returns how many */
export const expireDue = (scene: Scene): Promise<number> =>
  RUNS.takeDue(scene, 'run.expire', sql`valid_until < ${tashkentDay(scene.now)}::date`);
