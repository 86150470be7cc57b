import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, transition } from 'xstate';
import { type CashDocumentContext, cashDocumentMachine } from '../../machines/cashDocument/cashDocument.machine.ts';
import { cashDocumentModel } from '../../machines/cashDocument/cashDocument.model.ts';
import { cashDocumentOracle } from '../oracle/cashDocument.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const facts = { prepaid: 0 };
const EVENTS = ['cash.confirm', 'cash.cancel', 'cash.reverse', 'allocation.move'];
const taken = (snapshot: AnyMachineSnapshot) => EVENTS.filter((type) => accepts(snapshot, { type, facts }));

runOracleLayer(cashDocumentMachine, cashDocumentOracle);

runModelLayer('cashDocument', cashDocumentModel, {
  states: {
    draft(snapshot) {
      expect(taken(snapshot)).toEqual(['cash.confirm', 'cash.cancel']);
      expect(snapshot.hasTag('open')).toBe(true);
    },
    confirmed(snapshot) {
      const { payment, short, prepaid } = snapshot.context as CashDocumentContext;
      expect(taken(snapshot)).toEqual([
        ...(payment && !short ? ['cash.reverse'] : []),
        ...(prepaid > 0 ? ['allocation.move'] : []),
      ]);
      expect(snapshot.hasTag('open')).toBe(false);
      const event = { type: 'allocation.move', facts: { prepaid: 5 } } as const;
      if (prepaid > 0)
        expect(transition(cashDocumentMachine, snapshot, event)[0].context).toMatchObject({ prepaid: 5 });
    },
    reversed(snapshot) {
      expect([taken(snapshot), (snapshot.context as CashDocumentContext).prepaid]).toEqual([[], 0]);
    },
    cancelled(snapshot) {
      expect(taken(snapshot)).toEqual([]);
    },
  },
});

it('lets the last soʻm that is prepaid be moved (decision 72)', () => {
  const confirmed = (prepaid: number) =>
    cashDocumentMachine.resolveState({ value: 'confirmed', context: { payment: true, short: false, prepaid } });
  expect([0, 1].map((prepaid) => taken(confirmed(prepaid)).includes('allocation.move'))).toEqual([false, true]);
});
