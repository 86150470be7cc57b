/**
 * Cash service: what is announced to the person signed in (areas 3.5). Apart from the authors' calls: every page asks it,
 * and it is as small as can be.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, instant } from './common.ts';

/** As its reader sees it, in the reader's language. */
export const OwnAnnouncement = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  from: instant(),
  to: instant(),
  must_confirm: z.boolean(),
  read_at: z.nullable(instant()),
});
export type OwnAnnouncement = z.infer<typeof OwnAnnouncement>;

export const announcementMine = defineCall({
  id: 'announcementMine',
  service: 'cash',
  method: 'GET',
  path: '/announcement/mine',
  response: z.object({ data: z.array(OwnAnnouncement), unread: z.int() }),
});

export const announcementRead = defineCall({
  id: 'announcementRead',
  service: 'cash',
  method: 'PUT',
  path: '/announcement/read/{id}',
  stale: ['announcementMine'],
  response: Command,
});

export const ownAnnouncementCalls = [announcementMine, announcementRead] as const;
