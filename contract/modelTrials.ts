/** Scoring service: a draft version of the model is tried on past runs and contracts before it is settled (areas 4.16, decision 75). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, instant, Person } from './common.ts';
import { DECISIONS } from './scoringRuns.ts';

/** `untried`: there is none; `trying`: it runs; `tried`: of the version as it stands; `outdated`: the version has changed since. */
export const TRIAL_STANDS = ['untried', 'trying', 'tried', 'outdated'] as const;
export type TrialStand = (typeof TRIAL_STANDS)[number];

const decision = z.enum(DECISIONS);
const figures = z.object({ runs: z.int(), approved: z.int(), contracts: z.int(), overdue: z.int() });

export const ModelTrial = z.object({
  id: z.int(),
  /** Runs that were decided since this day. */
  since: day(),
  runs: z.int(),
  done: z.int(),
  /** Runs that were not asked something that the version looks at: its criterion gave the points of what is missing. */
  unasked: z.int(),
  /** Contracts handed over since that day that no run led to; null while it goes on. */
  without_run: z.nullable(z.int()),
  finished_at: z.nullable(instant()),
  created_at: instant(),
  created_by: Person,
  changes: z.array(z.object({ was: decision, now: decision, runs: z.int() })),
  /** By the score that each run had, and by the one that it would have; contracts that were signed on these, and those overdue. */
  bands: z.array(z.object({ from: z.int(), to: z.int(), was: figures, now: figures })),
});
export type ModelTrial = z.infer<typeof ModelTrial>;

const Answer = z.object({ stand: z.enum(TRIAL_STANDS), trial: z.nullable(ModelTrial) });
export type TrialAnswer = z.infer<typeof Answer>;

/** Begins a trial of a draft as it stands; it goes on by itself. */
export const modelTrialStart = defineCall({
  service: 'scoring',
  id: 'modelTrialStart',
  method: 'POST',
  path: '/criterion_setting/trial/{id}',
  stale: ['modelTrialShow'],
  response: dataOf(Answer),
});

/** The latest trial of a version, as far as it is. */
export const modelTrialShow = defineCall({
  service: 'scoring',
  id: 'modelTrialShow',
  method: 'GET',
  path: '/criterion_setting/trial/{id}',
  response: dataOf(Answer),
});

export const modelTrialCalls = [modelTrialStart, modelTrialShow] as const;
