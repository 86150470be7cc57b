/** What people report as wrong: who, where and in which state; beside the list the one that is looked at. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type ProblemReport, problemReportIndex, REPORT_STATUSES } from '../../../../contract/problemReports.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { useText } from '../../../i18n/index.ts';
import { pathOf, withQuery } from '../../../routes/registry.ts';
import { ListView } from '../../../ui/list/ListPage.tsx';
import { stateChips } from '../../../ui/list/stateChips.ts';
import { useList } from '../../../ui/list/useList.ts';
import { StateChip } from '../../../ui/StateChip.tsx';
import { useWorkflows } from '../catalogue.ts';
import { stateWords } from '../simulate/words.ts';
import { WithGone } from '../WithGone.tsx';
import { useEveryWords } from '../words.ts';
import { ReportPane } from './ReportPane.tsx';
import { useRecordWords } from './recordWords.ts';

const LOOKS = { open: 'waiting', settled: 'done' } as const;

/** @param choice between the lists of the gallery, for the toolbar. */
export default function Reports({ choice }: { choice: ReactNode }) {
  const t = useText('reports');
  const tm = useText('machines/problemReport');
  const entries = useWorkflows();
  const wordsOf = useEveryWords(entries);
  const [params, setAddress] = useAddress();
  const open = numberIn(params, 'row');
  const hrefOf = ({ id }: ProblemReport) =>
    withQuery(pathOf('workflows'), { ...Object.fromEntries(params), list: 'reports', row: id });
  const show = ({ id }: ProblemReport) => setAddress({ row: id }, { push: true });
  const wordsAt = (machine: string) => {
    const entry = entries.find(({ name }) => name === machine);
    return entry && wordsOf(entry);
  };
  const recordWords = useRecordWords((machine) => wordsAt(machine)?.name ?? machine);
  const recordOf = ({ record }: ProblemReport) => record && recordWords(record);
  const chartOf = ({ charts: [first] }: ProblemReport) =>
    first === undefined ? null : (wordsAt(first.machine)?.name ?? first.machine);
  const list = useList({
    name: 'problemReports',
    call: problemReportIndex,
    sort: '-created_at',
    href: hrefOf,
    filters: [
      {
        kind: 'chips',
        key: 'status',
        label: t('status'),
        options: REPORT_STATUSES,
        items: stateChips({
          states: REPORT_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: (one) => LOOKS[one],
        }),
      },
    ],
    columns: [
      { key: 'at', title: t('at'), kind: 'moment', value: ({ at }) => at },
      {
        key: 'sentence',
        title: t('sentence'),
        cut: 'words',
        value: ({ sentence }) => sentence,
        cell: (report) => (
          <WithGone words={{ record: recordOf(report), chart: chartOf(report) }}>
            <Link href={hrefOf(report)}>{report.sentence}</Link>
          </WithGone>
        ),
      },
      {
        key: 'record',
        title: t('record'),
        width: '14rem',
        cut: true,
        value: recordOf,
      },
      {
        key: 'chart',
        drop: 'less',
        title: t('workflow'),
        width: '12rem',
        cut: true,
        value: chartOf,
      },
      {
        key: 'state',
        title: t('state'),
        width: '12rem',
        cut: true,
        drop: 'less',
        value({ charts: [first] }) {
          const words = first && wordsAt(first.machine);
          return first === undefined ? null : words === undefined ? first.state : stateWords(words, first.state);
        },
      },
      {
        key: 'author',
        title: t('author'),
        width: '12rem',
        cut: true,
        drop: 'less',
        value: ({ author }) => author.fullname,
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '8rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => (
          <StateChip look={LOOKS[status]} quiet>
            {tm(`states.${status}.name`)}
          </StateChip>
        ),
      },
    ],
  });
  return (
    <ListView
      list={list}
      title={t('title')}
      lead={choice}
      words={{ nothing: t('nothing'), nothingText: t('nothingText') }}
      selected={open}
      onOpen={show}
      {...(open !== null && { onMove: show })}
    >
      {open !== null && (
        <ReportPane
          key={open}
          id={open}
          entries={entries}
          wordsOf={wordsOf}
          onClose={() => setAddress({ row: null }, { push: true })}
        />
      )}
    </ListView>
  );
}
