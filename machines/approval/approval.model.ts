import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ApprovalContext, type ApprovalEvent, approvalMachine } from './approval.machine.ts';

const one = (name: string, event: ApprovalEvent): EventCase => ({ name, event });

export const approvalModel: WorkflowModel = {
  machine: approvalMachine,
  cases: [
    one('writes the rest', { type: 'request.update', facts: { complete: true } }),
    one('takes something out', { type: 'request.update', facts: { complete: false } }),
    one('sends it', { type: 'request.send' }),
    one('takes it back', { type: 'request.withdraw' }),
    one('approves it', { type: 'request.approve' }),
    one('refuses it', { type: 'request.refuse' }),
    one('cancels it', { type: 'request.cancel' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { complete } = snapshot.context as ApprovalContext;
    return `${String(snapshot.value)}${complete ? '' : ' incomplete'}`;
  },
};
