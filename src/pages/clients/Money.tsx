/** What a client owes, is overdue with and has prepaid, contracts with their standing, and the last payments. */
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { type ClientMoney, clientMoney, type MoneyOfContract } from '../../../contract/sale/clientMoney.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Figures } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { WhyFigure } from '../../ui/why/Why.tsx';
import { LateSum } from '../cashbox/LateSum.tsx';
import { documentPath } from '../cashbox/paths.ts';
import { contractLook } from '../sale/looks.ts';
import { contractPath } from '../sale/paths.ts';

export const SEES_MONEY = 'contract.show|contract.allshow|cashbox.show';

export function Money({ id }: { id: number }) {
  const t = useText('directories/client');
  const may = useAllows(SEES_MONEY);
  const read = useCall(clientMoney, { params: { id } }, { ...FRESH, enabled: may });
  if (!may) return null;
  const money = read.data?.data;
  if (money === undefined)
    return (
      <section className="client-money" aria-label={t('money.title')}>
        {read.error ? (
          <Failed title={t('money.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={3} columns={[1, 1, 1]} />
        )}
      </section>
    );
  return (
    <section className="client-money" aria-label={t('money.title')} data-testid="client-money">
      <Figures items={figuresOf(t, id, money)} />
      <div className="client-money-parts">
        <Contracts contracts={money.contracts} />
        <Payments money={money} id={id} />
      </div>
    </section>
  );
}

function figuresOf(t: Text, id: number, money: ClientMoney) {
  const of = { subject: 'client', id } as const;
  const { owed, overdue, overdue_days: days, prepaid, next_due, kept } = money;
  // where no money ever moved there is no story
  const moved = money.contracts.length > 0 || money.payments_total > 0;
  const why = (figure: 'owed' | 'overdue' | 'days' | 'prepaid', shown: ReactNode) =>
    moved ? (
      <WhyFigure {...of} figure={figure}>
        {shown}
      </WhyFigure>
    ) : (
      shown
    );
  const sum = (n: number) => <span className="num">{formatNumber(n)}</span>;
  return [
    { key: 'owed', label: t('money.owed'), value: why('owed', sum(owed)) },
    {
      key: 'overdue',
      label: t('money.overdue'),
      value: why('overdue', overdue === 0 ? sum(0) : <LateSum sum={overdue} days={days} />),
    },
    { key: 'days', label: t('money.days'), value: why('days', sum(days)) },
    { key: 'prepaid', label: t('money.prepaid'), value: why('prepaid', sum(prepaid)) },
    {
      key: 'next',
      label: t('money.next'),
      value: <span className="num">{next_due === null ? '—' : formatDate(next_due)}</span>,
    },
    { key: 'kept', label: t('money.kept'), value: sum(kept) },
  ];
}

function Contracts({ contracts }: { contracts: readonly MoneyOfContract[] }) {
  const t = useText('directories/client');
  const tm = useText('machines/contract');
  return (
    <div>
      <h2>
        {t('money.contracts')}{' '}
        {contracts.length > 0 && <span className="muted num">{formatNumber(contracts.length)}</span>}
      </h2>
      {contracts.length === 0 && <p className="muted">{t('money.noContracts')}</p>}
      <ul className="client-openings" data-testid="client-contracts">
        {contracts.map((one) => (
          <li key={one.id}>
            <span>
              <Link href={contractPath(one.id)} className="code whole">
                {one.number ?? `#${one.id}`}
              </Link>{' '}
              {one.title}
              <span className="client-money-sub">
                {t('money.instalments', { paid: formatNumber(one.paid), n: formatNumber(one.instalments) })}
                {one.closed_on !== null && `, ${t('money.closedOn', { day: formatDate(one.closed_on) })}`}
                {one.closed_on === null &&
                  one.next_due !== null &&
                  `, ${t('money.due', { day: formatDate(one.next_due) })}`}
              </span>
            </span>
            <span className="client-money-end">
              <WhyFigure figure="owed" subject="contract" id={one.id}>
                <b className="num">{formatNumber(one.owed)}</b>
              </WhyFigure>
              {one.overdue > 0 ? (
                <LateSum sum={one.overdue} days={one.overdue_days} />
              ) : (
                <StateChip look={contractLook(one.status)} quiet>
                  {tm(`states.${one.status}.name`)}
                </StateChip>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Payments({ money, id }: { money: ClientMoney; id: number }) {
  const t = useText('directories/client');
  const tc = useText('cashbox');
  const mayOpen = useAllows('cashbox.show');
  return (
    <div>
      <h2>
        {t('money.payments')}{' '}
        {money.payments_total > 0 && <span className="muted num">{formatNumber(money.payments_total)}</span>}
      </h2>
      {money.payments.length === 0 && <p className="muted">{t('money.noPayments')}</p>}
      <ul className="client-openings" data-testid="client-payments">
        {money.payments.map((one) => (
          <li key={one.id}>
            <span>
              <span className="num muted">{one.day === null ? '—' : formatDate(one.day)}</span>{' '}
              {mayOpen ? (
                <Link href={documentPath(one.id)} className="code whole">
                  {one.number}
                </Link>
              ) : (
                <span className="code whole">{one.number}</span>
              )}{' '}
              {tc(`channels.${one.channel}`)}
              <span className="client-money-sub">
                {one.reversed === null
                  ? one.contracts.map((number, at) => (
                      <Fragment key={number}>
                        {at > 0 && ', '}
                        <span className="code whole">{number}</span>
                      </Fragment>
                    ))
                  : t('money.reversed', { number: one.reversed.number ?? '', reason: one.reversed.reason ?? '' })}
              </span>
            </span>
            <b className={one.reversed === null ? 'num' : 'num client-money-back'}>{formatNumber(one.amount)}</b>
          </li>
        ))}
      </ul>
      {mayOpen && money.payments_total > money.payments.length && (
        <Link href={withQuery(pathOf('cashOperations'), { client_id: id })}>
          {t('money.allPayments', { n: formatNumber(money.payments_total) })}
        </Link>
      )}
    </div>
  );
}
