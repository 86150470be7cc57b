/** Whom the steps of a run concern: its author, and who may decide about one that is left to a person. */
import { sql } from 'kysely';
import type { ScoringRunEvent } from '../../machines/scoringRun/scoringRun.machine.ts';
import { decidersOf } from '../directory/requestConcerns.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import type { Run } from './run.ts';

/** Who decides about runs sees them too (`READS_RUNS`). */
export const REVIEWS_RUNS = 'questionnaire.confirm';

export function concernOfRun(
  { created_by, questionnaire_id }: Run,
  event: ScoringRunEvent['type'],
  { decision, after }: LoggedFields,
): Concern | undefined {
  // an application has notices of its own
  if (questionnaire_id !== null) return undefined;
  const author = sql`SELECT ${created_by}::integer`;
  switch (event) {
    case 'run.decide': {
      if (decision !== 'manual') return { people: author };
      const reviewers = decidersOf([created_by], { show: REVIEWS_RUNS, decide: REVIEWS_RUNS });
      return { people: sql`(${reviewers}) UNION ${author}`, as: 'run.leave' };
    }
    case 'run.fail':
      return { people: author };
    case 'run.review':
      return { people: author, words: (after as { comment: string }).comment };
    default:
      return undefined;
  }
}
