/** One report: what was said and where the page stood, a way into the simulator in that very state, and what was done. */
import { Button } from '@blueprintjs/core';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import {
  type ProblemReport,
  problemReportReopen,
  problemReportScenario,
  problemReportSettle,
  problemReportShow,
  type ReportedChart,
} from '../../../../contract/problemReports.ts';
import type { Scenario } from '../../../../contract/scenarios.ts';
import { endsOf, runWalk, walkText, walkTo } from '../../../../machines/kit/simulation.ts';
import { request } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { orRefused } from '../../../api/refusal.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { pages, withQuery } from '../../../routes/registry.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Pane } from '../../../ui/layout.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Reason } from '../../../ui/Notice.tsx';
import { useCommand } from '../../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { documentPath, workflowPath } from '../addresses.ts';
import { groupOf, type WorkflowEntry } from '../catalogue.ts';
import { factsWords } from '../Refusals.tsx';
import { type Trial, useTrials } from '../simulate/trial.ts';
import { StateName } from '../Tables.tsx';
import type { MachineWords } from '../words.ts';
import { chartToWalk, factsOfTable } from './chartToWalk.ts';
import { type NamedRecord, useRecordWords } from './recordWords.ts';
import './reports.css';

interface ReportPaneProps {
  id: number;
  entries: readonly WorkflowEntry[];
  wordsOf: (entry: WorkflowEntry) => MachineWords;
  onClose: () => void;
}

export function ReportPane({ id, entries, wordsOf, onClose }: ReportPaneProps) {
  const t = useText('reports');
  const { data, error, refetch } = useCall(problemReportShow, { params: { id } });
  const report = data?.data;
  return (
    <Pane
      title={t('one', { number: id })}
      sub={report && `${report.author.fullname} · ${formatDateTime(report.at)}`}
      kind="evidence"
      onClose={onClose}
      closeLabel={t('common:close')}
      {...(report !== undefined && { foot: <Settling report={report} t={t} /> })}
    >
      {report !== undefined ? (
        <Read report={report} entries={entries} wordsOf={wordsOf} t={t} />
      ) : error === null ? (
        <SkeletonRows rows={8} columns={[1]} />
      ) : (
        <Failed title={t('failed')} error={error} onRetry={() => void refetch()} />
      )}
    </Pane>
  );
}

function Settling({ report: { id, version, allowed_events }, t }: { report: ProblemReport; t: Text }) {
  const settles = allowed_events.includes('report.settle');
  const command = useCommand<null>(async (_, key) => {
    const call = settles ? problemReportSettle : problemReportReopen;
    await orRefused(() => request(call, { params: { id }, ifMatch: version, key }));
  });
  return (
    <>
      {command.refusal !== null && <RefusalNotice refusal={command.refusal} onClose={command.dismiss} inset />}
      <Button
        {...(settles && { intent: 'primary' })}
        text={t(settles ? 'settle' : 'reopen')}
        loading={command.busy}
        onClick={() => command.act(null)}
        data-testid={settles ? 'report-settle' : 'report-reopen'}
      />
    </>
  );
}

interface ReadProps extends Pick<ReportPaneProps, 'entries' | 'wordsOf'> {
  report: ProblemReport;
  t: Text;
}

function Read({ report, entries, wordsOf, t }: ReadProps) {
  const { sentence, page, record, charts, events, requests, release } = report;
  const entryOf = (machine: string) => entries.find(({ name }) => name === machine);
  const nameOf = (machine: string) => {
    const entry = entryOf(machine);
    return entry === undefined ? machine : wordsOf(entry).name;
  };
  const recordWords = useRecordWords(nameOf);
  const known = charts.flatMap((chart) => {
    const entry = entryOf(chart.machine);
    return entry === undefined ? [] : [{ machine: chart.machine, chart, entry, words: wordsOf(entry) }];
  });
  const walked = chartToWalk(record, known, ({ entry }) => groupOf(entry));
  const isPage = pages.some(({ id }) => id === page);
  return (
    <div className="stack report" data-testid="report">
      <blockquote className="report-sentence">{sentence}</blockquote>
      <dl className="facts">
        <dt>{t('page')}</dt>
        <dd>{isPage ? t(`pages:${page}`) : page}</dd>
        {record !== null && (
          <>
            <dt>{t('record')}</dt>
            <dd>
              <RecordLink record={record} words={recordWords(record)} t={t} />
            </dd>
          </>
        )}
        <dt>{t('release')}</dt>
        <dd className="num">{release}</dd>
      </dl>
      <section aria-label={t('stood')}>
        <h3 className="side-title">{t('stood')}</h3>
        {known.length === 0 && <p className="muted">{t('noCharts')}</p>}
        <Suspense fallback={<SkeletonRows rows={4} columns={[1]} />}>
          <ol className="plain">
            {known.map((one) => (
              <ChartLine
                key={`${one.machine} ${one.chart.state}`}
                {...{ chart: one.chart, entry: one.entry, words: one.words, entries, t }}
                report={one === walked ? report : null}
              />
            ))}
          </ol>
        </Suspense>
      </section>
      <section aria-label={t('events')}>
        <h3 className="side-title">{t('events')}</h3>
        {events.length === 0 && <p className="muted">{t('noEvents')}</p>}
        <ol className="plain">
          {events.map(({ machine, type }, at) => {
            const entry = entryOf(machine);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was kept never changes
              <li key={at}>
                {entry === undefined ? type : wordsOf(entry).event(type)}{' '}
                <span className="muted text-xs">{nameOf(machine)}</span>
              </li>
            );
          })}
        </ol>
      </section>
      <section aria-label={t('requests')}>
        <h3 className="side-title">{t('requests')}</h3>
        <p className="code text-xs report-requests">{requests.join(' ') || t('noRequests')}</p>
      </section>
    </div>
  );
}

/** Who does not see the record in its own list could not open it either. */
function RecordLink({ record, words, t }: { record: NamedRecord; words: string; t: Text }): ReactNode {
  const path = documentPath(record.machine, record);
  if (record.title === null) return t('recordHidden', { record: words });
  return path === null ? words : <Link href={path}>{words}</Link>;
}

/** The walk that leads to where a chart stood; null where the walks of its tests never come there. */
function walkIn(trials: ReadonlyMap<string, Trial>, trial: Trial, { state, facts }: ReportedChart): Walk | null {
  const places = walkTo(trial, state, facts);
  const reached = runWalk(trial, (name) => trials.get(name), places);
  return reached.includes(undefined) ? null : { walk: walkText(places), ends: endsOf(reached) };
}

interface ChartLineProps {
  chart: ReportedChart;
  entry: WorkflowEntry;
  words: MachineWords;
  entries: readonly WorkflowEntry[];
  /** Whose scenario it is, of the one that it is made of. */
  report: ProblemReport | null;
  t: Text;
}

function ChartLine({ chart, entry, words, entries, report, t }: ChartLineProps) {
  const trials = useTrials(entry, entries);
  const trial = trials.get(entry.name);
  if (trial === undefined) throw new Error(`${entry.name}: no trial`);
  const walk = walkIn(trials, trial, chart);
  const { state, facts } = chart;
  const [first = ''] = state.split(',');
  const named = factsOfTable(facts, trial);
  const simulated = walk && withQuery(workflowPath(entry.name), { view: 'simulate', walk: walk.walk });
  return (
    <li className="report-chart" data-machine={entry.name} data-state={state}>
      <b>{words.name}</b>
      <p className="row wrap">
        {state.split(',').map((path) => (
          <StateName key={path} path={path} entry={entry} words={words} />
        ))}
      </p>
      {Object.keys(named).length > 0 && <p className="muted text-xs">{factsWords(t, words, named)}</p>}
      <Link href={simulated ?? withQuery(workflowPath(entry.name), { state: first })}>
        {t(walk === null ? 'diagram' : 'simulate')}
      </Link>
      {report !== null && <Made report={report} machine={chart.machine} walk={walk} t={t} />}
    </li>
  );
}

type Walk = Pick<Scenario, 'walk' | 'ends'>;

interface MadeProps extends Pick<ReportedChart, 'machine'> {
  report: ProblemReport;
  walk: Walk | null;
  t: Text;
}

/** The scenario of a chart of the report, made by one press. */
function Made({ report: { id, scenario }, machine, walk, t }: MadeProps) {
  const command = useCommand<Walk>(async (to, key) => {
    await orRefused(() => request(problemReportScenario, { params: { id }, body: { machine, ...to }, key }));
  });
  if (scenario !== null)
    return (
      <p>
        {t('scenario')}{' '}
        <Link href={withQuery(workflowPath(scenario.machine), { view: 'simulate', walk: scenario.walk })}>
          {scenario.name}
        </Link>
      </p>
    );
  return (
    <div>
      <Button
        text={t('makeScenario')}
        disabled={walk === null}
        loading={command.busy}
        onClick={() => walk !== null && command.act(walk)}
        data-testid="report-scenario"
      />
      {walk === null && <Reason>{t('notReached')}</Reason>}
      {command.refusal !== null && <RefusalNotice refusal={command.refusal} onClose={command.dismiss} inset />}
    </div>
  );
}
