/** What only the server needs of the calls of `day.ts`: rights, what they ask for, the lifecycle events they fire. */
import { serverSide } from './serverSide.ts';

export const dayServer = serverSide({
  myDay: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'What waits for the person signed in, by rights and organization, counted and the first of each named.',
  },
});
