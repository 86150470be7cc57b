/** Prepaid money of clients, by contract and free; from here it is moved to another contract of the client. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type PrepaidClient, prepaidClientIndex } from '../../../contract/cashClients.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { EVERY_ROW, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { Why, WhyFigure } from '../../ui/why/Why.tsx';
import { branches } from './branches.ts';
import { digitsRefused } from './digits.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { paymentPath } from './paths.ts';
import './cashbox.css';

export default function PrepaidClientsPage() {
  const t = useText('cashbox');
  const mayMove = useAllows('cashbox.confirm');
  const mayReport = useAllows('cashbox.report');
  const [asked, setAsked] = useState<PrepaidClient | null>(null);
  const list = useList({
    name: 'prepaidClients',
    call: prepaidClientIndex,
    sort: '-prepaid',
    summed: EVERY_ROW,
    filters: [
      {
        ...{ kind: 'search', key: 'search', label: t('clients.search') },
        refuse: (words) => digitsRefused(words, t('clients.digits')),
      },
      { kind: 'remote', key: 'organization_id', label: t('organization'), empty: t('everyOrganization'), of: branches },
    ],
    columns: [
      {
        key: 'client',
        title: t('client'),
        cut: true,
        foot: rowsFoot,
        value: ({ client }) => client.fullname,
        cell: ({ client }) => (
          <Link href={paymentPath(client.id)}>
            <Name>{client.fullname}</Name>
          </Link>
        ),
      },
      {
        key: 'contract',
        title: t('contract'),
        kind: 'code',
        width: '9rem',
        value: ({ contract }) => contract?.number ?? null,
        cell: ({ contract }) =>
          contract === null ? (
            <span className="muted">{t('free')}</span>
          ) : (
            <span className="code">{contract.number}</span>
          ),
      },
      {
        key: 'prepaid',
        title: t('prepaid'),
        kind: 'sum',
        width: '9rem',
        sort: 'prepaid',
        value: ({ prepaid }) => prepaid,
        foot: footOf('prepaid'),
        cell: ({ client, contract, organization, prepaid }) => {
          const figure = formatNumber(prepaid);
          return contract === null ? (
            <WhyFigure figure="prepaid" subject="free" id={client.id} organization={organization.id}>
              {figure}
            </WhyFigure>
          ) : (
            <WhyFigure figure="prepaid" subject="contract" id={contract.id}>
              {figure}
            </WhyFigure>
          );
        },
      },
      { key: 'since', title: t('since'), kind: 'date', width: '7rem', value: ({ since }) => since },
      { key: 'next', title: t('nextDue'), kind: 'date', width: '7rem', value: ({ next_due }) => next_due },
      {
        key: 'organization',
        title: t('organization'),
        width: '12rem',
        cut: true,
        drop: 'less',
        value: ({ organization }) => organization.name,
      },
      {
        key: 'move',
        title: t('move.title'),
        width: '8rem',
        actions: true,
        value: () => null,
        cell: (row) =>
          mayMove && (
            <Button size="small" text={t('move.open')} onClick={() => setAsked(row)} data-testid="prepaid-move" />
          ),
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('prepaidClients.title')}
      excel={mayReport}
      words={{ nothing: t('prepaidClients.nothing'), nothingText: t('prepaidClients.nothingText') }}
    >
      {asked !== null && <MoveDialog from={asked} onClose={() => setAsked(null)} />}
      <Why />
    </ListPage>
  );
}
