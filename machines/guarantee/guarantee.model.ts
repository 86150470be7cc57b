import type { AnyMachineSnapshot } from 'xstate';
import type { WorkflowModel } from '../kit/model.ts';
import { type GuaranteeContext, guaranteeMachine } from './guarantee.machine.ts';

const FIT = { name: 'a guarantor who may be one' };

export const guaranteeModel: WorkflowModel = {
  machine: guaranteeMachine,
  // the other differs in what is refused
  browser: { beginnings: [FIT] },
  beginnings: [FIT, { name: 'a guarantor who may not be one', input: { fit: false } }],
  cases: [
    { name: 'is signed', event: { type: 'guarantee.sign' } },
    { name: 'is taken off', event: { type: 'guarantee.drop' } },
    { name: 'is released', event: { type: 'guarantee.release' } },
  ],
  serialize: (snapshot: AnyMachineSnapshot) =>
    `${String(snapshot.value)}${(snapshot.context as GuaranteeContext).fit ? '' : ' unfit'}`,
};
