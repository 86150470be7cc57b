/** Cash service: what is asked about an employee before the access is closed, and where the person is signed in. */
import * as z from 'zod/mini';
import { OwnSession } from './account.ts';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';
import { Stuck } from './rights.ts';

/** Open work that is somebody's own: documents of a kind in a state, lists to be counted. */
export const OwnWork = z.object({
  chart: z.string(),
  words: z.object({ kind: z.string(), state: z.string() }),
  state: z.string(),
  look: z.string(),
  count: z.int(),
});
export type OwnWork = z.infer<typeof OwnWork>;

export const Leaving = z.object({ work: z.array(OwnWork), stuck: Stuck });
export type Leaving = z.infer<typeof Leaving>;

export const branchUserLeaving = defineCall({
  id: 'branchUserLeaving',
  service: 'cash',
  method: 'POST',
  path: '/branch_user/leaving/{id}',
  stale: [],
  response: dataOf(Leaving),
});

export const branchUserSessions = defineCall({
  id: 'branchUserSessions',
  service: 'cash',
  method: 'GET',
  path: '/branch_user/sessions/{id}',
  response: dataOf(z.array(OwnSession)),
});

export const peopleCalls = [branchUserLeaving, branchUserSessions] as const;
