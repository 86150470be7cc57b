/** Walks of a chart that analysts and QA keep under a name (issue "simulate"): each is run again on the chart of today. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, dataOf, instant } from './common.ts';

/** Scenarios that one chart may have. */
export const MOST_SCENARIOS = 200;

export const Scenario = z.object({
  id: z.int(),
  machine: z.string(),
  name: z.string(),
  /** The walk as a text (`machines/kit/simulation.ts`). */
  walk: z.string(),
  /** Where each place of it was when it was kept: what differs today was broken by a change of a chart. */
  ends: z.array(z.string()),
  /** Release in which it was kept. */
  release: z.string(),
  author: z.string(),
  own: z.boolean(),
  at: instant(),
});
export type Scenario = z.infer<typeof Scenario>;

export const scenarioIndex = defineCall({
  id: 'scenarioIndex',
  service: 'cash',
  method: 'GET',
  path: '/workflow/scenarios',
  response: dataOf(z.array(Scenario)),
});

export const scenarioAdd = defineCall({
  id: 'scenarioAdd',
  service: 'cash',
  method: 'POST',
  path: '/workflow/scenarios',
  stale: ['scenarioIndex'],
  response: z.extend(Command, { id: z.int() }),
});

export const scenarioDelete = defineCall({
  id: 'scenarioDelete',
  service: 'cash',
  method: 'DELETE',
  path: '/workflow/scenarios/{id}',
  stale: ['scenarioIndex'],
  response: Command,
});

export const scenarioCalls = [scenarioIndex, scenarioAdd, scenarioDelete] as const;
