import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type MyIdSessionEvent, myIdSessionMachine } from './myIdSession.machine.ts';

const one = (name: string, event: MyIdSessionEvent): EventCase => ({ name, event });

/** A session of a person who agreed. */
export const myIdSessionModel: WorkflowModel = {
  machine: myIdSessionMachine,
  cases: [
    one('is started', { type: 'myid.start' }),
    one('MyID knows the person', { type: 'myid.pass' }),
    one('MyID does not know the person', { type: 'myid.fail' }),
    one('its time is over', { type: 'myid.expire' }),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
