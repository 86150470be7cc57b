import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type UserContext, type UserEvent, userMachine } from './user.machine.ts';

const one = (name: string, type: UserEvent['type']): EventCase => ({ name, event: { type } });

const FREE = { name: 'somebody who may be replaced' };

export const userModel: WorkflowModel = {
  machine: userMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [FREE] },
  beginnings: [
    FREE,
    { name: 'somebody above who asks', input: { above: true } },
    { name: 'the last who may give rights', input: { last: true } },
  ],
  cases: [
    one('is changed', 'user.update'),
    one('gets a new password', 'user.resetPassword'),
    one('is signed out everywhere', 'user.endSessions'),
    one('is suspended', 'user.suspend'),
    one('is let in again', 'user.restore'),
    one('leaves', 'user.dismiss'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { above, last } = snapshot.context as UserContext;
    return JSON.stringify([snapshot.value, above, last]);
  },
};
