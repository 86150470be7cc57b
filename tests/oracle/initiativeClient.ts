/** Somebody whom a partner has brought: areas 3.5 "initiative client". The cash output of the fee is not built (decision 71). */
import { defineOracle } from './oracle.ts';

export const initiativeClientOracle = defineOracle(
  ['new', 'called', 'client', 'rewarded', 'refused', 'expired', 'duplicate'],
  {
    machine: 'initiativeClient',
    begins: { state: 'new', facts: { earned: true } },
    cases: {
      'lead.update': { verb: 'is corrected' },
      'lead.check': { verb: 'was a client before' },
      'lead.call': { verb: 'is called' },
      'lead.refuse': { verb: 'does not want to' },
      'lead.register': { verb: 'becomes a client' },
      'lead.reward': { verb: 'brings the fee' },
      'lead.expire': { verb: 'is too late' },
    },
    server: ['lead.check', 'lead.register', 'lead.expire'],
    denied: [
      {
        cases: ['lead.update', 'lead.call', 'lead.refuse', 'lead.reward'],
        person: 'keeper',
        status: 403,
        source: 'areas 3.5: initiative_client.edit, initiative_client.confirm',
      },
    ],
    says: [{ cases: ['lead.reward'], state: 'client', facts: { earned: false }, text: 'errors.lead_not_earned' }],
    rows: [
      {
        state: 'new',
        accepts: {
          'lead.update': 'new',
          'lead.check': 'duplicate',
          'lead.call': 'called',
          'lead.refuse': 'refused',
          'lead.expire': 'expired',
        },
        source: 'areas 3.5: new → duplicate, PINFL or phone already a client; new → called / refused; new → expired',
      },
      {
        state: 'called',
        accepts: { 'lead.register': 'client', 'lead.expire': 'expired' },
        source: 'areas 3.5: called → client, made with that phone or PINFL; called → expired',
      },
      {
        state: 'client',
        accepts: { 'lead.reward': 'rewarded' },
        source: 'areas 3.5: client → rewarded, first contract active within the validity',
      },
      {
        state: 'client',
        facts: { earned: false },
        made: true,
        accepts: { 'lead.expire': 'expired' },
        source: 'areas 3.5: client → expired, validity passed; no fee without a contract within it',
      },
      { state: 'rewarded', accepts: {}, source: 'areas 3.5: rewarded is the end' },
      { state: 'refused', accepts: {}, source: 'areas 3.5: refused is the end' },
      { state: 'expired', accepts: {}, source: 'areas 3.5: expired is the end' },
      { state: 'duplicate', accepts: {}, source: 'areas 3.5: duplicate is the end' },
    ],
  },
);
