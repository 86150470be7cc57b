/** Cash service: what a person keeps of the own (spec 7 "Cash service"; decisions 49 and 50); not needed to sign in. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { FavoritePage } from './cash.ts';
import { Command, dataOf, instant } from './common.ts';

export const saveFavourites = defineCall({
  id: 'saveFavourites',
  service: 'cash',
  method: 'POST',
  path: '/v1_0/my/favorite/pages',
  stale: [],
  response: dataOf(z.array(FavoritePage)),
});

export const OwnSession = z.object({
  id: z.int(),
  /** Whether the call was sent with its token. */
  current: z.boolean(),
  user_agent: z.nullable(z.string()),
  created_at: instant(),
  expires_at: instant(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const sessionIndex = defineCall({
  id: 'sessionIndex',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/user/sessions',
  response: dataOf(z.array(OwnSession)),
});

export const sessionEnd = defineCall({
  id: 'sessionEnd',
  service: 'cash',
  method: 'DELETE',
  path: '/v1_0/user/sessions/{id}',
  stale: ['sessionIndex'],
  response: Command,
});

export const sessionEndOthers = defineCall({
  id: 'sessionEndOthers',
  service: 'cash',
  method: 'DELETE',
  path: '/v1_0/user/sessions',
  stale: ['sessionIndex'],
  response: Command,
});

export const accountCalls = [saveFavourites, sessionIndex, sessionEnd, sessionEndOthers] as const;
