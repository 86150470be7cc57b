/** How far an invoice has come and how its state looks, by the statechart. */
import type { InvoiceStatus } from '../../../contract/invoices/invoice.ts';
import { INVOICE_WAY, invoiceMachine } from '../../../machines/invoice/invoice.machine.ts';
import { isLook, type Look } from '../../ui/look.ts';

export function invoiceLook(status: InvoiceStatus): Look {
  const look = (invoiceMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

export const WAY_LOOKS: readonly Look[] = INVOICE_WAY.map(invoiceLook);
export const placeOf = (status: InvoiceStatus): number => (INVOICE_WAY as readonly string[]).indexOf(status);
