/** The workflow of what is announced to the person, with its real actor. */
import { fromPromise } from 'xstate';
import { announcementRead } from '../../contract/ownAnnouncements.ts';
import { type MarkInput, ownAnnouncementsMachine } from '../../machines/ownAnnouncements/ownAnnouncements.machine.ts';
import { request } from '../api/client.ts';
import { orRefused } from '../api/refusal.ts';

const mark = fromPromise<void, MarkInput>(async ({ input: { id, key } }) => {
  await orRefused(() => request(announcementRead, { params: { id }, key }));
});

export const announcementBoard = ownAnnouncementsMachine.provide({ actors: { mark } });
