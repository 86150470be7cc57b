import { useEffect, useRef } from 'react';
import { noteOwnStep, onTopOfOwn } from '../../api/ownSteps.ts';

const subjectOf = (invoiceId: number) => `invoice.${invoiceId}`;

/** A step of this page has raised the invoice, by itself or by its lines and serial numbers. */
export const noteOwnInvoice = (invoiceId: number, to: number, from?: number): void =>
  noteOwnStep(subjectOf(invoiceId), to, from);

/** The version that this page has made of the one that the person saw. */
export const onTopOfOwnInvoice = (invoiceId: number, seen: number): number => onTopOfOwn(subjectOf(invoiceId), seen);

/** Calls `read` when the invoice was raised by others: what belongs to it may be other things now. */
export function useStepOfOthers({ id, version }: { id: number; version: number }, read: () => void): void {
  const seen = useRef(version);
  useEffect(() => {
    const own = onTopOfOwnInvoice(id, seen.current);
    seen.current = version;
    if (own < version) read();
  }, [id, version, read]);
}
