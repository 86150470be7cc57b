/** Every hand-in of the person signed in (areas 4.23 `/test-results`). */
import { Link } from 'wouter';
import { type OwnResult, ownResults } from '../../../contract/staffTests.ts';
import { testPath } from '../../app/testPath.ts';
import { formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { StateChip } from '../../ui/StateChip.tsx';

const hrefOf = (row: OwnResult) => testPath(row.attempt_id);

export default function OwnResultsPage() {
  const t = useText('tests');
  const list = useList({
    name: 'ownResults',
    call: ownResults,
    sort: '-created_at',
    href: hrefOf,
    filters: [
      { kind: 'search', key: 'search', label: t('own.search') },
      {
        kind: 'select',
        key: 'passed',
        label: t('own.outcome'),
        empty: t('own.every'),
        options: [
          { value: 'yes', title: t('passed') },
          { value: 'no', title: t('notPassed') },
        ],
      },
    ],
    columns: [
      {
        key: 'title',
        title: t('own.test'),
        cut: true,
        value: (row) => row.title,
        cell: (row) => (
          <Link href={hrefOf(row)}>
            <Name>{row.title}</Name>
          </Link>
        ),
      },
      { key: 'created_at', title: t('own.date'), kind: 'moment', sort: true, value: (row) => row.created_at },
      {
        key: 'right',
        title: t('own.right'),
        width: '8rem',
        drop: 'less',
        value: (row) => `${row.right_count} / ${row.question_count}`,
      },
      {
        key: 'percent',
        title: t('own.percent'),
        kind: 'number',
        sort: true,
        value: (row) => row.percent,
        cell: (row) => formatPercent(row.percent, 2),
      },
      {
        key: 'pass',
        title: t('pass'),
        kind: 'number',
        drop: 'less',
        value: (row) => row.pass_percent,
        cell: (row) => formatPercent(row.pass_percent, 0),
      },
      { key: 'try', title: t('tries'), kind: 'number', value: (row) => row.try },
      {
        key: 'passed',
        title: t('own.outcome'),
        width: '10rem',
        value: (row) => t(row.passed ? 'passed' : 'notPassed'),
        cell: (row) => (
          <StateChip look={row.passed ? 'done' : 'bad'} quiet>
            {t(row.passed ? 'passed' : 'notPassed')}
            {!row.handed_in && `, ${t('own.byTime')}`}
          </StateChip>
        ),
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('own.title')}
      words={{
        nothing: t('own.nothing'),
        nothingText: t('own.nothingText'),
        notFound: t('own.notFound'),
        notFoundText: t('own.notFoundText'),
      }}
    />
  );
}
