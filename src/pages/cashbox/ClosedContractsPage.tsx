/** Clients whose contracts were paid to the last soʻm: how they paid, and what is left over. */
import { Link } from 'wouter';
import { closedContractIndex } from '../../../contract/cashClients.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { EVERY_ROW, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { Why, WhyFigure } from '../../ui/why/Why.tsx';
import { branches } from './branches.ts';
import { digitsRefused } from './digits.ts';
import { paymentPath } from './paths.ts';
import './cashbox.css';

export default function ClosedContractsPage() {
  const t = useText('cashbox');
  const mayReport = useAllows('cashbox.report');
  const list = useList({
    name: 'closedContractClients',
    call: closedContractIndex,
    sort: '-closed',
    summed: EVERY_ROW,
    filters: [
      {
        ...{ kind: 'search', key: 'search', label: t('clients.search') },
        refuse: (words) => digitsRefused(words, t('clients.digits')),
      },
      { kind: 'remote', key: 'organization_id', label: t('organization'), empty: t('everyOrganization'), of: branches },
      { kind: 'period', key: 'date', label: t('closedOn') },
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
      { key: 'contract', title: t('contract'), kind: 'code', width: '9rem', value: ({ number }) => number },
      {
        key: 'closed',
        title: t('closedOn'),
        kind: 'date',
        width: '8rem',
        sort: 'closed_on',
        value: ({ closed_on }) => closed_on,
      },
      {
        key: 'late',
        title: t('paidInTime'),
        width: '12rem',
        value: ({ late }) => late,
        cell: ({ late, late_days }) =>
          late === 0 ? t('inTime') : t('lateTimes', { n: formatNumber(late), days: formatNumber(late_days) }),
      },
      {
        key: 'total',
        title: t('sum'),
        kind: 'sum',
        width: '9rem',
        drop: 'less',
        value: ({ total }) => total,
        foot: footOf('total'),
      },
      {
        key: 'prepaid',
        title: t('leftOver'),
        kind: 'sum',
        width: '9rem',
        value: ({ prepaid }) => prepaid || null,
        cell: ({ client, organization, prepaid }) =>
          prepaid === 0 ? (
            <span className="faint">—</span>
          ) : (
            <WhyFigure figure="prepaid" subject="free" id={client.id} organization={organization.id}>
              {formatNumber(prepaid)}
            </WhyFigure>
          ),
      },
      {
        key: 'certificate',
        title: t('certificate'),
        kind: 'code',
        width: '9rem',
        drop: 'less',
        value: ({ certificate }) => certificate?.number ?? null,
        cell: ({ certificate }) =>
          certificate === null ? (
            <span className="faint">—</span>
          ) : (
            <Link href={withQuery(pathOf('paymentCertificate'), { row: certificate.id })}>{certificate.number}</Link>
          ),
      },
      {
        key: 'organization',
        title: t('organization'),
        width: '12rem',
        cut: true,
        drop: 'least',
        value: ({ organization }) => organization.name,
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('closed.title')}
      excel={mayReport}
      words={{ nothing: t('closed.nothing'), nothingText: t('closed.nothingText') }}
    >
      <Why />
    </ListPage>
  );
}
