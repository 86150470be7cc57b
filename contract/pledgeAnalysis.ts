/** Client service: cars as pledges against what is owed on them (areas 4.12 `/pledge/pledge-car-analysis`). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, uzs } from './common.ts';

/** Of evaluations that were written down in a period, by the model of the car. */
export const PledgeOfModel = z.object({
  model_id: z.int(),
  model: z.string(),
  evaluations: z.int(),
  /** Market price and accepted sum of those that were approved. */
  market: uzs(),
  accepted: uzs(),
  /** Cars that secure a contract now: how many, their accepted sums, what is owed on their contracts. */
  pledged: z.int(),
  security: uzs(),
  debt: uzs(),
  released: z.int(),
  /** Base prices of their models and years, on the days on which they were valued and today; of cars that have both. */
  price_then: uzs(),
  price_now: uzs(),
});
export type PledgeOfModel = z.infer<typeof PledgeOfModel>;

export const pledgeAnalysis = defineCall({
  service: 'client',
  id: 'pledgeAnalysis',
  method: 'GET',
  path: '/pledge_evaluation/analysis',
  response: dataOf(z.array(PledgeOfModel)),
});

export const pledgeAnalysisCalls = [pledgeAnalysis] as const;
