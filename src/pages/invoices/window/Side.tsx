/** Beside the lines: who did what, and the papers. */
import { Tab, Tabs } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { FileInfo } from '../../../../contract/common.ts';
import type { HeldFile } from '../../../../contract/heldFile.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { newKey } from '../../../api/client.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { FileList } from '../../../ui/document/FileList.tsx';
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
    <FileList
      files={invoice.files}
      busy={busy}
      error={error}
      add={t('files.add')}
      {...(capabilities.may('file.add') && {
        onAdd: (file: HeldFile) =>
          command.send({ type: 'command.do', command: { type: 'file.add', file }, key: newKey() }),
      })}
      {...(capabilities.may('file.remove') && {
        onRemove: ({ id }: FileInfo) =>
          command.send({
            type: 'command.ask',
            command: { type: 'file.remove', fileId: id, onStale: 'askAgain' },
          }),
      })}
    />
  );
}
