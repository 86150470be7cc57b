/** An appeal of a client: areas 3.4 "appeal". */
import { defineOracle } from './oracle.ts';

export const appealOracle = defineOracle(['new', 'assigned', 'answered', 'closed'], {
  machine: 'appeal',
  begins: { state: 'new', facts: {} },
  cases: {
    'appeal.update': { verb: 'is corrected' },
    'appeal.assign': { verb: 'is given to somebody' },
    'appeal.answer': { verb: 'is answered' },
    'appeal.close': { verb: 'is closed' },
  },
  denied: [
    {
      cases: ['appeal.update', 'appeal.assign', 'appeal.answer', 'appeal.close'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.4: client_appeal.edit, client_appeal.confirm',
    },
  ],
  rows: [
    {
      state: 'new',
      accepts: { 'appeal.update': 'new', 'appeal.assign': 'assigned' },
      source: 'areas 3.4: new → assigned',
    },
    {
      state: 'assigned',
      accepts: { 'appeal.update': 'assigned', 'appeal.answer': 'answered' },
      source: 'areas 3.4: assigned → answered',
    },
    {
      state: 'answered',
      accepts: { 'appeal.assign': 'assigned', 'appeal.close': 'closed' },
      source: 'areas 3.4: answered → closed; answered → assigned again',
    },
    { state: 'closed', accepts: {}, source: 'areas 3.4: closed is the end' },
  ],
});
