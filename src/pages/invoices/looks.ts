/** How far an invoice has come and how its state looks, by the statechart. */
import type { InvoiceStatus } from '../../../contract/invoices/invoice.ts';
import { INVOICE_MAIN_PATH, invoiceMachine } from '../../../machines/invoice/invoice.machine.ts';
import { type Look, lookOf } from '../../ui/look.ts';

export const invoiceLook = (status: InvoiceStatus): Look => lookOf(invoiceMachine.states[status]?.meta);

export const MAIN_PATH_LOOKS: readonly Look[] = INVOICE_MAIN_PATH.map(invoiceLook);
export const placeOf = (status: InvoiceStatus): number => (INVOICE_MAIN_PATH as readonly string[]).indexOf(status);
