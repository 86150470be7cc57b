/** A run of the scoring as it is kept, with the latest answers of its sources. */
import type { Asked as AskedSource, Facts, Offer } from '../../contract/scoring/facts.ts';
import type { Decision } from '../../contract/scoring/score.ts';
import type { Result, RunStatus } from '../../contract/scoringRuns.ts';

/** The latest answer of a source. */
export interface LatestAnswer {
  readonly source: AskedSource;
  readonly attempt: number;
  readonly result: Result;
  readonly said: Facts;
  readonly stand_in: boolean;
  readonly at: string;
}

export interface Run {
  readonly id: number;
  readonly client_id: number | null;
  /** The application of a client that it answers. */
  readonly questionnaire_id: number | null;
  readonly questionnaire: string | null;
  readonly pinfl: string;
  readonly document: string;
  readonly fullname: string;
  readonly birth_date: string;
  readonly goods: number;
  readonly first_payment: number;
  readonly term: number;
  readonly guarantor: boolean;
  readonly model_id: number | null;
  readonly offers: readonly Offer[] | null;
  readonly prizma: boolean;
  readonly attempt: number;
  readonly asked: readonly AskedSource[];
  readonly said: Facts | null;
  readonly score: number | null;
  readonly decision: Decision | null;
  readonly credit_limit: number | null;
  readonly decided_on: string | null;
  readonly valid_until: string | null;
  readonly reviewed_by: number | null;
  readonly reviewer: string | null;
  readonly comment: string | null;
  readonly status: RunStatus;
  readonly version: number;
  readonly created_by: number;
  readonly author: string;
  readonly created_at: Date;
  readonly answers: readonly LatestAnswer[];
  /** Of one that is not started: since when the person is on the black list. */
  readonly listed_from: string | null;
  /** How often MyID was asked of the person today. */
  readonly tries: number;
  readonly authors: readonly number[];
}
