import { expect } from 'vitest';
import { mobileDeviceMachine } from '../../machines/mobileDevice/mobileDevice.machine.ts';
import { mobileDeviceModel } from '../../machines/mobileDevice/mobileDevice.model.ts';
import { mobileDeviceOracle } from '../oracle/mobileDevice.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(mobileDeviceMachine, mobileDeviceOracle);

const may = (snapshot: Parameters<typeof accepts>[0]) =>
  ['device.register', 'device.update', 'device.allow', 'device.block'].filter((type) => accepts(snapshot, { type }));

runModelLayer('mobileDevice', mobileDeviceModel, {
  states: {
    waiting(snapshot, world) {
      expectLogged(snapshot, world, ['device.register', 'device.update']);
      expect(may(snapshot)).toEqual(['device.register', 'device.update', 'device.allow']);
    },
    allowed(snapshot, world) {
      expectLogged(snapshot, world, ['device.register', 'device.update']);
      expect(may(snapshot)).toEqual(['device.register', 'device.update', 'device.block']);
    },
    blocked(snapshot, world) {
      expectLogged(snapshot, world, ['device.update']);
      expect(may(snapshot)).toEqual(['device.update', 'device.allow']);
    },
  },
});
