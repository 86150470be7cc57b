import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type AppealEvent, appealMachine } from './appeal.machine.ts';

const one = (name: string, type: AppealEvent['type']): EventCase => ({ name, event: { type } });

export const appealModel: WorkflowModel = {
  machine: appealMachine,
  cases: [
    one('is corrected', 'appeal.update'),
    one('is given to somebody', 'appeal.assign'),
    one('is answered', 'appeal.answer'),
    one('is closed', 'appeal.close'),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
