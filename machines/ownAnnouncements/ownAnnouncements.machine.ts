/**
 * What is announced to the person: a list that opens from the header, where each announcement is marked as read; and
 * one that must be confirmed, which stays over the page, whatever page it is, until it is confirmed.
 *
 * The header reads what is announced and sends it here: the machine keeps what must still be confirmed and what is
 * being marked. A reload starts from what the server lists as not confirmed. What was ended or withdrawn meanwhile
 * needs no confirming any more and lets the person go on.
 *
 * For: everybody who works here. See docs/workflows/ownAnnouncements.md; areas 3.5 "announcement".
 */
import { assign, fromPromise, setup } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';

export interface OwnAnnouncementsContext {
  /** What must be confirmed and is not, by id, in the order in which it is asked. */
  due: number[];
  /** Marked here: an answer to an earlier request does not bring it back. */
  marked: number[];
  /** What is being marked, or was tried last. */
  id: number | null;
  /** Idempotency key of that; the same on a repetition after a lost answer. */
  key: string;
  refusal: Refusal | null;
}

export type OwnAnnouncementsEvent =
  /** The server answered what is announced; `due`: of it what must be confirmed and is not. */
  | { type: 'announcements.read'; due: number[] }
  | { type: 'list.open' }
  | { type: 'list.close' }
  | { type: 'announcement.mark'; id: number; key: string }
  | { type: 'announcement.confirm'; key: string };

export interface MarkInput {
  id: number;
  key: string;
}

/** The server's answer for an announcement that is no longer shown. */
const GONE: ReadonlySet<string> = new Set(['not_found', 'not_allowed_now']);

const dueIn = (context: OwnAnnouncementsContext, event: OwnAnnouncementsEvent): number[] =>
  event.type === 'announcements.read' ? event.due.filter((id) => !context.marked.includes(id)) : [];

export const ownAnnouncementsMachine = setup({
  types: {
    context: {} as OwnAnnouncementsContext,
    events: {} as OwnAnnouncementsEvent,
    tags: {} as 'listed' | 'asking' | 'busy',
    meta: {} as { requirement: string },
  },
  actors: {
    mark: fromPromise<void, MarkInput>(() => {
      throw new Error('ownAnnouncements: actor mark is not provided');
    }),
  },
  guards: {
    someDue: ({ context, event }) => dueIn(context, event).length > 0,
    noneDue: ({ context, event }) => dueIn(context, event).length === 0,
    othersDue: ({ context, event }) => dueIn(context, event).join() !== context.due.join(),
    moreDue: ({ context }) => context.due.length > 1,
    isGone: ({ event }) => GONE.has(refusalIn(event).code),
    isGoneAndMoreDue: ({ context, event }) => GONE.has(refusalIn(event).code) && context.due.length > 1,
  },
  actions: {
    takeDue: assign(({ context, event }) => {
      const due = dueIn(context, event);
      return { due, refusal: due[0] === context.due[0] ? context.refusal : null };
    }),
    takeMark: assign(({ context, event }) =>
      event.type === 'announcement.mark'
        ? { id: event.id, key: keyOfSending(context, context.id, event.id, event.key), refusal: null }
        : {},
    ),
    takeConfirm: assign(({ context, event }) =>
      event.type === 'announcement.confirm'
        ? {
            id: context.due[0] ?? null,
            key: keyOfSending(context, context.id, context.due[0], event.key),
            refusal: null,
          }
        : {},
    ),
    takeMarked: assign(({ context }) => ({
      due: context.due.filter((id) => id !== context.id),
      marked: context.id === null ? context.marked : [...context.marked, context.id],
    })),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn(event) }),
    forget: assign({ due: [], refusal: null }),
  },
}).createMachine({
  id: 'ownAnnouncements',
  description: 'What is announced to the person: a list to be read, and what must be confirmed over any page.',
  context: { due: [], marked: [], id: null, key: '', refusal: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing covers the page; the header shows how many are unread.',
      meta: { requirement: 'areas-3.5-announcement' },
      on: {
        'announcements.read': { guard: 'someDue', target: 'asking', actions: 'takeDue' },
        'list.open': 'listed',
      },
    },
    listed: {
      description: 'The person reads what is announced.',
      tags: ['listed'],
      initial: 'reading',
      states: {
        reading: {
          description: 'Each announcement that is not read can be marked.',
          meta: { requirement: 'areas-3.5-announcement' },
          on: {
            'announcements.read': { guard: 'someDue', target: '#ownAnnouncements.asking', actions: 'takeDue' },
            'announcement.mark': { target: 'marking', actions: 'takeMark' },
            'list.close': { target: '#ownAnnouncements.closed', actions: 'forget' },
          },
        },
        marking: {
          description: 'The mark is being sent to the server.',
          tags: ['busy'],
          meta: { requirement: 'areas-3.5-announcement' },
          invoke: {
            id: 'markListed',
            src: 'mark',
            input: ({ context }) => ({ id: context.id ?? 0, key: context.key }),
            onDone: { target: 'reading', actions: 'takeMarked' },
            onError: [
              {
                description: 'It ended or was withdrawn meanwhile: the list is read again.',
                guard: 'isGone',
                target: 'reading',
                actions: 'takeMarked',
              },
              { target: 'reading', actions: 'takeRefusal' },
            ],
          },
        },
      },
    },
    asking: {
      description: 'An announcement covers the page and is left by confirming it alone.',
      tags: ['asking'],
      initial: 'waiting',
      states: {
        waiting: {
          description: 'The person reads it.',
          meta: { requirement: 'areas-3.5-announcement' },
          on: {
            'announcement.confirm': { target: 'confirming', actions: 'takeConfirm' },
            'announcements.read': [
              {
                description: 'Confirmed in another tab, ended or withdrawn.',
                guard: 'noneDue',
                target: '#ownAnnouncements.closed',
                actions: 'forget',
              },
              { guard: 'othersDue', actions: 'takeDue' },
            ],
          },
        },
        confirming: {
          description: 'The confirmation is being sent to the server.',
          tags: ['busy'],
          meta: { requirement: 'areas-3.5-announcement' },
          invoke: {
            id: 'markDue',
            src: 'mark',
            input: ({ context }) => ({ id: context.id ?? 0, key: context.key }),
            onDone: [
              { guard: 'moreDue', target: 'waiting', actions: 'takeMarked' },
              { target: '#ownAnnouncements.closed', actions: 'takeMarked' },
            ],
            onError: [
              { guard: 'isGoneAndMoreDue', target: 'waiting', actions: 'takeMarked' },
              { guard: 'isGone', target: '#ownAnnouncements.closed', actions: 'takeMarked' },
              { target: 'waiting', actions: 'takeRefusal' },
            ],
          },
        },
      },
    },
  },
});
