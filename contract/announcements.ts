/** Cash service: announcements to the staff, their audience and who has read them (areas 3.5, 4.4). What a reader asks is in `ownAnnouncements.ts`. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, instant, listOf, Meta, Person } from './common.ts';
import { RecordHistory } from './records.ts';

export const ANNOUNCEMENT_STATUSES = ['draft', 'published', 'ended', 'withdrawn'] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];

/** What may stand against publishing one: the words in a language, its readers, an end that is still ahead. */
export const ANNOUNCEMENT_GAPS = ['uz', 'ru', 'audience', 'end'] as const;
export type AnnouncementGap = (typeof ANNOUNCEMENT_GAPS)[number];

const Named = z.object({ id: z.int(), name: z.string() });

export const Announcement = z.object({
  id: z.int(),
  title_uz: z.string(),
  title_ru: z.string(),
  body_uz: z.string(),
  body_ru: z.string(),
  everyone: z.boolean(),
  positions: z.array(Named),
  organizations: z.array(Named),
  from: instant(),
  to: instant(),
  must_confirm: z.boolean(),
  status: z.enum(ANNOUNCEMENT_STATUSES),
  version: z.int(),
  created_by: Person,
  created_at: instant(),
  withdraw_reason: z.nullable(z.string()),
  /** People of the audience who work here now, with everybody who has read it; and the latter alone. */
  audience: z.int(),
  read: z.int(),
  gaps: z.array(z.enum(ANNOUNCEMENT_GAPS)),
  allowed_events: z.array(z.string()),
});
export type Announcement = z.infer<typeof Announcement>;
const Answer = z.object({ data: Announcement, message: z.string() });

/** What shows announcements to those who write them and to their readers. */
const ANNOUNCEMENTS = [
  'announcementIndex',
  'announcementShow',
  'announcementHistory',
  'announcementReaders',
  'announcementMine',
] as const;

export const announcementIndex = defineCall({
  id: 'announcementIndex',
  service: 'cash',
  method: 'GET',
  path: '/announcement/index',
  response: z.extend(listOf(Announcement), { meta: z.extend(Meta, { statuses: z.optional(Counts) }) }),
});

export const announcementShow = defineCall({
  id: 'announcementShow',
  service: 'cash',
  method: 'GET',
  path: '/announcement/show/{id}',
  response: dataOf(Announcement),
});

export const announcementHistory = defineCall({
  id: 'announcementHistory',
  service: 'cash',
  method: 'GET',
  path: '/announcement/history/{id}',
  response: RecordHistory,
});

export const announcementReaders = defineCall({
  id: 'announcementReaders',
  service: 'cash',
  method: 'GET',
  path: '/announcement/readers/{id}',
  response: listOf(
    z.object({
      id: z.int(),
      fullname: z.string(),
      position: z.string(),
      organization: z.string(),
      read_at: z.nullable(instant()),
    }),
  ),
});

export const announcementCreate = defineCall({
  id: 'announcementCreate',
  service: 'cash',
  method: 'POST',
  path: '/announcement/create',
  stale: ANNOUNCEMENTS,
  response: Answer,
});

export const announcementUpdate = defineCall({
  id: 'announcementUpdate',
  service: 'cash',
  method: 'PUT',
  path: '/announcement/update/{id}',
  stale: ANNOUNCEMENTS,
  response: Answer,
});

export const announcementPublish = defineCall({
  id: 'announcementPublish',
  service: 'cash',
  method: 'PUT',
  path: '/announcement/publish/{id}',
  stale: ANNOUNCEMENTS,
  response: Answer,
});

export const announcementWithdraw = defineCall({
  id: 'announcementWithdraw',
  service: 'cash',
  method: 'PUT',
  path: '/announcement/withdraw/{id}',
  stale: ANNOUNCEMENTS,
  response: Answer,
});

const Choice = z.object({ id: z.int(), title: z.string() });

export const announcementChoices = defineCall({
  id: 'announcementChoices',
  service: 'cash',
  method: 'GET',
  path: '/announcement/choices',
  response: dataOf(z.object({ positions: z.array(Choice), organizations: z.array(Choice) })),
});

export const announcementCalls = [
  announcementIndex,
  announcementShow,
  announcementHistory,
  announcementReaders,
  announcementCreate,
  announcementUpdate,
  announcementPublish,
  announcementWithdraw,
  announcementChoices,
] as const;
