import { expect } from 'vitest';
import { myIdSessionMachine } from '../../machines/myIdSession/myIdSession.machine.ts';
import { myIdSessionModel } from '../../machines/myIdSession/myIdSession.model.ts';
import { myIdSessionOracle } from '../oracle/myIdSession.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(myIdSessionMachine, myIdSessionOracle);

const EVENTS = ['myid.start', 'myid.pass', 'myid.fail', 'myid.expire'];
const taken = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('myIdSession', myIdSessionModel, {
  states: {
    created: (snapshot) => expect(taken(snapshot)).toEqual(['myid.start', 'myid.expire']),
    in_progress: (snapshot) => expect(taken(snapshot)).toEqual(['myid.pass', 'myid.fail', 'myid.expire']),
    passed: (snapshot) => expect(taken(snapshot)).toEqual([]),
    failed: (snapshot) => expect(taken(snapshot)).toEqual([]),
    expired: (snapshot) => expect(taken(snapshot)).toEqual([]),
  },
});
