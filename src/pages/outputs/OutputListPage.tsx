import { Link } from 'wouter';
import { OUTPUT_STATUSES, type OutputInList, outputIndex } from '../../../contract/outputs.ts';
import { useNews } from '../../api/news.ts';
import { useSeesAll } from '../../app/seesAll.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { branchFilter, stateFilter } from '../../ui/list/documentFilters.ts';
import { rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { RailChip } from '../../ui/RailChip.tsx';
import { Progress } from '../../ui/small.tsx';
import { MAIN_PATH_LOOKS, outputLook, placeOf } from './looks.ts';

const placeOfRow = ({ id }: OutputInList): string => withQuery(pathOf('outputWindow'), { id });

/** What waits to be handed over, and what was: drafts are contracts whose first payment has come. */
export default function OutputListPage() {
  const t = useText('outputs');
  const mayReport = useAllows('product_delivery.report');
  const tm = useText('machines/output');
  const seesAll = useSeesAll('product_delivery');
  const list = useList({
    name: 'outputs',
    call: outputIndex,
    sort: '-created',
    href: placeOfRow,
    refetchInterval: 30_000,
    filters: [
      { kind: 'search', key: 'search', label: t('list.search') },
      stateFilter({
        label: t('list.status'),
        states: OUTPUT_STATUSES,
        title: (one) => tm(`states.${one}.name`),
        look: outputLook,
        hideEmpty: true,
      }),
      branchFilter(
        { label: t('list.organization'), empty: t('list.everyOrganization') },
        ({ organization }: OutputInList) => ({ id: organization.id, title: organization.name }),
      ),
      { kind: 'period', key: 'date', label: t('list.created') },
    ],
    columns: [
      {
        key: 'number',
        title: t('list.number'),
        kind: 'code',
        value: (output) => output.number,
        cell: (output) => (
          <Link href={placeOfRow(output)} className="code">
            {output.number}
          </Link>
        ),
        foot: rowsFoot,
      },
      {
        key: 'status',
        title: t('list.status'),
        kind: 'state',
        width: '13rem',
        value: (output) => tm(`states.${output.status}.name`),
        cell: ({ status }) => (
          <RailChip
            look={outputLook(status)}
            steps={MAIN_PATH_LOOKS}
            at={placeOf(status)}
            quiet={status === 'handed_over' || status === 'cancelled'}
          >
            {tm(`states.${status}.name`)}
          </RailChip>
        ),
      },
      { key: 'client', title: t('list.client'), cut: true, value: (output) => output.client.fullname },
      {
        key: 'contract',
        title: t('list.contract'),
        kind: 'code',
        drop: 'less',
        value: (output) => output.contract.number ?? '',
      },
      {
        key: 'warehouse',
        title: t('list.warehouse'),
        drop: 'less',
        side: true,
        value: (output) => output.warehouse.name,
      },
      {
        key: 'organization',
        title: t('list.organization'),
        hidden: !seesAll,
        drop: 'least',
        side: true,
        value: (output) => output.organization.name,
      },
      {
        key: 'picked',
        title: t('list.picked'),
        kind: 'number',
        align: 'start',
        width: '9rem',
        value: (output) => (output.status === 'picking' ? output.picked : output.units),
        cell: ({ status, picked, units }) =>
          status === 'picking' ? (
            <Progress value={picked} all={units} />
          ) : (
            <span className="num">{t('list.units', { count: units, figure: formatNumber(units) })}</span>
          ),
      },
      {
        key: 'handed',
        title: t('list.handed'),
        kind: 'moment',
        drop: 'less',
        side: true,
        value: (one) => one.handed_at,
      },
      {
        key: 'handedBy',
        title: t('list.handedBy'),
        hidden: true,
        value: (output) => output.handed_by?.fullname ?? '',
      },
      {
        key: 'created',
        title: t('list.created'),
        kind: 'moment',
        side: true,
        drop: 'least',
        sort: 'created_at',
        value: (output) => output.created_at,
      },
    ],
  });
  useNews(list.retry);
  return (
    <ListPage
      excel={mayReport}
      list={list}
      title={t('list.title')}
      words={{
        nothing: t('list.nothing'),
        nothingText: t('list.nothingText'),
        notFound: t('list.notFound'),
        notFoundText: t('list.notFoundText'),
      }}
    />
  );
}
