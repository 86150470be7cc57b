import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ContractContext, type ContractEvent, contractMachine } from './contract.machine.ts';

const one = (name: string, event: ContractEvent): EventCase => ({ name, event });
const facts = (lacking: number, unpaid: number) => ({ facts: { lacking, unpaid } });

/** Of the contract K of the worked examples: 1,120,000 in all, 200,000 of them at once. */
const FIRST = 200_000;
const READY = { name: 'a contract that can be signed', input: { lacking: FIRST } };
const GIVEN_UP = {
  name: 'a contract whose debt is given up after years',
  input: { lacking: FIRST, aged: true, decided: true },
};

export const contractModel: WorkflowModel = {
  machine: contractMachine,
  browser: {
    // the others differ in what is refused: no step of a person
    beginnings: [GIVEN_UP],
    // what is paid to the last soʻm is settled in the same transaction: nothing is paid in between, nor half of what is left
    within(snapshot, { type, facts }) {
      const { unpaid } = snapshot.context as ContractContext;
      return type !== 'payment.allocate' || (unpaid > facts.unpaid && unpaid > 0);
    },
  },
  beginnings: [
    READY,
    { name: 'a contract that something is missing for', input: { lacking: FIRST, obstacles: 2 } },
    { name: 'a contract of a client who gets on the black list', input: { lacking: FIRST, listed: true } },
    { name: 'a contract whose first instalment gets due', input: { lacking: FIRST, stale: true } },
    { name: 'a contract whose goods are picked at once', input: { lacking: FIRST, leaving: true } },
    GIVEN_UP,
    { name: 'a contract that nobody has decided to give up', input: { lacking: FIRST, aged: true } },
    { name: 'a contract with a file, overdue for less than years', input: { lacking: FIRST, decided: true } },
  ],
  // the ledger of clients, the warehouse
  pageEvents: [
    'firstPayment.receive',
    'firstPayment.revoke',
    'goods.handOver',
    'payment.allocate',
    'debt.settle',
    'debt.reopen',
  ],
  cases: [
    one('changes its terms', { type: 'contract.amend' }),
    one('signs', { type: 'contract.sign' }),
    one('cancels', { type: 'contract.cancel' }),
    one('the first payment comes', { type: 'firstPayment.receive', ...facts(0, 0) }),
    one('the first payment is reversed', { type: 'firstPayment.revoke', ...facts(FIRST, 0) }),
    one('the goods are handed over', { type: 'goods.handOver', ...facts(0, 920_000) }),
    one('a part is paid', { type: 'payment.allocate', ...facts(0, 420_000) }),
    one('the rest is paid', { type: 'payment.allocate', ...facts(0, 0) }),
    one('the debt is settled', { type: 'debt.settle' }),
    one('the debt is given up', { type: 'debt.writeOff' }),
    one('a payment is reversed', { type: 'debt.reopen', ...facts(0, 420_000) }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { obstacles, lacking, unpaid, listed, stale, leaving, aged, decided } = snapshot.context as ContractContext;
    return [
      `${String(snapshot.value)} ${lacking}-${unpaid}`,
      obstacles > 0 && 'something missing',
      listed && 'listed',
      stale && 'stale',
      leaving && 'leaving',
      aged && 'overdue for years',
      decided && 'decided',
    ]
      .filter(Boolean)
      .join(', ');
  },
};
