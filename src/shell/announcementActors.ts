/** The workflow of what is announced to the person, with its real actor. */
import { fromPromise } from 'xstate';
import { announcementRead } from '../../contract/ownAnnouncements.ts';
import { RefusedError } from '../../contract/refusal.ts';
import { type MarkInput, ownAnnouncementsMachine } from '../../machines/ownAnnouncements/ownAnnouncements.machine.ts';
import { request } from '../api/client.ts';
import { refusalOf } from '../api/refusal.ts';

const mark = fromPromise<void, MarkInput>(async ({ input: { id, key } }) => {
  try {
    await request(announcementRead, { params: { id }, key });
  } catch (error) {
    throw new RefusedError(refusalOf(error));
  }
});

export const announcementBoard = ownAnnouncementsMachine.provide({ actors: { mark } });
