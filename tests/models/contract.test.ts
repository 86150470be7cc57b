import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor } from 'xstate';
import { type ContractContext, contractMachine } from '../../machines/contract/contract.machine.ts';
import { contractModel } from '../../machines/contract/contract.model.ts';
import { contractOracle } from '../oracle/contract.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(contractMachine, contractOracle, { lacking: 200_000 });

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContractContext;

/** What it would take with these figures of the ledger. */
const taken = (snapshot: AnyMachineSnapshot, lacking: number, unpaid: number) =>
  contractMachine.events.filter((type) => accepts(snapshot, { type, facts: { lacking, unpaid } })).sort();

runModelLayer('contract', contractModel, {
  states: {
    draft(snapshot, world) {
      expectLogged(snapshot, world, ['contract.amend']);
      const signs = contextOf(snapshot).obstacles === 0 ? ['contract.sign'] : [];
      expect(taken(snapshot, 0, 0)).toEqual(['contract.amend', 'contract.cancel', ...signs]);
    },
    signed(snapshot) {
      // nothing signs what something was missing for
      expect(contextOf(snapshot).obstacles).toBe(0);
      const received = contextOf(snapshot).listed ? [] : ['firstPayment.receive'];
      expect(taken(snapshot, 0, 0)).toEqual(['contract.cancel', ...received]);
      // a soʻm less is no first payment
      expect(taken(snapshot, 1, 0)).toEqual(['contract.cancel']);
    },
    awaiting_handover(snapshot) {
      expect(contextOf(snapshot).lacking).toBe(0);
      const leaves = contextOf(snapshot).stale ? [] : ['goods.handOver'];
      // what is being picked is neither called off nor paid back
      const rests = contextOf(snapshot).leaving ? [] : ['contract.cancel'];
      expect(taken(snapshot, 0, 920_000)).toEqual([...rests, ...leaves]);
      expect(taken(snapshot, 1, 0)).toEqual(rests.length === 0 ? [] : ['contract.cancel', 'firstPayment.revoke']);
    },
    active(snapshot) {
      const { aged, decided, unpaid } = contextOf(snapshot);
      const givenUp = aged && decided ? ['debt.writeOff'] : [];
      // nobody gives up what is settled, what is overdue for less, or without a decision
      expect(accepts(snapshot, { type: 'debt.writeOff' })).toBe(aged && decided && unpaid > 0);
      expect(taken(snapshot, 0, 0)).toEqual(['debt.settle', 'payment.allocate']);
      expect(taken(snapshot, 0, 1)).toEqual([...givenUp, 'payment.allocate']);
      expect(accepts(snapshot, { type: 'debt.settle' })).toBe(contextOf(snapshot).unpaid === 0);
    },
    closed(snapshot) {
      expect(contextOf(snapshot).unpaid).toBe(0);
      expect(taken(snapshot, 0, 1)).toEqual(['debt.reopen']);
      expect(taken(snapshot, 0, 0)).toEqual([]);
    },
    written_off(snapshot) {
      expect(contextOf(snapshot)).toMatchObject({ unpaid: 0, aged: true, decided: true });
      // it takes no money; what a reversal took back is owed again
      expect(taken(snapshot, 0, 1)).toEqual(['debt.reopen']);
      expect(taken(snapshot, 0, 0)).toEqual([]);
    },
    cancelled(snapshot) {
      expect(taken(snapshot, 0, 1)).toEqual([]);
    },
  },
});

it('waits for nothing and owes nothing where nothing is known of it', () => {
  expect(createActor(contractMachine, { input: undefined }).getSnapshot().context).toEqual({
    ...{ obstacles: 0, lacking: 0, unpaid: 0 },
    ...{ listed: false, stale: false, leaving: false, aged: false, decided: false },
  });
});
