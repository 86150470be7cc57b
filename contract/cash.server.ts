/** What only the server needs of the calls of `cash.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { password } from './cash.ts';
import { text } from './common.ts';
import { serverSide } from './serverSide.ts';

const NewPassword = {
  password: password(),
  new_password: password(),
  new_password_confirmation: password(),
};

export const cashServer = serverSide({
  signIn: {
    body: z.object({ username: text(100), password: password() }),
    rule: 'public',
    origin: 'specification',
    summary: 'Opens a session. A wrong name or password is 422; rate limited by name and address.',
  },
  signOut: {
    rule: 'signedIn',
    origin: 'extension',
    whileExpired: true,
    summary: 'Revokes the token that the call was sent with.',
  },
  updateUserPassword: {
    body: z.object({ username: text(100), ...NewPassword }),
    rule: 'public',
    origin: 'specification',
    summary: 'Changes an expired password at sign-in, by name and old password.',
  },
  loadUser: {
    rule: 'signedIn',
    origin: 'specification',
    whileExpired: true,
    summary: 'Who is signed in: position, organization, rules, practice day, favourites.',
  },
  changePassword: {
    body: z.object(NewPassword),
    rule: 'signedIn',
    origin: 'specification',
    whileExpired: true,
    summary: 'Changes the password of the person signed in; every other session of that person ends.',
  },
});
