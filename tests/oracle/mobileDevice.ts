/** A mobile device: areas 3.5 "mobile device", decision 95. */
import { defineOracle } from './oracle.ts';

export const mobileDeviceOracle = defineOracle(['waiting', 'allowed', 'blocked'], {
  machine: 'mobileDevice',
  begins: { state: 'waiting', facts: {} },
  cases: {
    'device.register': { verb: 'is registered again' },
    'device.update': { verb: 'is given to somebody else' },
    'device.allow': { verb: 'is allowed' },
    'device.block': { verb: 'is blocked' },
  },
  denied: [
    {
      cases: ['device.allow', 'device.block'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.5: mobile_device.confirm',
    },
  ],
  says: [{ cases: ['device.register'], state: 'blocked', text: 'errors.device_blocked' }],
  rows: [
    {
      state: 'waiting',
      accepts: { 'device.register': 'waiting', 'device.update': 'waiting', 'device.allow': 'allowed' },
      source: 'areas 3.5: waiting → allowed',
    },
    {
      state: 'allowed',
      accepts: { 'device.register': 'allowed', 'device.update': 'allowed', 'device.block': 'blocked' },
      source: 'areas 3.5: allowed ⇄ blocked',
    },
    {
      state: 'blocked',
      accepts: { 'device.update': 'blocked', 'device.allow': 'allowed' },
      source: 'areas 3.5: allowed ⇄ blocked; a block ends its sessions',
    },
  ],
});
