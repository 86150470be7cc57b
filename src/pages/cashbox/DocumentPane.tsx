/** A cash document beside the journal: what it brought, its receipt, its history, and what may be done with it now. */
import { Button } from '@blueprintjs/core';
import { HistoryIcon, PrintIcon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import {
  type CashDocument,
  cashDocumentCancel,
  cashDocumentHistory,
  cashDocumentShow,
} from '../../../contract/cashDocuments.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { useAddress } from '../../app/address.ts';
import { usePrintKey } from '../../app/usePrintKey.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { usePaper } from '../../ui/document/usePaper.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { WAY } from '../../ui/way/address.ts';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { useWhy } from '../../ui/why/asked.ts';
import { WhyFigure } from '../../ui/why/Why.tsx';
import { cashLook } from './looks.ts';
import { documentPath, paymentPath } from './paths.ts';
import { Receipt, receiptOf } from './Receipt.tsx';
import { ReversalDialog } from './ReversalDialog.tsx';

interface DocumentPaneProps {
  id: number;
  onClose: () => void;
}

export function DocumentPane({ id, onClose }: DocumentPaneProps) {
  const t = useText('cashbox');
  const tm = useText('machines/cashDocument');
  const c = useText('common');
  const read = useCall(cashDocumentShow, { params: { id } });
  const asking = useWhy().asked !== null;
  const [params] = useAddress();
  const [asked, setAsked] = useState<'reverse' | 'cancel' | null>(null);
  const { print, sheet } = usePaper('prints-receipt', t('receipt.failed'));
  const document = read.data?.data;
  const printReceipt =
    document === undefined || document.status === 'draft' || document.status === 'cancelled'
      ? null
      : () =>
          void print(async () => (
            <article className="print-sheet print-only receipt-paper" data-testid="print-receipt">
              <Receipt document={receiptOf(document)} />
            </article>
          ));
  usePrintKey(printReceipt);
  if (document === undefined)
    return (
      <Pane title={t('document')} onClose={onClose} closeLabel={c('close')}>
        {read.error ? (
          <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={[1, 2]} />
        )}
      </Pane>
    );
  const may = (event: string) => document.allowed_events.includes(event);
  return (
    <>
      <Pane
        hidden={asking || params.get(WAY) !== null}
        title={`${t(`types.${document.type}`)} ${document.number ?? ''}`.trim()}
        sub={document.practice_day === null ? '' : formatDate(document.practice_day)}
        onClose={onClose}
        closeLabel={c('close')}
        foot={
          <>
            {may('cash.confirm') && (
              <Link
                href={`${paymentPath(document.client.id)}&draft=${document.id}`}
                className="bp6-button bp6-intent-primary"
              >
                {t('draft.take')}
              </Link>
            )}
            {may('cash.reverse') && (
              <Button
                icon={<HistoryIcon size={14} />}
                intent="danger"
                variant="outlined"
                text={t('reversal.open')}
                onClick={() => setAsked('reverse')}
                data-testid="reversal-open"
              />
            )}
            {printReceipt !== null && (
              <Button
                icon={<PrintIcon size={14} />}
                text={t('receipt.print')}
                onClick={printReceipt}
                data-testid="receipt-print"
              />
            )}
            {document.status === 'draft' && <WayButton />}
            {may('cash.cancel') && <Button text={t('draft.callOff')} onClick={() => setAsked('cancel')} />}
          </>
        }
      >
        <dl className="cash-facts">
          <Fact name={t('status')}>
            <StateChip look={cashLook(document.status)}>{tm(`states.${document.status}.name`)}</StateChip>
          </Fact>
          <Fact name={t('amount')}>
            <b className="num cash-amount">{formatNumber(document.amount)}</b>
          </Fact>
          {document.change !== null && document.change > 0 && (
            <Fact name={t('change')}>
              <span className="num">{formatNumber(document.change)}</span>
            </Fact>
          )}
          <Fact name={t('client')}>
            <Link href={paymentPath(document.client.id)}>{document.client.fullname}</Link>
          </Fact>
          {document.contracts.length > 0 && (
            <Fact name={t('contracts')}>
              {document.contracts.map(({ id: contract, number }) => (
                <div key={contract}>
                  <span className="code whole">{number ?? '—'}</span>{' '}
                  <WhyFigure figure="owed" subject="contract" id={contract} day={document.practice_day}>
                    {t('owedOn')}
                  </WhyFigure>
                </div>
              ))}
            </Fact>
          )}
          {document.channel !== null && (
            <Fact name={t('account')}>
              {t(`channels.${document.channel}`)},{' '}
              {document.account !== null && (
                <WhyFigure figure="cash" subject="account" id={document.account.id} day={document.practice_day}>
                  {t('balanceOn', { name: document.account.name })}
                </WhyFigure>
              )}
            </Fact>
          )}
          {document.status === 'confirmed' && document.prepaid > 0 && (
            <Fact name={t('prepaidLeft')}>
              <WhyFigure
                figure="prepaid"
                subject="client"
                id={document.client.id}
                organization={document.organization.id}
              >
                <span className="num">{formatNumber(document.prepaid)}</span>
              </WhyFigure>
            </Fact>
          )}
          <Fact name={t('cashier')}>
            {document.created_by.fullname}, {formatDateTime(document.created_at)}
          </Fact>
          {document.reason !== null && <Fact name={t('reason')}>{document.reason}</Fact>}
          {document.reverses !== null && (
            <Fact name={t('reversal.of')}>
              <Link href={documentPath(document.reverses.id)} className="code">
                {document.reverses.number}
              </Link>
            </Fact>
          )}
          {document.reversed_by !== null && (
            <Fact name={t('reversal.by')}>
              <Link href={documentPath(document.reversed_by.id)} className="code">
                {document.reversed_by.number}
              </Link>
            </Fact>
          )}
        </dl>
        <History id={id} />
        {asked === 'reverse' && <ReversalDialog document={document} onClose={() => setAsked(null)} />}
        {asked === 'cancel' && <CancelDialog document={document} onClose={() => setAsked(null)} />}
        {sheet}
      </Pane>
      <Way machine="cashDocument" id={id} read={document.version} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function History({ id }: { id: number }) {
  const t = useText('cashbox');
  const tm = useText('machines/cashDocument');
  const { data } = useCall(cashDocumentHistory, { params: { id } });
  if (data === undefined) return null;
  return (
    <section aria-label={t('history')}>
      <h3 className="pane-part">{t('history')}</h3>
      <ul className="cash-history">
        {data.data.map((line) => (
          <li key={line.id}>
            <span>{line.event === 'cash.create' ? t('made') : tm(`events.${line.event}.name`)}</span>
            <span className="muted text-xs">
              {line.user?.fullname ?? t('server')}, {formatDateTime(line.at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CancelDialog({ document, onClose }: { document: CashDocument; onClose: () => void }) {
  const t = useText('cashbox');
  return (
    <QuestionDialog
      title={t('draft.callOffTitle')}
      command={t('draft.callOff')}
      intent="danger"
      reason={document.id}
      onClose={onClose}
      onDone={onClose}
      onSend={async ({ reason, key }) => {
        const { message } = await orRefused(() =>
          request(cashDocumentCancel, {
            ...{ params: { id: document.id }, body: { reason }, key, ifMatch: document.version },
          }),
        );
        toastSuccess(message);
      }}
    >
      <p>{t('draft.callOffText', { client: document.client.fullname, amount: formatNumber(document.amount) })}</p>
    </QuestionDialog>
  );
}
