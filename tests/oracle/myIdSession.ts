/** A session of MyID: areas 3.4 "MyID session"; decisions 82, 86. */
import { defineOracle } from './oracle.ts';

export const myIdSessionOracle = defineOracle(['created', 'in_progress', 'passed', 'failed', 'expired'], {
  machine: 'myIdSession',
  begins: { state: 'created', facts: { consent: true } },
  cases: {
    'myid.start': { verb: 'is started' },
    'myid.pass': { verb: 'MyID knows the person' },
    'myid.fail': { verb: 'MyID does not know the person' },
    'myid.expire': { verb: 'its time is over' },
  },
  server: ['myid.pass', 'myid.fail', 'myid.expire'],
  denied: [
    { cases: ['myid.start'], person: 'keeper', status: 403, source: 'areas 3.4: client.add or incomes.check' },
    { cases: ['myid.start'], person: 'accountant', status: 404, source: 'areas 3.4: of a new person its author alone' },
  ],
  says: [{ cases: ['myid.start'], state: 'created', facts: { consent: false }, text: 'errors.myid_consent' }],
  rows: [
    {
      state: 'created',
      accepts: { 'myid.start': 'in_progress', 'myid.expire': 'expired' },
      source: 'areas 3.4: created → inProgress; expired by the system',
    },
    {
      state: 'created',
      facts: { consent: false },
      made: true,
      accepts: { 'myid.expire': 'expired' },
      source: 'areas 3.4: myid.start needs consent',
    },
    {
      state: 'in_progress',
      accepts: { 'myid.pass': 'passed', 'myid.fail': 'failed', 'myid.expire': 'expired' },
      source: 'areas 3.4: inProgress → passed | failed | expired',
    },
    { state: 'passed', accepts: {}, source: 'areas 3.4' },
    { state: 'failed', accepts: {}, source: 'areas 3.4' },
    { state: 'expired', accepts: {}, source: 'areas 3.4' },
  ],
});
