/** A record of a directory: areas 3, P0. */
import { defineOracle } from './oracle.ts';

export const directoryRecordOracle = defineOracle(['active', 'archived'], {
  machine: 'directoryRecord',
  begins: { state: 'active', facts: { inUse: false } },
  cases: {
    'record.update': { verb: 'is changed' },
    'record.archive': { verb: 'is archived' },
    'record.restore': { verb: 'comes back' },
  },
  // what it names is in the archive
  beyond: { 'record.restore': ['named_archived'] },
  denied: [
    { cases: ['record.update', 'record.archive'], person: 'nobody', status: 403, source: 'areas 3, P0: X.edit' },
    { cases: ['record.update', 'record.archive'], person: 'purchaser', status: 403, source: 'areas 3, P0: X.edit' },
  ],
  says: [
    {
      cases: ['record.archive'],
      state: 'active',
      facts: { inUse: true },
      text: [
        'errors.in_use',
        'errors.in_use_by',
        'errors.warehouse_has_stock',
        'errors.partner_has_debt',
        'errors.variant_has_stock',
      ],
    },
  ],
  rows: [
    {
      state: 'active',
      accepts: { 'record.update': 'active', 'record.archive': 'archived' },
      source: 'areas 3, P0',
    },
    {
      state: 'active',
      facts: { inUse: true },
      made: true,
      accepts: { 'record.update': 'active' },
      refuses: { 'record.archive': 'in_use' },
      source: 'decision 92: refused for what is in use',
    },
    {
      state: 'archived',
      accepts: { 'record.restore': 'active' },
      source: 'areas 3, P0; decision 92: restored instead',
    },
  ],
});
