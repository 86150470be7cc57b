import { expect } from 'vitest';
import { smsAppDeviceMachine } from '../../machines/smsAppDevice/smsAppDevice.machine.ts';
import { smsAppDeviceModel } from '../../machines/smsAppDevice/smsAppDevice.model.ts';
import { smsAppDeviceOracle } from '../oracle/smsAppDevice.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(smsAppDeviceMachine, smsAppDeviceOracle);

const may = (snapshot: Parameters<typeof accepts>[0]) =>
  ['device.update', 'device.block', 'device.unblock'].filter((type) => accepts(snapshot, { type }));

runModelLayer('smsAppDevice', smsAppDeviceModel, {
  states: {
    offline(snapshot, world) {
      expectLogged(snapshot, world, ['device.update']);
      expect(may(snapshot)).toEqual(['device.update', 'device.block']);
    },
    blocked(snapshot, world) {
      expectLogged(snapshot, world, ['device.update']);
      expect(may(snapshot)).toEqual(['device.update', 'device.unblock']);
    },
  },
});
