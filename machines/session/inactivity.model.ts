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
    one('is checked in time', { type: 'clock.checked', at: within }),
    one('is checked too late', { type: 'clock.checked', at: beyond }),
    one('loses the network', { type: 'network.lost' }),
    one('has the network again', { type: 'network.back' }),
  ],
  within: (snapshot) => snapshot.status === 'active',
  serialize: (snapshot) => `${String(snapshot.value)} ${snapshot.context.lastActivity}`,
};
