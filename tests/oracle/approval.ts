/** What one person asks for and another one allows: areas 3, P1; V16. */
import { defineOracle } from './oracle.ts';

export const approvalOracle = defineOracle(['draft', 'sent', 'approved', 'refused', 'cancelled'], {
  machine: 'approval',
  begins: { state: 'draft', facts: { complete: false } },
  cases: {
    'request.update': { verb: 'writes the rest', carries: { facts: { complete: true } } },
    'request.update/gap': { verb: 'takes something out', carries: { facts: { complete: false } } },
    'request.send': { verb: 'sends it' },
    'request.withdraw': { verb: 'takes it back' },
    'request.approve': { verb: 'approves it' },
    'request.refuse': { verb: 'refuses it' },
    'request.cancel': { verb: 'cancels it' },
  },
  // each of one kind of request: goods of a fund, a change of a client, the black list and the way off it
  beyond: {
    'request.send': ['fund_over', 'fund_goods_gone', 'change_over', 'unblock_over', 'black_list_listed'],
    'request.approve': ['fund_over', 'fund_goods_gone', 'change_over', 'unblock_over', 'black_list_listed'],
  },
  denied: [
    {
      cases: ['request.update', 'request.update/gap', 'request.send', 'request.withdraw', 'request.cancel'],
      person: 'keeper',
      status: 403,
      source: 'areas 3, P1: X.add, X.edit',
    },
    {
      cases: ['request.approve', 'request.refuse'],
      person: 'director',
      status: 403,
      source: 'areas 3, P1: notAuthor (V16); who opened it holds X.confirm too',
    },
  ],
  says: [
    {
      cases: ['request.send'],
      state: 'draft',
      facts: { complete: false },
      text: ['errors.black_list_gap.number', 'errors.black_list_gap.reason'],
    },
  ],
  rows: [
    {
      state: 'draft',
      accepts: {
        'request.update': { to: 'draft', facts: { complete: true } },
        'request.update/gap': 'draft',
        'request.cancel': 'cancelled',
      },
      source: 'areas 3, P1: sent only with the required fields; draft|sent → cancelled',
    },
    {
      state: 'draft',
      facts: { complete: true },
      accepts: {
        'request.update': 'draft',
        'request.update/gap': { to: 'draft', facts: { complete: false } },
        'request.send': 'sent',
        'request.cancel': 'cancelled',
      },
      source: 'areas 3, P1: draft → sent',
    },
    {
      state: 'sent',
      facts: { complete: true },
      accepts: {
        'request.withdraw': 'draft',
        'request.approve': 'approved',
        'request.refuse': 'refused',
        'request.cancel': 'cancelled',
      },
      source: 'areas 3, P1: sent → approved | refused; the author takes it back',
    },
    { state: 'approved', facts: { complete: true }, accepts: {}, source: 'areas 3, P1' },
    { state: 'refused', facts: { complete: true }, accepts: {}, source: 'areas 3, P1' },
    { state: 'cancelled', accepts: {}, source: 'areas 3, P1' },
    { state: 'cancelled', facts: { complete: true }, accepts: {}, source: 'areas 3, P1' },
  ],
});
