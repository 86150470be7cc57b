import type { AnyEventObject } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type OwnSessionsEvent, ownSessionsMachine } from './ownSessions.machine.ts';

const one = (name: string, event: OwnSessionsEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const ownSessionsModel: WorkflowModel = {
  machine: ownSessionsMachine,
  cases: [
    one('ends one session', { type: 'session.end', id: 12 }),
    one('ends all others', { type: 'others.end' }),
    caused('has it ended', { type: 'xstate.done.actor.end', output: { message: 'Seans tugatildi' } }),
    caused('is refused it', {
      type: 'xstate.error.actor.end',
      error: { status: 503, code: 'unavailable', message: 'Server band', requestId: '7f3a-91c2' },
    }),
  ],
  within(snapshot, { type }) {
    return !type.includes('.actor.') || snapshot.hasTag('busy');
  },
  serialize: (snapshot) => String(snapshot.value),
};
