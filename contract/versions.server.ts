/** What only the server needs of the calls of `versions.ts`: rights, what they ask for, the lifecycle events they fire. */
import { serverSide } from './serverSide.ts';

export const versionsServer = serverSide({
  versionLast: {
    rule: 'signedIn',
    origin: 'specification',
    summary: 'Name of the newest version; the label of the sidebar.',
  },
  versionIndex: {
    rule: 'signedIn',
    origin: 'specification',
    summary: 'The history of versions, the newest first, with what each one changed.',
  },
});
