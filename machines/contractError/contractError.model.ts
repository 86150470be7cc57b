import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ContractErrorEvent, contractErrorMachine } from './contractError.machine.ts';

const one = (name: string, type: ContractErrorEvent['type']): EventCase => ({ name, event: { type } });

export const contractErrorModel: WorkflowModel = {
  machine: contractErrorMachine,
  cases: [
    one('is taken', 'error.take'),
    one('gets a plan', 'error.update'),
    one('has other figures', 'error.change'),
    one('is fixed', 'error.fix'),
    one('is accepted', 'error.accept'),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
