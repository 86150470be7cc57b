/**
 * A phone of the company that sends SMS. It is entered by hand and stands offline until an application on it reports
 * (decision 95); who looks after these phones blocks one.
 *
 * A lifecycle: no actors, no timers.
 *
 * For: who looks after SMS. See docs/workflows/smsAppDevice.md; areas 3.5 "SMS-app device", decision 95.
 */
import { setup } from 'xstate';

export type SmsAppDeviceEvent = { type: 'device.update' } | { type: 'device.block' } | { type: 'device.unblock' };

export const smsAppDeviceMachine = setup({
  types: {
    events: {} as SmsAppDeviceEvent,
    meta: {} as { look: string; requirement: string },
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'smsAppDevice',
  description: 'A phone of the company that sends SMS.',
  initial: 'offline',
  states: {
    offline: {
      description: 'Entered; no application on it has reported.',
      meta: { look: 'off', requirement: 'areas-3.5-sms-app-device' },
      on: {
        'device.update': { actions: 'record' },
        'device.block': 'blocked',
      },
    },
    blocked: {
      description: 'Nothing is sent from it until it is unblocked.',
      meta: { look: 'bad', requirement: 'areas-3.5-sms-app-device' },
      on: {
        'device.update': { actions: 'record' },
        'device.unblock': 'offline',
      },
    },
  },
});

export const SMS_DEVICE_STATES = ['offline', 'blocked'] as const;
export type SmsAppDeviceState = (typeof SMS_DEVICE_STATES)[number];
