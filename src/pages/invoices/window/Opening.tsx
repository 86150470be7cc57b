/** The window of an invoice as this tab opens it: with what it kept, and anew with what another tab left. */
import { useState } from 'react';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { newKey } from '../../../api/client.ts';
import { useUser } from '../../../app/session.ts';
import { keptKey, takeKept } from './kept.ts';
import { Workspace } from './Workspace.tsx';

export function Opening({ invoice }: { invoice: InvoiceDetails }) {
  const user = useUser();
  const key = keptKey(user.id, invoice.id);
  const [{ turn, kept }, setOpened] = useState(() => ({ turn: 0, kept: takeKept(key) }));
  const [own] = useState(newKey);
  const tab = {
    ...{ key, kept, visit: kept?.visit ?? own },
    onTake: (taken: typeof kept) => setOpened({ turn: turn + 1, kept: taken }),
  };
  return <Workspace key={turn} invoice={invoice} tab={tab} />;
}
