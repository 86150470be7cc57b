/** Runs of the scoring, of clients and of who is none yet; one of them is a window of its own (areas 4.16). */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { isPinfl } from '../../../contract/checkDigits.ts';
import { plainNumber } from '../../../contract/persons.ts';
import {
  DECISIONS,
  RUN_STATUSES,
  type RunInList,
  scoringRunFind,
  scoringRunIndex,
} from '../../../contract/scoringRuns.ts';
import { request } from '../../api/client.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { EVERY_ROW, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { FindByNumber } from '../../ui/person/FindByNumber.tsx';
import { Finding } from '../../ui/person/Finding.tsx';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../../ui/record/useRowInAddress.ts';
import { RunChip, runLook, runWords, StandIn, stateLook } from './chips.tsx';
import { runPath } from './paths.ts';
import { RunPane } from './RunPane.tsx';
import { RunView } from './RunView.tsx';
import { runPane } from './runPane.ts';
import './scoring.css';

export default function ScoringRunsPage() {
  const [params] = useAddress();
  const run = numberIn(params, 'run');
  return run === null ? <Runs /> : <RunView key={run} id={run} />;
}

function Runs() {
  const t = useText('scoring');
  const tm = useText('machines/scoringRun');
  const mayAdd = useAllows('incomes.check');
  const actor = useRecordPane(runPane);
  useRowInAddress(actor, mayAdd);
  const [, navigate] = useLocation();
  const place = useSelector(actor, ({ context }) => context.place);
  const made = place === null || place === 'new' ? null : place.id;
  useEffect(() => {
    if (made !== null) navigate(runPath(made));
  }, [made, navigate]);
  const writeNew = () => actor.send({ type: 'pane.open', place: 'new' });

  const list = useList({
    name: 'scoringRuns',
    call: scoringRunIndex,
    href: ({ id }: RunInList) => runPath(id),
    summed: EVERY_ROW,
    filters: [
      {
        kind: 'search',
        key: 'search',
        label: t('search'),
        // a person's number stands in no address (decision 98): it has a search of its own
        refuse: (words) => (/\d/.test(words) ? t('searchNumber', { act: t('find.open') }) : undefined),
      },
      {
        kind: 'chips',
        key: 'status',
        label: t('status'),
        options: RUN_STATUSES,
        items: stateChips({
          states: RUN_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: stateLook,
          hideEmpty: true,
        }),
      },
      {
        kind: 'select',
        key: 'decision',
        label: t('decisionOf'),
        empty: t('anyDecision'),
        options: DECISIONS.map((value) => ({ value, title: t(`decision.${value}`) })),
      },
    ],
    columns: [
      {
        key: 'fullname',
        title: t('fullname'),
        foot: rowsFoot,
        width: '18rem',
        cut: true,
        value: (row) => row.fullname,
        cell: (row) => (
          <Link href={runPath(row.id)}>
            <Name>{row.fullname}</Name>
          </Link>
        ),
      },
      {
        key: 'status',
        title: t('result'),
        kind: 'state',
        width: '11rem',
        value: (row) => runWords(row, t, tm),
        look: runLook,
        cell: (row) => <RunChip {...row} />,
      },
      { key: 'score', title: t('score'), kind: 'number', width: '4.5rem', value: ({ score }) => score },
      {
        key: 'credit_limit',
        title: t('limitUzs'),
        kind: 'sum',
        value: ({ credit_limit }) => credit_limit,
        foot: footOf('credit_limit'),
      },
      { key: 'valid_until', title: t('validUntil'), kind: 'date', drop: 'less', value: (row) => row.valid_until },
      {
        key: 'goods',
        title: t('goodsUzs'),
        kind: 'sum',
        drop: 'less',
        value: ({ goods }) => goods,
        foot: footOf('goods'),
      },
      {
        key: 'first_payment',
        title: t('firstPaymentUzs'),
        kind: 'sum',
        hidden: true,
        value: ({ first_payment }) => first_payment,
      },
      { key: 'term', title: t('termMonths'), kind: 'number', hidden: true, value: ({ term }) => term },
      { key: 'pinfl', title: t('pinfl'), kind: 'code', width: '9.5rem', hidden: true, value: ({ pinfl }) => pinfl },
      {
        key: 'kind',
        title: t('who'),
        width: '7rem',
        side: true,
        drop: 'least',
        value: ({ client_id }) => t(client_id === null ? 'stranger' : 'client'),
      },
      {
        key: 'stand_in',
        title: t('sources'),
        width: '7rem',
        drop: 'least',
        value: ({ stand_in }) => (stand_in ? t('standIn') : null),
        cell: ({ stand_in }) => stand_in && <StandIn />,
      },
      {
        key: 'author',
        title: t('author'),
        width: '11rem',
        cut: true,
        side: true,
        drop: 'least',
        value: ({ created_by }) => created_by.fullname,
      },
      { key: 'created_at', title: t('at'), kind: 'moment', sort: true, value: (row) => row.created_at },
    ],
  });

  return (
    <ListPage
      list={list}
      title={t('title')}
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        nothingAct: mayAdd && <Button text={t('add')} onClick={writeNew} />,
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      acts={
        <>
          <Finding text={t('find.open')} testId="scoring-find">
            {(close) => <FindRuns onClose={close} />}
          </Finding>
          {mayAdd && <NewButton text={t('add')} onClick={writeNew} testId="record-add" />}
        </>
      }
    >
      <RunPane actor={actor} />
    </ListPage>
  );
}

const find = async (written: string) => (await request(scoringRunFind, { body: { pinfl: plainNumber(written) } })).data;

function FindRuns({ onClose }: { onClose: () => void }) {
  const t = useText('scoring');
  return (
    <FindByNumber
      words={{
        title: t('find.title'),
        act: t('find.act'),
        number: t('pinfl'),
        help: t('find.help'),
        wrong: t('pinflWrong'),
      }}
      isNumber={(written) => isPinfl(plainNumber(written))}
      find={find}
      onClose={onClose}
      testId="scoring-find"
    >
      {(found) => (
        <div role="status" className="scoring-found" data-testid="scoring-found">
          <p>{t(found.length === 0 ? 'find.none' : 'find.found', { figure: found.length })}</p>
          <ul>
            {found.map((one) => (
              <li key={one.id}>
                <Link href={runPath(one.id)}>{one.fullname}</Link>
                <RunChip {...one} />
                <span className="muted num">{formatDateTime(one.created_at)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FindByNumber>
  );
}
