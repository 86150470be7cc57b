/** How a run begins: what is written of it, and the sources that are asked. */
import { type Kysely, sql } from 'kysely';
import { type Application, type Fact, sourcesOf } from '../../contract/scoring/facts.ts';
import { searchKey } from '../../contract/search.ts';
import { masked } from '../clients/masking.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { changesOf } from '../documents/records.ts';
import { tashkentDay } from '../http/days.ts';
import { conflict } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { offersOn, versionOf, versionOn } from './models.ts';
import type { Run } from './run.ts';
import { findRun, RUNS } from './runs.ts';

/** Who is scored, and what for. */
export interface Scored extends Application {
  readonly clientId: number | null;
  readonly pinfl: string;
  readonly document: string;
  readonly fullname: string;
  readonly birthDate: string;
  /** The application of the client that it answers. */
  readonly questionnaireId: number | null;
}

/** As the log has it: numbers only masked (decision 98). */
const logged = ({ fullname, pinfl, document, goods, first_payment, term, guarantor }: Run) => ({
  ...{ fullname, pinfl: masked.pinfl(pinfl), document: masked.document(document) },
  ...{ goods, first_payment, term, guarantor },
});

/** @param user its author. @returns the id of the run, which is not started yet */
export async function writeRun(scene: Scene & { user: { id: number } }, scored: Scored): Promise<number> {
  const { db, now, user } = scene;
  const { id } = await RUNS.create(scene, 'run.create', async (status) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO scoring_run (client_id, questionnaire_id, pinfl, document, fullname, birth_date, consent, goods,
        first_payment, term, guarantor, status, created_by, created_at, since, search_key)
      VALUES (${scored.clientId}, ${scored.questionnaireId}, ${scored.pinfl}, ${scored.document}, ${scored.fullname},
        ${scored.birthDate}::date, true, ${scored.goods}, ${scored.firstPayment}, ${scored.term}, ${scored.guarantor},
        ${status}, ${user.id}, ${now}, ${now}, ${searchKey(scored.fullname)}) RETURNING id`.execute(db);
    const made = rows[0] as { id: number };
    return { ...made, details: changesOf({}, logged(await findRun(scene, made.id))) };
  });
  return id;
}

/** Asks sources in a new attempt; who asks them is told once this is committed. */
export async function ask(db: Kysely<Schema>, run: Run, asked: readonly string[]): Promise<void> {
  await sql`UPDATE scoring_run SET attempt = ${run.attempt + 1}, asked = ${asked}::text[] WHERE id = ${run.id}`.execute(
    db,
  );
  nudge({ topic: 'sources' });
}

/** What the start of a run does: the version in force and its sources. @throws Refusal 409 without a version */
export async function begin({ db, now }: Scene, run: Run): Promise<{ model: string; sources: readonly string[] }> {
  const today = tashkentDay(now);
  const model = await versionOn(db, today);
  if (model === null) throw conflict('not_allowed_now', { messageKey: 'errors.scoring_no_model' });
  const { title, criteria } = await versionOf(db, model);
  const sources = sourcesOf(criteria.map(({ fact }): Fact => fact));
  // the terms of the day, as the version: what is changed later changes no score
  await sql`UPDATE scoring_run SET model_id = ${model}, offers = ${JSON.stringify(await offersOn(db, today))}::jsonb,
    prizma = (SELECT prizma_status FROM app_user WHERE id = ${run.created_by}) WHERE id = ${run.id}`.execute(db);
  await ask(db, run, sources);
  return { model: title, sources };
}
