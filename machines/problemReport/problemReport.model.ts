import type { AnyMachineSnapshot } from 'xstate';
import type { WorkflowModel } from '../kit/model.ts';
import { problemReportMachine } from './problemReport.machine.ts';

export const problemReportModel: WorkflowModel = {
  machine: problemReportMachine,
  cases: [
    { name: 'is settled', event: { type: 'report.settle' } },
    { name: 'is opened again', event: { type: 'report.reopen' } },
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
