/**
 * Scoring service: runs of the scoring, of clients and of who is none yet (areas 3.4, 4.16; decisions 74, 75, 85, 98), and
 * what every criterion saw and gave in them.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, instant, listOf, Person, summedListOf, uzs } from './common.ts';
import { RecordHistory } from './records.ts';
import { LEVERS } from './scoring/change.ts';
import { FACTS, SOURCES } from './scoring/facts.ts';
import { SAYINGS } from './scoring/reasons.ts';

/** Who sees runs: who scores, who decides about those that are left to a person, and who reads the log. */
export const READS_RUNS = 'incomes.check|questionnaire.confirm|scoring_log.show';

export const RUN_STATUSES = ['created', 'collecting', 'scored', 'decided', 'failed', 'expired'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const DECISIONS = ['approved', 'manual', 'refused'] as const;
/** What came of asking a source. */
export const RESULTS = ['answered', 'no_data', 'failed', 'timeout', 'other_person', 'not_allowed'] as const;
export type Result = (typeof RESULTS)[number];

const Application = z.object({ goods: uzs(), first_payment: uzs(), term: z.int(), guarantor: z.boolean() });
const decision = z.enum(DECISIONS);

const listed = {
  id: z.int(),
  fullname: z.string(),
  /** `3*********4565` but for who may see it. */
  pinfl: z.string(),
  client_id: z.nullable(z.int()),
  ...Application.shape,
  score: z.nullable(z.int()),
  decision: z.nullable(decision),
  /** Of a manual decision what a person may allow at most. */
  credit_limit: z.nullable(uzs()),
  valid_until: z.nullable(day()),
  /** A person decided what the cut-offs left open. */
  reviewed_by: z.nullable(Person),
  /** Some of what it was decided on was answered by a stand-in (decision 86). */
  stand_in: z.boolean(),
  status: z.enum(RUN_STATUSES),
  version: z.int(),
  created_by: Person,
  created_at: instant(),
};
export const RunInList = z.object(listed);
export type RunInList = z.infer<typeof RunInList>;

export const SourceAnswer = z.object({
  source: z.enum(SOURCES),
  /** Null: it is being asked. */
  result: z.nullable(z.enum(RESULTS)),
  stand_in: z.boolean(),
  at: z.nullable(instant()),
});
export type SourceAnswer = z.infer<typeof SourceAnswer>;

export const CriterionLine = z.object({
  criterion_id: z.int(),
  name: z.string(),
  fact: z.enum(FACTS),
  source: z.enum(SOURCES),
  /** Null: the fact was missing. */
  input: z.nullable(z.number()),
  weight: z.number(),
  points: z.number(),
  stop: z.boolean(),
});
export type CriterionLine = z.infer<typeof CriterionLine>;

export const RunChange = z.object({
  lever: z.enum(LEVERS),
  with_guarantor: z.boolean(),
  ...Application.shape,
  month: uzs(),
  score: z.int(),
  limit: uzs(),
});
export type RunChange = z.infer<typeof RunChange>;

export const ScoringRun = z.object({
  ...listed,
  document: z.string(),
  birth_date: z.iso.date(),
  /** Its numbers are not shown whole. */
  masked: z.boolean(),
  /** The application of a client that it answers: what is left to a person is decided there. */
  questionnaire: z.nullable(z.object({ id: z.int(), number: z.string() })),
  /** T − F and what is paid a month, on the terms of its day; null before its start. */
  owed: z.nullable(uzs()),
  month: z.nullable(uzs()),
  model: z.nullable(
    z.object({ id: z.int(), title: z.string(), valid_from: day(), manual_from: z.int(), approve_from: z.int() }),
  ),
  decided_on: z.nullable(day()),
  comment: z.nullable(z.string()),
  sources: z.array(SourceAnswer),
  /** By what they took away, the most first. */
  criteria: z.array(CriterionLine),
  /** Approved, and for less than is asked for. */
  cut: z.boolean(),
  /** The smallest changes that the same version would approve; none where it is approved whole or nothing helps. */
  changes: z.array(RunChange),
  /** What the client may hear. */
  against: z.array(z.enum(SAYINGS)),
  helped: z.array(z.enum(SAYINGS)),
  allowed_events: z.array(z.string()),
  /** Steps that a fact or a right forbids now, each with its reason in the reader's language. */
  refused: z.record(z.string(), z.string()),
});
export type ScoringRun = z.infer<typeof ScoringRun>;
const Answer = z.object({ data: ScoringRun, message: z.string() });

const RUNS = ['scoringRunIndex', 'scoringRunShow', 'scoringRunHistory', 'scoringLogIndex', 'myDay'] as const;

export const scoringRunIndex = defineCall({
  service: 'scoring',
  id: 'scoringRunIndex',
  method: 'GET',
  path: '/scoring_run/index',
  response: summedListOf(RunInList),
});

export const scoringRunShow = defineCall({
  service: 'scoring',
  id: 'scoringRunShow',
  method: 'GET',
  path: '/scoring_run/show/{id}',
  response: dataOf(ScoringRun),
});

export const scoringRunHistory = defineCall({
  service: 'scoring',
  id: 'scoringRunHistory',
  method: 'GET',
  path: '/scoring_run/history/{id}',
  response: RecordHistory,
});

/** Runs of a person by PINFL, the newest first. */
export const scoringRunFind = defineCall({
  service: 'scoring',
  id: 'scoringRunFind',
  method: 'POST',
  path: '/scoring_run/find',
  stale: [],
  response: dataOf(z.array(RunInList)),
});

/** What may be asked for today: months and markup by the terms in force. */
export const scoringRunTerms = defineCall({
  service: 'scoring',
  id: 'scoringRunTerms',
  method: 'GET',
  path: '/scoring_run/terms',
  response: dataOf(z.array(z.object({ term: z.int(), markup: z.number() }))),
});

export const scoringRunCreate = defineCall({
  service: 'scoring',
  id: 'scoringRunCreate',
  method: 'POST',
  path: '/scoring_run/create',
  stale: RUNS,
  response: Answer,
});

export const scoringRunStart = defineCall({
  service: 'scoring',
  id: 'scoringRunStart',
  method: 'PUT',
  path: '/scoring_run/start/{id}',
  stale: RUNS,
  response: Answer,
});

export const scoringRunRetry = defineCall({
  service: 'scoring',
  id: 'scoringRunRetry',
  method: 'PUT',
  path: '/scoring_run/retry/{id}',
  stale: RUNS,
  response: Answer,
});

export const scoringRunReview = defineCall({
  service: 'scoring',
  id: 'scoringRunReview',
  method: 'PUT',
  path: '/scoring_run/review/{id}',
  stale: RUNS,
  response: Answer,
});

export const ScoringLogLine = z.object({
  ...CriterionLine.shape,
  id: z.int(),
  run: z.object({ id: z.int(), fullname: z.string(), client_id: z.nullable(z.int()) }),
  at: instant(),
});
export type ScoringLogLine = z.infer<typeof ScoringLogLine>;

export const scoringLogIndex = defineCall({
  service: 'scoring',
  id: 'scoringLogIndex',
  method: 'GET',
  path: '/scoring_log/index',
  response: listOf(ScoringLogLine),
});

export const scoringRunCalls = [
  scoringRunIndex,
  scoringRunShow,
  scoringRunHistory,
  scoringRunFind,
  scoringRunTerms,
  scoringRunCreate,
  scoringRunStart,
  scoringRunRetry,
  scoringRunReview,
  scoringLogIndex,
] as const;
