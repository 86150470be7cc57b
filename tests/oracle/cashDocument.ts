/** The cash document: areas 3.2; V3–V6; decisions 55–59, 69, 72. A payment of 200,000 soʻm. */
import { defineOracle, type Facts, forbids } from './oracle.ts';

const prepaid = (amount: number): Facts => ({ prepaid: amount });
const found = (amount: number) => ({ facts: { prepaid: amount } });
const cash = (amount: number) => ({ ledger: 'cash', amount }) as const;
const client = (of: 'payment' | 'prepaid', amount: number) => ({ ledger: 'client', of, amount }) as const;

export const cashDocumentOracle = defineOracle(['draft', 'confirmed', 'reversed', 'cancelled'], {
  machine: 'cashDocument',
  begins: { state: 'draft', facts: { payment: true, short: false, prepaid: 0 } },
  cases: {
    'cash.confirm': { verb: 'confirms what is due', carries: found(0) },
    'cash.confirm/ahead': { verb: 'confirms where nothing is due', carries: found(200_000) },
    'cash.cancel': { verb: 'cancels' },
    'cash.reverse': { verb: 'reverses', carries: found(0) },
    'allocation.move/part': { verb: 'moves a part of it to what is due', carries: found(100_000) },
    'allocation.move/rest': { verb: 'moves the rest to what is due', carries: found(0) },
  },
  needsDay: ['cash.confirm', 'cash.reverse', 'allocation.move/part'],
  // decision 57: what was shown is what is posted
  beyond: {
    'cash.confirm': ['money_moved'],
    'cash.reverse': ['money_moved', 'goods_leaving'],
    'allocation.move/part': ['money_moved'],
  },
  denied: [
    { cases: ['cash.confirm', 'cash.cancel'], person: 'accountant', status: 403, source: 'areas 3.2: cashbox.add' },
    { cases: ['cash.reverse'], person: 'cashier', status: 403, source: 'areas 3.2: cashbox.reverse' },
    { cases: ['allocation.move/part'], person: 'cashier', status: 403, source: 'areas 3.2: cashbox.confirm' },
    {
      cases: ['cash.confirm', 'cash.cancel', 'cash.reverse', 'allocation.move/part'],
      person: 'stranger',
      status: 403,
      source: 'areas "Branch and office": `allshow` lifts the branch for reading alone',
    },
  ],
  says: [
    // decision 59: money that came is reversed
    ...forbids(['confirmed'], ['cash.cancel'], 'errors.cash_confirmed_stays'),
    { cases: ['cash.reverse'], state: 'reversed', text: 'errors.payment_is_reversed' },
  ],
  rows: [
    {
      state: 'draft',
      accepts: {
        'cash.confirm': { to: 'confirmed', posts: [client('payment', 200_000), cash(200_000)] },
        'cash.confirm/ahead': {
          to: 'confirmed',
          facts: prepaid(200_000),
          posts: [client('prepaid', 200_000), cash(200_000)],
        },
        'cash.cancel': 'cancelled',
      },
      source: 'areas 3.2 "cash.confirm", "cash.cancel"; V3: what remains is prepaid',
    },
    {
      state: 'confirmed',
      accepts: {
        'cash.reverse': { to: 'reversed', posts: [client('payment', -200_000), cash(-200_000)] },
      },
      source: 'V5; areas 3.2 "cash.reverse": opposite cash and client entries in today’s day',
    },
    {
      state: 'confirmed',
      facts: prepaid(200_000),
      accepts: {
        'cash.reverse': { to: 'reversed', facts: prepaid(0), posts: [client('prepaid', -200_000), cash(-200_000)] },
        'allocation.move/part': {
          to: 'confirmed',
          facts: prepaid(100_000),
          posts: [client('prepaid', -100_000), client('payment', 100_000)],
        },
      },
      source: 'areas 3.2 "allocation.move"; decision 72: the prepaid goes to another contract of the client',
    },
    {
      state: 'confirmed',
      facts: prepaid(100_000),
      accepts: {
        'cash.reverse': {
          to: 'reversed',
          facts: prepaid(0),
          posts: [client('prepaid', -100_000), client('payment', -100_000), cash(-200_000)],
        },
        'allocation.move/rest': {
          to: 'confirmed',
          facts: prepaid(0),
          posts: [client('prepaid', -100_000), client('payment', 100_000)],
        },
      },
      source: 'decision 59: a reversal undoes its allocations and those of its prepaid, also moved',
    },
    {
      state: 'confirmed',
      facts: { short: true },
      made: true,
      accepts: {},
      refuses: { 'cash.reverse': 'negative_cash' },
      source: 'V6; decision 59: 409 negative_cash',
    },
    {
      state: 'confirmed',
      facts: { payment: false },
      made: true,
      accepts: {},
      refuses: { 'cash.reverse': 'not_reversible' },
      source: 'decision 59: reversals and offsets are not reversed by people',
    },
    { state: 'reversed', accepts: {}, source: 'V5: reversed by an opposite document that refers to it, once' },
    { state: 'cancelled', accepts: {}, source: 'areas 3.2 "cash.cancel"' },
  ],
});
