/**
 * An announcement to the staff: written in both languages, shown to its audience from a moment until another one (areas
 * 3.5). Whoever is of the audience marks it read; one that must be confirmed stays over the page until then.
 *
 * A lifecycle: no actors, no timers. The server's clock ends it; whether it is complete is a fact that the server finds.
 *
 * For: who announces something, and everybody who reads it. See docs/workflows/announcement.md.
 */
import { assign, setup } from 'xstate';

export interface AnnouncementContext {
  /** Title and text in both languages, somebody who would read it, and an end that is ahead (`gaps.ts`). */
  complete: boolean;
}

export type AnnouncementEvent =
  | { type: 'announcement.update'; facts: AnnouncementContext }
  | { type: 'announcement.publish' }
  | { type: 'announcement.read' }
  | { type: 'announcement.end' }
  | { type: 'announcement.withdraw' };

export const announcementMachine = setup({
  types: {
    context: {} as AnnouncementContext,
    events: {} as AnnouncementEvent,
    input: {} as Partial<AnnouncementContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: { isComplete: ({ context }) => context.complete },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
    /** A reader's mark is a row of its own; nothing the guards read changes. */
    mark: () => {},
  },
}).createMachine({
  id: 'announcement',
  description: 'An announcement to the staff.',
  context: ({ input }) => ({ complete: false, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'It is being written; nobody else sees it.',
      meta: { look: 'new', requirement: 'areas-3.5-announcement' },
      on: {
        'announcement.update': { actions: 'takeFacts' },
        'announcement.publish': { guard: 'isComplete', target: 'published' },
      },
    },
    published: {
      description: 'Its audience sees it between its beginning and its end.',
      meta: { look: 'work', requirement: 'areas-3.5-announcement' },
      on: {
        'announcement.read': { actions: 'mark' },
        'announcement.end': 'ended',
        'announcement.withdraw': 'withdrawn',
      },
    },
    ended: {
      description: 'Its time is over; who has read it stays known.',
      type: 'final',
      meta: { look: 'closed', requirement: 'areas-3.5-announcement' },
    },
    withdrawn: {
      description: 'It was taken back with a reason and is shown to nobody.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.5-announcement' },
    },
  },
});

export const ANNOUNCEMENT_STATES = ['draft', 'published', 'ended', 'withdrawn'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];
