/** An evaluation of a car as a pledge: areas 3.4 "pledge evaluation"; decisions 61, 77. Nothing sends a seizure (decision 71). */
import { defineOracle } from './oracle.ts';

export const pledgeEvaluationOracle = defineOracle(
  ['draft', 'inspected', 'valued', 'approved', 'pledged', 'released', 'refused', 'expired'],
  {
    machine: 'pledgeEvaluation',
    begins: { state: 'draft', facts: { photographed: true, priced: true, registered: true, current: true } },
    cases: {
      'pledge.update': { verb: 'is corrected' },
      'pledge.inspect': { verb: 'is inspected' },
      'pledge.value': { verb: 'is valued' },
      'pledge.approve': { verb: 'is approved' },
      'pledge.refuse': { verb: 'is refused' },
      'pledge.expire': { verb: 'expires' },
      'pledge.attach': { verb: 'is attached' },
      'pledge.release': { verb: 'is released' },
    },
    server: ['pledge.expire', 'pledge.attach', 'pledge.release'],
    denied: [
      {
        cases: ['pledge.update', 'pledge.inspect', 'pledge.value', 'pledge.approve', 'pledge.refuse'],
        person: 'keeper',
        status: 403,
        source: 'areas 3.4: car_evaluations.add, .edit, .confirm',
      },
      {
        cases: ['pledge.approve', 'pledge.refuse'],
        person: 'director',
        status: 403,
        source: 'areas 3.4: notAuthor; the director wrote it',
      },
    ],
    says: [
      { cases: ['pledge.inspect'], state: 'draft', facts: { photographed: false }, text: 'errors.car_no_photo' },
      { cases: ['pledge.value'], state: 'inspected', facts: { priced: false }, text: 'errors.car_no_figures' },
    ],
    rows: [
      {
        state: 'draft',
        accepts: { 'pledge.update': 'draft', 'pledge.inspect': 'inspected' },
        source: 'areas 3.4: draft → inspected',
      },
      {
        state: 'draft',
        facts: { photographed: false },
        made: true,
        accepts: { 'pledge.update': 'draft' },
        source: 'areas 3.4: pledge.inspect needs photos',
      },
      { state: 'inspected', accepts: { 'pledge.value': 'valued' }, source: 'areas 3.4: inspected → valued' },
      {
        state: 'inspected',
        facts: { priced: false },
        made: true,
        accepts: {},
        source: 'areas 3.4: value = market × (1 − wear %), accepted = value × max share: both are needed',
      },
      {
        state: 'valued',
        accepts: { 'pledge.approve': 'approved', 'pledge.refuse': 'refused' },
        source: 'areas 3.4: valued → approved | refused',
      },
      {
        state: 'approved',
        accepts: { 'pledge.attach': 'pledged', 'pledge.expire': 'expired' },
        source: 'areas 3.4: approved → pledged; expired; decision 77: inside contract.sign',
      },
      {
        state: 'approved',
        facts: { registered: false },
        made: true,
        accepts: { 'pledge.expire': 'expired' },
        source: 'areas 3.4: pledge.attach needs the file of the register extract',
      },
      {
        state: 'approved',
        facts: { current: false },
        made: true,
        accepts: { 'pledge.expire': 'expired' },
        source: 'areas 3.4: pledge.attach, not expired',
      },
      {
        state: 'pledged',
        accepts: { 'pledge.release': 'released' },
        source: 'areas 3.4: pledged → released; decision 61: when the day of closing is closed',
      },
      { state: 'released', accepts: {}, source: 'decision 61: a later reopening leaves them released' },
      { state: 'refused', accepts: {}, source: 'areas 3.4: refused is an end' },
      { state: 'expired', accepts: {}, source: 'areas 3.4: expired is an end' },
    ],
  },
);
