/** One contract: how it stands, its schedule, its goods, what may be done with it now, who did what. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  type ContractDetails,
  contractAttached,
  contractCancel,
  contractShow,
  UNPAID_HOURS,
} from '../../../contract/sale/contracts.ts';
import { CONTRACT_MAIN_PATH } from '../../../machines/contract/contract.machine.ts';
import { request } from '../../api/client.ts';
import { useNews } from '../../api/news.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { Side } from '../../document/Side.tsx';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { Figures } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { StepBar } from '../../ui/StepBar.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { Why, WhyFigure } from '../../ui/why/Why.tsx';
import { cardPath } from '../clients/paths.ts';
import { Addenda } from './Addenda.tsx';
import { Guarantors } from './Guarantors.tsx';
import { History } from './History.tsx';
import { Instalments } from './Instalments.tsx';
import { Listed } from './Listed.tsx';
import { contractLook } from './looks.ts';
import { NewCertificate } from './NewCertificate.tsx';
import { Pledge } from './Pledge.tsx';
import { PrintContract } from './PrintContract.tsx';
import { draftPath, orderPath } from './paths.ts';
import { Related } from './Related.tsx';
import { useMayComment } from './useMayComment.ts';
import { WriteOff } from './WriteOff.tsx';
import '../../ui/document/document.css';
import './sale.css';

export function ContractWindow({ id }: { id: number }) {
  const t = useText('sale');
  const tm = useText('machines/contract');
  const read = useCall(contractShow, { params: { id } }, FRESH);
  useNews(read.refetch);
  const contract = read.data?.data;
  usePageTitle(contract ? (contract.number ?? `#${contract.id}`) : t('contract'), {
    crumbs: [{ title: t('contracts'), path: pathOf('contracts') }],
    ...(contract && {
      chip: <StateChip look={contractLook(contract.status)}>{tm(`states.${contract.status}.name`)}</StateChip>,
    }),
  });
  if (contract !== undefined) return <Opened contract={contract} />;
  if (read.error?.status === 404) return <Empty kind="notFound" title={t('missing')} text={t('missingText')} />;
  return read.error ? (
    <Failed title={t('failedOne')} error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <SkeletonRows rows={12} columns={[3, 1]} />
  );
}

/** What of the first payment has come: without any of it the contract ends, what came is kept (decision 70). */
function FirstPayment({ contract }: { contract: ContractDetails }) {
  const t = useText('sale');
  const { first_payment, paid, prepaid, moments, signed_at } = contract;
  const lacking = first_payment - paid - prepaid;
  // it is there: what keeps it from going on is said beside
  if (lacking <= 0) return null;
  const until = Date.parse(moments.signed ?? signed_at ?? '') + UNPAID_HOURS * 3_600_000;
  return (
    <Notice tone="waiting">
      {lacking < first_payment
        ? t('waitsForRest', { lacking: formatNumber(lacking) })
        : t('waitsForFirst', { until: formatDateTime(new Date(until).toISOString()) })}
    </Notice>
  );
}

function Opened({ contract }: { contract: ContractDetails }) {
  const t = useText('sale');
  const tm = useText('machines/contract');
  const mayPrint = useAllows('contract.print');
  const mayComment = useMayComment('contract.add|contract.edit|contract.confirm', contract.organization_id);
  const [asked, setAsked] = useState(false);
  const params = { id: contract.id };
  const why = { subject: 'contract', id: contract.id } as const;
  const charged = contract.charged_on !== null;
  const path: readonly string[] = CONTRACT_MAIN_PATH;
  const reached = path.filter((state) => contract.moments[state] !== undefined);
  const at = path.includes(contract.status) ? path.indexOf(contract.status) : Math.max(0, reached.length - 1);
  const amend = contract.allowed_events.includes('contract.amend') || contract.allowed_events.includes('contract.sign');
  return (
    <div className="sheet-body document-body" data-testid="contract">
      <div className="sheet-main">
        <header className="document-head">
          <div className="document-words">
            <Link href={cardPath(contract.client_id)}>
              <b>{contract.client}</b>
            </Link>
            <span>
              {contract.organization}, {contract.seller.fullname}
            </span>
            <Link href={orderPath(contract.order.id)}>{t('order', { number: contract.order.number })}</Link>
          </div>
          <div className="row wrap document-actions">
            {amend && (
              <Link href={draftPath(contract.id)} data-testid="contract-amend">
                {t('writeOn')}
              </Link>
            )}
            <WayButton />
            {charged && <NewCertificate contract={contract} />}
            {mayPrint && <PrintContract id={contract.id} />}
            {contract.allowed_events.includes('contract.cancel') && (
              <Button
                variant="minimal"
                text={t('cancel')}
                onClick={() => setAsked(true)}
                data-testid="contract-cancel"
              />
            )}
          </div>
        </header>
        <StepBar
          label={t('way')}
          at={at}
          steps={CONTRACT_MAIN_PATH.map((state, index) => {
            const shown = index === at ? contract.status : state;
            const time = contract.moments[shown];
            return {
              key: state,
              title: tm(`states.${shown}.name`),
              look: contractLook(shown),
              note: index <= at && time !== undefined ? formatDateTime(time) : undefined,
            };
          })}
        />
        {contract.cancel_reason !== null && (
          <Notice tone="info">{t('cancelledWith', { reason: contract.cancel_reason })}</Notice>
        )}
        <WriteOff contract={contract} />
        <Listed listed={contract.listed} client={contract.client_id} of="contract" />
        {contract.status === 'signed' && <FirstPayment contract={contract} />}
        {contract.status === 'awaiting_handover' && <Notice tone="waiting">{t('waitsForGoods')}</Notice>}
        <Figures
          items={[
            { key: 'total', label: t('total'), value: <span className="num">{formatNumber(contract.total)}</span> },
            { key: 'paid', label: t('paid'), value: <span className="num">{formatNumber(contract.paid)}</span> },
            {
              key: 'prepaid',
              label: t('prepaid'),
              value: (
                <WhyFigure {...why} figure="prepaid">
                  <span className="num">{formatNumber(contract.prepaid)}</span>
                </WhyFigure>
              ),
            },
            {
              key: 'owed',
              label: t('owed'),
              value: (
                <WhyFigure {...why} figure="owed">
                  <span className="num">{formatNumber(contract.owed)}</span>
                </WhyFigure>
              ),
            },
            {
              key: 'overdue',
              label: t('overdue'),
              value:
                contract.overdue_days > 0 ? (
                  <WhyFigure {...why} figure="overdue">
                    <span className="red num">
                      {t('overdueFigure', { sum: formatNumber(contract.overdue), figure: contract.overdue_days })}
                    </span>
                  </WhyFigure>
                ) : (
                  <span className="num">0</span>
                ),
            },
          ]}
        />
        <div className="sale-rail" aria-hidden="true">
          {contract.instalments.map(({ number, due, amount, paid, written_off }) => (
            <i
              key={number}
              className={railOf(amount - paid - written_off, written_off, charged && due < contract.day)}
            />
          ))}
        </div>
        <div className="sale-columns">
          <section aria-label={t('schedule')}>
            <h2>{t('schedule')}</h2>
            <Instalments
              rows={contract.instalments.map((row) => ({ ...row, paid: charged ? row.paid : null }))}
              day={contract.day}
            />
          </section>
          <section aria-label={t('goods')}>
            <h2>{t('goods')}</h2>
            <Goods contract={contract} />
            <Guarantors contract={contract} />
            <Addenda addenda={contract.addenda} />
            <Related documents={contract.documents} />
          </section>
        </div>
      </div>
      <Side
        name="contract"
        attached={contractAttached}
        id={contract.id}
        mayWrite={mayComment}
        history={<History kind="contract" id={contract.id} />}
      >
        <div className="sale-top">
          <dl className="sale-sums">
            <dt>{t('signedOn')}</dt>
            <dd className="num">{contract.signed_on === null ? '—' : formatDate(contract.signed_on)}</dd>
            <dt>{t('firstPayment')}</dt>
            <dd className="num">{formatNumber(contract.first_payment)}</dd>
            <dt>{t('term')}</dt>
            <dd>{t('months', { count: contract.term })}</dd>
            <dt>{t('markup')}</dt>
            <dd className="num">{formatNumber(contract.markup, { decimals: 2, trim: true })}</dd>
            <dt>{t('paymentDay')}</dt>
            <dd className="num">{contract.payment_day}</dd>
            {contract.closed_on !== null && (
              <>
                <dt>{t('closedOn')}</dt>
                <dd className="num">{formatDate(contract.closed_on)}</dd>
              </>
            )}
          </dl>
          {contract.pledge !== null && (
            <>
              <h2>{t('pledge')}</h2>
              <Pledge pledge={contract.pledge} />
            </>
          )}
        </div>
      </Side>
      <Why />
      <Way machine="contract" id={contract.id} read={`${contract.version} ${contract.status} ${contract.paid}`} />
      {asked && (
        <QuestionDialog
          title={t('cancelTitle', { number: contract.number ?? `#${contract.id}` })}
          command={t('cancel')}
          intent="danger"
          reason={contract.id}
          onSend={async ({ reason, key }) => {
            const body = { params, body: { reason }, ifMatch: contract.version, key };
            toastSuccess((await orRefused(() => request(contractCancel, body))).message);
          }}
          onClose={() => setAsked(false)}
          onDone={() => setAsked(false)}
        >
          <p>{t('cancelText')}</p>
        </QuestionDialog>
      )}
    </div>
  );
}

/** An instalment in the rail: paid whole, given up in part or whole, overdue. */
function railOf(left: number, writtenOff: number, past: boolean): string | undefined {
  if (left > 0) return past ? 'late' : undefined;
  return writtenOff > 0 ? undefined : 'paid';
}

function Goods({ contract }: { contract: ContractDetails }) {
  const t = useText('sale');
  return (
    <FittingTable>
      <table className="table" data-testid="contract-goods">
        <thead>
          <tr>
            <th>{t('goods')}</th>
            <th className="end">{t('qty')}</th>
            <th className="end">{t('price')}</th>
            <th className="end gives">{t('discount')}</th>
            <th className="end">{t('sum')}</th>
          </tr>
        </thead>
        <tbody>
          {contract.lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.title}
                {line.serial_number !== null && <div className="code muted">{line.serial_number}</div>}
              </td>
              <td className="end num">{formatNumber(line.qty)}</td>
              <td className="end num">{formatNumber(line.price)}</td>
              <td className="end num gives">{formatNumber(line.discount)}</td>
              <td className="end num">{formatNumber(line.sum)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{t('inAll')}</td>
            <td className="gives" />
            <td className="end num">{formatNumber(contract.goods)}</td>
          </tr>
        </tfoot>
      </table>
    </FittingTable>
  );
}
