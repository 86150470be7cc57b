/** Warehouse service: counters of an act (spec 7 "counting acts"; decision 33). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, instant, listOf, Person } from '../common.ts';
import { Act, ActAnswer } from './acts.ts';
import { ACT, ACT_STATUSES, ActCategory, COUNTER_STATUSES } from './shared.ts';

/** Counter (act user), decision 33. `counted`: products with an entry; the rest is what the creator watches live. */
export const Counter = z.object({
  id: z.int(),
  act_of_count_id: z.int(),
  title: z.string(),
  user_id: z.int(),
  user: Person,
  status: z.enum(COUNTER_STATUSES),
  counted: z.int(),
  units: z.int(),
  last_entry_at: z.nullable(instant()),
  /** Entries in each of the last twelve spans of five minutes, the newest last. */
  pace: z.array(z.int()),
  started_at: z.nullable(instant()),
  submitted_at: z.nullable(instant()),
  released: z.boolean(),
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Counter = z.infer<typeof Counter>;
/** Who counts has changed, and with it who is proposed. */
const COUNTERS = [...ACT, 'counterProposals'];
export const CounterAnswer = z.object({ data: Act, computing_act_user: Counter });

export const counterIndex = defineCall({
  id: 'counterIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/computing_act_user/index/{actId}',
  response: listOf(Counter),
});

export const counterCreate = defineCall({
  id: 'counterCreate',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/create/{actId}',
  stale: COUNTERS,
  response: CounterAnswer,
});

export const counterCreateMany = defineCall({
  id: 'counterCreateMany',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/create_many/{actId}',
  stale: COUNTERS,
  response: ActAnswer,
});

export const counterProposals = defineCall({
  id: 'counterProposals',
  service: 'warehouse',
  method: 'GET',
  path: '/computing_act_user/proposals/{actId}',
  response: z.object({ data: z.array(z.object({ id: z.int(), title: z.string(), position: z.string() })) }),
});

export const counterUpdate = defineCall({
  id: 'counterUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/update/{id}',
  stale: COUNTERS,
  response: CounterAnswer,
});

export const counterDelete = defineCall({
  id: 'counterDelete',
  service: 'warehouse',
  method: 'DELETE',
  path: '/computing_act_user/delete/{id}',
  stale: COUNTERS,
  response: ActAnswer,
});

export const counterStart = defineCall({
  id: 'counterStart',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/start_counting/{id}',
  stale: ACT,
  response: CounterAnswer,
});

export const counterRelease = defineCall({
  id: 'counterRelease',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/release/{id}',
  stale: ACT,
  response: CounterAnswer,
});

export const counterShow = defineCall({
  id: 'counterShow',
  service: 'warehouse',
  method: 'GET',
  path: '/computing_act_user/show/{id}',
  response: dataOf(
    z.object({
      counter: Counter,
      act: z.object({
        id: z.int(),
        number: z.string(),
        organization: z.string(),
        status: z.enum(ACT_STATUSES),
        categories: z.array(ActCategory),
      }),
    }),
  ),
});
export type CounterShow = z.infer<(typeof counterShow)['response']>['data'];
