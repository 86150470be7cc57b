/** Cash service: what a person keeps of the own (spec 7 "Cash service"; decisions 49 and 50); not needed to sign in. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { FAVOURITES_MAX, FavoritePage } from './cash.ts';
import { Deed, dataOf, instant, text } from './common.ts';

/** What a list is saved of. The lengths keep a full list under the 64 KiB that a browser sends after its page is left. */
const FavoritePageSent = z.object({ path: text(200), title: text(150), icon: text(50) });

export const saveFavourites = defineCall({
  id: 'saveFavourites',
  service: 'cash',
  method: 'POST',
  path: '/v1_0/my/favorite/pages',
  body: z.object({ my_pages: z.array(FavoritePageSent).check(z.maxLength(FAVOURITES_MAX)) }),
  response: dataOf(z.array(FavoritePage)),
  rule: 'signedIn',
  origin: 'specification',
  summary: 'Replaces the list of favourite pages of the person signed in, in their order.',
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
  rule: 'signedIn',
  origin: 'extension',
  summary: 'Sessions of the person signed in that have not ended: the one of the call first, then the newest.',
});

export const sessionEnd = defineCall({
  id: 'sessionEnd',
  service: 'cash',
  method: 'DELETE',
  path: '/v1_0/user/sessions/{id}',
  response: Deed,
  rule: 'signedIn',
  origin: 'extension',
  summary: "Ends one session of the person signed in. Somebody else's, and one that has ended, is 404.",
});

export const sessionEndOthers = defineCall({
  id: 'sessionEndOthers',
  service: 'cash',
  method: 'DELETE',
  path: '/v1_0/user/sessions',
  response: Deed,
  rule: 'signedIn',
  origin: 'extension',
  summary: 'Ends every session of the person signed in but the one of the call.',
});

export const accountCalls = [saveFavourites, sessionIndex, sessionEnd, sessionEndOthers] as const;
