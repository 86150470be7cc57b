import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type MobileDeviceEvent, mobileDeviceMachine } from './mobileDevice.machine.ts';

const one = (name: string, type: MobileDeviceEvent['type']): EventCase => ({ name, event: { type } });

export const mobileDeviceModel: WorkflowModel = {
  machine: mobileDeviceMachine,
  cases: [
    one('is registered again', 'device.register'),
    one('is given to somebody else', 'device.update'),
    one('is allowed', 'device.allow'),
    one('is blocked', 'device.block'),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
