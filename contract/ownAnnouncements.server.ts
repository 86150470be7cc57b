/** What only the server needs of the calls of `ownAnnouncements.ts`: rights, what they ask for, the lifecycle events they fire. */
import { serverSide } from './serverSide.ts';

export const ownAnnouncementsServer = serverSide({
  announcementMine: {
    origin: 'extension',
    rule: 'signedIn',
    summary: 'What is announced to the person signed in now by the server’s clock, unread first.',
  },
  announcementRead: {
    origin: 'extension',
    rule: 'signedIn',
    event: { machine: 'announcement', type: 'announcement.read' },
    who: 'addressee',
    summary: 'The person signed in, who is of the audience, has read it. The first mark stays.',
  },
});
