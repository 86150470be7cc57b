import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type RemarkEvent, remarkMachine } from './remark.machine.ts';

const one = (name: string, event: RemarkEvent): EventCase => ({ name, event });

export const remarkModel: WorkflowModel = {
  machine: remarkMachine,
  cases: [
    one('somebody else answers', { type: 'remark.answer', own: false }),
    one('its author adds to it', { type: 'remark.answer', own: true }),
    one('settles it', { type: 'remark.settle' }),
    one('opens it again', { type: 'remark.reopen' }),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
