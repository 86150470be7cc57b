/** Criteria of the scoring: where each takes its fact from. */
import { sql } from 'kysely';
import { scoringCriterion } from '../../contract/directories/scoringCriterion.ts';
import { type Fact, SOURCE_OF } from '../../contract/scoring/facts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(scoringCriterion, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; fact: Fact }>`
      SELECT id, fact FROM scoring_criterion WHERE id = ANY (${[...ids]}::integer[])`.execute(db);
    return new Map(rows.map(({ id, fact }) => [id, { source: SOURCE_OF[fact] }]));
  },
});
