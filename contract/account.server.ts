/** What only the server needs of the calls of `account.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { FAVOURITES_MAX } from './cash.ts';
import { text } from './common.ts';
import { serverSide } from './serverSide.ts';

/** What a list is saved of. The lengths keep a full list under the 64 KiB that a browser sends after its page is left. */
const FavoritePageSent = z.object({ path: text(200), title: text(150), icon: text(50) });

export const accountServer = serverSide({
  saveFavourites: {
    body: z.object({ my_pages: z.array(FavoritePageSent).check(z.maxLength(FAVOURITES_MAX)) }),
    rule: 'signedIn',
    origin: 'specification',
    summary: 'Replaces the list of favourite pages of the person signed in, in their order.',
  },
  sessionIndex: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Sessions of the person signed in that have not ended: the one of the call first, then the newest.',
  },
  sessionEnd: {
    rule: 'signedIn',
    origin: 'extension',
    summary: "Ends one session of the person signed in. Somebody else's, and one that has ended, is 404.",
  },
  sessionEndOthers: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Ends every session of the person signed in but the one of the call.',
  },
});
