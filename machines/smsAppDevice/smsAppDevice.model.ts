import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type SmsAppDeviceEvent, smsAppDeviceMachine } from './smsAppDevice.machine.ts';

const one = (name: string, type: SmsAppDeviceEvent['type']): EventCase => ({ name, event: { type } });

export const smsAppDeviceModel: WorkflowModel = {
  machine: smsAppDeviceMachine,
  cases: [
    one('gets another limit', 'device.update'),
    one('is blocked', 'device.block'),
    one('is unblocked', 'device.unblock'),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};
