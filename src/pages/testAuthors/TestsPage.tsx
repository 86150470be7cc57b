/** Tests for the staff: whom each is for, how many have taken and passed it; and the window in which one is written. */
import { Button } from '@blueprintjs/core';
import { TEST_STATUSES, type TestRow, testIndex } from '../../../contract/testAuthors.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber, formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { organizations, positions } from './choices.ts';
import { TestChip, testLook } from './TestChip.tsx';
import { TestPane } from './TestPane.tsx';
import { WriteTest } from './WriteTest.tsx';
import { audienceOf, minutesOf, titleOf } from './words.ts';
import './authors.css';

export default function TestsPage() {
  const [params] = useAddress();
  const mayWrite = useAllows('test.add');
  if (params.get('write') === 'new' && mayWrite) return <WriteTest key="new" id={null} />;
  const written = numberIn(params, 'write');
  return written === null ? <TestList /> : <WriteTest key={written} id={written} />;
}

function TestList() {
  const t = useText('testAuthors');
  const tm = useText('machines/staffTest');
  const [params, setAddress] = useAddress();
  const mayWrite = useAllows('test.add');
  const opened = numberIn(params, 'row');
  const move = ({ id }: TestRow) => setAddress({ row: id }, { push: true });
  const writeNew = () => setAddress({ write: 'new' }, { push: true });

  const list = useList({
    name: 'tests',
    call: testIndex,
    sort: '-created',
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      {
        kind: 'chips',
        key: 'status',
        label: t('status'),
        options: TEST_STATUSES,
        items: stateChips({
          states: TEST_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: testLook,
          hideEmpty: true,
        }),
      },
      { kind: 'remote', key: 'position_id', label: t('position'), empty: t('everyPosition'), of: positions },
      {
        kind: 'remote',
        key: 'organization_id',
        label: t('organization'),
        empty: t('everyOrganization'),
        of: organizations,
      },
    ],
    columns: [
      {
        key: 'title',
        title: t('titleOf'),
        cut: true,
        sort: true,
        value: (row) => titleOf(row, t),
        cell: (row) => (
          <button type="button" className="link" onClick={() => move(row)}>
            <Name>{titleOf(row, t)}</Name>
          </button>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '9.5rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <TestChip status={status} />,
      },
      {
        key: 'audience',
        title: t('audience'),
        width: '13rem',
        cut: true,
        drop: 'less',
        value: (row) => audienceOf(row, t),
      },
      {
        key: 'questions',
        title: t('questionCount'),
        kind: 'number',
        width: '5.5rem',
        drop: 'less',
        value: ({ question_count }) => question_count,
      },
      {
        key: 'duration',
        title: t('duration'),
        width: '6.5rem',
        align: 'end',
        drop: 'least',
        value: ({ duration }) => minutesOf(duration, t),
      },
      {
        key: 'percent',
        title: t('percent'),
        width: '6rem',
        align: 'end',
        drop: 'least',
        value: ({ pass_percent }) => formatPercent(pass_percent, 0),
      },
      {
        key: 'from',
        title: t('from'),
        kind: 'moment',
        width: '7rem',
        sort: true,
        drop: 'less',
        value: ({ from }) => from,
      },
      { key: 'to', title: t('to'), kind: 'moment', width: '7rem', drop: 'least', value: ({ to }) => to },
      {
        key: 'taken',
        title: t('taken'),
        width: '7rem',
        align: 'end',
        value: ({ status, taken, audience }) =>
          status === 'draft' ? null : `${formatNumber(taken)} / ${formatNumber(audience)}`,
      },
      {
        key: 'passed',
        title: t('passed'),
        width: '5.5rem',
        align: 'end',
        value: ({ status, passed }) => (status === 'draft' ? null : formatNumber(passed)),
      },
      {
        key: 'author',
        title: t('author'),
        width: '11rem',
        cut: true,
        side: true,
        hidden: true,
        value: ({ created_by }) => created_by.fullname,
      },
      {
        key: 'created',
        title: t('created'),
        kind: 'moment',
        width: '7rem',
        side: true,
        hidden: true,
        sort: true,
        value: ({ created_at }) => created_at,
      },
    ],
  });

  return (
    <ListPage
      list={list}
      title={t('title')}
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        nothingAct: mayWrite && <Button text={t('write')} onClick={writeNew} />,
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      selected={opened}
      onOpen={move}
      {...(opened !== null && { onMove: move })}
      acts={mayWrite && <NewButton text={t('write')} onClick={writeNew} testId="test-add" />}
    >
      {opened !== null && (
        <TestPane key={opened} id={opened} onClose={() => setAddress({ row: null }, { push: true })} />
      )}
    </ListPage>
  );
}
