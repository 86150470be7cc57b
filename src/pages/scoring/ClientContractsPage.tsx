/** Contracts of clients as scoring sees them: what was paid on its day, month by month, and what of the limit is left (areas 4.16). */
import { Link } from 'wouter';
import type { ResponseOf } from '../../../contract/call.ts';
import {
  type ClientContract,
  clientContractIndex,
  clientDiscipline,
  SCORED_CONTRACTS,
} from '../../../contract/clientContracts.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { sourceOf } from '../../directory/sources.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { organizations } from '../../ui/form/choices.ts';
import { Figures } from '../../ui/layout.tsx';
import { EVERY_ROW, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { Why, WhyFigure } from '../../ui/why/Why.tsx';
import { cardPath } from '../clients/paths.ts';
import './scoring.css';

const clients = sourceOf('client');

/** From this many days on a delay is serious everywhere. */
const HARD = 31;

/** One mark a month: paid on its day, late by so many days, or not due yet. */
function Months({ months }: Pick<ClientContract, 'months'>) {
  const t = useText('scoring');
  return (
    <span className="scoring-months">
      {months.map(({ due, paid, late }) => (
        <i
          key={due}
          className={late === null ? 'next' : late === 0 ? 'paid' : late < HARD ? 'late' : 'hard'}
          title={
            late === null
              ? formatDate(due)
              : t(paid ? 'discipline.monthPaid' : 'discipline.monthOwed', { date: formatDate(due), figure: late })
          }
        />
      ))}
    </span>
  );
}

export default function ClientContractsPage() {
  const t = useText('scoring');
  const tm = useText('machines/contract');
  const [params] = useAddress();
  const clientId = numberIn(params, 'client_id');
  const seesCards = useAllows('client.show');
  const seesContracts = useAllows('contract.show|contract.allshow');
  const list = useList({
    name: 'clientContracts',
    call: clientContractIndex,
    sort: '-signed_on',
    summed: EVERY_ROW,
    filters: [
      ...(seesCards
        ? [
            {
              kind: 'remote' as const,
              key: 'client_id' as const,
              label: t('client'),
              empty: t('discipline.anyClient'),
              of: clients,
              named: (answer: ResponseOf<typeof clientContractIndex>, id: number) =>
                answer.data.find(({ client }) => client.id === id)?.client.fullname,
            },
          ]
        : []),
      {
        kind: 'remote',
        key: 'organization_id',
        label: t('discipline.organization'),
        empty: t('discipline.anyOrganization'),
        of: organizations,
      },
      {
        kind: 'select',
        key: 'status',
        label: t('status'),
        empty: t('discipline.anyStatus'),
        options: SCORED_CONTRACTS.map((value) => ({ value, title: tm(`states.${value}.name`) })),
      },
    ],
    columns: [
      {
        key: 'number',
        title: t('discipline.contract'),
        foot: rowsFoot,
        kind: 'code',
        width: '9rem',
        value: ({ number }) => number,
        cell: ({ id, number }) =>
          seesContracts ? <Link href={withQuery(pathOf('contracts'), { row: id })}>{number ?? `#${id}`}</Link> : number,
      },
      {
        key: 'client',
        title: t('client'),
        width: '16rem',
        cut: true,
        value: ({ client }) => client.fullname,
        cell: ({ client }) =>
          seesCards ? (
            <Link href={cardPath(client.id)}>
              <Name>{client.fullname}</Name>
            </Link>
          ) : (
            <Name>{client.fullname}</Name>
          ),
      },
      {
        key: 'signed_on',
        title: t('discipline.signedOn'),
        kind: 'date',
        sort: true,
        drop: 'less',
        value: (row) => row.signed_on,
      },
      {
        key: 'total',
        title: t('discipline.total'),
        kind: 'sum',
        sort: true,
        drop: 'less',
        value: ({ total }) => total,
        foot: footOf('total'),
      },
      {
        key: 'owed',
        title: t('discipline.owed'),
        kind: 'sum',
        value: ({ owed }) => owed,
        foot: footOf('owed'),
        cell: ({ id, owed }) => (
          <WhyFigure figure="owed" subject="contract" id={id}>
            {formatNumber(owed)}
          </WhyFigure>
        ),
      },
      {
        key: 'on_time',
        title: t('discipline.onTime'),
        width: '7rem',
        value: ({ on_time, due }) => `${on_time} / ${due}`,
      },
      {
        key: 'late_days',
        title: t('discipline.lateDays'),
        kind: 'number',
        width: '7rem',
        value: (row) => row.late_days,
        cell: ({ late_days }) =>
          late_days === 0 ? '0' : <span className={late_days < HARD ? 'amber' : 'red'}>{formatNumber(late_days)}</span>,
      },
      {
        key: 'months',
        title: t('discipline.months'),
        width: '13rem',
        drop: 'least',
        value: ({ months }) => months.map(({ late }) => late ?? '–').join(' '),
        cell: ({ months }) => <Months months={months} />,
      },
      {
        key: 'closed_on',
        title: t('discipline.closedOn'),
        width: '9rem',
        drop: 'less',
        value: ({ closed_on }) => closed_on,
        cell: ({ closed_on, closed_early }) =>
          closed_on && `${formatDate(closed_on)}${closed_early ? `, ${t('discipline.early')}` : ''}`,
      },
      {
        key: 'organization',
        title: t('discipline.organization'),
        width: '11rem',
        cut: true,
        drop: 'least',
        value: ({ organization }) => organization.name,
      },
    ],
  });
  return (
    <>
      {clientId !== null && <Discipline id={clientId} />}
      <ListPage
        list={list}
        title={t('discipline.title')}
        words={{
          nothing: t('discipline.nothing'),
          nothingText: t('discipline.nothingText'),
          notFound: t('discipline.nothing'),
          notFoundText: t('notFoundText'),
        }}
      >
        <Why />
      </ListPage>
    </>
  );
}

/** All contracts of the client that is chosen, together. */
function Discipline({ id }: { id: number }) {
  const t = useText('scoring');
  const read = useCall(clientDiscipline, { params: { id } });
  const found = read.data?.data;
  if (read.error)
    return <Failed title={t('discipline.failed')} error={read.error} onRetry={() => void read.refetch()} />;
  if (found === undefined) return null;
  const { contracts, closed, closed_early, due, on_time, late_days, limit, used } = found;
  return (
    <Figures
      items={[
        { key: 'contracts', label: t('discipline.contracts'), value: <b className="num">{formatNumber(contracts)}</b> },
        { key: 'closed', label: t('discipline.closed'), value: <b className="num">{`${closed} / ${closed_early}`}</b> },
        { key: 'due', label: t('discipline.onTime'), value: <b className="num">{`${on_time} / ${due}`}</b> },
        { key: 'late', label: t('discipline.lateDays'), value: <b className="num">{formatNumber(late_days)}</b> },
        {
          key: 'limit',
          label: t('discipline.limitLeft'),
          value: (
            <b className="num">{limit === null ? t('discipline.noLimit') : formatNumber(Math.max(0, limit - used))}</b>
          ),
        },
      ]}
    />
  );
}
