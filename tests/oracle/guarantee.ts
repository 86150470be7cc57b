/** A guarantee: areas 3.4 "guarantee", as far as something sends it; decisions 61, 71, 77. */
import { defineOracle } from './oracle.ts';

export const guaranteeOracle = defineOracle(['draft', 'signed', 'released', 'dropped'], {
  machine: 'guarantee',
  begins: { state: 'draft', facts: { fit: true } },
  cases: {
    'guarantee.sign': { verb: 'is signed' },
    'guarantee.drop': { verb: 'is taken off' },
    'guarantee.release': { verb: 'is released' },
  },
  server: ['guarantee.release'],
  denied: [
    { cases: ['guarantee.drop'], person: 'keeper', status: 403, source: 'areas 3.4: who writes the draft on' },
    { cases: ['guarantee.sign'], person: 'keeper', status: 403, source: 'areas 3.4: contract.add' },
  ],
  says: [
    {
      cases: ['guarantee.sign'],
      state: 'draft',
      facts: { fit: false },
      text: [
        'signing.guarantor.from',
        'signing.guarantor.always',
        'signing.unfit.unverified',
        'signing.unfit.young',
        'signing.unfit.listed',
      ],
    },
  ],
  rows: [
    {
      state: 'draft',
      accepts: { 'guarantee.sign': 'signed', 'guarantee.drop': 'dropped' },
      source: 'areas 3.4: draft → signed; areas 4: drafts are dropped',
    },
    {
      state: 'draft',
      facts: { fit: false },
      made: true,
      accepts: { 'guarantee.drop': 'dropped' },
      source: 'decision 77: a verified adult client; decision 84: not black-listed',
    },
    { state: 'signed', accepts: { 'guarantee.release': 'released' }, source: 'areas 3.4: signed → released' },
    { state: 'released', accepts: {}, source: 'areas 3.4: released is an end' },
    { state: 'dropped', accepts: {}, source: 'areas 4: only drafts are dropped' },
  ],
});
