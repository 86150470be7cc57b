/** The access of an employee: areas 3.5 "user", decisions 89 and 90. */
import { defineOracle } from './oracle.ts';

export const userOracle = defineOracle(['active', 'suspended', 'dismissed'], {
  machine: 'user',
  begins: { state: 'active', facts: { above: false, last: false } },
  cases: {
    'user.update': { verb: 'is changed' },
    'user.resetPassword': { verb: 'gets a new password' },
    'user.endSessions': { verb: 'is signed out everywhere' },
    'user.suspend': { verb: 'is suspended' },
    'user.restore': { verb: 'is let in again' },
    'user.dismiss': { verb: 'leaves' },
  },
  // decision 90: documents that stay with nobody are seen and answered for
  beyond: {
    'user.update': ['stuck_unseen', 'stuck_changed'],
    'user.suspend': ['stuck_unseen', 'stuck_changed'],
    'user.dismiss': ['stuck_unseen', 'stuck_changed'],
  },
  denied: [
    {
      cases: ['user.update', 'user.resetPassword', 'user.endSessions', 'user.suspend', 'user.dismiss'],
      person: 'accountant',
      status: 403,
      source: 'areas 3.5: branch_setting_users.edit',
    },
  ],
  says: [
    {
      cases: ['user.update', 'user.resetPassword', 'user.endSessions', 'user.suspend', 'user.restore', 'user.dismiss'],
      state: 'active',
      facts: { above: true },
      text: 'errors.person_above',
    },
    {
      cases: ['user.update', 'user.resetPassword', 'user.endSessions', 'user.suspend', 'user.restore', 'user.dismiss'],
      state: 'suspended',
      facts: { above: true },
      text: 'errors.person_above',
    },
    {
      cases: ['user.suspend', 'user.dismiss'],
      state: 'active',
      facts: { last: true },
      text: 'errors.nobody_administers',
    },
  ],
  rows: [
    {
      state: 'active',
      accepts: {
        'user.update': 'active',
        'user.resetPassword': 'active',
        'user.endSessions': 'active',
        'user.suspend': 'suspended',
        'user.dismiss': 'dismissed',
      },
      source: 'areas 3.5: active ⇄ suspended, active → dismissed; a reset sets expired',
    },
    {
      state: 'active',
      facts: { above: true },
      made: true,
      accepts: {},
      source: 'areas 3.5: nobody grants a rule that the grantor lacks',
    },
    {
      state: 'active',
      facts: { last: true },
      made: true,
      accepts: { 'user.update': 'active', 'user.resetPassword': 'active', 'user.endSessions': 'active' },
      source: 'decision 89: one who may give rights and make people remains',
    },
    {
      state: 'suspended',
      accepts: { 'user.update': 'suspended', 'user.restore': 'active', 'user.dismiss': 'dismissed' },
      source: 'areas 3.5: active ⇄ suspended, suspended → dismissed',
    },
    {
      state: 'suspended',
      facts: { above: true },
      made: true,
      accepts: {},
      source: 'areas 3.5: nobody grants a rule that the grantor lacks',
    },
    {
      state: 'dismissed',
      accepts: {},
      source: 'decision 90: a leaver is out, the name stays',
    },
  ],
});
