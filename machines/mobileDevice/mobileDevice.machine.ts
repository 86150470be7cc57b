/**
 * A phone or tablet of the staff's mobile applications. The application makes it known at its first start; who is
 * responsible allows it, and blocks one that is lost.
 *
 * A lifecycle: no actors, no timers.
 *
 * For: who looks after devices. See docs/workflows/mobileDevice.md; areas 3.5, decision 95.
 */
import { setup } from 'xstate';

export type MobileDeviceEvent =
  | { type: 'device.register' }
  | { type: 'device.update' }
  | { type: 'device.allow' }
  | { type: 'device.block' };

export const mobileDeviceMachine = setup({
  types: {
    events: {} as MobileDeviceEvent,
    meta: {} as { look: string; requirement: string },
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'mobileDevice',
  description: 'A phone or tablet of the staff.',
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The application was started on it; nobody has allowed it yet.',
      meta: { look: 'waiting', requirement: 'areas-3.5-device' },
      on: {
        'device.register': { actions: 'record' },
        'device.update': { actions: 'record' },
        'device.allow': 'allowed',
      },
    },
    allowed: {
      description: 'The application works on it.',
      meta: { look: 'done', requirement: 'areas-3.5-device' },
      on: {
        'device.register': { actions: 'record' },
        'device.update': { actions: 'record' },
        'device.block': 'blocked',
      },
    },
    blocked: {
      description: 'Its sessions are ended, and the application does not open on it.',
      meta: { look: 'bad', requirement: 'areas-3.5-device' },
      on: {
        'device.update': { actions: 'record' },
        'device.allow': 'allowed',
      },
    },
  },
});

export const DEVICE_STATES = ['waiting', 'allowed', 'blocked'] as const;
export type MobileDeviceState = (typeof DEVICE_STATES)[number];
