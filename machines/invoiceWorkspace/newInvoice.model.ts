import type { AnyMachineSnapshot } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import type { WorkflowModel } from '../kit/model.ts';
import { type NewInvoiceContext, type NewInvoiceHead, newInvoiceMachine, type Twin } from './newInvoice.machine.ts';

const error = new RefusedError({
  kind: 'refused',
  message: 'validation',
  code: 'validation',
  requestId: 'r-1',
  errors: { number_invoice: ['required'] },
  lines: [],
  current: null,
});

const head: NewInvoiceHead = {
  partner_id: 1,
  partner_firm_id: 1,
  number_invoice: '1042',
  invoice_date: '2026-11-21',
  warehouse_list_id: 2,
  type: 'regular',
  comment: '',
};

const twin: Twin = {
  id: 9,
  number: 'CHL-26-0009',
  number_invoice: '1042',
  invoice_date: '2026-11-20',
  status: 'draft',
};

const writing = ({ value }: AnyMachineSnapshot) => typeof value === 'object' && value.open?.form === 'writing';

export const newInvoiceModel: WorkflowModel = {
  machine: newInvoiceMachine,
  cases: [
    { name: 'opens the form', event: { type: 'form.open' } },
    { name: 'closes the form', event: { type: 'form.close' } },
    { name: 'sends the head', event: { type: 'form.send', head, key: 'k-1' } },
    {
      name: 'writes partner, number and date',
      event: { type: 'mark.change', mark: { partner_id: 1, number_invoice: '1042', year: 2026 } },
    },
    { name: 'empties the number', event: { type: 'mark.change', mark: null } },
    { name: 'one is found', event: { type: 'xstate.done.actor.findTwins', output: [twin] } },
    { name: 'none is found', event: { type: 'xstate.done.actor.findTwins', output: [] } },
    { name: 'the look fails', event: { type: 'xstate.error.actor.findTwins', error } },
    { name: 'the invoice is opened', event: { type: 'xstate.done.actor.openInvoice', output: { invoiceId: 7 } } },
    { name: 'the head is refused', event: { type: 'xstate.error.actor.openInvoice', error } },
  ],
  serialize: (snapshot) => JSON.stringify(snapshot.value),
  within(snapshot, event) {
    // An actor answers while it runs, and only then; what is sent during a look has a test of its own.
    const looking = snapshot.hasTag('looking');
    if (event.type.endsWith('findTwins')) return looking;
    if (event.type.endsWith('openInvoice')) return snapshot.hasTag('busy');
    // The look begins before the form can be whole.
    if (event.type === 'form.send') return !looking && (snapshot.context as NewInvoiceContext).mark !== null;
    return event.type !== 'mark.change' || writing(snapshot);
  },
};
