/** What only the server needs of the calls of `day.ts`: rights, what they ask for, the lifecycle events they fire. */
import { serverSide } from './serverSide.ts';

export const dayServer = serverSide({
  myDay: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'What the person signed in can move on now, by chart, right and branch: late first, then by age.',
  },
});
