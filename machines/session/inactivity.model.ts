import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { INACTIVITY_LIMIT, type InactivityEvent, inactivityMachine } from './inactivity.machine.ts';

const one = (name: string, event: InactivityEvent): EventCase => ({ name, event });

/** Last activity at 0: one millisecond before the limit, and the limit itself after any noted activity. */
const within = INACTIVITY_LIMIT - 1;
const beyond = within + INACTIVITY_LIMIT;

export const inactivityModel: WorkflowModel = {
  machine: inactivityMachine,
  pageEvents: ['activity.elsewhere', 'clock.checked', 'network.lost', 'network.back'],
  beginnings: [{ name: '', input: { lastActivity: 0 } }],
  cases: [
    one('moves the mouse in time', { type: 'activity.seen', at: within }),
    one('moves the mouse too late', { type: 'activity.seen', at: beyond }),
    one('works in another tab', { type: 'activity.elsewhere', at: within }),
    one('is checked in the last minute', { type: 'clock.checked', at: within }),
    one('is checked too late', { type: 'clock.checked', at: beyond }),
    one('leaves now', { type: 'person.leave' }),
    one('loses the network', { type: 'network.lost' }),
    one('has the network again', { type: 'network.back' }),
  ],
  // the button comes with the countdown, and stays for a moment after it
  within: (snapshot, { type }) =>
    snapshot.status === 'active' && (type !== 'person.leave' || snapshot.context.checkedAt > 0),
  serialize: ({ value, context }) =>
    `${JSON.stringify(value)} ${context.lastActivity}${context.checkedAt > 0 ? ' counted' : ''}`,
};
