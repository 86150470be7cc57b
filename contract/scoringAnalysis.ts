/** Scoring service: how the model decides, by band of the score (areas 4.16 `/income/scoring-analysis`). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, uzs } from './common.ts';
import { SOURCES } from './scoring/facts.ts';

/** Where each band begins; the last one ends with 100. */
export const BANDS = [0, 40, 50, 60, 70, 80, 90] as const;

export const ScoringAnalysis = z.object({
  /** Runs whose sources were asked; `failed`: those that a source keeps from a score. */
  runs: z.int(),
  failed: z.int(),
  bands: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      runs: z.int(),
      approved: z.int(),
      manual: z.int(),
      refused: z.int(),
      /** Decided by a person. */
      reviewed: z.int(),
      /** All that was approved. */
      credit_limit: uzs(),
      /** Handed over on these approvals, and those of them that are overdue or were given up. */
      contracts: z.int(),
      overdue: z.int(),
    }),
  ),
  /** Refusals by the criterion that ended them at once (`stopped`), or took most away. */
  reasons: z.array(z.object({ criterion_id: z.int(), name: z.string(), runs: z.int(), stopped: z.int() })),
  sources: z.array(
    z.object({
      source: z.enum(SOURCES),
      asked: z.int(),
      answered: z.int(),
      no_data: z.int(),
      failed: z.int(),
      not_allowed: z.int(),
      stand_in: z.boolean(),
    }),
  ),
});
export type ScoringAnalysis = z.infer<typeof ScoringAnalysis>;

export const scoringAnalysis = defineCall({
  service: 'scoring',
  id: 'scoringAnalysis',
  method: 'GET',
  path: '/scoring_run/analysis',
  response: dataOf(ScoringAnalysis),
});

export const scoringAnalysisCalls = [scoringAnalysis] as const;
