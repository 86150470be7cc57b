/** Client service: what an application was decided on and what came of it, and one made anew of an earlier one (areas 3.1, 4.18). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, uzs } from './common.ts';
import { ScoringRun } from './scoringRuns.ts';

/** Numbers are masked and incomes left out but for who may see them (decision 85). */
export const Applicant = z.object({
  pinfl: z.nullable(z.string()),
  document: z.nullable(z.string()),
  phones: z.array(z.string()),
  address: z.object({ uz: z.string(), ru: z.string() }),
  workplace: z.nullable(z.string()),
  position: z.nullable(z.string()),
  works_since: z.nullable(z.iso.date()),
  salary: z.nullable(uzs()),
  /** Of a month, by incomes whose documents another person checked. */
  checked_income: z.nullable(uzs()),
  masked: z.boolean(),
  /** When it was handed in; null: the card as it is now. */
  kept_at: z.nullable(instant()),
});
export type Applicant = z.infer<typeof Applicant>;

/** Of a run what its author may know: neither criteria nor sources. */
export const RunResult = z.extend(
  z.pick(ScoringRun, {
    id: true,
    status: true,
    score: true,
    decision: true,
    credit_limit: true,
    valid_until: true,
    reviewed_by: true,
    owed: true,
    month: true,
    goods: true,
    first_payment: true,
    cut: true,
    changes: true,
    against: true,
    helped: true,
    stand_in: true,
  }),
  {
    /** A criterion refuses whatever the score: no change of the terms helps. */
    stopped: z.boolean(),
  },
);
export type RunResult = z.infer<typeof RunResult>;

export const questionnaireResult = defineCall({
  id: 'questionnaireResult',
  service: 'client',
  method: 'GET',
  path: '/questionnaire/result/{id}',
  response: dataOf(
    z.object({
      applicant: Applicant,
      run: z.nullable(RunResult),
      /** That was signed on it. */
      contract: z.nullable(z.object({ id: z.int(), number: z.nullable(z.string()) })),
    }),
  ),
});

/** A new draft with the terms that were offered, else with those of the earlier one. */
export const questionnaireAgain = defineCall({
  id: 'questionnaireAgain',
  service: 'client',
  method: 'POST',
  path: '/questionnaire/again/{id}',
  stale: ['questionnaireIndex', 'myDay'],
  response: z.object({ data: z.object({ id: z.int() }), message: z.string() }),
});

export const questionnaireCalls = [questionnaireResult, questionnaireAgain] as const;
