/** The rows of the line grid, and what of them is not saved. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { asStored, rowsOf } from '../../../../machines/invoiceWorkspace/rows.ts';
import type { InvoiceActor } from './actors.ts';

/** `written`: with what is typed over the lines; `rows`: as they are shown; `saving`: the line that is being sent. */
export function useRows(actor: InvoiceActor, lines: readonly InputProduct[], editable: boolean) {
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  const keys = useSelector(actor, ({ context }) => context.keys);
  const saving = useSelector(actor, (snapshot) =>
    snapshot.hasTag('saving') ? (snapshot.context.sent?.key ?? null) : null,
  );
  const written = useMemo(() => rowsOf(lines, drafts, keys), [lines, drafts, keys]);
  const rows = useMemo(() => (editable ? written : asStored(written)), [written, editable]);
  return { drafts, saving, written, rows };
}
