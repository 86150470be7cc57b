/** What an opened run shows beside its row: sources, criteria, what it comes to, the smallest change, and the reasons. */
import { type Kysely, sql } from 'kysely';
import { smallestChanges } from '../../contract/scoring/change.ts';
import { type Application, MOST_POINTS, type Source } from '../../contract/scoring/facts.ts';
import { explain } from '../../contract/scoring/reasons.ts';
import { type Given, monthOf, owedOn } from '../../contract/scoring/score.ts';
import type { CriterionLine, RunChange, ScoringRun, SourceAnswer } from '../../contract/scoringRuns.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import { type Version, versionOf } from './models.ts';
import type { Run } from './run.ts';

type Db = Kysely<Schema>;

type Detail = Pick<
  ScoringRun,
  | 'birth_date'
  | 'owed'
  | 'month'
  | 'model'
  | 'decided_on'
  | 'comment'
  | 'sources'
  | 'criteria'
  | 'cut'
  | 'changes'
  | 'against'
  | 'helped'
>;

export const applicationOf = ({ goods, first_payment, term, guarantor }: Run): Application => ({
  ...{ goods, firstPayment: first_payment, term, guarantor },
});

export interface Line extends Omit<Given, 'criterion'> {
  readonly criterion_id: number;
  readonly source: Source;
}

/** What every criterion saw and gave. */
export async function linesOf(db: Db, runId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`SELECT criterion_id, fact, source, input, weight, points, stop FROM scoring_log
    WHERE scoring_run_id = ${runId} ORDER BY id`.execute(db);
  return rows;
}

const lost = ({ weight, points }: Pick<Line, 'weight' | 'points'>): number => weight * (MOST_POINTS - points);

/** Asked ones in their order; of those asked again what they answered before is of no interest. */
function sourcesOf({ asked, answers, attempt }: Run): SourceAnswer[] {
  const waits = (source: Source) =>
    asked.some((one) => one === source) && !answers.some((one) => one.source === source && one.attempt === attempt);
  const known = new Set<Source>([...answers.map(({ source }) => source), ...asked]);
  return [...known].map((source) => {
    const answer = answers.find((one) => one.source === source);
    return waits(source) || answer === undefined
      ? { source, result: null, stand_in: false, at: null }
      : { source, result: answer.result, stand_in: answer.stand_in, at: new Date(answer.at).toISOString() };
  });
}

/** What an approval would take, while the cut-offs' own decision stands. */
export async function changesIn(db: Db, run: Run): Promise<RunChange[]> {
  return changesOf(run, run.model_id === null ? null : await versionOf(db, run.model_id));
}

function changesOf(run: Run, version: Version | null): RunChange[] {
  const { decision, reviewed_by, offers, said } = run;
  if (version === null || decision === null || reviewed_by !== null || offers === null || said === null) return [];
  return smallestChanges({ model: version, offers, said, application: applicationOf(run) }).map((one) => {
    const { goods, firstPayment, term, guarantor } = one.application;
    const owed = owedOn(one.application, offers) ?? 0;
    return {
      ...{ lever: one.lever, with_guarantor: one.withGuarantor, goods, first_payment: firstPayment, term, guarantor },
      ...{ month: monthOf(owed, term), score: one.score, limit: one.limit },
    };
  });
}

export async function detailOf(db: Db, language: Language, run: Run): Promise<Detail> {
  const version = run.model_id === null ? null : await versionOf(db, run.model_id);
  const lines = await linesOf(db, run.id);
  const owed = run.offers === null ? null : owedOn(applicationOf(run), run.offers);
  const cut = run.decision === 'approved' && owed !== null && run.credit_limit !== null && owed > run.credit_limit;
  const changes = changesOf(run, version);
  const given: Given[] = lines.map(({ criterion_id, ...line }) => ({ ...line, criterion: criterion_id }));
  const { against, helped } = run.decision === null ? { against: [], helped: [] } : explain(run.decision, cut, given);
  const nameOf = (id: number) => version?.criteria.find((one) => one.id === id)?.name[language] ?? '';
  const criteria: CriterionLine[] = lines.map((line) => ({ ...line, name: nameOf(line.criterion_id) }));
  criteria.sort((one, other) => Number(other.stop) - Number(one.stop) || lost(other) - lost(one));
  return {
    ...{ birth_date: run.birth_date, decided_on: run.decided_on, comment: run.comment, cut, changes },
    owed,
    month: owed === null ? null : monthOf(owed, run.term),
    model: version && {
      ...{ id: version.id, title: version.title, valid_from: version.valid_from },
      ...{ manual_from: version.manual_from, approve_from: version.approve_from },
    },
    sources: sourcesOf(run),
    criteria,
    against: [...against],
    helped: [...helped],
  };
}
