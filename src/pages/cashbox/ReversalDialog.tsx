/** A reversal is seen before it is made: what is owed, overdue and prepaid now and afterwards, instalment by instalment. */
import { type ReactNode, useState } from 'react';
import {
  type CashDocument,
  cashDocumentReversal,
  cashDocumentReverse,
  type Reversal,
  type Standing,
} from '../../../contract/cashDocuments.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatDate } from '../../format/dates.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { withWholeNumbers } from '../../ui/wholeNumbers.tsx';
import { Change, NowAndAfter, Words } from './Change.tsx';

export function ReversalDialog({ document, onClose }: { document: CashDocument; onClose: () => void }) {
  const t = useText('cashbox');
  const read = useCall(cashDocumentReversal, { params: { id: document.id } }, FRESH);
  const preview = read.data?.data;
  const barred = preview === undefined ? null : barOf(t, preview);
  // what cannot be done asks for no reason; what became so while one was written keeps it
  const [asks, setAsks] = useState<boolean | null>(null);
  if (asks !== true && preview !== undefined && asks !== (barred === null)) setAsks(barred === null);
  return (
    <QuestionDialog
      key={asks === false ? 'barred' : 'asked'}
      wide
      title={t('reversal.title', { number: document.number ?? '' })}
      command={t('reversal.do', { amount: formatNumber(document.amount) })}
      intent="danger"
      disabled={preview === undefined || read.isFetching}
      barred={barred}
      reason={asks !== false && document.id}
      onClose={onClose}
      onDone={onClose}
      onSend={async ({ reason, key }) => {
        const mark = preview?.mark ?? '';
        const { message } = await orRefused(() =>
          request(cashDocumentReverse, { params: { id: document.id }, body: { reason, mark }, key }),
        );
        toastSuccess(message);
      }}
    >
      {preview !== undefined ? (
        // of what never comes, figures are no news
        preview.barred === null && <Preview preview={preview} />
      ) : read.error ? (
        <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={4} columns={[1, 1, 1]} />
      )}
    </QuestionDialog>
  );
}

/** Why it cannot be reversed now. */
function barOf(t: Text, { barred, day, balance_after }: Reversal): ReactNode {
  if (barred !== null) return withWholeNumbers(t(`reversal.barred.${barred.by}`, { number: barred.number }));
  if (day === null) return t('reversal.noDay');
  return balance_after < 0 ? t('reversal.short', { n: formatNumber(-balance_after) }) : null;
}

function Preview({ preview }: { preview: Reversal }) {
  const t = useText('cashbox');
  return (
    <div className="reversal" data-testid="reversal-preview">
      <NowAndAfter after={t('reversal.after')}>
        <Change name={t('reversal.balance')} before={preview.balance_before} after={preview.balance_after} />
        {(preview.free_before > 0 || preview.free_after > 0) && (
          <Change name={t('reversal.free')} before={preview.free_before} after={preview.free_after} />
        )}
      </NowAndAfter>
      {preview.contracts.map((contract) => (
        <OfContract key={contract.id} contract={contract} />
      ))}
    </div>
  );
}

function OfContract({ contract }: { contract: Reversal['contracts'][number] }) {
  const t = useText('cashbox');
  const { id, number, before, after, instalments, first_payment_gone, certificates, given_back } = contract;
  const givenUp = instalments.some(({ written_off }) => written_off > 0);
  return (
    <section aria-label={number ?? String(id)}>
      <h3 className="code">{number ?? `#${id}`}</h3>
      {first_payment_gone && (
        <Notice tone="waiting" inset>
          {t('reversal.firstGone')}
        </Notice>
      )}
      {certificates.length > 0 && (
        <Notice tone="bad" inset>
          {withWholeNumbers(
            t('reversal.certificates', {
              numbers: certificates.map((one) => one.number ?? `#${one.id}`).join(', '),
            }),
          )}
        </Notice>
      )}
      {given_back !== null && (
        <Notice tone="bad" inset>
          {withWholeNumbers(t('reversal.givenBack', { names: given_back }))}
        </Notice>
      )}
      {before.over !== null && after.over === null && (
        <Notice tone="waiting" inset>
          {t(`reversal.reopens.${before.over}`)}
        </Notice>
      )}
      <NowAndAfter after={t('reversal.after')}>
        <Change name={t('reversal.owed')} before={before.owed} after={after.owed} bad={after.owed > before.owed} />
        <Change
          name={t('overdue')}
          before={before.overdue_sum}
          after={after.overdue_sum}
          bad={after.overdue_sum > before.overdue_sum}
        />
        <Words
          name={t('overdueDays')}
          before={daysOf(t, before)}
          after={daysOf(t, after)}
          bad={after.overdue_days > before.overdue_days}
        />
        <Words
          name={t('stage')}
          before={t(`stages.${before.stage}`)}
          after={t(`stages.${after.stage}`)}
          bad={before.stage !== after.stage && after.stage !== 'none'}
        />
        <Change name={t('prepaid')} before={before.prepaid} after={after.prepaid} />
      </NowAndAfter>
      {instalments.length > 0 && (
        <FittingTable>
          <table className="reversal-instalments">
            <thead>
              <tr>
                <th scope="col">№</th>
                <th scope="col">{t('dueDate')}</th>
                <th scope="col" className="end">
                  {t('sum')}
                </th>
                {givenUp && (
                  <th scope="col" className="end">
                    {t('reversal.givenUp')}
                  </th>
                )}
                <th scope="col" className="end">
                  {t('reversal.leftNow')}
                </th>
                <th scope="col" className="end">
                  {t('reversal.leftAfter')}
                </th>
              </tr>
            </thead>
            <tbody>
              {instalments.map((one) => (
                <tr key={one.number}>
                  <td>{one.number === 0 ? t('firstPayment') : one.number}</td>
                  <td className="num">{formatDate(one.due)}</td>
                  <td className="end num">{formatNumber(one.amount)}</td>
                  {givenUp && <td className="end num">{formatNumber(one.written_off)}</td>}
                  <td className="end num">{formatNumber(one.amount - one.written_off - one.paid_before)}</td>
                  <td className="end num">
                    <b>{formatNumber(one.amount - one.written_off - one.paid_after)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </FittingTable>
      )}
    </section>
  );
}

const daysOf = (t: Text, { overdue_days }: Standing): string =>
  t('days', { count: overdue_days, n: formatNumber(overdue_days) });
