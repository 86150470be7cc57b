import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type OutputContext, type OutputEvent, outputMachine } from './output.machine.ts';

const one = (name: string, event: OutputEvent): EventCase => ({ name, event });
const facts = (missing: number, unexplained: number) => ({ facts: { missing, unexplained } });

/** A phone, and a charger that has no number. */
const TWO = { name: 'a phone and a charger wait', input: { missing: 2 } };

export const outputModel: WorkflowModel = {
  machine: outputMachine,
  browser: {
    // the others differ in what is refused: no step of a person
    beginnings: [TWO],
    // real goods leave no other figures than those of the step: the charger is counted first, then a phone is scanned
    within(snapshot, { type, ...event }) {
      const { missing, unexplained } = snapshot.context as OutputContext;
      const left = missing + unexplained;
      const after = 'facts' in event ? (event.facts as Pick<OutputContext, 'missing'>).missing : 0;
      switch (type) {
        case 'goods.count':
          return missing + after === 3;
        case 'serial.scan':
          return missing === 1;
        case 'breach.explain':
          return unexplained === 1;
        case 'serial.release':
          return missing === 0;
        default:
          return type !== 'output.handOver' || left === 0;
      }
    },
  },
  beginnings: [
    TWO,
    { name: 'goods of a client who gets on the black list', input: { missing: 2, listed: true } },
    { name: 'goods of a contract whose first instalment gets due', input: { missing: 2, stale: true } },
  ],
  // of the contract that they are for
  pageEvents: ['output.withdraw'],
  cases: [
    one('begins to pick', { type: 'output.pick' }),
    one('counts the charger', { type: 'goods.count', ...facts(1, 0) }),
    one('puts the charger back', { type: 'goods.count', ...facts(2, 0) }),
    one('scans the oldest phone', { type: 'serial.scan', ...facts(0, 0) }),
    one('scans a newer phone', { type: 'serial.scan', ...facts(0, 1) }),
    one('says why the newer one leaves', { type: 'breach.explain', ...facts(0, 0) }),
    one('puts the phone back', { type: 'serial.release', ...facts(1, 0) }),
    one('hands over', { type: 'output.handOver' }),
    one('gives picking up', { type: 'output.cancel' }),
    one('the contract waits no more', { type: 'output.withdraw' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { missing, unexplained, listed, stale } = snapshot.context as OutputContext;
    return [`${String(snapshot.value)} ${missing}-${unexplained}`, listed && 'listed', stale && 'stale']
      .filter(Boolean)
      .join(', ');
  },
};
