import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { MoreIcon } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { invoiceCancel, invoiceDelete } from '../../../contract/invoices/heads.ts';
import type { InvoiceInList } from '../../../contract/invoices/invoice.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { copyAddress } from '../../app/copyAddress.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { CancelDialog } from './cancel/CancelDialog.tsx';
import { DropDialog } from './cancel/DropDialog.tsx';

/** The dialog that is open over the list. */
export interface Asked {
  command: 'cancel' | 'drop';
  invoice: InvoiceInList;
}

const COMMANDS = [
  ['cancel', 'invoice.cancel'],
  ['drop', 'invoice.delete'],
] as const;

/** What can be done with an invoice without opening it: as the server allows it for its state and this person. */
export function RowActions({ invoice, onAsk }: { invoice: InvoiceInList; onAsk: (asked: Asked) => void }) {
  const t = useText('invoiceList');
  const [, navigate] = useLocation();
  const mayCopy = useAllows('product_invoice.add');
  /** Once the menu is gone: it gives the focus back to its button, and the form of a copy takes it from there. */
  const next = useRef<(() => void) | null>(null);
  const allowed = COMMANDS.filter(([, event]) => invoice.allowed_events.includes(event));
  return (
    <PopoverNext
      arrow={false}
      animation="minimal"
      placement="bottom-end"
      onClosed={() => {
        next.current?.();
        next.current = null;
      }}
      content={
        <Menu>
          <MenuItem text={t('actions.open')} onClick={() => navigate(pathOf('invoice', { id: invoice.id }))} />
          {mayCopy && (
            <MenuItem
              text={t('actions.copy')}
              onClick={() => {
                next.current = () => navigate(withQuery(pathOf('invoices'), copyAddress(invoice.id)));
              }}
              data-testid="invoice-copy"
            />
          )}
          {allowed.map(([command]) => (
            <MenuItem key={command} text={t(`actions.${command}`)} onClick={() => onAsk({ command, invoice })} />
          ))}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        size="small"
        icon={<MoreIcon size={14} />}
        aria-label={t('actions.of', { number: invoice.number })}
        data-testid="invoice-actions"
      />
    </PopoverNext>
  );
}

export function RowDialog({ asked: { command, invoice }, onEnd }: { asked: Asked; onEnd: () => void }) {
  const t = useText('invoiceList');
  const { number } = invoice;
  const common = { params: { id: invoice.id }, ifMatch: invoice.version };
  const ending = {
    title: t(`actions.${command}Title`, { number }),
    onClose: onEnd,
    onDone: () => {
      toastSuccess(t(`actions.${command}Done`, { number }));
      onEnd();
    },
  };
  if (command === 'drop')
    return (
      <DropDialog
        {...ending}
        onSend={async (key) => void (await orRefused(() => request(invoiceDelete, { ...common, key })))}
      />
    );
  return (
    <CancelDialog
      {...ending}
      invoiceId={invoice.id}
      agreement={invoice.status === 'sent' ? t('actions.agreement') : undefined}
      onSend={async ({ key, ...body }) =>
        void (await orRefused(() => request(invoiceCancel, { ...common, body, key })))
      }
    />
  );
}
