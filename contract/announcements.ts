/** Cash service: announcements to the staff, their audience and who has read them (areas 3.5, 4.4). What a reader asks is in `ownAnnouncements.ts`. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, id, instant, listOf, Meta, Person, pageQuery, text } from './common.ts';
import { RecordHistory } from './records.ts';

export const ANNOUNCEMENT_STATUSES = ['draft', 'published', 'ended', 'withdrawn'] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];

/** What may stand against publishing one: the words in a language, its readers, an end that is still ahead. */
export const ANNOUNCEMENT_GAPS = ['uz', 'ru', 'audience', 'end'] as const;
export type AnnouncementGap = (typeof ANNOUNCEMENT_GAPS)[number];

const Named = z.object({ id: z.int(), name: z.string() });
const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));

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

const body = () =>
  z.object({
    title_uz: words(200),
    title_ru: words(200),
    body_uz: words(5000),
    body_ru: words(5000),
    everyone: z.boolean(),
    position_ids: z.array(id()).check(z.maxLength(200)),
    organization_ids: z.array(id()).check(z.maxLength(500)),
    from: instant(),
    to: instant(),
    must_confirm: z.boolean(),
  });
export type AnnouncementBody = z.infer<ReturnType<typeof body>>;

const extension = { service: 'cash', origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'announcement', type });
const Answer = z.object({ data: Announcement, message: z.string() });

export const announcementIndex = defineCall({
  ...extension,
  id: 'announcementIndex',
  rule: 'announcement.show',
  method: 'GET',
  path: '/announcement/index',
  query: z.object({
    ...pageQuery,
    status: z.optional(z.enum(ANNOUNCEMENT_STATUSES)),
    search: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.extend(listOf(Announcement), { meta: z.extend(Meta, { statuses: z.record(z.string(), z.int()) }) }),
  summary: 'Announcements with how many of their audience have read them, the newest first.',
});

export const announcementShow = defineCall({
  ...extension,
  id: 'announcementShow',
  rule: 'announcement.show',
  method: 'GET',
  path: '/announcement/show/{id}',
  response: dataOf(Announcement),
  summary: 'One announcement.',
});

export const announcementHistory = defineCall({
  ...extension,
  id: 'announcementHistory',
  rule: 'announcement.show',
  method: 'GET',
  path: '/announcement/history/{id}',
  response: RecordHistory,
  summary: 'Who took which step with an announcement, the newest first.',
});

export const announcementReaders = defineCall({
  ...extension,
  id: 'announcementReaders',
  rule: 'announcement.show',
  method: 'GET',
  path: '/announcement/readers/{id}',
  query: z.object({ ...pageQuery, status: z.optional(z.enum(['read', 'unread'])) }),
  response: listOf(
    z.object({
      id: z.int(),
      fullname: z.string(),
      position: z.string(),
      organization: z.string(),
      read_at: z.nullable(instant()),
    }),
  ),
  summary: 'The audience by name: who has read it and when, and who has not.',
});

export const announcementCreate = defineCall({
  ...extension,
  id: 'announcementCreate',
  rule: 'announcement.add',
  method: 'POST',
  path: '/announcement/create',
  body: body(),
  response: Answer,
  summary: 'Opens a draft; it may be incomplete.',
});

export const announcementUpdate = defineCall({
  ...extension,
  id: 'announcementUpdate',
  rule: 'announcement.add|announcement.edit',
  method: 'PUT',
  path: '/announcement/update/{id}',
  body: body(),
  response: Answer,
  event: event('announcement.update'),
  summary: 'Changes a draft: the own one with `add`, anybody’s with `edit`.',
});

export const announcementPublish = defineCall({
  ...extension,
  id: 'announcementPublish',
  rule: 'announcement.confirm',
  method: 'PUT',
  path: '/announcement/publish/{id}',
  response: Answer,
  event: event('announcement.publish'),
  summary: 'Publishes a complete draft: its audience sees it from its time on.',
});

export const announcementWithdraw = defineCall({
  ...extension,
  id: 'announcementWithdraw',
  rule: 'announcement.confirm',
  method: 'PUT',
  path: '/announcement/withdraw/{id}',
  body: z.object({ reason: text(500) }),
  response: Answer,
  event: event('announcement.withdraw'),
  summary: 'Takes a published announcement back, with a reason.',
});

const Choice = z.object({ id: z.int(), title: z.string() });

export const announcementChoices = defineCall({
  ...extension,
  id: 'announcementChoices',
  rule: 'announcement.add|announcement.edit',
  method: 'GET',
  path: '/announcement/choices',
  response: dataOf(z.object({ positions: z.array(Choice), organizations: z.array(Choice) })),
  summary: 'Positions and organizations that an announcement can be addressed to, whole, in the reader’s language.',
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
