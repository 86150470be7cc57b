import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type InvoiceContext, type InvoiceEvent, invoiceMachine } from './invoice.machine.ts';

const one = (name: string, event: InvoiceEvent): EventCase => ({ name, event });
const facts = (lines: number, missing: number) => ({ facts: { lines, missing } });

/** One line is enough for every guard: of plain goods, or of two phones. */
export const invoiceModel: WorkflowModel = {
  machine: invoiceMachine,
  cases: [
    one('changes the partner', { type: 'partner.change' }),
    one('replaces head and lines', { type: 'invoice.update', ...facts(1, 0) }),
    one('adds a line', { type: 'line.add', ...facts(1, 0) }),
    one('adds two phones', { type: 'line.add', ...facts(1, 2) }),
    one('changes the price of a line', { type: 'line.change', ...facts(1, 0) }),
    one('makes them three phones', { type: 'line.change', ...facts(1, 3) }),
    one('removes the line', { type: 'line.remove', ...facts(0, 0) }),
    one('scans the first phone', { type: 'serials.attach', ...facts(1, 1) }),
    one('scans the last phone', { type: 'serials.attach', ...facts(1, 0) }),
    one('takes a scanned phone off', { type: 'serials.detach', ...facts(1, 2) }),
    one('marks labels', { type: 'labels.mark' }),
    one('adds a file', { type: 'file.add' }),
    one('removes a file', { type: 'file.remove' }),
    one('sends', { type: 'invoice.send' }),
    one('takes the sending back', { type: 'invoice.takeBack' }),
    one('confirms', { type: 'invoice.confirm' }),
    one('cancels', { type: 'invoice.cancel' }),
    one('deletes the draft', { type: 'invoice.delete' }),
    one('corrects a line', { type: 'line.correct' }),
    one('withdraws a line', { type: 'line.withdraw', ...facts(0, 0) }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { lines, missing } = snapshot.context as InvoiceContext;
    return `${String(snapshot.value)} ${lines}-${missing}`;
  },
  within(snapshot, event) {
    const { lines, missing } = snapshot.context as InvoiceContext;
    const sent = event as InvoiceEvent;
    if (sent.type === 'line.add') return lines === 0;
    // Figures only change as the event really changes them.
    if (sent.type === 'line.change') return sent.facts.missing === 0 ? missing === 0 : missing === 2;
    if (sent.type === 'serials.attach') return sent.facts.missing === missing - 1;
    if (sent.type === 'serials.detach') return missing === 1;
    return true;
  },
};
