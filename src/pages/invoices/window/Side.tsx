/** Beside the lines: who did what, and the papers. */
import { Button, Tab, Tabs } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { newKey } from '../../../api/client.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { FileLink } from '../../../ui/files/FileLink.tsx';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import type { CommandActor } from './actors.ts';
import { History } from './History.tsx';
import type { Capabilities } from './serverState.ts';

type TabKey = 'history' | 'files';

interface SideProps {
  invoice: InvoiceDetails;
  capabilities: Capabilities;
  command: CommandActor;
}

export function Side({ invoice, capabilities, command }: SideProps) {
  const t = useText('invoice');
  const [tab, setTab] = useState<TabKey>('history');
  return (
    <aside className="document-side" aria-label={t('tabs.label')}>
      <Tabs id="invoice-tabs" selectedTabId={tab} onChange={(key) => setTab(key as TabKey)} renderActiveTabPanelOnly>
        <Tab
          id="history"
          title={t('tabs.history')}
          panel={<History invoiceId={invoice.id} live={capabilities.open} />}
        />
        <Tab
          id="files"
          title={
            <>
              {t('tabs.files')}
              {invoice.files.length > 0 && <span className="tab-count num">{formatNumber(invoice.files.length)}</span>}
            </>
          }
          panel={<Files invoice={invoice} capabilities={capabilities} command={command} />}
        />
      </Tabs>
    </aside>
  );
}

function Files({ invoice, capabilities, command }: SideProps) {
  const t = useText('invoice');
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  const error = useSelector(command, ({ context }) =>
    context.command?.type === 'file.add' ? context.refusal?.errors.file?.[0] : undefined,
  );
  return (
    <div className="stack" data-testid="files">
      {capabilities.may('file.add') && (
        <FilePicker
          value={null}
          disabled={busy}
          error={error}
          onChange={(file) => {
            if (file !== null) command.send({ type: 'command.do', command: { type: 'file.add', file }, key: newKey() });
          }}
        >
          {t('files.add')}
        </FilePicker>
      )}
      {invoice.files.length === 0 ? (
        <p className="muted">{t('files.nothing')}</p>
      ) : (
        <ul className="commentaries">
          {invoice.files.map((file) => (
            <li key={file.id} className="commentary">
              <div className="row">
                <FileLink file={file} />
                {capabilities.may('file.remove') && (
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<CrossIcon size={12} />}
                    aria-label={t('files.remove', { name: file.name })}
                    disabled={busy}
                    onClick={() =>
                      command.send({
                        type: 'command.ask',
                        command: { type: 'file.remove', fileId: file.id, onStale: 'askAgain' },
                      })
                    }
                  />
                )}
              </div>
              <span className="muted text-xs">
                {file.created_by.fullname}, {formatDateTime(file.created_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
