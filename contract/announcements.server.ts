/** What only the server needs of the calls of `announcements.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { ANNOUNCEMENT_STATUSES } from './announcements.ts';
import { id, instant, pageQuery, reason } from './common.ts';
import { serverSide } from './serverSide.ts';

const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));
export const body = () =>
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
const extension = { origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'announcement', type });

export const announcementsServer = serverSide({
  announcementIndex: {
    ...extension,
    rule: 'announcement.show',
    query: z.object({
      ...pageQuery,
      status: z.optional(z.enum(ANNOUNCEMENT_STATUSES)),
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    summary: 'Announcements with how many of their audience have read them, the newest first.',
  },
  announcementShow: {
    ...extension,
    rule: 'announcement.show',
    summary: 'One announcement.',
  },
  announcementHistory: {
    ...extension,
    rule: 'announcement.show',
    summary: 'Who took which step with an announcement, the newest first.',
  },
  announcementReaders: {
    ...extension,
    rule: 'announcement.show',
    query: z.object({ ...pageQuery, status: z.optional(z.enum(['read', 'unread'])) }),
    summary: 'The audience by name: who has read it and when, and who has not.',
  },
  announcementCreate: {
    ...extension,
    rule: 'announcement.add',
    body: body(),
    summary: 'Opens a draft; it may be incomplete.',
  },
  announcementUpdate: {
    ...extension,
    rule: 'announcement.add|announcement.edit',
    body: body(),
    event: event('announcement.update'),
    summary: 'Changes a draft: the own one with `add`, anybody’s with `edit`.',
  },
  announcementPublish: {
    ...extension,
    rule: 'announcement.confirm',
    event: event('announcement.publish'),
    summary: 'Publishes a complete draft: its audience sees it from its time on.',
  },
  announcementWithdraw: {
    ...extension,
    rule: 'announcement.confirm',
    body: z.object({ reason: reason() }),
    event: event('announcement.withdraw'),
    summary: 'Takes a published announcement back, with a reason.',
  },
  announcementChoices: {
    ...extension,
    rule: 'announcement.add|announcement.edit',
    summary: 'Positions and organizations that an announcement can be addressed to, whole, in the reader’s language.',
  },
});
