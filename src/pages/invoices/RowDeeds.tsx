import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { MoreIcon } from '@blueprintjs/icons';
import { useLocation } from 'wouter';
import { type InvoiceInList, invoiceCancel, invoiceDelete, invoiceIndex } from '../../../contract/invoices.ts';
import { request } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { useText } from '../../i18n/index.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { told } from './actors.ts';
import { CancelDialog } from './cancel/CancelDialog.tsx';
import { DropDialog } from './cancel/DropDialog.tsx';
import { invoicePath } from './looks.ts';

/** The dialog that is open over the list. */
export interface Asked {
  deed: 'cancel' | 'drop';
  invoice: InvoiceInList;
}

const DEEDS = [
  ['cancel', 'invoice.cancel'],
  ['drop', 'invoice.delete'],
] as const;

/** What can be done with an invoice without opening it: by its state and by the person, as the server says. */
export function RowDeeds({ invoice, onAsk }: { invoice: InvoiceInList; onAsk: (asked: Asked) => void }) {
  const t = useText('invoiceList');
  const [, navigate] = useLocation();
  const allowed = DEEDS.filter(([, event]) => invoice.allowed_events.includes(event));
  return (
    <PopoverNext
      arrow={false}
      animation="minimal"
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem text={t('deeds.open')} onClick={() => navigate(invoicePath(invoice.id))} />
          {allowed.map(([deed]) => (
            <MenuItem key={deed} text={t(`deeds.${deed}`)} onClick={() => onAsk({ deed, invoice })} />
          ))}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        size="small"
        icon={<MoreIcon size={14} />}
        aria-label={t('deeds.of', { number: invoice.number })}
        data-testid="invoice-deeds"
      />
    </PopoverNext>
  );
}

export function RowDialog({ asked: { deed, invoice }, onEnd }: { asked: Asked; onEnd: () => void }) {
  const t = useText('invoiceList');
  const { number } = invoice;
  const common = { params: { id: invoice.id }, ifMatch: invoice.version };
  // somebody was faster: the row is read again, and what is sent next is sent for what stands there now
  const sent = (send: () => Promise<unknown>) =>
    told(async () => {
      try {
        await send();
      } finally {
        void invalidate(invoiceIndex);
      }
    });
  const ending = {
    title: t(`deeds.${deed}Title`, { number }),
    onClose: onEnd,
    onDone: () => {
      toastSuccess(t(`deeds.${deed}Done`, { number }));
      onEnd();
    },
  };
  if (deed === 'drop')
    return <DropDialog {...ending} onSend={(key) => sent(() => request(invoiceDelete, { ...common, key }))} />;
  return (
    <CancelDialog
      {...ending}
      agreement={invoice.status === 'sent' ? t('deeds.agreement') : undefined}
      onSend={({ key, ...body }) => sent(() => request(invoiceCancel, { ...common, body, key }))}
    />
  );
}
