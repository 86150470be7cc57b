import { useEffect, useRef } from 'react';
import type { ResponseOf } from '../../../contract/call.ts';
import { invoiceShow } from '../../../contract/invoices/heads.ts';
import type { InvoiceDetails } from '../../../contract/invoices/invoice.ts';
import { noteOwnStep, onTopOfOwn } from '../../api/ownSteps.ts';
import { keyOf, queryClient } from '../../api/queries.ts';

const subjectOf = (invoiceId: number) => `invoice.${invoiceId}`;

/** The version that this page has made of the one that the person saw. */
export const onTopOfOwnInvoice = (invoiceId: number, seen: number): number => onTopOfOwn(subjectOf(invoiceId), seen);

/**
 * A step of this page has raised the invoice, by itself or by its lines and serial numbers: what it answered is shown before
 * the invoice is read again, unless a later one is there.
 */
export function takeOwnInvoice(id: number, answer: Partial<InvoiceDetails> & Pick<InvoiceDetails, 'version'>): void {
  noteOwnStep(subjectOf(id), answer.version);
  queryClient.setQueryData<ResponseOf<typeof invoiceShow>>(
    keyOf(invoiceShow, { id }),
    (before) => before && (before.data.version > answer.version ? before : { data: { ...before.data, ...answer } }),
  );
}

/** Calls `read` when the invoice was raised by others: what belongs to it may be other things now. */
export function useStepOfOthers({ id, version }: { id: number; version: number }, read: () => void): void {
  const seen = useRef(version);
  useEffect(() => {
    const own = onTopOfOwnInvoice(id, seen.current);
    seen.current = version;
    if (own < version) read();
  }, [id, version, read]);
}
