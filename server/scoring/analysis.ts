/** How the model decides and how approved contracts pay, over a period: by band of the score, why it refuses, and what sources answer (areas 4.16). */
import { type Kysely, sql } from 'kysely';
import { BANDS, type ScoringAnalysis, scoringAnalysis } from '../../contract/scoringAnalysis.ts';
import type { Schema } from '../db/schema.ts';
import { spanOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { signedOnRuns } from './runContracts.ts';

type Db = Kysely<Schema>;
interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Runs that were begun in the period, on `r`. */
const within = ({ from, to }: Span) => sql`r.created_at >= ${from} AND r.created_at < ${to}`;

const BAND = sql`width_bucket(r.score, ${BANDS.slice(1)}::integer[])`;

/** Contracts that were handed over, by the score of the approval on which they were signed. */
async function paidOf(db: Db, span: Span) {
  const since = sql`(${span.from}::timestamptz AT TIME ZONE 'Asia/Tashkent')::date`;
  const { rows } = await sql<{ band: number; contracts: number; overdue: number }>`
    WITH ${signedOnRuns(since)}
    SELECT ${BAND} AS band, count(*)::integer AS contracts, (count(*) FILTER (WHERE r.overdue))::integer AS overdue
    FROM signed r WHERE ${within(span)} GROUP BY 1`.execute(db);
  return rows;
}

async function bandsOf(db: Db, span: Span): Promise<ScoringAnalysis['bands']> {
  type Decided = Omit<ScoringAnalysis['bands'][number], 'from' | 'to' | 'contracts' | 'overdue'>;
  const { rows } = await sql<Decided & { band: number }>`
    SELECT ${BAND} AS band, count(*)::integer AS runs,
           count(*) FILTER (WHERE r.decision = 'approved')::integer AS approved,
           count(*) FILTER (WHERE r.decision = 'manual')::integer AS manual,
           count(*) FILTER (WHERE r.decision = 'refused')::integer AS refused,
           count(r.reviewed_by)::integer AS reviewed,
           coalesce(sum(r.credit_limit) FILTER (WHERE r.decision = 'approved'), 0)::float8 AS credit_limit
    FROM scoring_run r WHERE ${within(span)} AND r.decision IS NOT NULL GROUP BY 1`.execute(db);
  const paid = await paidOf(db, span);
  return BANDS.map((from, at) => {
    const { band: _, ...found } = rows.find(({ band }) => band === at) ?? {
      ...{ band: at, runs: 0, approved: 0, manual: 0, refused: 0, reviewed: 0, credit_limit: 0 },
    };
    const { contracts = 0, overdue = 0 } = paid.find(({ band }) => band === at) ?? {};
    return { from, to: (BANDS[at + 1] ?? 101) - 1, ...found, contracts, overdue };
  });
}

/** Of each refusal the criterion that ended it at once, else the one that took most away. */
async function reasonsOf(db: Db, span: Span, language: Language): Promise<ScoringAnalysis['reasons']> {
  const { rows } = await sql<ScoringAnalysis['reasons'][number]>`
    SELECT c.id AS criterion_id, ${sql.ref(language === 'ru' ? 'c.name_ru' : 'c.name_uz')} AS name,
           count(*)::integer AS runs, count(*) FILTER (WHERE w.stop)::integer AS stopped
    FROM scoring_run r JOIN LATERAL (
      SELECT l.criterion_id, l.stop FROM scoring_log l WHERE l.scoring_run_id = r.id
      ORDER BY l.stop DESC, l.weight * (100 - l.points) DESC, l.id LIMIT 1) w ON true
    JOIN scoring_criterion c ON c.id = w.criterion_id
    WHERE ${within(span)} AND r.decision = 'refused' GROUP BY c.id, 2 ORDER BY 3 DESC, 2`.execute(db);
  return rows;
}

async function sourcesOf(db: Db, span: Span): Promise<ScoringAnalysis['sources']> {
  const { rows } = await sql<ScoringAnalysis['sources'][number]>`
    SELECT a.source, count(*)::integer AS asked, count(*) FILTER (WHERE a.result = 'answered')::integer AS answered,
           count(*) FILTER (WHERE a.result = 'no_data')::integer AS no_data,
           count(*) FILTER (WHERE a.result IN ('failed', 'timeout', 'other_person'))::integer AS failed,
           count(*) FILTER (WHERE a.result = 'not_allowed')::integer AS not_allowed, bool_or(a.stand_in) AS stand_in
    FROM scoring_answer a JOIN scoring_run r ON r.id = a.scoring_run_id WHERE ${within(span)}
    GROUP BY a.source ORDER BY a.source`.execute(db);
  return rows;
}

export const scoringAnalysisImplementations: Implementation[] = [
  implement(scoringAnalysis, {
    async handle({ db, query, language }) {
      const span = spanOf(query.date);
      const [counted] = (
        await sql<{ runs: number; failed: number }>`
          SELECT count(*)::integer AS runs, count(*) FILTER (WHERE r.status = 'failed')::integer AS failed
          FROM scoring_run r WHERE ${within(span)} AND r.attempt > 0`.execute(db)
      ).rows;
      return {
        data: {
          ...(counted ?? { runs: 0, failed: 0 }),
          bands: await bandsOf(db, span),
          reasons: await reasonsOf(db, span, language),
          sources: await sourcesOf(db, span),
        },
      };
    },
  }),
];
