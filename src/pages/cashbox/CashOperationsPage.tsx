/** The journal of the cash desk: payments and reversals, each with its pane; a reversal starts here. */
import { type CashDocument, cashDocumentIndex } from '../../../contract/cashDocuments.ts';
import { CASH_DOCUMENT_STATES } from '../../../machines/cashDocument/cashDocument.machine.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { sourceOf } from '../../directory/sources.ts';
import { useText } from '../../i18n/index.ts';
import { stateFilter } from '../../ui/list/documentFilters.ts';
import { countedByState, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { WAY } from '../../ui/way/address.ts';
import { Why } from '../../ui/why/Why.tsx';
import { branches } from './branches.ts';
import { DocumentPane } from './DocumentPane.tsx';
import { cashLook } from './looks.ts';
import { documentPath } from './paths.ts';
import './cashbox.css';

const clients = sourceOf('client');

const sumOf = (type: CashDocument['type']) => (row: CashDocument) =>
  row.type === type && (row.status === 'confirmed' || row.status === 'reversed') ? row.amount : null;

export default function CashOperationsPage() {
  const t = useText('cashbox');
  const tm = useText('machines/cashDocument');
  const tk = useText('kit');
  const [params, setAddress] = useAddress();
  const mayReport = useAllows('cashbox.report');
  const row = numberIn(params, 'row');
  const only = params.get('status');
  const byState = countedByState({
    ...{ t: tk, uncounted: ['draft', 'cancelled'], only },
    name: (one: string) => tm(`states.${one}.name`),
  });
  const reversalsApart = () => t('journal.reversalsApart');
  const list = useList({
    name: 'cashOperations',
    call: cashDocumentIndex,
    sort: '-at',
    href: ({ id }) => documentPath(id),
    // what was taken and given back stands in two operations: of one of them alone the total says so
    summed: only === 'reversed' ? { ...byState, leftOut: reversalsApart, leftOutOf: reversalsApart } : byState,
    filters: [
      { kind: 'search', key: 'search', label: t('journal.search') },
      stateFilter({
        label: t('status'),
        states: CASH_DOCUMENT_STATES,
        title: (one) => tm(`states.${one}.name`),
        look: cashLook,
        hideEmpty: true,
      }),
      { kind: 'remote', key: 'organization_id', label: t('organization'), empty: t('everyOrganization'), of: branches },
      {
        kind: 'remote',
        key: 'client_id',
        label: t('client'),
        empty: t('everyClient'),
        of: clients,
        named: (answer, id) => answer.data.find(({ client }) => client.id === id)?.client.fullname,
      },
      {
        kind: 'select',
        key: 'type',
        label: t('type'),
        empty: t('everyType'),
        options: (['payment', 'reversal'] as const).map((value) => ({ value, title: t(`types.${value}`) })),
      },
      {
        kind: 'select',
        key: 'channel',
        label: t('channel'),
        empty: t('everyChannel'),
        options: (['cash', 'terminal'] as const).map((value) => ({ value, title: t(`channels.${value}`) })),
      },
      { kind: 'period', key: 'date', label: t('day') },
    ],
    columns: [
      {
        key: 'number',
        title: t('number'),
        kind: 'code',
        width: '8rem',
        value: ({ id, number }) => number ?? `#${id}`,
        foot: rowsFoot,
      },
      { key: 'type', title: t('type'), width: '7rem', drop: 'less', value: ({ type }) => t(`types.${type}`) },
      { key: 'client', title: t('client'), cut: true, value: ({ client }) => client.fullname },
      {
        key: 'contracts',
        title: t('contracts'),
        kind: 'code',
        width: '11rem',
        cut: true,
        drop: 'less',
        value: ({ contracts }) => contracts.map(({ number }) => number ?? '—').join(', ') || null,
      },
      {
        key: 'channel',
        title: t('channel'),
        width: '7rem',
        drop: 'less',
        value: ({ channel }) => (channel === null ? null : t(`channels.${channel}`)),
      },
      {
        key: 'account',
        title: t('account'),
        width: '9rem',
        cut: true,
        drop: 'least',
        value: ({ account }) => account?.name ?? null,
      },
      {
        key: 'in',
        title: t('in'),
        kind: 'sum',
        width: '8rem',
        value: sumOf('payment'),
        foot: footOf('in'),
      },
      {
        key: 'out',
        title: t('out'),
        kind: 'sum',
        width: '8rem',
        value: sumOf('reversal'),
        foot: footOf('out'),
      },
      { key: 'day', title: t('day'), kind: 'date', width: '6rem', value: ({ practice_day }) => practice_day },
      {
        key: 'cashier',
        title: t('cashier'),
        width: '10rem',
        cut: true,
        drop: 'least',
        value: ({ created_by }) => created_by.fullname,
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '9rem',
        value: ({ status }) => tm(`states.${status}.name`),
        look: ({ status }) => cashLook(status),
        cell: ({ status }) => (
          <StateChip look={cashLook(status)} quiet={status !== 'draft'}>
            {tm(`states.${status}.name`)}
          </StateChip>
        ),
      },
      {
        key: 'at',
        title: t('at'),
        kind: 'moment',
        width: '8rem',
        drop: 'less',
        sort: 'created_at',
        value: ({ created_at }) => created_at,
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('journal.title')}
      excel={mayReport}
      selected={row}
      onOpen={({ id }) => setAddress({ row: id })}
      words={{
        nothing: t('journal.nothing'),
        nothingText: t('journal.nothingText'),
        notFound: t('journal.notFound'),
        notFoundText: t('journal.notFoundText'),
      }}
    >
      {row !== null && <DocumentPane key={row} id={row} onClose={() => setAddress({ row: null, [WAY]: null })} />}
      <Why />
    </ListPage>
  );
}
