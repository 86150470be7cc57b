/** The instalment contract: areas 3.1 "contract", V9–V11, decisions 55–62, 69–72, 84. Figures of contract K of `examples-sale.md`. */
import { type Accepted, defineOracle, type Facts, forbids } from './oracle.ts';

const FIRST = 200_000;
/** What the events of money carry: what the first payment lacks, what is owed. */
const found = (lacking: number, unpaid: number) => ({ facts: { lacking, unpaid } });
const signed: Facts = { lacking: FIRST, unpaid: 0 };
const paidIn: Facts = { lacking: 0, unpaid: 0 };
const owing = (unpaid: number): Facts => ({ lacking: 0, unpaid });
/** Areas 3.1 "contract.cancel", decision 70: the first payment is free prepaid money again, no longer of this contract. */
const CALLED_OFF: Accepted<'cancelled'> = {
  to: 'cancelled',
  posts: [{ ledger: 'client', of: 'prepaid', amount: -FIRST }],
};
/** Overdue for three years, with the file of a decision. */
const hopeless: Facts = { ...owing(500_000), aged: true, decided: true };

export const contractOracle = defineOracle(
  ['draft', 'signed', 'awaiting_handover', 'active', 'closed', 'written_off', 'cancelled'],
  {
    machine: 'contract',
    begins: {
      state: 'draft',
      facts: {
        ...{ obstacles: 0, lacking: FIRST, unpaid: 0, listed: false, stale: false, leaving: false },
        ...{ aged: false, decided: false },
      },
    },
    cases: {
      'contract.amend': { verb: 'changes its terms' },
      'contract.sign': { verb: 'signs' },
      'contract.cancel': { verb: 'cancels' },
      'firstPayment.receive': { verb: 'the first payment comes', carries: found(0, 0) },
      'firstPayment.revoke': { verb: 'the first payment is reversed', carries: found(FIRST, 0) },
      'goods.handOver': { verb: 'the goods are handed over', carries: found(0, 920_000) },
      'payment.allocate': { verb: 'a part is paid', carries: found(0, 420_000) },
      'payment.allocate/all': { verb: 'the rest is paid', carries: found(0, 0) },
      'debt.settle': { verb: 'the debt is settled' },
      'debt.reopen': { verb: 'a payment is reversed', carries: found(0, 420_000) },
      'debt.writeOff': { verb: 'the debt is given up' },
    },
    server: [
      'firstPayment.receive',
      'firstPayment.revoke',
      'goods.handOver',
      'payment.allocate',
      'payment.allocate/all',
      'debt.reopen',
    ],
    // the payment of the last soʻm settles the debt in the same transaction
    raised: ['debt.settle'],
    needsDay: ['contract.sign', 'debt.writeOff'],
    beyond: { 'debt.writeOff': ['prepaid_waits', 'write_off_limit'] },
    denied: [
      {
        cases: ['contract.amend', 'contract.sign', 'contract.cancel'],
        person: 'keeper',
        status: 403,
        source: 'areas 3.1: contract.add, contract.edit, contract.confirm',
      },
      {
        cases: ['contract.amend'],
        person: 'seller',
        status: 403,
        source: 'areas 3.1 "contract.amend": the owner, or who edits; the director wrote it',
      },
      {
        cases: ['debt.writeOff'],
        person: 'director',
        status: 403,
        source: 'areas 3.1 "debt.writeOff": notAuthor (V16); the director wrote it',
      },
      {
        cases: ['debt.writeOff'],
        person: 'seller',
        status: 403,
        source: 'areas 3.1 "debt.writeOff": contract.confirm',
      },
      {
        cases: ['contract.amend', 'contract.sign', 'contract.cancel', 'debt.writeOff'],
        person: 'stranger',
        status: 403,
        source: 'areas "Branch and office": `allshow` lifts the branch for reading alone',
      },
    ],
    says: [
      // decision 87: signing freezes; decisions 60 and 71: called off until its goods are handed over
      ...forbids(
        ['signed', 'awaiting_handover', 'active', 'closed', 'written_off'],
        ['contract.amend'],
        'errors.contract_signed_fixed',
      ),
      ...forbids(['active', 'closed', 'written_off'], ['contract.cancel'], 'errors.contract_goods_left'),

      {
        cases: ['debt.writeOff'],
        state: 'active',
        facts: { aged: true },
        text: 'errors.decision_missing',
      },
      { cases: ['debt.writeOff'], state: 'active', text: 'errors.debt_recent' },
      {
        cases: ['contract.sign'],
        state: 'draft',
        facts: { obstacles: 1 },
        text: [
          'signing.reservation',
          'signing.client',
          'signing.identity.never',
          'signing.identity.copy',
          'signing.identity.over',
          'signing.identity.stand_in',
          'signing.document',
          'signing.age',
          'signing.listed.since',
          'signing.listed.between',
          'signing.scoring.none',
          'signing.scoring.later',
          'signing.goods',
          'signing.terms',
          'signing.discount',
          'signing.requisites',
          'signing.day',
          'signing.unpaid',
          'signing.stale',
          'signing.findings.term_not_offered',
          'signing.findings.term_barred',
          'signing.findings.first_payment_wrong',
          'signing.findings.first_payment_least',
          'signing.findings.payment_day_wrong',
          'signing.findings.total_too_small',
          'signing.findings.instalment_too_small',
          'signing.findings.contract_least',
          'signing.findings.contract_greatest',
          'signing.findings.limit_exceeded',
          'signing.findings.pledge_needed',
          'signing.findings.sum_confirm',
          'signing.pledge_missing.from',
          'signing.pledge_missing.always',
          'signing.pledge_taken',
          'signing.pledge_over',
          'signing.pledge_extract',
          'signing.pledge_small',
          'signing.guarantor.from',
          'signing.guarantor.always',
          'signing.unfit.unverified',
          'signing.unfit.unidentified',
          'signing.unfit.young',
          'signing.unfit.listed',
        ],
      },
    ],
    rows: [
      {
        state: 'draft',
        accepts: {
          'contract.amend': 'draft',
          'contract.sign': 'signed',
          'contract.cancel': 'cancelled',
        },
        source: 'areas 3.1 "contract.sign", "contract.amend", "contract.cancel"',
      },
      {
        state: 'draft',
        facts: { obstacles: 1 },
        made: true,
        accepts: { 'contract.amend': 'draft', 'contract.cancel': 'cancelled' },
        source: 'areas 3.1 "contract.sign": each guard must hold; decisions 65, 77, 80',
      },
      {
        state: 'signed',
        facts: signed,
        accepts: {
          'firstPayment.receive': { to: 'awaiting_handover', facts: paidIn },
          'contract.cancel': 'cancelled',
        },
        source: 'areas 3.1 "firstPayment.receive"; a signed contract is not changed',
      },
      {
        state: 'signed',
        facts: { ...signed, listed: true },
        made: true,
        accepts: { 'contract.cancel': 'cancelled' },
        source: 'decision 60: firstPayment.receive of a listed client waits; decision 84: it may only be cancelled',
      },
      {
        state: 'awaiting_handover',
        facts: paidIn,
        accepts: {
          'goods.handOver': { to: 'active', facts: owing(920_000) },
          'firstPayment.revoke': { to: 'signed', facts: signed },
          'contract.cancel': CALLED_OFF,
        },
        source: 'areas 3.1 "goods.handOver"; decision 60 "firstPayment.revoke"',
      },
      {
        state: 'awaiting_handover',
        facts: { ...paidIn, listed: true },
        made: true,
        accepts: { 'firstPayment.revoke': { to: 'signed', facts: signed }, 'contract.cancel': CALLED_OFF },
        source: 'decision 84: the black list refuses the hand-over',
      },
      {
        state: 'awaiting_handover',
        facts: { ...paidIn, stale: true },
        made: true,
        accepts: { 'firstPayment.revoke': { to: 'signed', facts: signed }, 'contract.cancel': CALLED_OFF },
        source: 'decision 72: no hand-over on or after the first due date',
      },
      {
        state: 'awaiting_handover',
        facts: { ...paidIn, leaving: true },
        made: true,
        accepts: { 'goods.handOver': { to: 'active', facts: owing(920_000) } },
        refuses: { 'firstPayment.revoke': 'goods_leaving', 'contract.cancel': 'goods_leaving' },
        source: 'decision 60: goods_leaving while an output is picking',
      },
      {
        state: 'active',
        facts: owing(920_000),
        accepts: {
          'payment.allocate': { to: 'active', facts: owing(420_000) },
          // what a reversal owes again depends on what was paid at once
          'payment.allocate/all': { to: 'active', facts: owing(0), ends: true },
        },
        source: 'areas 3.1 "payment.allocate"; after the hand-over its terms stand',
      },
      {
        state: 'active',
        facts: owing(420_000),
        accepts: { 'payment.allocate/all': { to: 'active', facts: owing(0) } },
        source: 'areas 3.1 "payment.allocate"',
      },
      {
        state: 'active',
        facts: owing(0),
        passing: true,
        accepts: { 'debt.settle': 'closed' },
        untried: ['payment.allocate', 'payment.allocate/all'],
        source: 'areas 3.1 "debt.settle": unpaid = 0',
      },
      {
        state: 'active',
        facts: { ...owing(500_000), aged: true },
        made: true,
        accepts: {},
        untried: ['payment.allocate', 'payment.allocate/all'],
        source: 'areas 3.1 "debt.writeOff": decision file',
      },
      {
        state: 'active',
        facts: { ...owing(500_000), decided: true },
        made: true,
        accepts: {},
        untried: ['payment.allocate', 'payment.allocate/all'],
        source: 'areas 3.1 "debt.writeOff": overdue ≥ setting; 3.6: three years',
      },
      {
        state: 'active',
        facts: hopeless,
        made: true,
        accepts: {
          'debt.writeOff': {
            to: 'written_off',
            facts: { unpaid: 0 },
            posts: [{ ledger: 'client', of: 'write_off', amount: 500_000 }],
          },
        },
        untried: ['payment.allocate', 'payment.allocate/all'],
        source: 'areas 3.1 "debt.writeOff"; decision 71',
      },
      {
        state: 'written_off',
        facts: { ...hopeless, unpaid: 0 },
        made: true,
        // which of its payments is taken back decides what is owed again
        accepts: { 'debt.reopen': { to: 'active', facts: owing(420_000), ends: true } },
        source: 'decision 59: a reversal undoes exactly its own, the rest stays; decision 69: no payments',
      },
      {
        state: 'closed',
        facts: owing(0),
        accepts: { 'debt.reopen': { to: 'active', facts: owing(420_000) } },
        source: 'areas 3.1 "debt.reopen"; decision 61',
      },
      {
        state: 'cancelled',
        accepts: {},
        source: 'areas 3.1: before hand-over it is cancelled and made anew',
      },
    ],
  },
);
