import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type StaffTestContext, type StaffTestEvent, staffTestMachine } from './staffTest.machine.ts';

const one = (name: string, event: StaffTestEvent): EventCase => ({ name, event });

export const staffTestModel: WorkflowModel = {
  machine: staffTestMachine,
  cases: [
    one('writes the rest', { type: 'test.update', facts: { complete: true } }),
    one('takes an answer out', { type: 'test.update', facts: { complete: false } }),
    one('publishes it', { type: 'test.publish' }),
    one('closes it', { type: 'test.close' }),
    one('its end comes', { type: 'test.end' }),
    one('drops it', { type: 'test.drop' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { complete } = snapshot.context as StaffTestContext;
    return `${String(snapshot.value)}${complete ? '' : ' incomplete'}`;
  },
};
