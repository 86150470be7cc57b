import { expect } from 'vitest';
import { initiativeClientMachine } from '../../machines/initiativeClient/initiativeClient.machine.ts';
import { initiativeClientModel } from '../../machines/initiativeClient/initiativeClient.model.ts';
import { initiativeClientOracle } from '../oracle/initiativeClient.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(initiativeClientMachine, initiativeClientOracle);

const EVENTS = ['update', 'check', 'call', 'refuse', 'register', 'reward', 'expire'].map((verb) => `lead.${verb}`);
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('initiativeClient', initiativeClientModel, {
  states: {
    new(snapshot, world) {
      expectLogged(snapshot, world, ['lead.update']);
      expect(may(snapshot)).toEqual(['lead.update', 'lead.check', 'lead.call', 'lead.refuse', 'lead.expire']);
    },
    called(snapshot) {
      expect(may(snapshot)).toEqual(['lead.register', 'lead.expire']);
    },
    client(snapshot) {
      expect(may(snapshot)).toEqual([snapshot.context.earned ? 'lead.reward' : 'lead.expire']);
    },
    rewarded(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    refused(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    expired(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    duplicate(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
