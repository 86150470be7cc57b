/** Everybody's results of tests: by person, by branch, by question; another try for who has none left. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  type PersonResult,
  TEST_OUTCOMES,
  type TestOutcome,
  testResultBranches,
  testResultGive,
  testResultIndex,
  testResultQuestions,
} from '../../../contract/testResults.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import type { Look } from '../../ui/look.ts';
import { Name } from '../../ui/Name.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { organizations, positions, tests } from './choices.ts';
import { testPath } from './paths.ts';
import './authors.css';

const VIEWS = ['people', 'branches', 'questions'] as const;
type View = (typeof VIEWS)[number];

const LOOKS: Readonly<Record<TestOutcome, Look>> = { passed: 'done', failed: 'bad', none: 'waiting' };

export default function TestResultsPage() {
  const [params] = useAddress();
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'people';
  const Shown = { people: People, branches: Branches, questions: Questions }[view];
  return <Shown key={view} />;
}

/** All three views share their filters; sorting and page belong to one view. */
function Ways({ view }: { view: View }) {
  const t = useText('testResults');
  const [, setAddress] = useAddress();
  return (
    <FilterChips<View>
      label={t('views.label')}
      value={view}
      onChange={(next) =>
        setAddress(
          { view: next === 'people' ? null : next, sort: null, page: null, per_page: null, status: null },
          { push: true },
        )
      }
      items={VIEWS.map((one) => ({ key: one, title: t(`views.${one}`) }))}
    />
  );
}

/** The filters of each view. */
function useNarrowing() {
  const t = useText('testResults');
  return {
    test: { kind: 'remote', key: 'test_id', label: t('test'), empty: t('everyTest'), of: tests },
    organization: {
      kind: 'remote',
      key: 'organization_id',
      label: t('organization'),
      empty: t('everyOrganization'),
      of: organizations,
    },
    position: { kind: 'remote', key: 'position_id', label: t('position'), empty: t('everyPosition'), of: positions },
  } as const;
}

const percent = (value: number | null) => (value === null ? '—' : formatPercent(value, 2));

function People() {
  const t = useText('testResults');
  const narrowing = useNarrowing();
  const reports = useAllows('test_result.report');
  const [giving, setGiving] = useState<PersonResult | null>(null);
  const list = useList({
    name: 'testResults',
    call: testResultIndex,
    sort: '-last',
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      {
        kind: 'chips',
        key: 'status',
        label: t('outcome'),
        options: TEST_OUTCOMES,
        items: stateChips({ states: TEST_OUTCOMES, title: (one) => t(`outcomes.${one}`), look: (one) => LOOKS[one] }),
      },
      narrowing.test,
      narrowing.organization,
      narrowing.position,
    ],
    columns: [
      { key: 'person', title: t('person'), cut: true, sort: true, value: ({ person }) => person.fullname },
      { key: 'position', title: t('position'), width: '10rem', cut: true, drop: 'least', value: (row) => row.position },
      {
        key: 'organization',
        title: t('organization'),
        width: '10rem',
        cut: true,
        drop: 'less',
        value: (row) => row.organization,
      },
      {
        key: 'test',
        title: t('test'),
        width: '13rem',
        cut: true,
        value: (row) => row.test,
        cell: (row) => (
          <Link href={testPath(row.test_id)}>
            <Name>{row.test}</Name>
          </Link>
        ),
      },
      {
        key: 'outcome',
        title: t('outcome'),
        kind: 'state',
        width: '8.5rem',
        value: (row) => t(`outcomes.${row.outcome}`),
        cell: ({ outcome }) => (
          <StateChip look={LOOKS[outcome]} quiet={outcome !== 'failed'}>
            {t(`outcomes.${outcome}`)}
          </StateChip>
        ),
      },
      {
        key: 'best',
        title: t('best'),
        kind: 'number',
        decimals: 2,
        sort: true,
        value: (row) => row.best,
        cell: (row) => percent(row.best),
      },
      { key: 'results', title: t('results'), kind: 'number', drop: 'least', value: (row) => row.results },
      { key: 'left', title: t('left'), kind: 'number', drop: 'least', value: (row) => row.tries_left },
      { key: 'last', title: t('last'), kind: 'moment', sort: true, drop: 'less', value: (row) => row.last_at },
      {
        key: 'actions',
        title: t('actions'),
        width: '9rem',
        actions: true,
        value: () => null,
        cell: (row) =>
          row.may_give && (
            <Button
              size="small"
              text={t('give')}
              aria-label={t('giveTo', { name: row.person.fullname, test: row.test })}
              onClick={() => setGiving(row)}
              data-testid="give-attempt"
            />
          ),
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('title')}
      excel={reports}
      lead={<Ways view="people" />}
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
    >
      {giving !== null && <Give row={giving} onClose={() => setGiving(null)} />}
    </ListPage>
  );
}

async function give(attempt_id: number, reason: string, key: string): Promise<void> {
  const { message } = await orRefused(() => request(testResultGive, { body: { attempt_id, reason }, key }));
  toastSuccess(message);
}

function Give({ row, onClose }: { row: PersonResult; onClose: () => void }) {
  const t = useText('testResults');
  return (
    <QuestionDialog
      title={t('ask.title')}
      command={t('give')}
      reason={`new.attempt.${row.attempt_id ?? 0}`}
      onSend={({ reason, key }) => give(row.attempt_id ?? 0, reason, key)}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{t('ask.text', { name: row.person.fullname, test: row.test })}</p>
      <p className="muted">{t('ask.after')}</p>
    </QuestionDialog>
  );
}

function Branches() {
  const t = useText('testResults');
  const narrowing = useNarrowing();
  const reports = useAllows('test_result.report');
  const list = useList({
    name: 'testResultBranches',
    call: testResultBranches,
    sort: 'share',
    filters: [narrowing.test, narrowing.position],
    columns: [
      { key: 'organization', title: t('organization'), cut: true, sort: true, value: (row) => row.organization },
      { key: 'people', title: t('people'), kind: 'number', width: '8rem', drop: 'less', value: (row) => row.people },
      { key: 'taken', title: t('taken'), kind: 'number', width: '8rem', value: (row) => row.taken },
      { key: 'passed', title: t('passed'), kind: 'number', width: '8rem', value: (row) => row.passed },
      {
        key: 'share',
        title: t('share'),
        kind: 'number',
        width: '9rem',
        decimals: 2,
        sort: true,
        value: (row) => row.share,
        cell: (row) => percent(row.share),
      },
      {
        key: 'average',
        title: t('average'),
        kind: 'number',
        width: '9rem',
        decimals: 2,
        sort: true,
        value: (row) => row.average,
        cell: (row) => percent(row.average),
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('title')}
      excel={reports}
      lead={<Ways view="branches" />}
      words={{ nothing: t('nothing'), nothingText: t('nothingText') }}
    />
  );
}

function Questions() {
  const t = useText('testResults');
  const narrowing = useNarrowing();
  const reports = useAllows('test_result.report');
  const list = useList({
    name: 'testResultQuestions',
    call: testResultQuestions,
    sort: '-share',
    filters: [narrowing.test, narrowing.organization, narrowing.position],
    columns: [
      { key: 'title', title: t('question'), cut: true, value: (row) => row.title },
      {
        key: 'test',
        title: t('test'),
        width: '13rem',
        cut: true,
        drop: 'less',
        value: (row) => row.test,
        cell: (row) => (
          <Link href={testPath(row.test_id)}>
            <Name>{row.test}</Name>
          </Link>
        ),
      },
      { key: 'number', title: t('number'), kind: 'number', sort: true, drop: 'less', value: (row) => row.number },
      { key: 'answered', title: t('answered'), kind: 'number', width: '8rem', value: (row) => row.answered },
      { key: 'wrong', title: t('wrong'), kind: 'number', width: '8rem', value: (row) => row.wrong },
      {
        key: 'share',
        title: t('wrongShare'),
        kind: 'number',
        width: '9rem',
        decimals: 2,
        sort: true,
        value: (row) => row.share,
        cell: (row) => <b>{percent(row.share)}</b>,
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('title')}
      excel={reports}
      lead={<Ways view="questions" />}
      words={{ nothing: t('nothing'), nothingText: t('nothingText') }}
    />
  );
}
