import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type OwnAnnouncementsContext,
  type OwnAnnouncementsEvent,
  ownAnnouncementsMachine,
} from './ownAnnouncements.machine.ts';

/** An ordinary one, and two that must be confirmed. */
export const ORDINARY = 1;
export const FIRST = 2;
export const SECOND = 3;

const one = (name: string, event: OwnAnnouncementsEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

const refused = (kind: Refusal['kind'], code: string) =>
  new RefusedError({ kind, code, message: code, requestId: 'r-1', errors: {}, lines: [], current: null });
const lost = refused('failed', 'network');
const gone = refused('refused', 'not_allowed_now');

export const ownAnnouncementsModel: WorkflowModel = {
  machine: ownAnnouncementsMachine,
  pageEvents: ['announcements.read'],
  cases: [
    one('one that must be confirmed comes', { type: 'announcements.read', due: [FIRST] }),
    one('two that must be confirmed come', { type: 'announcements.read', due: [FIRST, SECOND] }),
    one('they are withdrawn', { type: 'announcements.read', due: [] }),
    one('opens the list', { type: 'list.open' }),
    one('closes the list', { type: 'list.close' }),
    one('marks one as read', { type: 'announcement.mark', id: ORDINARY, key: 'k-1' }),
    one('confirms', { type: 'announcement.confirm', key: 'k-2' }),
    caused('it is marked', { type: 'xstate.done.actor.markListed' }),
    caused('the mark gets no answer', { type: 'xstate.error.actor.markListed', error: lost }),
    caused('the marked one has ended', { type: 'xstate.error.actor.markListed', error: gone }),
    caused('it is confirmed', { type: 'xstate.done.actor.markDue' }),
    caused('the confirmation gets no answer', { type: 'xstate.error.actor.markDue', error: lost }),
    caused('the confirmed one has ended', { type: 'xstate.error.actor.markDue', error: gone }),
  ],
  /** An id is confirmed once in a story; each story ends when both are. */
  within(snapshot, { type }) {
    const { marked } = snapshot.context as OwnAnnouncementsContext;
    if (type === 'announcements.read' && (marked.includes(FIRST) || marked.includes(SECOND))) return false;
    if (type === 'announcement.mark' && marked.includes(ORDINARY)) return false;
    const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
    return id === undefined || snapshot._nodes.some((node) => node.invoke.some((invoked) => invoked.id === id));
  },
  serialize(snapshot: AnyMachineSnapshot) {
    const { due, marked, refusal } = snapshot.context as OwnAnnouncementsContext;
    return `${JSON.stringify(snapshot.value)} due ${due.join()} marked ${marked.join()}${refusal === null ? '' : ' refused'}`;
  },
};
