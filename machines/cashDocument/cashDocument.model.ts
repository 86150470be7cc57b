import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type CashDocumentContext, type CashDocumentEvent, cashDocumentMachine } from './cashDocument.machine.ts';

const one = (name: string, event: CashDocumentEvent): EventCase => ({ name, event });
const facts = (prepaid: number) => ({ facts: { prepaid } });

const PAYMENT = { name: 'a payment' };

/** Half of 200,000 soʻm are enough for every guard. */
export const cashDocumentModel: WorkflowModel = {
  machine: cashDocumentMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [PAYMENT] },
  beginnings: [
    PAYMENT,
    { name: 'an offset of prepaid money', input: { payment: false } },
    { name: 'a payment whose account was emptied', input: { short: true } },
  ],
  cases: [
    one('confirms what is due', { type: 'cash.confirm', ...facts(0) }),
    one('confirms more than is due', { type: 'cash.confirm', ...facts(200_000) }),
    one('cancels', { type: 'cash.cancel' }),
    one('reverses', { type: 'cash.reverse', ...facts(0) }),
    one('moves a part of it to what is due', { type: 'allocation.move', ...facts(100_000) }),
    one('moves the rest to what is due', { type: 'allocation.move', ...facts(0) }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { payment, short, prepaid } = snapshot.context as CashDocumentContext;
    return [String(snapshot.value), !payment && 'offset', short && 'short', prepaid].filter(Boolean).join(', ');
  },
  within(snapshot, event) {
    const { prepaid } = snapshot.context as CashDocumentContext;
    const sent = event as CashDocumentEvent;
    // figures only change as the event really changes them
    return sent.type !== 'allocation.move' || (sent.facts.prepaid === 0 ? prepaid === 100_000 : prepaid === 200_000);
  },
};
