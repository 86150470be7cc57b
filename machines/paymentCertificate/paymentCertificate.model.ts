import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type PaymentCertificateContext,
  type PaymentCertificateEvent,
  paymentCertificateMachine,
} from './paymentCertificate.machine.ts';

const one = (name: string, type: PaymentCertificateEvent['type']): EventCase => ({ name, event: { type } });

const PAID = { name: 'a contract that is paid' };

export const paymentCertificateModel: WorkflowModel = {
  machine: paymentCertificateMachine,
  // the others differ in what is refused: no step of a person
  browser: { beginnings: [PAID] },
  beginnings: [
    PAID,
    { name: 'a contract that still owes', input: { truthful: false } },
    { name: 'a debt on a day', input: { paid: false } },
  ],
  cases: [
    one('is corrected', 'certificate.update'),
    one('is issued', 'certificate.issue'),
    one('is annulled', 'certificate.annul'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { truthful, paid } = snapshot.context as PaymentCertificateContext;
    return `${String(snapshot.value)}${truthful ? '' : ' untrue'}${paid ? '' : ' of a debt'}`;
  },
};
