import { expect } from 'vitest';
import { userMachine } from '../../machines/user/user.machine.ts';
import { userModel } from '../../machines/user/user.model.ts';
import { userOracle } from '../oracle/user.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(userMachine, userOracle);

const EVENTS = Object.keys(userOracle.cases);
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('user', userModel, {
  states: {
    active(snapshot, world) {
      expectLogged(snapshot, world, ['user.update', 'user.resetPassword', 'user.endSessions']);
      const { above, last } = snapshot.context;
      const always = ['user.update', 'user.resetPassword', 'user.endSessions'];
      expect(may(snapshot)).toEqual(above ? [] : last ? always : [...always, 'user.suspend', 'user.dismiss']);
    },
    suspended(snapshot, world) {
      expectLogged(snapshot, world, ['user.update']);
      expect(may(snapshot)).toEqual(['user.update', 'user.restore', 'user.dismiss']);
    },
    dismissed(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
