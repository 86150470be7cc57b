/** A phone that sends SMS: areas 3.5 "SMS-app device", decision 95. */
import { defineOracle } from './oracle.ts';

export const smsAppDeviceOracle = defineOracle(['offline', 'blocked'], {
  machine: 'smsAppDevice',
  begins: { state: 'offline', facts: {} },
  cases: {
    'device.update': { verb: 'gets another limit' },
    'device.block': { verb: 'is blocked' },
    'device.unblock': { verb: 'is unblocked' },
  },
  denied: [
    {
      cases: ['device.update', 'device.block', 'device.unblock'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.5: sms_app_device.edit',
    },
  ],
  rows: [
    {
      state: 'offline',
      accepts: { 'device.update': 'offline', 'device.block': 'blocked' },
      source: 'decision 95: entered by hand, stands offline; areas 3.5: blocked by sms_app_device.edit',
    },
    {
      state: 'blocked',
      accepts: { 'device.update': 'blocked', 'device.unblock': 'offline' },
      source: 'areas 3.5: blocked by sms_app_device.edit',
    },
  ],
});
