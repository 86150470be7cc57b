/**
 * What a trial of a version of the model comes to: how it decides what was decided before, and how contracts were paid by band of
 * the score (areas 4.16, decision 75).
 */
import { BANDS } from '../scoringAnalysis.ts';
import type { Decision } from './score.ts';

/** Runs of one kind, with the contracts that were signed on them. */
export interface TrialCell {
  readonly was: Decision;
  readonly now: Decision;
  readonly was_score: number;
  readonly score: number;
  readonly runs: number;
  /** Handed over. */
  readonly contracts: number;
  /** Of these, overdue when they were looked at. */
  readonly overdue: number;
}

export interface TrialBand {
  readonly from: number;
  readonly to: number;
  /** By the score that each run had, and by the one that it would have. */
  readonly was: Figures;
  readonly now: Figures;
}
interface Figures {
  readonly runs: number;
  readonly approved: number;
  readonly contracts: number;
  readonly overdue: number;
}

const NONE: Figures = { runs: 0, approved: 0, contracts: 0, overdue: 0 };

const added = (one: Figures, { runs, contracts, overdue }: TrialCell, isApproved: boolean): Figures => ({
  runs: one.runs + runs,
  approved: one.approved + (isApproved ? runs : 0),
  contracts: one.contracts + contracts,
  overdue: one.overdue + overdue,
});

/** @param cells of all bands */
export function trialBands(cells: readonly TrialCell[]): TrialBand[] {
  return BANDS.map((from, at) => {
    const to = (BANDS[at + 1] ?? 101) - 1;
    const isIn = (score: number) => score >= from && score <= to;
    return {
      ...{ from, to },
      was: cells.reduce((sum, one) => (isIn(one.was_score) ? added(sum, one, one.was === 'approved') : sum), NONE),
      now: cells.reduce((sum, one) => (isIn(one.score) ? added(sum, one, one.now === 'approved') : sum), NONE),
    };
  });
}

export interface TrialChange {
  readonly was: Decision;
  readonly now: Decision;
  readonly runs: number;
}

const DECISIONS: readonly Decision[] = ['approved', 'manual', 'refused'];

/** Runs by what was decided and what would have been. */
export const trialChanges = (cells: readonly TrialCell[]): TrialChange[] =>
  DECISIONS.flatMap((was) =>
    DECISIONS.map((now) => ({
      ...{ was, now },
      runs: cells.reduce((sum, one) => sum + (one.was === was && one.now === now ? one.runs : 0), 0),
    })),
  );
