/** What the statechart allows for an invoice; the window asks it only here. */
import type { Invoice } from '../../../../contract/invoices/invoice.ts';
import { type InvoiceEvent, invoiceMachine } from '../../../../machines/invoice/invoice.machine.ts';

type EventType = InvoiceEvent['type'];

export interface Capabilities {
  /** Events that this person may send now: allowed by both the server and the chart. */
  allowed: string[];
  may: (type: EventType) => boolean;
  /** Shown as a button, perhaps closed by a guard. */
  shows: (type: EventType) => boolean;
  editable: boolean;
  open: boolean;
}

const sample = (type: EventType): InvoiceEvent =>
  ({ type, facts: { lines: 0, missing: 0 } }) as unknown as InvoiceEvent;

export function capabilitiesOf(invoice: Pick<Invoice, 'status' | 'facts' | 'allowed_events'>): Capabilities {
  const snapshot = invoiceMachine.resolveState({ value: invoice.status, context: invoice.facts });
  const allowed = invoice.allowed_events.filter((type) => snapshot.can(sample(type as EventType)));
  const answered = new Set<string>(invoiceMachine.states[invoice.status]?.ownEvents ?? []);
  return {
    allowed,
    may: (type) => allowed.includes(type),
    shows: (type) => answered.has(type),
    editable: snapshot.hasTag('editable') && invoice.allowed_events.includes('line.add'),
    open: snapshot.hasTag('open'),
  };
}
